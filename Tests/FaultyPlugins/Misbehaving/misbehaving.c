/* A skill that does, on request, what a skill must never do: {"do": "segv"}. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "skill.h"

static skill_text text(const char *string) {
  skill_text result = {string, strlen(string)};
  return result;
}

static void nap(long milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
}

static void emit_big(const skill_call *call, size_t size, skill_channel channel) {
  /* A JSON string of exactly `size` bytes with its quotes. */
  char *bytes = malloc(size);
  memset(bytes, 'a', size);
  bytes[0] = '"';
  bytes[size - 1] = '"';
  skill_text whole = {bytes, size};
  call->host->emit(call, channel, text("text/plain"), whole);
  free(bytes);
}

static const skill_call *kept_call;

static void *late_thread(void *call) {
  nap(50);
  ((const skill_call *)call)->host->emit(call, SKILL_CHANNEL_TEXT, text(""), text("too late"));
  return NULL;
}

static skill_status invoke(void *self, const skill_call *call, skill_text input) {
  (void)self;
  const skill_host *host = call->host;
  char request[4096];
  size_t size = input.size < sizeof request - 1 ? input.size : sizeof request - 1;
  memcpy(request, input.data, size);
  request[size] = 0;
#define ASKED(word) (strstr(request, "\"" word "\"") != NULL)
  if (ASKED("segv")) *(volatile int *)8 = 1;
  if (ASKED("abort")) abort();
  if (ASKED("exit")) exit(0);
  if (ASKED("loop")) {
    host->progress(call, -1, text("looping for ever"));
    signal(SIGTERM, SIG_IGN);
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    for (volatile unsigned long i = 0;; i++) continue;
  }
  if (ASKED("wait")) {
    host->progress(call, 0.5, text("waiting to be cancelled"));
    while (!host->cancelled(call)) nap(5);
    return SKILL_CANCELLED;
  }
  if (ASKED("print")) {
    printf("printed to stdout {\"not\": \"protocol\"}\n");
    fprintf(stderr, "printed to stderr \x1b[31m\n");
    fflush(NULL);
    /* Neither may reach the protocol, whatever its number. */
    for (int fd = 0; fd < 3; fd++) (void)!write(fd, "\x10\0\0\0garbage\n", 12);
  }
  if (ASKED("flood_print"))
    for (int i = 0; i < 200000; i++) printf("line %d of a flood\n", i);
  if (ASKED("big")) {
    emit_big(call, 10 * 1024 * 1024, SKILL_CHANNEL_RESULT);
    return SKILL_DONE;
  }
  if (ASKED("too_big")) {
    emit_big(call, 30 * 1024 * 1024, SKILL_CHANNEL_RESULT);
    return SKILL_DONE;
  }
  if (ASKED("flood"))
    for (;;) emit_big(call, 60000, SKILL_CHANNEL_TEXT);
  if (ASKED("not_json")) {
    host->emit(call, SKILL_CHANNEL_RESULT, text(""), text("{\"a\":"));
    return SKILL_DONE;
  }
  if (ASKED("wrong_type")) {
    host->emit(call, SKILL_CHANNEL_RESULT, text(""), text("{\"ok\": \"yes\"}"));
    return SKILL_DONE;
  }
  if (ASKED("silent_failure")) return SKILL_UNAVAILABLE;
  if (ASKED("unknown_status")) return 77;
  if (ASKED("own_failure")) {
    host->fail(call, text("city_unknown"), text("there is no city called Atlantis"), text("{\"near\": [\"Athens\"]}"));
    return SKILL_BAD_INPUT;
  }
  if (ASKED("two_results")) {
    host->emit(call, SKILL_CHANNEL_RESULT, text(""), text("{\"ok\": true}"));
    skill_status second = host->emit(call, SKILL_CHANNEL_RESULT, text(""), text("{\"ok\": false}"));
    return second == SKILL_BAD_INPUT ? SKILL_DONE : SKILL_FAILED;
  }
  if (ASKED("bad_pointers")) {
    skill_text nowhere = {NULL, 10}, huge = {"x", ~0ull};
    host->emit(call, SKILL_CHANNEL_TEXT, nowhere, nowhere);
    host->emit(call, SKILL_CHANNEL_TEXT, text(""), huge);
    host->fail(call, nowhere, huge, nowhere);
    host->log(NULL, 99, nowhere);
    host->progress(call, 0.0 / 0.0, huge);
    (void)host->info(call, nowhere);
    (void)host->query(nowhere);
    (void)host->cancelled(NULL);
  }
  if (ASKED("dead_handle")) {
    /* The handle of the call before this one. */
    if (kept_call && kept_call->host->emit(kept_call, SKILL_CHANNEL_TEXT, text(""), text("x")) != SKILL_UNSUPPORTED)
      return SKILL_FAILED;
    kept_call = call;
  }
  if (ASKED("late_thread")) {
    pthread_t thread;
    pthread_create(&thread, NULL, late_thread, (void *)call);
    pthread_detach(thread);
  }
  host->emit(call, SKILL_CHANNEL_RESULT, text("application/json"), text("{\"ok\": true}"));
  return SKILL_DONE;
}

static const skill_descriptor descriptor = {
    .size = sizeof(skill_descriptor),
    .abi_minor = SKILL_ABI_MINOR,
    .max_parallel = 1,
    .invoke = invoke,
};

const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier) {
  (void)host_minor;
  (void)identifier;
  return &descriptor;
}
