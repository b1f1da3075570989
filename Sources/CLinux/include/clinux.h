/* What Glibc's Swift overlay lacks or declares in a way Swift cannot import. Linux only.
 * Every function answers as the system call does: -1 with errno, or a non-negative value. */
#ifndef CLINUX_H
#define CLINUX_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* memfd_create with CLOEXEC and ALLOW_SEALING, and NOEXEC_SEAL where the kernel has it (6.3). */
int clinux_memfd_sealable(const char *name);
/* Adds the seals that make contents and size final: SEAL, SHRINK, GROW, WRITE. */
int clinux_seal(int fd);
/* 1 when shrink, grow and write are sealed, 0 when not, -1 when fd has no seals at all. */
int clinux_is_sealed(int fd);

int clinux_pidfd_open(pid_t pid);
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
ssize_t clinux_send_message(int socket, const void *header, size_t header_size, const void *body,
                            size_t body_size, int fd, int flags);
/* Receives one message into buffer. *fd becomes the received descriptor (close-on-exec) or -1.
 * Returns its size, 0 at end of stream, -1 with errno: EMSGSIZE when the message or its control data
 * was truncated or carried more than one descriptor (all received descriptors are then closed). */
ssize_t clinux_receive_message(int socket, void *buffer, size_t capacity, int *fd, int flags);
#endif
