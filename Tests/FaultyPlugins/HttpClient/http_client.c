/* Fetches what its argument says and reports what it got: {"url": …, "method": …, "body": …, "header": "Name: value",
 * "max": bytes, "threads": n, "stop": after so many bytes, "slow": 1, "no_callbacks": 1, "leave": 1}. Its answer is
 * {"fetch": status, "http": status, "bytes": n, "head": "…", "body": "…", "message": "…", "ok": how many of the threads got
 * SKILL_DONE, "wrong": bytes of the first that are not what the test server's /big has there}. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "skill.h"

static const skill_host *the_host;

/* Texts of a simple JSON object; "" and 0 when they are not there. */
static void text_of(skill_text input, const char *name, char *into, size_t size) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":\"", name);
  const char *at = memmem(input.data, input.size, key, strlen(key));
  size_t count = 0;
  if (at) {
    at += strlen(key);
    const char *end = input.data + input.size;
    while (at < end && *at != '"' && count + 1 < size) {
      if (*at == '\\' && at + 1 < end) {
        at++;
        into[count++] = *at == 'n' ? '\n' : *at == 'r' ? '\r' : *at;
        at++;
      } else {
        into[count++] = *at++;
      }
    }
  }
  into[count] = 0;
}

static long number_of(skill_text input, const char *name) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":", name);
  const char *at = memmem(input.data, input.size, key, strlen(key));
  return at ? strtol(at + strlen(key), NULL, 10) : 0;
}

typedef struct transfer {
  const skill_call *call;
  skill_text input;
  int status;
  size_t bytes, wrong;
  char head[2000], body[4000], message[1000];
  long stop, slow;
  skill_status end;
} transfer;

/* Appends as the inside of a JSON string. */
static void append(char *into, size_t size, const char *bytes, size_t count) {
  size_t at = strlen(into);
  for (size_t i = 0; i < count && at + 8 < size; i++) {
    unsigned char c = (unsigned char)bytes[i];
    if (c == '"' || c == '\\') into[at++] = '\\', into[at++] = (char)c;
    else if (c < 32 || c > 126) at += (size_t)sprintf(into + at, "\\u%04x", c);
    else into[at++] = (char)c;
  }
  into[at] = 0;
}

static skill_status on_head(void *context, const skill_http_response *response) {
  transfer *transfer = context;
  transfer->status = (int)response->status;
  for (uint32_t i = 0; i < response->header_count; i++) {
    const skill_http_header *header = &response->headers[i];
    append(transfer->head, sizeof transfer->head, header->name.data, header->name.size);
    append(transfer->head, sizeof transfer->head, "=", 1);
    append(transfer->head, sizeof transfer->head, header->value.data, header->value.size);
    append(transfer->head, sizeof transfer->head, ";", 1);
  }
  skill_text note = {"head", 4};
  transfer->call->host->progress(transfer->call, -1, note);
  return SKILL_DONE;
}

static skill_status on_body(void *context, skill_text bytes) {
  transfer *transfer = context;
  if (transfer->bytes < 3000) append(transfer->body, sizeof transfer->body, bytes.data, bytes.size);
  for (size_t i = 0; i < bytes.size; i++) {
    size_t place = transfer->bytes + i;
    transfer->wrong += (unsigned char)bytes.data[i] != (unsigned char)(place ^ (place >> 8));
  }
  transfer->bytes += bytes.size;
  struct timespec pause = {0, 2000000};
  if (transfer->slow) nanosleep(&pause, NULL);
  return transfer->stop && transfer->bytes >= (size_t)transfer->stop ? SKILL_BAD_INPUT : SKILL_DONE;
}

static void *fetch(void *argument) {
  transfer *transfer = argument;
  static const char name[] = "skill.http/1";
  const skill_http_v1 *http = the_host->query((skill_text){name, sizeof name - 1});
  if (!http) {
    transfer->end = SKILL_UNSUPPORTED;
    strcpy(transfer->message, "query answered null");
    return NULL;
  }
  char url[9000], method[40], body[8000], header[2000];
  text_of(transfer->input, "url", url, sizeof url);
  text_of(transfer->input, "method", method, sizeof method);
  text_of(transfer->input, "body", body, sizeof body);
  text_of(transfer->input, "header", header, sizeof header);
  char *colon = strchr(header, ':');
  skill_http_header one = {{header, colon ? (size_t)(colon - header) : 0},
                           {colon ? colon + 2 : header, colon ? strlen(colon + 2) : 0}};
  skill_http_request request = {.size = sizeof request, .header_count = colon ? 1 : 0, .method = {method, strlen(method)},
                                .url = {url, strlen(url)}, .headers = &one, .body = {body, strlen(body)},
                                .max_body_size = (uint64_t)number_of(transfer->input, "max")};
  skill_text message = {NULL, 0};
  int silent = number_of(transfer->input, "no_callbacks") != 0;
  transfer->end = http->fetch(transfer->call, &request, transfer, silent ? NULL : on_head, silent ? NULL : on_body, &message);
  append(transfer->message, sizeof transfer->message, message.data, message.size);
  return NULL;
}

static skill_status invoke(void *self, const skill_call *call, skill_text input) {
  (void)self;
  long count = number_of(input, "threads");
  if (count < 1) count = 1;
  if (count > 32) count = 32;
  transfer *all = calloc((size_t)count, sizeof *all);
  pthread_t threads[32];
  pthread_attr_t small; /* address space is limited */
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 256 * 1024);
  for (long i = 0; i < count; i++) {
    all[i].call = call;
    all[i].input = input;
    all[i].stop = number_of(input, "stop");
    all[i].slow = number_of(input, "slow");
    if (i > 0 && pthread_create(&threads[i], &small, fetch, &all[i])) abort();
  }
  fetch(&all[0]);
  int good = 0;
  for (long i = 0; i < count; i++) {
    if (i > 0) pthread_join(threads[i], NULL);
    good += all[i].end == SKILL_DONE;
  }
  static _Thread_local char result[12000];
  int size = snprintf(result, sizeof result,
                      "{\"fetch\":%d,\"http\":%d,\"bytes\":%zu,\"head\":\"%s\",\"body\":\"%s\",\"message\":\"%s\",\"ok\":%d,\"wrong\":%zu}",
                      all[0].end, all[0].status, all[0].bytes, all[0].head, all[0].body, all[0].message, good, all[0].wrong);
  skill_status end = all[0].end;
  free(all);
  if (end == SKILL_CANCELLED) return SKILL_CANCELLED;
  return call->host->emit(call, SKILL_CHANNEL_RESULT, (skill_text){NULL, 0}, (skill_text){result, (uint64_t)size});
}

static skill_status match(void *self, const skill_call *call, skill_text input) { return invoke(self, call, input); }

static skill_status create(const skill_host *host, skill_text config, void **self) {
  (void)config;
  (void)self;
  the_host = host;
  return SKILL_DONE;
}

static const skill_descriptor descriptor = {.size = sizeof(skill_descriptor), .abi_minor = SKILL_ABI_MINOR,
                                            .max_parallel = 4, .create = create, .invoke = invoke, .match = match};

const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier) {
  (void)host_minor;
  (void)identifier;
  return &descriptor;
}
