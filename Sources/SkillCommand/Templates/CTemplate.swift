/// A skill in C: one source file, the header beside it, a Makefile.
enum CTemplate {
  static func files(_ names: SkillNames, header: [UInt8]) -> [TemplateFile] {
    [
      TemplateFile("\(names.identifier).json", ManifestTemplate.text(names)),
      TemplateFile("\(names.name).c", names.fill(source)),
      TemplateFile("skill.h", header),
      TemplateFile("Makefile", names.fill(makefile)),
    ]
  }

  private static let makefile = #"""
    # make          compiles the library
    # make install  signs it with this home's own key and puts it where skillhost finds it
    CFLAGS ?= -O2 -Wall -Wextra

    @LIBRARY@: @NAME@.c skill.h
    	$(CC) $(CFLAGS) -std=c11 -fPIC -shared -fvisibility=hidden -o $@ @NAME@.c

    install: @LIBRARY@
    	skillhost sign @IDENTIFIER@.json --library @LIBRARY@

    clean:
    	rm -f @LIBRARY@

    .PHONY: install clean

    """#

  private static let source = #"""
    /*
     * @IDENTIFIER@: greets somebody. A skill in plain C; skill.h documents everything used here.
     */
    #include "skill.h"

    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>

    static skill_text text(const char *data) { return (skill_text){data, strlen(data)}; }

    /* ---- Reading JSON ----
     * Arguments and intents come as JSON. This skill needs no more than the strings of a flat object, and takes them as
     * they are written, escapes included: put back between quotes they are JSON again. A skill with richer arguments uses
     * a JSON library.
     */

    /* Moves past the string that begins at `*at` and gives what is between its quotes. */
    static skill_text next_string(const char **at, const char *end) {
      while (*at < end && **at != '"') ++*at;
      const char *start = *at < end ? ++*at : end;
      while (*at < end && **at != '"') *at += (**at == '\\' && *at + 1 < end) ? 2 : 1;
      skill_text found = {start, (uint64_t)(*at - start)};
      if (*at < end) ++*at;
      return found;
    }

    /* The value of a member of an object whose values are strings; data is null when there is no such member. */
    static skill_text member(skill_text json, const char *name) {
      const char *at = json.data, *end = json.data + json.size;
      while (at < end) {
        skill_text key = next_string(&at, end);
        skill_text value = next_string(&at, end);
        if (key.size == strlen(name) && memcmp(key.data, name, key.size) == 0) return value;
      }
      return (skill_text){NULL, 0};
    }

    /* ---- The skill ---- */

    /* Emits the result: `format` with the name in the place of its %.*s. */
    static skill_status emit_result(const skill_call *call, const char *format, skill_text name) {
      size_t capacity = strlen(format) + name.size + 1;
      char *result = malloc(capacity);
      if (result == NULL) return SKILL_UNAVAILABLE;
      int size = snprintf(result, capacity, format, (int)name.size, name.data);
      skill_status status =
          call->host->emit(call, SKILL_CHANNEL_RESULT, text("application/json"), (skill_text){result, (uint64_t)size});
      free(result);
      return status;
    }

    /* Serves a call. The host has checked the arguments against the manifest's inputSchema. */
    static skill_status greet(void *self, const skill_call *call, skill_text input) {
      (void)self;
      skill_text name = member(input, "name");
      if (name.size == 0) {
        call->host->fail(call, text("name_missing"), text("there is nobody to greet: name is empty"), text(""));
        return SKILL_BAD_INPUT;
      }
      return emit_result(call, "{\"greeting\":\"Hello, %.*s!\"}", name);
    }

    /* Says whether a sentence is for this skill: "greet Ada", "say hello to Ada", "向小明问好". */
    static skill_status match(void *self, const skill_call *call, skill_text intent) {
      (void)self;
      static const struct {
        const char *before, *after;
      } phrases[] = {{"greet ", ""}, {"Greet ", ""}, {"say hello to ", ""}, {"Say hello to ", ""}, {"向", "问好"}};
      skill_text said = member(intent, "text");
      for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        size_t before = strlen(phrases[i].before), after = strlen(phrases[i].after);
        if (said.size <= before + after || memcmp(said.data, phrases[i].before, before) != 0) continue;
        if (memcmp(said.data + said.size - after, phrases[i].after, after) != 0) continue;
        skill_text name = {said.data + before, said.size - before - after};
        return emit_result(call, "{\"confidence\":0.9,\"arguments\":{\"name\":\"%.*s\"}}", name);
      }
      return SKILL_DONE; /* nothing emitted: not for this skill */
    }

    static const skill_descriptor descriptor = {
        .size = sizeof descriptor,
        .abi_minor = SKILL_ABI_MINOR,
        .flags = SKILL_FLAG_MATCH_IS_PURE,
        .max_parallel = 0, /* nothing is shared between calls, so any number may run at once */
        .invoke = greet,
        .match = match,
    };

    SKILL_EXPORT const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier) {
      (void)host_minor;
      static const char name[] = "@IDENTIFIER@";
      int is_this = identifier.size == sizeof name - 1 && memcmp(identifier.data, name, sizeof name - 1) == 0;
      return is_this ? &descriptor : NULL;
    }

    """#
}
