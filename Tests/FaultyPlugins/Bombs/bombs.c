/* A skill that takes all it can get of one thing: {"do": "threads"}. It answers with what it got, as text. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "skill.h"

static char folder[1024];

static void *wait_for_ever(void *unused) {
  (void)unused;
  struct timespec long_time = {1000000, 0};
  for (;;) nanosleep(&long_time, NULL);
  return NULL;
}

static int count_threads(size_t stack) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (stack) pthread_attr_setstacksize(&attributes, stack);
  int count = 0;
  pthread_t thread;
  /* Far more than any address space of a test holds; a bound, so that a hole does not take the machine. */
  while (count < 20000 && pthread_create(&thread, &attributes, wait_for_ever, NULL) == 0) count++;
  return count;
}

static void *spin(void *unused) {
  (void)unused;
  for (volatile unsigned long i = 0;; i++) continue;
  return NULL;
}

static skill_status invoke(void *self, const skill_call *call, skill_text input) {
  (void)self;
  char request[256], result[256] = "\"done\"";
  size_t size = input.size < sizeof request - 1 ? input.size : sizeof request - 1;
  memcpy(request, input.data, size);
  request[size] = 0;
#define ASKED(word) (strstr(request, "\"" word "\"") != NULL)
  if (ASKED("memory")) {
    for (size_t total = 0;; total += 1 << 20) {
      char *memory = malloc(1 << 20);
      memset(memory, 1, 1 << 20); /* a null pointer is followed, as careless code does */
    }
  }
  if (ASKED("memory_at_once")) memset(malloc((size_t)1 << 40), 1, 1);
  if (ASKED("memory_and_copes")) {
    size_t total = 0;
    void *last = NULL, *memory;
    /* A list of all of it, to be given back. */
    while (total < (size_t)1 << 33 && (memory = malloc(1 << 20))) {
      *(void **)memory = last;
      last = memory;
      total += 1 << 20;
    }
    while (last) {
      memory = *(void **)last;
      free(last);
      last = memory;
    }
    snprintf(result, sizeof result, "\"%zu MB\"", total >> 20);
  }
  if (ASKED("memory_then_crash")) {
    if (!malloc((size_t)1 << 40)) usleep(1200000);
    *(volatile int *)8 = 1;
  }
  if (ASKED("shared_memory")) {
    /* Pages that belong to no process count against none. */
    int fd = (int)syscall(SYS_memfd_create, "x", 0);
    snprintf(result, sizeof result, "\"%s\"", fd < 0 ? strerrorname_np(errno) : "ok");
  }
  if (ASKED("threads")) snprintf(result, sizeof result, "\"%d\"", count_threads(0));
  if (ASKED("small_threads")) snprintf(result, sizeof result, "\"%d\"", count_threads(16384));
  if (ASKED("descriptors")) {
    int count = 0;
    while (count < 100000 && syscall(SYS_dup, 0) >= 0) count++;
    snprintf(result, sizeof result, "\"%d %s\"", count, strerrorname_np(errno));
  }
  if (ASKED("pipes")) {
    int count = 0, pair[2];
    while (count < 100000 && pipe(pair) == 0) count++;
    snprintf(result, sizeof result, "\"%d\"", count);
  }
  if (ASKED("stack")) {
    volatile char page[1 << 20];
    for (size_t i = 0; i < sizeof page; i += 4096) page[i] = (char)invoke(self, call, input);
    return page[0];
  }
  if (ASKED("print")) {
    /* 10 GiB, or for as long as the deadline allows. */
    static char line[65536];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    call->host->progress(call, -1, (skill_text){"printing", 8});
    for (uint64_t i = 0; i < (10ULL << 30) / sizeof line; i++) (void)!write(1, line, sizeof line);
  }
  if (ASKED("disk")) {
    char path[1100];
    static char block[1 << 20];
    snprintf(path, sizeof path, "%s/big", folder);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    ssize_t got = 0;
    size_t total = 0;
    while (fd >= 0 && total < (size_t)1 << 30 && (got = write(fd, block, sizeof block)) > 0) total += (size_t)got;
    snprintf(result, sizeof result, "\"%s\"", got < 0 || fd < 0 ? strerrorname_np(errno) : "ok");
  }
  if (ASKED("main_thread_exits")) {
    pthread_t thread;
    pthread_create(&thread, NULL, spin, NULL);
    call->host->progress(call, -1, (skill_text){"the main thread ends", 20});
    syscall(SYS_exit, 0);
  }
  if (ASKED("spins_on")) {
    pthread_t thread;
    pthread_create(&thread, NULL, spin, NULL);
  }
  if (ASKED("queue_signals")) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN);
    sigprocmask(SIG_BLOCK, &set, NULL);
    int count = 0;
    while (count < 1000000 && syscall(SYS_tgkill, getpid(), gettid(), SIGRTMIN) == 0) count++;
    snprintf(result, sizeof result, "\"%s\"", count < 1000000 ? "bounded" : "unbounded");
  }
  skill_text mime = {"application/json", 16}, whole = {result, strlen(result)};
  call->host->emit(call, SKILL_CHANNEL_RESULT, mime, whole);
  return SKILL_DONE;
}

static skill_status create(const skill_host *host, skill_text config, void **self) {
  (void)host;
  *self = NULL;
  char text[4096];
  size_t size = config.size < sizeof text - 1 ? config.size : sizeof text - 1;
  memcpy(text, config.data, size);
  text[size] = 0;
  char *start = strstr(text, ":\"/");
  if (start) {
    start += 2;
    size_t length = strcspn(start, "\"");
    if (length < sizeof folder) memcpy(folder, start, length);
  }
  return SKILL_DONE;
}

static const skill_descriptor descriptor = {
    .size = sizeof(skill_descriptor),
    .abi_minor = SKILL_ABI_MINOR,
    .max_parallel = 1,
    .create = create,
    .invoke = invoke,
};

const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier) {
  (void)host_minor;
  (void)identifier;
  return &descriptor;
}
