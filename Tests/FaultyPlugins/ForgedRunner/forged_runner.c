/* Takes the place of skillhost-runner and lies to the host. The kind of lie is its name's ending:
 * `forged-<lie>`. Frames as in Sources/SkillLoader/Frame.swift. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { READY = 16, TEXT = 20, FINISHED = 22, CONFINED = 30 };

static uint8_t frame[70000];

static size_t put(size_t at, const void *bytes, size_t size) {
  memcpy(frame + at, bytes, size);
  return at + size;
}

static size_t header(uint32_t length, uint16_t kind, uint16_t flags, uint64_t call) {
  size_t at = put(0, &length, 4);
  at = put(at, &kind, 2);
  at = put(at, &flags, 2);
  return put(at, &call, 8);
}

static size_t text(size_t at, const char *string) {
  uint32_t size = (uint32_t)strlen(string);
  at = put(at, &size, 4);
  return put(at, string, size);
}

static void send_frame(size_t size) { (void)!send(3, frame, size, 0); }

static void ready(uint32_t capacity) {
  uint32_t zero = 0, one = 1;
  uint8_t none = 0;
  size_t at = put(16, &zero, 4);
  at = put(at, &one, 4);
  at = put(at, &none, 1);
  at = put(at, &capacity, 4);
  header((uint32_t)at - 16, READY, 0, 0);
  send_frame(at);
}

static void confined(void) {
  size_t at = text(16, "{}");
  header((uint32_t)at - 16, CONFINED, 0, 0);
  send_frame(at);
}

static void finished(uint64_t call) {
  int32_t status = 0;
  uint8_t has_result = 1;
  size_t at = put(16, &status, 4);
  at = put(at, &has_result, 1);
  at = text(at, "{\"forged\": true}");
  for (int i = 0; i < 3; i++) at = text(at, "");
  header((uint32_t)at - 16, FINISHED, 0, call);
  send_frame(at);
}

static void with_descriptors(size_t size, const int *fds, int count) {
  struct iovec part = {frame, size};
  union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(64 * sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
                           .msg_controllen = CMSG_SPACE((size_t)count * sizeof(int))};
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
  memcpy(CMSG_DATA(head), fds, (size_t)count * sizeof(int));
  (void)!sendmsg(3, &message, 0);
}

int main(int argc, char **argv) {
  (void)argc;
  const char *lie = strrchr(argv[0], '-') + 1;
  uint8_t request[70000];
  if (recv(3, request, sizeof request, 0) <= 0) return 1; /* load */
  if (strcmp(lie, "unconfined")) confined();
  if (!strcmp(lie, "capacity")) {
    ready(100000);
    pause();
  }
  ready(1);
  if (recv(3, request, sizeof request, 0) <= 0) return 1; /* invoke */
  uint64_t call;
  memcpy(&call, request + 8, 8);
  if (!strcmp(lie, "othercall")) {
    finished(call + 1);
  } else if (!strcmp(lie, "length")) {
    header(5000, TEXT, 0, call);
    send_frame(100);
  } else if (!strcmp(lie, "kind")) {
    header(0, 99, 0, call);
    send_frame(16);
  } else if (!strcmp(lie, "short")) {
    send_frame(3);
  } else if (!strcmp(lie, "inner")) {
    uint32_t much = 0x7fffffff;
    put(16, &much, 4);
    header(4, TEXT, 0, call);
    send_frame(20);
  } else if (!strcmp(lie, "descriptors")) {
    int fds[32];
    for (int i = 0; i < 32; i++) fds[i] = 1;
    header(0, TEXT, 0, call);
    with_descriptors(16, fds, 32);
  } else if (!strcmp(lie, "unsealed")) {
    int fd = memfd_create("forged", MFD_ALLOW_SEALING);
    (void)!ftruncate(fd, 100000);
    header(100000, FINISHED, 1, call);
    with_descriptors(16, &fd, 1);
  } else if (!strcmp(lie, "huge")) {
    header(0xffffffff, FINISHED, 1, call);
    int fd = memfd_create("forged", MFD_ALLOW_SEALING);
    with_descriptors(16, &fd, 1);
  } else if (!strcmp(lie, "hostframe")) {
    header(0, 3, 0, call);
    send_frame(16);
  } else if (!strcmp(lie, "readyagain")) {
    ready(1);
  } else if (!strcmp(lie, "confinedagain")) {
    confined();
  } else if (!strcmp(lie, "nothing")) {
    send_frame(0);
  } else if (!strcmp(lie, "mixed")) {
    header(4, TEXT, 4, call);
    send_frame(20);
    header(4, FINISHED, 8, call);
    send_frame(20);
  } else if (!strcmp(lie, "emptypiece")) {
    header(0, TEXT, 4, call);
    send_frame(16);
  } else if (!strcmp(lie, "pieces")) {
    for (int i = 0; i < 2000; i++) {
      header(65536, TEXT, 4, call);
      send_frame(16 + 65536);
    }
  } else if (!strcmp(lie, "closes")) {
    close(3);
  }
  pause();
  return 0;
}
