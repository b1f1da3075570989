/* An HTTP server that behaves and misbehaves as its path says. It listens on 127.0.0.1, prints "port N" and then one line
 * for each request and for each connection that the client closed early: "request GET /hello", "closed /stream". */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>



static void say(const char *format, ...) {
  char line[600];
  va_list list;
  va_start(list, format);
  int size = vsnprintf(line, sizeof line, format, list);
  va_end(list);
  if (size > (int)sizeof line - 1) size = sizeof line - 1;
  (void)!write(1, line, (size_t)size);
}

/* 0 when the client is gone. */
static int put(int client, const void *bytes, size_t size) {
  const char *at = bytes;
  while (size > 0) {
    ssize_t sent = send(client, at, size, MSG_NOSIGNAL);
    if (sent <= 0) return 0;
    at += sent;
    size -= (size_t)sent;
  }
  return 1;
}

static int print(int client, const char *format, ...) {
  char text[4096];
  va_list list;
  va_start(list, format);
  int size = vsnprintf(text, sizeof text, format, list);
  va_end(list);
  return put(client, text, (size_t)size);
}

static void answer(int client, int status, const char *type, const char *body, size_t size) {
  print(client, "HTTP/1.1 %d X\r\nContent-Type: %s\r\nX-Test:  a b \r\nContent-Length: %zu\r\n\r\n", status, type, size);
  put(client, body, size);
}

/* Waits; 1 when the client closed meanwhile. */
static int closed_within(int client, int milliseconds) {
  struct pollfd poller = {client, POLLIN | POLLRDHUP, 0};
  return poll(&poller, 1, milliseconds) > 0;
}

static void weather(int client, const char *path) {
  char mode[32] = "";
  sscanf(path, "/weather/%31[a-z]", mode);
  int forecast = strstr(path, "/v1/forecast") != NULL;
  if (!strcmp(mode, "error")) return answer(client, 500, "text/plain", "oops", 4);
  if (!strcmp(mode, "html")) return answer(client, 200, "text/html", "<html>", 6);
  if (!strcmp(mode, "slow")) {
    closed_within(client, 60000);
    return;
  }
  if (!strcmp(mode, "huge")) {
    char *body = calloc(1, 5 << 20);
    memset(body, ' ', 5 << 20);
    answer(client, 200, "application/json", body, 5 << 20);
    free(body);
    return;
  }
  static const char place[] = "{\"results\":[{\"name\":\"Berlin\",\"latitude\":52.5,\"longitude\":13.4}]}";
  static const char days[] =
      "{\"latitude\":52.5,\"daily\":{\"time\":[\"2026-07-28\",\"2026-07-29\",\"2026-07-30\"],"
      "\"weather_code\":[0,61,3],\"temperature_2m_max\":[25.1,20,22],\"temperature_2m_min\":[14,13,12.5],"
      "\"precipitation_sum\":[0,4.2,0.1]}}";
  if (forecast) answer(client, 200, "application/json", days, sizeof days - 1);
  else answer(client, 200, "application/json", place, sizeof place - 1);
}

static void serve(int client, const char *method, char *path, const char *head, const char *body, size_t body_size) {
  int number = 0;
  char *query = strstr(path, "?to=");
  if (query) *query = 0;
  if (!strcmp(path, "/hello")) {
    answer(client, 200, "text/plain", "hello", !strcmp(method, "HEAD") ? 0 : 5);
  } else if (!strcmp(path, "/echo")) {
    char text[70000];
    int size = snprintf(text, sizeof text, "%s", head);
    size_t more = body_size < sizeof text - (size_t)size ? body_size : 0;
    memcpy(text + size, body, more);
    answer(client, 200, "text/plain", text, (size_t)size + more);
  } else if (sscanf(path, "/status/%d", &number) == 1) {
    answer(client, number, "text/plain", "status", 6);
  } else if (sscanf(path, "/redirect/%d", &number) == 1 && query) {
    print(client, "HTTP/1.1 %d Found\r\nLocation: %s\r\nContent-Length: 4\r\n\r\ngone", number, query + 4);
  } else if (sscanf(path, "/chain/%d", &number) == 1) {
    if (number == 0) answer(client, 200, "text/plain", "end", 3);
    else print(client, "HTTP/1.1 302 Found\r\nLocation: /chain/%d\r\nContent-Length: 0\r\n\r\n", number - 1);
  } else if (sscanf(path, "/big/%d", &number) == 1 || sscanf(path, "/unknown/%d", &number) == 1) {
    /* Without a length for /unknown: the end of the connection is the end of the body. */
    if (path[1] == 'b') print(client, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", number);
    else print(client, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
    /* Every byte says where it stands. */
    unsigned char block[16384];
    int good = 1;
    for (int from = 0; from < number && good; from += (int)sizeof block) {
      for (int i = 0; i < (int)sizeof block; i++) block[i] = (unsigned char)((from + i) ^ ((from + i) >> 8));
      good = put(client, block, number - from < (int)sizeof block ? (size_t)(number - from) : sizeof block);
    }
    if (!good) say("closed %s\n", path);
  } else if (!strcmp(path, "/stream")) {
    print(client, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    while (print(client, "5\r\nhello\r\n") && !closed_within(client, 5)) continue;
    say("closed %s\n", path);
  } else if (!strcmp(path, "/silent")) {
    closed_within(client, 60000);
    say("closed %s\n", path);
  } else if (!strcmp(path, "/drip")) {
    print(client, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
    while (print(client, "x") && !closed_within(client, 200)) continue;
    say("closed %s\n", path);
  } else if (!strcmp(path, "/short")) {
    print(client, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly a few");
  } else if (!strcmp(path, "/negative")) {
    print(client, "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello");
  } else if (!strcmp(path, "/garbage")) {
    print(client, "this is no HTTP at all\r\n\r\n");
  } else if (!strcmp(path, "/nothing")) {
  } else if (!strcmp(path, "/badheader")) {
    print(client, "HTTP/1.1 200 OK\r\nno colon here\r\nContent-Length: 0\r\n\r\n");
  } else if (sscanf(path, "/headers/%d", &number) == 1) {
    print(client, "HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < number; i++) print(client, "X-%d: %d\r\n", i, i);
    print(client, "Content-Length: 0\r\n\r\n");
  } else if (!strcmp(path, "/bigheader")) {
    print(client, "HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < 60; i++) print(client, "X-%d: %01000d\r\n", i, i);
    print(client, "Content-Length: 0\r\n\r\n");
  } else if (!strcmp(path, "/continue")) {
    while (print(client, "HTTP/1.1 100 Continue\r\n\r\n")) continue;
    say("closed %s\n", path);
  } else if (!strcmp(path, "/interim")) {
    print(client, "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n");
    answer(client, 200, "text/plain", "late", 4);
  } else if (!strcmp(path, "/gzip")) {
    /* A bomb would look like this; nobody unpacks it. */
    print(client, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08");
    put(client, "\0", 1);
  } else if (!strncmp(path, "/weather/", 9)) {
    weather(client, path);
  } else {
    answer(client, 404, "text/plain", "no such page", 12);
  }
}

static void *connection(void *argument) {
  int client = (int)(long)argument;
  size_t capacity = 9 << 20, size = 0;
  char *request = malloc(capacity + 1);
  char *end = NULL;
  while (size < capacity) {
    ssize_t got = recv(client, request + size, capacity - size, 0);
    if (got <= 0) break;
    size += (size_t)got;
    request[size] = 0;
    if ((end = strstr(request, "\r\n\r\n"))) break;
  }
  char method[32] = "", path[4096] = "";
  if (end && sscanf(request, "%31s %4095s", method, path) == 2) {
    const char *length = strcasestr(request, "\r\nContent-Length:");
    size_t wanted = length && length < end ? strtoul(length + 17, NULL, 10) : 0;
    size_t head = (size_t)(end + 4 - request);
    while (size < head + wanted && size < capacity) {
      ssize_t got = recv(client, request + size, capacity - size, 0);
      if (got <= 0) break;
      size += (size_t)got;
    }
    say("request %s %.500s\n", method, path);
    char *body = memcpy(malloc(size - head + 1), request + head, size - head);
    end[4] = 0;
    serve(client, method, path, request, body, size - head);
    free(body);
  }
  free(request);
  shutdown(client, SHUT_WR);
  closed_within(client, 1000);
  close(client);
  return NULL;
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  int server = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (bind(server, (struct sockaddr *)&address, size) || listen(server, 256)) return 1;
  getsockname(server, (struct sockaddr *)&address, &size);

  say("port %d\n", ntohs(address.sin_port));
  for (;;) {
    int client = accept(server, NULL, NULL);
    pthread_t thread;
    if (client < 0) continue;
    if (pthread_create(&thread, NULL, connection, (void *)(long)client)) close(client);
    else pthread_detach(thread);
  }
}
