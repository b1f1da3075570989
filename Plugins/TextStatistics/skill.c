/*
 * text.statistics: a skill in plain C. This file is the skill's side of the contract in skill.h: the entry point, the
 * descriptor, and what turns arguments into a call of the counting code and its answer into JSON.
 *
 * The skill has no state, so it needs no create, and any number of calls may run at once.
 */
#include <skill.h>
#include <string.h>

#include "buffer.h"
#include "json.h"
#include "phrase.h"
#include "statistics.h"

static skill_text text_of(const char *string) { return (skill_text){.data = string, .size = strlen(string)}; }

/* The host's table when it covers `field`, else null. */
#define HOST_WITH(call, field)                                                                            \
  (SKILL_HAS(skill_call, call, host) && (call)->host != NULL && SKILL_HAS(skill_host, (call)->host, field) \
       ? (call)->host                                                                                      \
       : NULL)

static skill_status fail(const skill_call *call, skill_status status, const char *code, const char *message) {
  const skill_host *host = HOST_WITH(call, fail);
  if (host != NULL) host->fail(call, text_of(code), text_of(message), (skill_text){0});
  return status;
}

static skill_status emit(const skill_call *call, const struct buffer *json) {
  if (json->failed) return fail(call, SKILL_FAILED, "out_of_memory", "not enough memory for the result");
  const skill_host *host = HOST_WITH(call, emit);
  if (host == NULL) return SKILL_UNSUPPORTED;
  skill_text bytes = {.data = json->data, .size = json->size};
  skill_status status = host->emit(call, SKILL_CHANNEL_RESULT, text_of("application/json"), bytes);
  return status == SKILL_DONE ? status : fail(call, status, "result_refused", "the host refused the result");
}

/* Reads the member `text` of the arguments or of an intent. On any status but SKILL_DONE the host knows why. */
static skill_status read_text(const skill_call *call, skill_text json, struct buffer *text) {
  if (json.data == NULL) json.size = 0;
  if (json.size > SIZE_MAX / 2) return fail(call, SKILL_BAD_INPUT, "bad_input", "the input is too large");
  size_t offset;
  switch (json_find_string(json.data, (size_t)json.size, "text", text, &offset)) {
    case JSON_FOUND: return SKILL_DONE;
    case JSON_MISSING: return fail(call, SKILL_BAD_INPUT, "bad_input", "/text: required, but missing");
    case JSON_NOT_STRING: return fail(call, SKILL_BAD_INPUT, "bad_input", "/text: must be a string");
    case JSON_NO_MEMORY: return fail(call, SKILL_FAILED, "out_of_memory", "not enough memory for the text");
    case JSON_MALFORMED: break;
  }
  struct buffer message = BUFFER_EMPTY;
  buffer_append_text(&message, "the input is not valid JSON: byte ");
  buffer_append_number(&message, offset);
  buffer_append(&message, "", 1);
  skill_status status =
      fail(call, SKILL_BAD_INPUT, "bad_input", message.failed ? "the input is not valid JSON" : message.data);
  buffer_free(&message);
  return status;
}

static void append_member(struct buffer *json, const char *name, size_t number) {
  buffer_append_text(json, json->size == 0 ? "{\"" : ",\"");
  buffer_append_text(json, name);
  buffer_append_text(json, "\":");
  buffer_append_number(json, number);
}

static void append_statistics(struct buffer *json, const struct statistics *statistics) {
  append_member(json, "characters", statistics->characters);
  append_member(json, "words", statistics->words);
  append_member(json, "lines", statistics->lines);
  append_member(json, "sentences", statistics->sentences);
  append_member(json, "bytes", statistics->bytes);
  buffer_append_text(json, ",\"frequentWords\":[");
  for (size_t i = 0; i < statistics->frequent_count; i++) {
    const struct word_count *word = &statistics->frequent[i];
    buffer_append_text(json, i == 0 ? "{\"word\":" : ",{\"word\":");
    buffer_append_json_string(json, word->word, word->size);
    buffer_append_text(json, ",\"count\":");
    buffer_append_number(json, word->count);
    buffer_append_text(json, "}");
  }
  buffer_append_text(json, "]}");
}

static bool is_cancelled(const void *context) {
  const skill_call *call = context;
  const skill_host *host = HOST_WITH(call, cancelled);
  return host != NULL && host->cancelled(call) != 0;
}

static skill_status invoke(void *self, const skill_call *call, skill_text input_json) {
  (void)self;
  if (call == NULL) return SKILL_FAILED;
  struct buffer text = BUFFER_EMPTY;
  struct buffer json = BUFFER_EMPTY;
  skill_status status = read_text(call, input_json, &text);
  if (status == SKILL_DONE) {
    struct statistics statistics;
    switch (count_text(text.data, text.size, is_cancelled, call, &statistics)) {
      case COUNT_DONE:
        append_statistics(&json, &statistics);
        status = emit(call, &json);
        break;
      case COUNT_STOPPED:
        status = SKILL_CANCELLED;
        break;
      case COUNT_NO_MEMORY:
        status = fail(call, SKILL_FAILED, "out_of_memory", "not enough memory to count the words");
        break;
    }
  }
  buffer_free(&json);
  buffer_free(&text);
  return status;
}

static skill_status match(void *self, const skill_call *call, skill_text intent_json) {
  (void)self;
  if (call == NULL) return SKILL_FAILED;
  struct buffer text = BUFFER_EMPTY;
  skill_status status = read_text(call, intent_json, &text);
  struct phrase_match found;
  if (status == SKILL_DONE && phrase_find(text.data, text.size, &found)) {
    struct buffer json = BUFFER_EMPTY;
    buffer_append_text(&json, found.text != NULL ? "{\"confidence\":0.95,\"arguments\":{\"text\":"
                                                 : "{\"confidence\":0.5,\"arguments\":{");
    if (found.text != NULL) buffer_append_json_string(&json, found.text, found.size);
    buffer_append_text(&json, "}}");
    status = emit(call, &json);
    buffer_free(&json);
  }
  buffer_free(&text);
  return status;
}

static const skill_descriptor text_statistics = {
    .size = sizeof(skill_descriptor),
    .abi_minor = SKILL_ABI_MINOR,
    .flags = SKILL_FLAG_MATCH_IS_PURE,
    .max_parallel = 0,
    .create = NULL,
    .invoke = invoke,
    .match = match,
};

const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier) {
  (void)host_minor;
  static const char name[] = "text.statistics";
  bool is_mine = identifier.data != NULL && identifier.size == sizeof name - 1 &&
                 memcmp(identifier.data, name, sizeof name - 1) == 0;
  return is_mine ? &text_statistics : NULL;
}
