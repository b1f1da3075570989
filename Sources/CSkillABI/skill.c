/* A translation unit so that SwiftPM has something to compile for this header-only target. */
#include "skill.h"
