#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U /* Linux 6.3 */
#endif
#ifndef P_PIDFD
#define P_PIDFD 3
#endif

int clinux_memfd_sealable(const char *name) {
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  if (fd < 0 && errno == EINVAL) fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  return fd;
}

int clinux_seal(int fd) {
  return fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
}

int clinux_is_sealed(int fd) {
  int seals = fcntl(fd, F_GET_SEALS);
  if (seals < 0) return -1;
  int wanted = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  return (seals & wanted) == wanted;
}

int clinux_pidfd_open(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int clinux_pidfd_send_signal(int pidfd, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

int clinux_wait_pidfd(int pidfd, int nohang, int *status, int *signalled) {
  siginfo_t info;
  int result;
  memset(&info, 0, sizeof info);
  do {
    result = waitid((idtype_t)P_PIDFD, (id_t)pidfd, &info, WEXITED | (nohang ? WNOHANG : 0));
  } while (result < 0 && errno == EINTR);
  if (result < 0) return -1;
  if (info.si_pid == 0) return 0;
  *status = info.si_status;
  *signalled = info.si_code != CLD_EXITED;
  return 1;
}

int clinux_prctl_pdeathsig(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }

int clinux_no_new_privs(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int clinux_close_from(unsigned first) { return close_range(first, ~0U, 0); }

int clinux_open_beneath(int dirfd, const char *path, int flags) {
  struct open_how how;
  memset(&how, 0, sizeof how);
  how.flags = (unsigned)(flags | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  int fd;
  do {
    fd = (int)syscall(SYS_openat2, dirfd, path, &how, sizeof how);
  } while (fd < 0 && (errno == EINTR || errno == EAGAIN));
  return fd;
}

long clinux_send_message(int socket, const void *header, uint64_t header_size, const void *body,
                            uint64_t body_size, int fd, int flags) {
  struct iovec parts[2] = {{(void *)header, header_size}, {(void *)body, body_size}};
  union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = parts;
  message.msg_iovlen = body_size > 0 ? 2 : 1;
  if (fd >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(head), &fd, sizeof(int));
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, flags | MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

long clinux_receive_message(int socket, void *buffer, uint64_t capacity, int *fd, int flags) {
  struct iovec part = {buffer, capacity};
  union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(8 * sizeof(int))];
  } control;
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  *fd = -1;
  ssize_t size;
  do {
    size = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
  } while (size < 0 && errno == EINTR);
  if (size < 0) return -1;
  int received = 0;
  for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head != NULL; head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
      int one;
      memcpy(&one, CMSG_DATA(head) + i * sizeof(int), sizeof(int));
      if (received++ == 0) *fd = one;
      else close(one);
    }
  }
  if (received > 1 || (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
    errno = EMSGSIZE;
    return -1;
  }
  return size;
}

int clinux_spawn(const char *executable, char *const argv[], char *const envp[], const int *descriptors, int count,
                 int *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  int copies[16];
  int made = 0, error = 0, pidfd = -1;
  pid_t child = 0;
  if (count < 0 || count > 16) {
    errno = EINVAL;
    return -1;
  }
  /* Copies above every target number (0 to count - 1), so that no dup2 overwrites a source that is still needed. */
  for (; made < count; made++) {
    copies[made] = fcntl(descriptors[made], F_DUPFD_CLOEXEC, count);
    if (copies[made] < 0) {
      error = errno;
      goto close_copies;
    }
  }
  if ((error = posix_spawn_file_actions_init(&actions))) goto close_copies;
  if ((error = posix_spawnattr_init(&attributes))) goto destroy_actions;
  for (int i = 0; i < count && !error; i++) error = posix_spawn_file_actions_adddup2(&actions, copies[i], i);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, count);
  sigemptyset(&none);
  sigfillset(&all);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!error)
    error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  if (!error) error = posix_spawn(&child, executable, &actions, &attributes, argv, envp);
  if (!error) {
    *pid = child;
    pidfd = clinux_pidfd_open(child);
    if (pidfd < 0) {
      /* It is our child and not yet waited for, so its number is still its own. */
      error = errno;
      kill(child, SIGKILL);
      waitpid(child, NULL, 0);
    }
  }
  posix_spawnattr_destroy(&attributes);
destroy_actions:
  posix_spawn_file_actions_destroy(&actions);
close_copies:
  for (int i = 0; i < made; i++) close(copies[i]);
  if (error) errno = error;
  return pidfd;
}

int clinux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t id) {
  struct epoll_event event;
  memset(&event, 0, sizeof event);
  event.events = events;
  event.data.u64 = id;
  return epoll_ctl(epoll, operation, fd, &event);
}

int clinux_epoll_add(int epoll, int fd, uint32_t events, uint64_t id) {
  return epoll_control(epoll, EPOLL_CTL_ADD, fd, events, id);
}

int clinux_epoll_change(int epoll, int fd, uint32_t events, uint64_t id) {
  return epoll_control(epoll, EPOLL_CTL_MOD, fd, events, id);
}

int clinux_epoll_remove(int epoll, int fd) { return epoll_control(epoll, EPOLL_CTL_DEL, fd, 0, 0); }

int clinux_epoll_wait(int epoll, clinux_event *events, int64_t nanoseconds) {
  struct epoll_event ready[64];
  struct timespec timeout = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  int count;
  do {
    count = epoll_pwait2(epoll, ready, 64, nanoseconds < 0 ? NULL : &timeout, NULL);
    if (count < 0 && errno == ENOSYS) { /* before Linux 5.11 */
      int64_t milliseconds = nanoseconds < 0 ? -1 : (nanoseconds + 999999) / 1000000;
      count = epoll_wait(epoll, ready, 64, milliseconds > 86400000 ? 86400000 : (int)milliseconds);
    }
  } while (count < 0 && errno == EINTR);
  for (int i = 0; i < count; i++) {
    events[i].events = ready[i].events;
    events[i].id = ready[i].data.u64;
  }
  return count;
}

int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int clinux_socketpair(int pair[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair); }

int clinux_fork_echo(int socket) {
  pid_t pid = fork();
  if (pid != 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  /* Only this end: the other one must close when the parent closes it. */
  char buffer[65536];
  for (int fd = 3; fd < 256; fd++)
    if (fd != socket) close(fd);
  for (;;) {
    ssize_t size = read(socket, buffer, sizeof buffer);
    if (size <= 0 || write(socket, buffer, (size_t)size) != size) _exit(0);
  }
}

int clinux_pipe(int pair[2]) {
  if (pipe2(pair, O_CLOEXEC) < 0) return -1;
  if (fcntl(pair[0], F_SETFL, O_NONBLOCK) == 0) return 0;
  int error = errno;
  close(pair[0]);
  close(pair[1]);
  errno = error;
  return -1;
}

void clinux_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int clinux_terminal_columns(int fd) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

int clinux_landlock_abi(void) {
  /* LANDLOCK_CREATE_RULESET_VERSION is 1. */
  return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1U);
}
