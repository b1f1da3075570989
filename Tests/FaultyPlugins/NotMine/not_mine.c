/* Does not hold the skill that its manifest says it holds. */
#include "skill.h"

const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier) {
  (void)host_minor;
  (void)identifier;
  return 0;
}
