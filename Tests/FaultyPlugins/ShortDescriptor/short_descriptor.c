/* Says that its descriptor ends before invoke. */
#include "skill.h"

static skill_status invoke(void *self, const skill_call *call, skill_text input) {
  (void)self;
  (void)call;
  (void)input;
  return SKILL_DONE;
}

static const skill_descriptor descriptor = {.size = 8, .invoke = invoke};

const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier) {
  (void)host_minor;
  (void)identifier;
  return &descriptor;
}
