/* ---- Memory that was refused ----------------------------------------------------------------------------------------
 * The problem: over the limit of its address space, a C skill gets a null pointer and most likely follows it, a Swift
 * skill aborts. Both look like any other crash; afterwards nobody can tell, since the process's memory is gone.
 * The choice: the allocation functions of this program stand before libc's, call libc's, and when one answers "none",
 * say so to the host, in a frame of its own, before the skill finds out. The host tells a skill that then ends its
 * process from one that copes.
 * Rejected: reading the peak from /proc before the process is reaped (it is gone by then, and one huge request leaves
 * no trace), a signal handler (a skill may have its own, and memory may be free again by then).
 * Not seen: memory that a skill maps by itself, and thread stacks.
 */
#define _GNU_SOURCE
#include "crunner.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

/* Under a sanitizer its own allocator stands there, and no limit is set. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static int report_to = -1;
static uint16_t report_kind;

void crunner_report_refused_memory(int socket, uint16_t frame_kind) {
  report_kind = frame_kind;
  report_to = socket;
}

#ifndef SANITIZED

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

#define OURS __attribute__((visibility("default")))

/* No memory and no lock is used here. At most ten times a second: a skill may ask again and again. */
static __attribute__((cold, noinline)) void refused(size_t size) {
  static _Atomic int64_t last = INT64_MIN;
  int error = errno;
  struct timespec time;
  if (report_to < 0 || clock_gettime(CLOCK_MONOTONIC, &time) < 0) return;
  int64_t now = time.tv_sec * 1000000000LL + time.tv_nsec, before = atomic_load(&last);
  if ((before == INT64_MIN || now - before > 100000000) && atomic_compare_exchange_strong(&last, &before, now)) {
    /* A frame as in Sources/SkillLoader/Frame.swift: length, kind, flags, call; then the size. */
    unsigned char frame[24] = {8};
    uint64_t bytes = size;
    memcpy(frame + 4, &report_kind, 2);
    memcpy(frame + 16, &bytes, 8);
    struct iovec part = {frame, sizeof frame};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    (void)sendmsg(report_to, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  }
  errno = error;
}

OURS void *malloc(size_t size) {
  void *memory = __libc_malloc(size);
  if (!memory) refused(size);
  return memory;
}

OURS void *calloc(size_t count, size_t size) {
  void *memory = __libc_calloc(count, size);
  size_t total;
  if (!memory) refused(__builtin_mul_overflow(count, size, &total) ? SIZE_MAX : total);
  return memory;
}

OURS void *realloc(void *old, size_t size) {
  void *memory = __libc_realloc(old, size);
  /* Size 0 frees. */
  if (!memory && size) refused(size);
  return memory;
}

OURS void *memalign(size_t alignment, size_t size) {
  void *memory = __libc_memalign(alignment, size);
  if (!memory) refused(size);
  return memory;
}

OURS void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

OURS int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || !alignment || (alignment & (alignment - 1))) return EINVAL;
  int error = errno;
  void *got = memalign(alignment, size);
  errno = error;
  if (!got) return ENOMEM;
  *memory = got;
  return 0;
}

#endif
