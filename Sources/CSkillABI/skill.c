/*
 * The layout of ABI 1.0, pinned. It is what libraries that exist were compiled against: a line here
 * may be added, never changed. Tests compile this file as C11 and as C++17, with gcc and with clang.
 */
#include "skill.h"

#include <assert.h>

#define FIELD(type, field, offset) static_assert(offsetof(type, field) == (offset), #type "." #field)
#define SIZE(type, bytes) static_assert(sizeof(type) == (bytes), "size of " #type)

#if UINTPTR_MAX == UINT64_MAX

FIELD(skill_text, data, 0);
FIELD(skill_text, size, 8);
SIZE(skill_text, 16);

FIELD(skill_call, size, 0);
FIELD(skill_call, reserved, 4);
FIELD(skill_call, host, 8);
SIZE(skill_call, 16);

FIELD(skill_host, size, 0);
FIELD(skill_host, abi_minor, 4);
FIELD(skill_host, log, 8);
FIELD(skill_host, cancelled, 16);
FIELD(skill_host, deadline, 24);
FIELD(skill_host, progress, 32);
FIELD(skill_host, emit, 40);
FIELD(skill_host, fail, 48);
FIELD(skill_host, info, 56);
FIELD(skill_host, query, 64);
SIZE(skill_host, 72);

FIELD(skill_descriptor, size, 0);
FIELD(skill_descriptor, abi_minor, 4);
FIELD(skill_descriptor, flags, 8);
FIELD(skill_descriptor, max_parallel, 12);
FIELD(skill_descriptor, create, 16);
FIELD(skill_descriptor, invoke, 24);
FIELD(skill_descriptor, match, 32);
FIELD(skill_descriptor, quiesce, 40);
FIELD(skill_descriptor, destroy, 48);
FIELD(skill_descriptor, query, 56);
SIZE(skill_descriptor, 64);

FIELD(skill_http_header, name, 0);
FIELD(skill_http_header, value, 16);
SIZE(skill_http_header, 32);

FIELD(skill_http_request, size, 0);
FIELD(skill_http_request, header_count, 4);
FIELD(skill_http_request, method, 8);
FIELD(skill_http_request, url, 24);
FIELD(skill_http_request, headers, 40);
FIELD(skill_http_request, body, 48);
FIELD(skill_http_request, max_body_size, 64);
SIZE(skill_http_request, 72);

FIELD(skill_http_response, size, 0);
FIELD(skill_http_response, status, 4);
FIELD(skill_http_response, header_count, 8);
FIELD(skill_http_response, reserved, 12);
FIELD(skill_http_response, headers, 16);
SIZE(skill_http_response, 24);

FIELD(skill_http_v1, size, 0);
FIELD(skill_http_v1, reserved, 4);
FIELD(skill_http_v1, fetch, 8);
SIZE(skill_http_v1, 16);

FIELD(skill_storage_v1, size, 0);
FIELD(skill_storage_v1, reserved, 4);
FIELD(skill_storage_v1, get, 8);
FIELD(skill_storage_v1, set, 16);
FIELD(skill_storage_v1, remove, 24);
FIELD(skill_storage_v1, list, 32);
SIZE(skill_storage_v1, 40);

#endif

SIZE(skill_status, 4);
SIZE(skill_channel, 4);
SIZE(skill_log_level, 4);
SIZE(skill_flags, 4);

static_assert(SKILL_ABI_MAJOR == 1 && SKILL_ABI_MINOR == 0, "a new minor adds its fields above");
static_assert(SKILL_DONE == 0 && SKILL_FAILED == 1 && SKILL_CANCELLED == 2 && SKILL_BAD_INPUT == 3, "status");
static_assert(SKILL_UNSUPPORTED == 4 && SKILL_NEEDS_PERMISSION == 5 && SKILL_UNAVAILABLE == 6, "status");
static_assert(SKILL_CHANNEL_RESULT == 0 && SKILL_CHANNEL_TEXT == 1 && SKILL_CHANNEL_ATTACHMENT == 2, "channel");
static_assert(SKILL_LOG_DEBUG == 0 && SKILL_LOG_INFO == 1 && SKILL_LOG_WARNING == 2 && SKILL_LOG_ERROR == 3, "level");
static_assert(SKILL_FLAG_MATCH_IS_PURE == 1 && SKILL_FLAG_QUIESCE_MATTERS == 2, "flags");
