/* What Glibc's Swift overlay lacks or declares in a way Swift cannot import. Linux only.
 * Every function answers as the system call does: -1 with errno, or a non-negative value. */
#ifndef CLINUX_H
#define CLINUX_H
#include <stdint.h>
/* No system header here: with _GNU_SOURCE they would differ from the ones that Swift's Glibc module was built from. */

/* memfd_create with CLOEXEC and ALLOW_SEALING, and NOEXEC_SEAL where the kernel has it (6.3). */
int clinux_memfd_sealable(const char *name);
/* Adds the seals that make contents and size final: SEAL, SHRINK, GROW, WRITE. */
int clinux_seal(int fd);
/* 1 when shrink, grow and write are sealed, 0 when not, -1 when fd has no seals at all. */
int clinux_is_sealed(int fd);

int clinux_pidfd_open(int pid);
int clinux_pidfd_send_signal(int pidfd, int signal);
/* waitid(P_PIDFD, WEXITED | flags). *status becomes the exit code, or the signal number with
 * *signalled = 1. Returns 1 when the child was reaped, 0 when WNOHANG and still running, -1 on error. */
int clinux_wait_pidfd(int pidfd, int nohang, int *status, int *signalled);

int clinux_prctl_pdeathsig(int signal);
int clinux_no_new_privs(void);
int clinux_close_from(unsigned first);

/* openat2 with RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS, O_NONBLOCK, O_CLOEXEC. */
int clinux_open_beneath(int dirfd, const char *path, int flags);

/* One SEQPACKET message with at most one descriptor. */
/* Sends header and body as one message. fd < 0: none. flags: MSG_DONTWAIT. Adds MSG_NOSIGNAL. */
long clinux_send_message(int socket, const void *header, uint64_t header_size, const void *body,
                            uint64_t body_size, int fd, int flags);
/* Receives one message into buffer. *fd becomes the received descriptor (close-on-exec) or -1.
 * Returns its size, 0 at end of stream, -1 with errno: EMSGSIZE when the message or its control data
 * was truncated or carried more than one descriptor (all received descriptors are then closed). */
long clinux_receive_message(int socket, void *buffer, uint64_t capacity, int *fd, int flags);

/* posix_spawn with: descriptors[i] becomes the child's descriptor i and every other one is closed; signals unblocked and
 * at their defaults; a session of its own. Returns a pidfd and sets *pid, or -1 with errno. */
int clinux_spawn(const char *executable, char *const argv[], char *const envp[], const int *descriptors, int count,
                 int *pid);

/* epoll, with 64-bit names. Events are the EPOLL* bits: 1 readable, 4 writable, 8 error, 16 hang-up. */
typedef struct clinux_event {
  uint32_t events;
  uint64_t id;
} clinux_event;
int clinux_epoll_create(void);
int clinux_epoll_add(int epoll, int fd, uint32_t events, uint64_t id);
int clinux_epoll_change(int epoll, int fd, uint32_t events, uint64_t id);
int clinux_epoll_remove(int epoll, int fd);
/* Waits at most the given nanoseconds (negative: for ever). Returns how many of at most 64 events were written. */
int clinux_epoll_wait(int epoll, clinux_event *events, int64_t nanoseconds);
/* An eventfd, close-on-exec and non-blocking. */
int clinux_eventfd(void);
/* A pair of connected SEQPACKET sockets, close-on-exec. */
int clinux_socketpair(int pair[2]);
/* For benchmarks: forks a child that sends every message back until the socket closes. Only from a process with one
 * thread. */
int clinux_fork_echo(int socket);
/* A pipe, close-on-exec; the reading end does not block. */
int clinux_pipe(int pair[2]);
/* Names the calling thread for ps and top. */
void clinux_name_thread(const char *name);

/* A system call that waits at the listener of a seccomp filter. */
typedef struct clinux_notification {
  uint64_t id;
  int thread; /* which made it */
  int number; /* of the call */
  uint64_t arguments[6];
} clinux_notification;
/* Waits for one, unless poll said that it is there. */
int clinux_notify_receive(int listener, clinux_notification *notification);
/* 1 while it still waits: what was read from the thread's memory since is its own. */
int clinux_notify_is_waiting(int listener, uint64_t id);
/* Answers with an error, or with 0 has the kernel do the call. */
int clinux_notify_answer(int listener, uint64_t id, int error);

/* Columns of the terminal that fd is, 0 when it is none or does not say. */
int clinux_terminal_columns(int fd);
/* The newest Landlock ABI that the kernel offers, or -1 with errno. */
int clinux_landlock_abi(void);
#endif
