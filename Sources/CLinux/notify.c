/* User notification of seccomp: the calls of another process that wait for an answer. */
#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>

/* The kernel may know longer structs than these headers and then wants room for them. */
typedef union {
  struct seccomp_notif request;
  unsigned char room[512];
} request_room;

int clinux_notify_receive(int listener, clinux_notification *notification) {
  request_room all;
  memset(&all, 0, sizeof all);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &all.request) < 0) return -1;
  notification->id = all.request.id;
  notification->thread = (int)all.request.pid;
  notification->number = all.request.data.nr;
  for (int i = 0; i < 6; i++) notification->arguments[i] = all.request.data.args[i];
  return 0;
}

int clinux_notify_is_waiting(int listener, uint64_t id) {
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

int clinux_notify_answer(int listener, uint64_t id, int error) {
  struct seccomp_notif_resp answer;
  memset(&answer, 0, sizeof answer);
  answer.id = id;
  answer.error = -error;
  if (error == 0) answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}
