/* libcurl as the broker uses it: one kind of transfer with one set of options, URLs, and the multi interface.
 *
 * Why this is C: curl_easy_setopt takes a variable number of arguments, which Swift cannot call; and libcurl with the
 * thirty libraries it brings costs 3 ms when a program starts, so it is opened at the first request and not linked. */
#ifndef CCURL_H
#define CCURL_H
#include <stdint.h>

/* Opens and initialises libcurl, once; any thread. 0, or -1 when it is not installed or too old. */
int ccurl_load(void);

/* ---- URLs, by the same parser that the transfer uses ---------------------------------------- */

typedef struct ccurl_url {
  char *whole; /* as curl writes it: what is to be fetched */
  char *scheme;
  char *host; /* numeric IPv4 in its usual form, IPv6 in brackets, names as they were written */
  int port;   /* the scheme's when the URL has none */
  int has_zone;
} ccurl_url;

/* Parses an absolute URL, or one relative to `base` (null for none). User names are refused, and so is all that needs
 * guessing. 0, or -1 and nothing to free. */
int ccurl_url_parse(const char *base, const char *text, ccurl_url *url);
void ccurl_url_free(ccurl_url *url);

/* ---- Transfers ------------------------------------------------------------------------------ */

/* Called on the thread that runs the multi handle. */
typedef struct ccurl_callbacks {
  void *context;
  /* May this address be connected to? `bytes` are 4 (IPv4) or 16 (IPv6), in network order. 1 yes, 0 no. */
  int (*address)(void *context, const uint8_t *bytes, int count);
  /* One line of the head, with its line end. 1 go on, 0 end the transfer. */
  int (*line)(void *context, const char *bytes, uint64_t size);
  /* A piece of the body. 0 taken, 1 not taken: pause and offer it again, -1 end the transfer. */
  int (*piece)(void *context, const char *bytes, uint64_t size);
} ccurl_callbacks;

typedef struct ccurl_request {
  const char *method;
  const char *url;
  const char *const *headers; /* whole lines "Name: value"; a line "Name:" keeps curl from adding its own */
  uint64_t header_count;
  const void *body; /* copied */
  uint64_t body_size;
  int has_body;
  int64_t max_size;           /* of the response's body, in bytes */
  int64_t timeout_ms;         /* at least 1 */
  int64_t connect_timeout_ms; /* at least 1 */
  int64_t low_speed_seconds;  /* slower than low_speed_bytes a second for so long ends the transfer */
  int64_t low_speed_bytes;
} ccurl_request;

typedef struct ccurl_transfer ccurl_transfer;

/* Null when memory ran out. */
ccurl_transfer *ccurl_transfer_new(const ccurl_request *request, const ccurl_callbacks *callbacks);
/* Not while it is added to a multi handle, and not from a callback. */
void ccurl_transfer_free(ccurl_transfer *transfer);
/* Goes on after a pause; may call back. */
void ccurl_transfer_resume(ccurl_transfer *transfer);

/* How a transfer ended. */
typedef enum ccurl_end {
  ccurl_end_complete = 0,
  ccurl_end_name_not_found,
  ccurl_end_no_connection,
  ccurl_end_timeout,  /* time ran out, or it was too slow */
  ccurl_end_lost,     /* the connection broke, or no answer came */
  ccurl_end_untrusted, /* the certificate is not to be trusted */
  ccurl_end_too_large,
  ccurl_end_malformed,
  ccurl_end_stopped, /* a callback said so */
  ccurl_end_other,
} ccurl_end;

typedef struct ccurl_multi ccurl_multi;
ccurl_multi *ccurl_multi_new(void);
void ccurl_multi_free(ccurl_multi *multi);
int ccurl_multi_add(ccurl_multi *multi, ccurl_transfer *transfer);
void ccurl_multi_remove(ccurl_multi *multi, ccurl_transfer *transfer);
/* Does what can be done now. */
void ccurl_multi_perform(ccurl_multi *multi);
/* Waits until something can be done, ccurl_multi_wake was called, or the time is over. */
void ccurl_multi_wait(ccurl_multi *multi, int milliseconds);
/* Any thread. */
void ccurl_multi_wake(ccurl_multi *multi);
/* The context of a transfer that has ended, and how; null when there is none. `words` (curl's, at most 256 bytes with
 * the terminator) may be empty. */
void *ccurl_multi_ended(ccurl_multi *multi, ccurl_end *end, char *words);

/* Names the calling thread and keeps signals from it: a TLS write to a closed connection would raise SIGPIPE, and other
 * signals are for the program's own threads. */
void ccurl_prepare_thread(void);
#endif
