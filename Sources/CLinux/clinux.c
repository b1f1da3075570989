#include "clinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
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

int clinux_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

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

ssize_t clinux_send_message(int socket, const void *header, size_t header_size, const void *body,
                            size_t body_size, int fd, int flags) {
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

ssize_t clinux_receive_message(int socket, void *buffer, size_t capacity, int *fd, int flags) {
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
