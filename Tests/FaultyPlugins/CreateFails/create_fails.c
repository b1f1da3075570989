/* Cannot be created. */
#include <string.h>

#include "skill.h"

static skill_status create(const skill_host *host, skill_text config, void **self) {
  (void)config;
  (void)self;
  const char *why = "create_fails: no licence for this test";
  skill_text text = {why, strlen(why)};
  host->log(NULL, SKILL_LOG_ERROR, text);
  return SKILL_UNAVAILABLE;
}

static skill_status invoke(void *self, const skill_call *call, skill_text input) {
  (void)self;
  (void)call;
  (void)input;
  return SKILL_DONE;
}

static const skill_descriptor descriptor = {.size = sizeof(skill_descriptor), .create = create, .invoke = invoke};

const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier) {
  (void)host_minor;
  (void)identifier;
  return &descriptor;
}
