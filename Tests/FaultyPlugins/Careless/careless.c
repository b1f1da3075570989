/* Skills that each break one rule which only `validate --thorough` notices. The identifier says which. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "skill.h"

static skill_text text(const char *string) {
  skill_text result = {string, strlen(string)};
  return result;
}

static skill_status done(const skill_call *call, const char *result) {
  return call->host->emit(call, SKILL_CHANNEL_RESULT, text("application/json"), text(result));
}

static int says(skill_text input, const char *word) { return memmem(input.data, input.size, word, strlen(word)) != NULL; }

static void nap(long milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
}

#define INVOKE(name) static skill_status name(void *self, const skill_call *call, skill_text input)
#define UNUSED (void)self, (void)input

INVOKE(good) {
  UNUSED;
  return done(call, "{\"ok\": true}");
}

static void handler(int number) { (void)number; }

INVOKE(globals) {
  UNUSED;
  setlocale(LC_ALL, "C.UTF-8");
  setenv("CARELESS", "1", 1);
  signal(SIGTERM, SIG_IGN);
  signal(SIGUSR1, handler);
  (void)!chdir("/tmp");
  umask(0);
  return done(call, "{}");
}

INVOKE(memory_leak) {
  UNUSED;
  /* Kept in sight of the compiler, or it would leave the allocation out. */
  static char *volatile lost;
  lost = malloc(8192);
  memset(lost, 1, 8192);
  return done(call, "{}");
}

static void *sleeper(void *unused) {
  (void)unused;
  for (;;) pause();
  return NULL;
}

INVOKE(descriptor_leak) {
  UNUSED;
  static int calls;
  /* Not so many that calls begin to fail. */
  if (calls++ % 5 == 0) (void)!dup(0);
  pthread_t thread;
  if (calls % 50 == 0 && pthread_create(&thread, NULL, sleeper, NULL) == 0) pthread_detach(thread);
  return done(call, "{}");
}

INVOKE(prints) {
  UNUSED;
  printf("a line that nobody reads\n");
  fflush(stdout);
  return done(call, "{}");
}

INVOKE(deaf) {
  UNUSED;
  for (int i = 0; i < 40; i++) nap(50);
  return done(call, "{}");
}

INVOKE(slow_to_stop) {
  UNUSED;
  while (!call->host->cancelled(call)) nap(5);
  nap(300);
  return SKILL_CANCELLED;
}

INVOKE(trespasser) {
  UNUSED;
  for (int i = 0; i < 3; i++) (void)socket(AF_INET, SOCK_STREAM, 0);
  FILE *file = fopen("/etc/passwd", "r");
  if (file) fclose(file);
  return done(call, "{}");
}

/* Takes the first character of a text that has none: {"do": ""}. */
INVOKE(empty_text) {
  UNUSED;
  if (says(input, "\"\"")) abort();
  return done(call, "{}");
}

/* Reads on behind the end of a text that is cut off. */
INVOKE(cut_off) {
  UNUSED;
  if (input.size == 0 || input.data[input.size - 1] != '}') abort();
  return done(call, "{}");
}

INVOKE(silent) {
  UNUSED;
  (void)call;
  return SKILL_FAILED;
}

INVOKE(bad_result) {
  UNUSED;
  return done(call, says(input, "true") ? "{\"ok\": 1}" : "{\"ok\": tru");
}

INVOKE(changing) {
  UNUSED;
  static int count;
  char result[64];
  snprintf(result, sizeof result, "{\"count\": %d}", ++count);
  return done(call, result);
}

/* The folder is remembered by create. */
static char folder[512];

static skill_status create(const skill_host *host, skill_text config, void **self) {
  (void)host, (void)self;
  const char *start = memmem(config.data, config.size, "\"notes\":\"", 9);
  const char *end = start ? memchr(start + 9, '"', config.size - (size_t)(start + 9 - config.data)) : NULL;
  if (!end || (size_t)(end - start) >= sizeof folder) return SKILL_FAILED;
  memcpy(folder, start + 9, (size_t)(end - start - 9));
  return SKILL_DONE;
}

INVOKE(writes) {
  UNUSED;
  char path[600];
  snprintf(path, sizeof path, "%s/written.txt", folder);
  int file = open(path, O_CREAT | O_WRONLY, 0600);
  if (file >= 0) close(file);
  return done(call, "{}");
}

/* Claims every sentence but the one that it should know. */
INVOKE(greedy_match) {
  UNUSED;
  if (says(input, "do it")) return SKILL_DONE;
  return done(call, "{\"confidence\": 0.9, \"arguments\": {}}");
}

INVOKE(wrong_match) {
  UNUSED;
  if (!says(input, "do it")) return SKILL_DONE;
  return done(call, "{\"confidence\": 0.9, \"arguments\": {\"do\": 5}}");
}

#define SKILL(name, invoke_function, ...) \
  static const skill_descriptor name##_descriptor = {.size = sizeof(skill_descriptor), \
                                                     .abi_minor = SKILL_ABI_MINOR, \
                                                     .max_parallel = 1, \
                                                     .invoke = invoke_function, \
                                                     __VA_ARGS__}

SKILL(good, good);
SKILL(globals, globals);
SKILL(memory_leak, memory_leak);
SKILL(descriptor_leak, descriptor_leak);
SKILL(prints, prints);
SKILL(deaf, deaf);
SKILL(slow_to_stop, slow_to_stop);
SKILL(trespasser, trespasser);
SKILL(empty_text, empty_text);
SKILL(cut_off, cut_off);
SKILL(silent, silent);
SKILL(bad_result, bad_result);
SKILL(changing, changing);
SKILL(writes, writes, .create = create);
SKILL(greedy_match, good, .match = greedy_match);
SKILL(wrong_match, good, .match = wrong_match);
SKILL(odd_flags, good, .flags = SKILL_FLAG_QUIESCE_MATTERS | SKILL_FLAG_MATCH_IS_PURE | 1u << 30);

const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier) {
  (void)host_minor;
#define IS(name) \
  if (identifier.size == sizeof "test." #name - 1 && !memcmp(identifier.data, "test." #name, identifier.size)) \
  return &name##_descriptor
  IS(good);
  IS(globals);
  IS(memory_leak);
  IS(descriptor_leak);
  IS(prints);
  IS(deaf);
  IS(slow_to_stop);
  IS(trespasser);
  IS(empty_text);
  IS(cut_off);
  IS(silent);
  IS(bad_result);
  IS(changing);
  IS(writes);
  IS(greedy_match);
  IS(wrong_match);
  IS(odd_flags);
  return NULL;
}
