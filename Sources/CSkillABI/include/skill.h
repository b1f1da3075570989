/*
 * skill.h: the C interface between a skill library and its host. ABI 1.0.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A skill library is a shared object that exports ONE symbol, skill_entry_v1. From it the host
 * gets a descriptor for each skill in the library; through the descriptor it creates the skill,
 * asks it to serve calls, and destroys it. The skill reaches back through the host table.
 *
 * Rules that hold everywhere in this file
 *
 *   Text      is a pointer and a length in bytes, UTF-8, with NO terminator promised. A text of
 *             size 0 may have a null pointer. A null pointer with size 0 also means "absent"
 *             where a function says so.
 *   Ownership nobody ever frees the other side's memory. What the host passes in is valid until
 *             the function it was passed to returns, unless said otherwise. What the skill passes
 *             in is copied by the host before the host's function returns.
 *   Growth    every struct starts with its `size` in bytes as its author's compiler saw it. Fields
 *             are only ever added at the end, each batch labelled with the minor version that
 *             brought it. Either side reads a field only if `size` covers it (SKILL_HAS). Anything
 *             optional beyond that is asked for by name: query("name/revision").
 *   Errors    no C++ exception, Rust panic or Swift error may cross this boundary. A function that
 *             can fail returns a skill_status.
 *   Threads   stated above every function. "The call's thread" is the thread that the host invoked
 *             the skill on. A skill may start threads, but they must not use a call handle after
 *             invoke or match has returned.
 *   States    a skill instance goes  entry -> create -> (invoke | match)* -> quiesce -> destroy.
 *             "ready" below means: after create returned SKILL_DONE and before quiesce was called.
 *
 * The process a skill runs in is sandboxed. Standard input is empty; what is printed goes to the
 * host's log. The skill must not fork, must not open sockets (see skill_http_v1), and must not
 * change process-wide state (locale, working directory, umask, signal handlers, environment).
 */
#ifndef SKILL_H
#define SKILL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SKILL_ABI_MAJOR 1u
#define SKILL_ABI_MINOR 0u

/* True when `field` lies inside the part of `*pointer` that its author knew about. */
#define SKILL_HAS(type, pointer, field) \
  ((pointer)->size >= offsetof(type, field) + sizeof((pointer)->field))

/* UTF-8 text, or raw bytes where a function says so. See "Text" above. */
typedef struct skill_text {
  const char *data;
  uint64_t size;
} skill_text;

/* ---- Status ---------------------------------------------------------------------------------
 * What create, invoke and match return, and what most host functions return. Any other value is
 * treated as SKILL_FAILED. A non-zero status without a call to fail() gets a message from the host
 * that names the skill and its version.
 */
typedef int32_t skill_status;
#define SKILL_DONE ((skill_status)0)             /* success */
#define SKILL_FAILED ((skill_status)1)           /* the work was tried and did not succeed */
#define SKILL_CANCELLED ((skill_status)2)        /* stopped because cancelled() said so */
#define SKILL_BAD_INPUT ((skill_status)3)        /* the arguments fit the schema but make no sense */
#define SKILL_UNSUPPORTED ((skill_status)4)      /* not something this skill or this host can do */
#define SKILL_NEEDS_PERMISSION ((skill_status)5) /* a permission or a directory was not granted */
#define SKILL_UNAVAILABLE ((skill_status)6)      /* temporarily not possible; worth a retry */

/* Channels of emit(). */
typedef uint32_t skill_channel;
#define SKILL_CHANNEL_RESULT ((skill_channel)0)     /* the final result: one JSON value, once a call */
#define SKILL_CHANNEL_TEXT ((skill_channel)1)       /* partial output for a person to watch: UTF-8 */
#define SKILL_CHANNEL_ATTACHMENT ((skill_channel)2) /* a file or picture: any bytes, any mime */

/* Levels of log(). */
typedef uint32_t skill_log_level;
#define SKILL_LOG_DEBUG ((skill_log_level)0)
#define SKILL_LOG_INFO ((skill_log_level)1)
#define SKILL_LOG_WARNING ((skill_log_level)2)
#define SKILL_LOG_ERROR ((skill_log_level)3)

/* ---- A call ---------------------------------------------------------------------------------
 * The handle of one invoke or match. It is dead when that function returns: it may not be kept,
 * and host functions given a dead handle answer SKILL_UNSUPPORTED, 0 or null, or do nothing.
 * `host` is the same table that create receives, so a skill without create can use it too.
 * The skill never writes to this struct.
 */
struct skill_host;
typedef struct skill_call {
  uint32_t size; /* sizeof(skill_call) as the host knows it */
  uint32_t reserved; /* 0 */
  const struct skill_host *host; /* never null; lives as long as the process */
  /* ---- end of ABI 1.0 ---- */
} skill_call;

/* ---- The host table -------------------------------------------------------------------------
 * Given to create and found in every call; lives as long as the process and never changes.
 * No function pointer in the part covered by `size` is null.
 */
typedef struct skill_host {
  uint32_t size;      /* sizeof(skill_host) as the host knows it */
  uint32_t abi_minor; /* the host's minor version */

  /* Writes one line to the host's log.
   * Thread: any. State: any, create and destroy included. `call` may be null (no call: the line is
   * about the library). `message` is copied; control characters are escaped; longer than 16 KiB is
   * cut. Lines may be dropped when there are too many. */
  void (*log)(const skill_call *call, skill_log_level level, skill_text message);

  /* 1 once the call should stop (its caller went away, or its deadline passed), else 0.
   * Ask at least every 100 ms; the process is killed 100 ms after a call that was cancelled has not
   * returned. Cheap enough for a loop (about a microsecond).
   * Thread: any, until the call ends. `call` must not be null. */
  int32_t (*cancelled)(const skill_call *call);

  /* The moment at which the call will be cancelled, in nanoseconds of CLOCK_MONOTONIC; 0 when it
   * has no deadline. Thread: any, until the call ends. `call` must not be null. */
  uint64_t (*deadline)(const skill_call *call);

  /* Reports how far the call has come. `fraction` is 0 to 1, or negative when it is not known.
   * `note` is a short text for people ("12 of 40 files") or empty; it is copied. Reports may be
   * merged: only the newest matters. Thread: any, until the call ends. */
  void (*progress)(const skill_call *call, double fraction, skill_text note);

  /* Hands over output, which is copied before emit returns.
   *   SKILL_CHANNEL_RESULT      `mime` is "application/json" or empty; `bytes` is one JSON value in
   *                             UTF-8; a second result in the same call is refused.
   *   SKILL_CHANNEL_TEXT        `mime` is "text/plain", "text/markdown" or empty (plain).
   *   SKILL_CHANNEL_ATTACHMENT  `mime` is required; a parameter names the file:
   *                             `image/svg+xml; name="chart.svg"`.
   * Returns SKILL_DONE; SKILL_BAD_INPUT (unknown channel, second result, missing mime);
   * SKILL_UNSUPPORTED (dead call); SKILL_FAILED (larger than the host accepts; nothing was taken).
   * Thread: any, until the call ends. Emits of one thread arrive in order. */
  skill_status (*emit)(const skill_call *call, skill_channel channel, skill_text mime, skill_text bytes);

  /* Says why the call is about to fail; then return a non-zero status from invoke.
   * `code` is a short lower-case word of the skill's own (`[a-z0-9_]`, at most 64 bytes, such as
   * "city_unknown"); `message` is for people and models: what, where, what to try instead;
   * `detail_json` is one JSON value or empty. All are copied. The last fail() of a call counts. It
   * has no effect when invoke then returns SKILL_DONE. Thread: any, until the call ends. */
  void (*fail)(const skill_call *call, skill_text code, skill_text message, skill_text detail_json);

  /* A fact about the call, by name. The text lives until the call ends. data is null and size 0 when
   * the host does not know it. Names of ABI 1.0:
   *   "call_id"          unique text naming this execution
   *   "idempotency_key"  two calls with the same key are the same wish: act once
   *   "user"             who asked, as the host names them
   *   "session"          which conversation this belongs to
   *   "locale"           BCP 47, such as "zh-CN" or "en-US"
   *   "timezone"         IANA name, such as "Asia/Shanghai"
   *   "now"              the time to take as now, RFC 3339 with offset; absent means the clock's
   * Thread: any, until the call ends. */
  skill_text (*info)(const skill_call *call, skill_text name);

  /* A service or extension by "name/revision" ("skill.http/1" -> const skill_http_v1 *,
   * "skill.storage/1" -> const skill_storage_v1 *). Null when the host does not offer it, or not to
   * this skill. The table lives as long as the process. Thread: any. State: any. */
  const void *(*query)(skill_text name);
  /* ---- end of ABI 1.0 ---- */
} skill_host;

/* ---- The skill descriptor -------------------------------------------------------------------
 * Static data of the library: it must stay valid and unchanged as long as the process lives.
 */
typedef uint32_t skill_flags;
/* match is a pure function of its input and may be answered from a cache. */
#define SKILL_FLAG_MATCH_IS_PURE ((skill_flags)1u)
/* quiesce finishes or saves work worth waiting for; without it the host may skip to the kill. */
#define SKILL_FLAG_QUIESCE_MATTERS ((skill_flags)2u)
/* invoke and match return within about a millisecond and never wait for anything. A host that runs the skill inside its
 * own process may then call it on a thread that must not block. */
#define SKILL_FLAG_NEVER_BLOCKS ((skill_flags)4u)

typedef struct skill_descriptor {
  uint32_t size;      /* sizeof(skill_descriptor) as the library's compiler saw it */
  uint32_t abi_minor; /* SKILL_ABI_MINOR of the header the library was compiled with */
  skill_flags flags;  /* unknown bits are ignored */

  /* How many invokes (and matches) of this skill may run at the same time on different threads:
   * 1 serial, 0 unlimited (the host still sets a bound). */
  uint32_t max_parallel;

  /* Makes the skill ready. May be null: then self is null in every later call.
   * Called once, before anything else, on the thread that loaded the library; no other function of
   * this skill runs meanwhile. `host` lives as long as the process. `config_json` is
   *   {"directories": {"<slot>": "<absolute path>"}, "settings": {…}}
   * with the granted directory slots of the manifest; it is valid until create returns.
   * Writes the instance to `*self` (which is null before) and returns SKILL_DONE; any other status
   * means the skill cannot be used, and destroy will not be called. */
  skill_status (*create)(const skill_host *host, skill_text config_json, void **self);

  /* Serves one call. REQUIRED: the only function that must not be null.
   * `input_json` is a JSON object that fits the manifest's inputSchema; valid until return. Emit the
   * result on SKILL_CHANNEL_RESULT (without one, the result of a SKILL_DONE is `{}`).
   * Thread: one chosen by the host, possibly another each time; at most max_parallel at once.
   * State: ready. */
  skill_status (*invoke)(void *self, const skill_call *call, skill_text input_json);

  /* Judges whether this skill can serve an intent. May be null: then only its name finds it.
   * `intent_json` is {"text": "…", "locale": "…", "timezone": "…", "now": "…"} (all but text may be
   * absent). Emit on SKILL_CHANNEL_RESULT {"confidence": 0…1, "arguments": {…}}, or nothing when
   * the intent is none of its business, and return SKILL_DONE. Has no effects and takes at most a
   * few milliseconds; a slow match is cancelled and counts as no answer. `match` may find only part
   * of the arguments. Thread and state: as invoke. */
  skill_status (*match)(void *self, const skill_call *call, skill_text intent_json);

  /* The process will end soon: finish or save what must not be lost before `deadline` (nanoseconds
   * of CLOCK_MONOTONIC). May be null. Called at most once, after the last invoke returned; only
   * destroy follows. It may never be called: a killed process gets no warning. */
  void (*quiesce)(void *self, uint64_t deadline);

  /* Frees the instance. May be null. Called at most once, last, and never after a failed create. */
  void (*destroy)(void *self);

  /* An optional extension of the skill by "name/revision". May be null; may return null. The table
   * lives as long as the process. Thread: any. State: any. No name is defined in ABI 1.0. */
  const void *(*query)(skill_text name);
  /* ---- end of ABI 1.0 ---- */
} skill_descriptor;

/* ---- The entry point ------------------------------------------------------------------------
 * The one exported symbol. The major version is in the name; `host_minor` is the newest minor the
 * host knows, for libraries that want to adapt. Returns the descriptor of the skill called
 * `identifier` (as in its manifest), or null when this library does not hold it.
 * Called once for each identifier of the bundle, on the thread that loaded the library, before any
 * create. Must not block and must have no effects.
 */
#if defined(_WIN32)
#define SKILL_EXPORT __declspec(dllexport)
#else
#define SKILL_EXPORT __attribute__((visibility("default")))
#endif
typedef const skill_descriptor *(*skill_entry_function)(uint32_t host_minor, skill_text identifier);
#define SKILL_ENTRY_SYMBOL "skill_entry_v1"
#ifndef SKILL_NO_ENTRY_PROTOTYPE
SKILL_EXPORT const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier);
#endif

/* ---- Service "skill.http/1" -----------------------------------------------------------------
 * HTTP through the host, the only way to the network. The host checks the manifest's allow-list
 * (`permissions.network`), resolves and connects, follows redirects inside the list only, and caps
 * sizes and time. The request ends with the call: cancelling the call ends it.
 */
typedef struct skill_http_header {
  skill_text name;
  skill_text value;
} skill_http_header;

typedef struct skill_http_request {
  uint32_t size;
  uint32_t header_count;
  skill_text method; /* "GET", "POST", …; empty means GET */
  skill_text url;    /* absolute; https, or http where the manifest names the port */
  const skill_http_header *headers; /* null when header_count is 0 */
  skill_text body;   /* raw bytes; empty for none */
  uint64_t max_body_size; /* of the response; 0 means the host's own limit */
  /* ---- end of skill.http/1 ---- */
} skill_http_request;

typedef struct skill_http_response {
  uint32_t size;
  uint32_t status; /* HTTP status code */
  uint32_t header_count;
  uint32_t reserved;
  const skill_http_header *headers; /* names in lower case */
  /* ---- end of skill.http/1 ---- */
} skill_http_response;

typedef struct skill_http_v1 {
  uint32_t size;
  uint32_t reserved;

  /* Sends a request and hands the response over as it arrives: on_head once, then on_body for each
   * piece, both on the calling thread and before fetch returns; their arguments are valid only
   * inside them. A non-zero value from either stops the transfer and is returned by fetch. Either
   * may be null. Redirects are followed inside the allow-list, at most 5, and are not shown.
   * Returns SKILL_DONE when the whole response was delivered, whatever its HTTP status;
   * SKILL_NEEDS_PERMISSION (host and port not in the manifest's list, or a private address);
   * SKILL_UNAVAILABLE (no connection, name not found, time ran out); SKILL_CANCELLED;
   * SKILL_BAD_INPUT (malformed request); SKILL_FAILED (malformed or too large response).
   * error_message, unless null, receives a text that lives until the call ends.
   * Thread: any, until the call ends; blocks the calling thread. */
  skill_status (*fetch)(const skill_call *call, const skill_http_request *request, void *context,
                        skill_status (*on_head)(void *context, const skill_http_response *response),
                        skill_status (*on_body)(void *context, skill_text bytes),
                        skill_text *error_message);
  /* ---- end of skill.http/1 ---- */
} skill_http_v1;

/* ---- Service "skill.storage/1" --------------------------------------------------------------
 * The skill's own small durable key-value store, separate for each skill identifier, with a quota.
 * A key is 1 to 256 bytes of UTF-8. Written values are durable when set returns SKILL_DONE.
 */
typedef struct skill_storage_v1 {
  uint32_t size;
  uint32_t reserved;

  /* Reads a value. `*value` lives until the call ends; data is null when there is no such key (and
   * SKILL_DONE is returned). Thread: any, until the call ends. */
  skill_status (*get)(const skill_call *call, skill_text key, skill_text *value);

  /* Writes a value (raw bytes). SKILL_FAILED when the quota would be exceeded; nothing changes then.
   * Thread: any, until the call ends. */
  skill_status (*set)(const skill_call *call, skill_text key, skill_text value);

  /* Removes a key; SKILL_DONE also when it was not there. Thread: any, until the call ends. */
  skill_status (*remove)(const skill_call *call, skill_text key);

  /* Calls visit for every key that starts with `prefix` (empty: all), in byte order, on the calling
   * thread. A non-zero value from visit stops and is returned. Thread: any, until the call ends. */
  skill_status (*list)(const skill_call *call, skill_text prefix, void *context,
                       skill_status (*visit)(void *context, skill_text key, uint64_t value_size));
  /* ---- end of skill.storage/1 ---- */
} skill_storage_v1;

#ifdef __cplusplus
}
#endif
#endif /* SKILL_H */
