/* Uses skill.storage/1 as its argument says: {"do": "set" | "get" | "remove" | "list" | "many", "key": …, "value": …,
 * "size": bytes of the value instead of "value", "count": for "many"}. Its answer is {"status": n, "value": "…", "size": n}. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "skill.h"

static void text_of(skill_text input, const char *name, char *into, size_t size) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":\"", name);
  const char *at = memmem(input.data, input.size, key, strlen(key));
  size_t count = 0;
  if (at)
    for (at += strlen(key); at < input.data + input.size && *at != '"' && count + 1 < size; at++) into[count++] = *at;
  into[count] = 0;
}

static long number_of(skill_text input, const char *name) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":", name);
  const char *at = memmem(input.data, input.size, key, strlen(key));
  return at ? strtol(at + strlen(key), NULL, 10) : 0;
}

static skill_status visit(void *context, skill_text key, uint64_t size) {
  char *list = context;
  size_t at = strlen(list);
  if (at < 1500) snprintf(list + at, 400, "%.*s=%d;", (int)key.size, key.data, (int)size);
  return SKILL_DONE;
}

static skill_status invoke(void *self, const skill_call *call, skill_text input) {
  (void)self;
  static const char name[] = "skill.storage/1";
  const skill_storage_v1 *storage = call->host->query((skill_text){name, sizeof name - 1});
  if (!storage) return SKILL_UNSUPPORTED;
  char what[16], key[400], value[400], list[2000] = "";
  text_of(input, "do", what, sizeof what);
  text_of(input, "key", key, sizeof key);
  text_of(input, "value", value, sizeof value);
  long size = number_of(input, "size");
  skill_text k = {key, strlen(key)}, v = {value, strlen(value)}, found = {NULL, 0};
  skill_status status = SKILL_UNSUPPORTED;
  char *large = size > 0 ? malloc((size_t)size) : NULL;
  if (large) {
    memset(large, 'x', (size_t)size);
    v = (skill_text){large, (uint64_t)size};
  }
  if (!strcmp(what, "set")) status = storage->set(call, k, v);
  if (!strcmp(what, "get")) status = storage->get(call, k, &found);
  if (!strcmp(what, "remove")) status = storage->remove(call, k);
  if (!strcmp(what, "list")) status = storage->list(call, k, list, visit);
  if (!strcmp(what, "many")) {
    status = SKILL_DONE;
    long count = number_of(input, "count"), done = 0;
    for (; done < count && status == SKILL_DONE; done++) {
      int length = snprintf(key, sizeof key, "k%04ld", done);
      status = storage->set(call, (skill_text){key, (uint64_t)length}, v);
    }
    size = status == SKILL_DONE ? done : done - 1;
  } else {
    size = found.data ? (long)found.size : -1;
  }
  char result[3000];
  int length = snprintf(result, sizeof result, "{\"status\":%d,\"value\":\"%s%.*s\",\"size\":%ld}", status, list,
                        found.size < 300 ? (int)found.size : 0, found.data ? found.data : "", size);
  free(large);
  return call->host->emit(call, SKILL_CHANNEL_RESULT, (skill_text){NULL, 0}, (skill_text){result, (uint64_t)length});
}

static const skill_descriptor descriptor = {
    .size = sizeof(skill_descriptor), .abi_minor = SKILL_ABI_MINOR, .max_parallel = 4, .invoke = invoke};

const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier) {
  (void)host_minor;
  (void)identifier;
  return &descriptor;
}
