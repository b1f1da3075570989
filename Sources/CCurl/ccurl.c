#define _GNU_SOURCE
#define CURL_DISABLE_TYPECHECK
#include "ccurl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* Every function that is used, found by name at the first request. */
#define FUNCTIONS(X)                                                                                               \
  X(curl_global_init) X(curl_free) X(curl_slist_append) X(curl_slist_free_all) X(curl_url) X(curl_url_set)         \
  X(curl_url_get) X(curl_url_cleanup) X(curl_easy_init) X(curl_easy_setopt) X(curl_easy_getinfo)                   \
  X(curl_easy_cleanup) X(curl_easy_pause) X(curl_easy_strerror) X(curl_multi_init) X(curl_multi_setopt)            \
  X(curl_multi_cleanup) X(curl_multi_add_handle) X(curl_multi_remove_handle) X(curl_multi_perform)                 \
  X(curl_multi_poll) X(curl_multi_wakeup) X(curl_multi_info_read)

#define DECLARE(name) __typeof__(name) *name;
static struct { FUNCTIONS(DECLARE) } lib;
static int loaded = -1;

static void load(void) {
  /* Never closed: OpenSSL registers exit handlers. */
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(name)                                           \
  if (!(lib.name = (__typeof__(lib.name))dlsym(library, #name))) return;
  FUNCTIONS(FIND)
  if (lib.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) loaded = 0;
}

int ccurl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return loaded;
}

/* ---- URLs */

static char *copy_part(CURLU *handle, CURLUPart part, unsigned flags) {
  char *found = NULL, *copy = NULL;
  if (lib.curl_url_get(handle, part, &found, flags) == CURLUE_OK && found) copy = strdup(found);
  if (found) lib.curl_free(found);
  return copy;
}

int ccurl_url_parse(const char *base, const char *text, ccurl_url *url) {
  memset(url, 0, sizeof *url);
  if (ccurl_load() != 0) return -1;
  CURLU *handle = lib.curl_url();
  if (!handle) return -1;
  int good = (!base || lib.curl_url_set(handle, CURLUPART_URL, base, CURLU_DISALLOW_USER) == CURLUE_OK) &&
             lib.curl_url_set(handle, CURLUPART_URL, text, CURLU_DISALLOW_USER) == CURLUE_OK;
  if (good) {
    lib.curl_url_set(handle, CURLUPART_FRAGMENT, NULL, 0);
    char *zone = copy_part(handle, CURLUPART_ZONEID, 0), *port = copy_part(handle, CURLUPART_PORT, CURLU_DEFAULT_PORT);
    url->whole = copy_part(handle, CURLUPART_URL, 0);
    url->scheme = copy_part(handle, CURLUPART_SCHEME, 0);
    url->host = copy_part(handle, CURLUPART_HOST, 0);
    url->port = port ? atoi(port) : 0;
    url->has_zone = zone != NULL;
    free(zone);
    free(port);
  }
  lib.curl_url_cleanup(handle);
  if (url->whole && url->scheme && url->host) return 0;
  ccurl_url_free(url);
  return -1;
}

void ccurl_url_free(ccurl_url *url) {
  free(url->whole);
  free(url->scheme);
  free(url->host);
  memset(url, 0, sizeof *url);
}

/* ---- Transfers */

struct ccurl_transfer {
  CURL *easy;
  struct curl_slist *headers;
  ccurl_callbacks callbacks;
};

/* The only place where a socket of a skill's request is made, after the address it will connect to was judged. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  ccurl_transfer *transfer = context;
  const struct sockaddr *target = &address->addr;
  int allowed = 0;
  if (purpose == CURLSOCKTYPE_IPCXN && target->sa_family == AF_INET) {
    struct sockaddr_in in;
    memcpy(&in, target, sizeof in);
    allowed = transfer->callbacks.address(transfer->callbacks.context, (const uint8_t *)&in.sin_addr, 4);
  } else if (purpose == CURLSOCKTYPE_IPCXN && target->sa_family == AF_INET6) {
    struct sockaddr_in6 in;
    memcpy(&in, target, sizeof in);
    allowed = transfer->callbacks.address(transfer->callbacks.context, (const uint8_t *)&in.sin6_addr, 16);
  }
  if (!allowed) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t take_line(char *bytes, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  return transfer->callbacks.line(transfer->callbacks.context, bytes, size * count) == 1 ? size * count : 0;
}

static size_t take_piece(char *bytes, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  switch (transfer->callbacks.piece(transfer->callbacks.context, bytes, size * count)) {
    case 0: return size * count;
    case 1: return CURL_WRITEFUNC_PAUSE;
    default: return size * count + 1; /* too many: an error, also when size is 0 */
  }
}

ccurl_transfer *ccurl_transfer_new(const ccurl_request *request, const ccurl_callbacks *callbacks) {
  if (ccurl_load() != 0) return NULL;
  ccurl_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  transfer->callbacks = *callbacks;
  CURL *easy = transfer->easy = lib.curl_easy_init();
  if (!easy) goto failed;
  for (uint64_t i = 0; i < request->header_count; i++) {
    struct curl_slist *longer = lib.curl_slist_append(transfer->headers, request->headers[i]);
    if (!longer) goto failed;
    transfer->headers = longer;
  }
  int bad = 0;
#define SET(option, value) bad |= lib.curl_easy_setopt(easy, option, value) != CURLE_OK
  SET(CURLOPT_PRIVATE, callbacks->context);
  SET(CURLOPT_URL, request->url);
  SET(CURLOPT_PROTOCOLS_STR, "http,https");
  SET(CURLOPT_HTTPHEADER, transfer->headers);
  SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
  SET(CURLOPT_OPENSOCKETDATA, transfer);
  SET(CURLOPT_HEADERFUNCTION, take_line);
  SET(CURLOPT_HEADERDATA, transfer);
  SET(CURLOPT_WRITEFUNCTION, take_piece);
  SET(CURLOPT_WRITEDATA, transfer);
  /* Nothing from the environment or from files: no proxy, no netrc, no cookies, no credentials; nothing is unpacked. */
  SET(CURLOPT_PROXY, "");
  SET(CURLOPT_NOPROXY, "*");
  SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  SET(CURLOPT_HTTP09_ALLOWED, 0L);
  SET(CURLOPT_SSL_VERIFYPEER, 1L);
  SET(CURLOPT_SSL_VERIFYHOST, 2L);
  SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  /* Signals are for threads that do not share a process. */
  SET(CURLOPT_NOSIGNAL, 1L);
  /* One connection a request: a connection that one skill opened is never another's, and every request is judged by the
   * address that it goes to. */
  SET(CURLOPT_FRESH_CONNECT, 1L);
  SET(CURLOPT_FORBID_REUSE, 1L);
  SET(CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->max_size);
  SET(CURLOPT_TIMEOUT_MS, (long)request->timeout_ms);
  SET(CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_timeout_ms);
  SET(CURLOPT_LOW_SPEED_TIME, (long)request->low_speed_seconds);
  SET(CURLOPT_LOW_SPEED_LIMIT, (long)request->low_speed_bytes);
  if (request->has_body) {
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
    SET(CURLOPT_COPYPOSTFIELDS, request->body_size ? request->body : "");
  }
  if (strcmp(request->method, "HEAD") == 0) SET(CURLOPT_NOBODY, 1L);
  else SET(CURLOPT_CUSTOMREQUEST, request->method);
  if (!bad) return transfer;
failed:
  ccurl_transfer_free(transfer);
  return NULL;
}

void ccurl_transfer_free(ccurl_transfer *transfer) {
  if (transfer->easy) lib.curl_easy_cleanup(transfer->easy);
  if (transfer->headers) lib.curl_slist_free_all(transfer->headers);
  free(transfer);
}

void ccurl_transfer_resume(ccurl_transfer *transfer) { lib.curl_easy_pause(transfer->easy, CURLPAUSE_CONT); }

/* ---- Many transfers */

ccurl_multi *ccurl_multi_new(void) {
  if (ccurl_load() != 0) return NULL;
  return (ccurl_multi *)lib.curl_multi_init();
}

void ccurl_multi_free(ccurl_multi *multi) { lib.curl_multi_cleanup((CURLM *)multi); }

int ccurl_multi_add(ccurl_multi *multi, ccurl_transfer *transfer) {
  return lib.curl_multi_add_handle((CURLM *)multi, transfer->easy) == CURLM_OK ? 0 : -1;
}

void ccurl_multi_remove(ccurl_multi *multi, ccurl_transfer *transfer) {
  lib.curl_multi_remove_handle((CURLM *)multi, transfer->easy);
}

void ccurl_multi_perform(ccurl_multi *multi) {
  int running;
  lib.curl_multi_perform((CURLM *)multi, &running);
}

void ccurl_multi_wait(ccurl_multi *multi, int milliseconds) {
  lib.curl_multi_poll((CURLM *)multi, NULL, 0, milliseconds, NULL);
}

void ccurl_multi_wake(ccurl_multi *multi) { lib.curl_multi_wakeup((CURLM *)multi); }

static ccurl_end end_of(CURLcode code) {
  switch (code) {
    case CURLE_OK: return ccurl_end_complete;
    case CURLE_COULDNT_RESOLVE_HOST: return ccurl_end_name_not_found;
    case CURLE_COULDNT_CONNECT: return ccurl_end_no_connection;
    case CURLE_OPERATION_TIMEDOUT: return ccurl_end_timeout;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING: return ccurl_end_lost;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR: return ccurl_end_untrusted;
    case CURLE_FILESIZE_EXCEEDED: return ccurl_end_too_large;
    case CURLE_PARTIAL_FILE:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_BAD_CONTENT_ENCODING: return ccurl_end_malformed;
    case CURLE_WRITE_ERROR: return ccurl_end_stopped;
    default: return ccurl_end_other;
  }
}

void *ccurl_multi_ended(ccurl_multi *multi, ccurl_end *end, char *words) {
  int left;
  for (CURLMsg *message; (message = lib.curl_multi_info_read((CURLM *)multi, &left)) != NULL;) {
    if (message->msg != CURLMSG_DONE) continue;
    void *context = NULL;
    CURLcode code = message->data.result;
    lib.curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &context);
    *end = end_of(code);
    strncpy(words, lib.curl_easy_strerror(code), 255);
    words[255] = 0;
    return context;
  }
  return NULL;
}

void ccurl_prepare_thread(void) {
  sigset_t set;
  sigfillset(&set);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_setname_np(pthread_self(), "skillhost-http");
}
