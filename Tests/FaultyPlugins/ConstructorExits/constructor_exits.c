/* Ends the process while it is loaded, pretending that all is well. */
#include <stdlib.h>

#include "skill.h"

__attribute__((constructor)) static void leave(void) { exit(0); }

const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier) {
  (void)host_minor;
  (void)identifier;
  return NULL;
}
