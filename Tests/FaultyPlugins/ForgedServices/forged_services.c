/* Takes the place of skillhost-runner and lies about what its call asks of the host. The kind of lie is its name's ending,
 * as in ../ForgedRunner. Frames as in Sources/SkillLoader/Frame.swift. */
#define _GNU_SOURCE
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READY = 16, FINISHED = 22, REQUEST = 23, TAKEN = 24, STOP = 25, CONFINED = 30, HTTP = 1 };

static uint8_t frame[70000];
static size_t at;

static void begin(void) { at = 16; }
static void bytes(const void *data, size_t size) {
  memcpy(frame + at, data, size);
  at += size;
}
static void u8(uint8_t number) { bytes(&number, 1); }
static void u16(uint16_t number) { bytes(&number, 2); }
static void u32(uint32_t number) { bytes(&number, 4); }
static void u64(uint64_t number) { bytes(&number, 8); }
static void text(const char *string) {
  u32((uint32_t)strlen(string));
  bytes(string, strlen(string));
}
static int post_flagged(uint16_t kind, uint16_t flags, uint64_t call) {
  size_t end = at;
  at = 0;
  u32((uint32_t)end - 16);
  u16(kind);
  u16(flags);
  u64(call);
  return send(3, frame, end, MSG_NOSIGNAL) >= 0;
}
static int post(uint16_t kind, uint64_t call) { return post_flagged(kind, 0, call); }

/* A request for a page; its bytes are those of HTTPServiceRequest. */
static int fetch(uint64_t call, uint32_t id, const char *url) {
  begin();
  u32(id);
  u16(HTTP);
  u32((uint32_t)(4 + 4 + strlen(url) + 8 + 2 + 4));
  text("");
  text(url);
  u64(0);
  u16(0);
  text("");
  return post(REQUEST, call);
}

static void small(uint16_t kind, uint64_t call, uint32_t id, int64_t count) {
  begin();
  u32(id);
  if (count >= 0) u32((uint32_t)count);
  post(kind, call);
}

int main(int argc, char **argv) {
  (void)argc;
  const char *lie = strrchr(argv[0], '-') + 1;
  static uint8_t request[70000];
  if (recv(3, request, sizeof request, 0) <= 0) return 1; /* load */
  begin();
  text("{}");
  post(CONFINED, 0);
  begin();
  u32(0);
  u32(1);
  u8(0);
  u32(1);
  post(READY, 0);
  ssize_t size = recv(3, request, sizeof request - 1, 0); /* invoke */
  if (size <= 0) return 1;
  uint64_t call;
  memcpy(&call, request + 8, 8);
  char url[300] = "";
  char *start = memmem(request, (size_t)size, "http://", 7);
  if (start) strncpy(url, start, strcspn(start, "\"") < 299 ? strcspn(start, "\"") : 299);
  if (!strcmp(lie, "short")) {
    small(REQUEST, call, 1, -1);
  } else if (!strcmp(lie, "operation")) {
    begin();
    u32(1);
    u16(99);
    text("");
    post(REQUEST, call);
  } else if (!strcmp(lie, "inner")) {
    begin();
    u32(1);
    u16(HTTP);
    text("this is no request");
    post(REQUEST, call);
  } else if (!strcmp(lie, "huge")) {
    /* In pieces, as large payloads come. */
    begin();
    u32(1);
    u16(HTTP);
    u32((9 << 20) - 10);
    for (uint32_t sent = 0; sent < 9 << 20; sent += 65536) {
      at = 16 + 65536;
      post_flagged(REQUEST, sent + 65536 < 9 << 20 ? 4 : 8, call);
    }
  } else if (!strcmp(lie, "twice")) {
    fetch(call, 7, url);
    fetch(call, 7, url);
  } else if (!strcmp(lie, "taken")) {
    fetch(call, 7, url);
    small(TAKEN, call, 7, 0x7fffffff);
  } else if (!strcmp(lie, "flood")) {
    /* Asks on and on and never reads an answer. */
    for (uint32_t id = 1; fetch(call, id, "ftp://x/"); id++) continue;
  } else if (!strcmp(lie, "late")) {
    fetch(call + 1, 1, url);
    small(TAKEN, call, 99, 5);
    small(TAKEN, call + 1, 1, 5);
    small(STOP, call, 99, -1);
    small(STOP, call + 1, 1, -1);
    begin();
    u32(0);
    u8(1);
    text("{\"forged\": true}");
    for (int i = 0; i < 3; i++) text("");
    post(FINISHED, call);
  }
  pause();
  return 0;
}
