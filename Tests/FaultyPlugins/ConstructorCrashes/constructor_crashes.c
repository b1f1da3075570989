/* Crashes while it is loaded. */
#include <stdlib.h>

#include "skill.h"

__attribute__((constructor)) static void crash(void) { abort(); }

const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier) {
  (void)host_minor;
  (void)identifier;
  return NULL;
}
