/* Serves many calls at once on threads of one process, and counts how many were inside at the same time. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "skill.h"

static atomic_int inside, most;

static skill_status invoke(void *self, const skill_call *call, skill_text input) {
  (void)self;
  int now = atomic_fetch_add(&inside, 1) + 1;
  int seen = atomic_load(&most);
  while (now > seen && !atomic_compare_exchange_weak(&most, &seen, now)) continue;
  int wait = memmem(input.data, input.size, "wait", 4) != NULL;
  struct timespec pause = {0, 2000000};
  for (int i = 0; i < 10 || wait; i++) {
    if (call->host->cancelled(call)) {
      atomic_fetch_sub(&inside, 1);
      return SKILL_CANCELLED;
    }
    nanosleep(&pause, NULL);
  }
  atomic_fetch_sub(&inside, 1);
  char result[96];
  int size = snprintf(result, sizeof result, "{\"most\": %d, \"process\": %d}", atomic_load(&most), (int)getpid());
  skill_text json = {result, (uint64_t)size}, mime = {NULL, 0};
  return call->host->emit(call, SKILL_CHANNEL_RESULT, mime, json);
}

static const skill_descriptor descriptor = {
    .size = sizeof(skill_descriptor), .abi_minor = SKILL_ABI_MINOR, .max_parallel = 4, .invoke = invoke};

const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier) {
  (void)host_minor;
  (void)identifier;
  return &descriptor;
}
