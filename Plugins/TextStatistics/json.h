/* A strict reader of JSON (RFC 8259) that does one thing: find a string in an object. */
#ifndef TEXT_STATISTICS_JSON_H
#define TEXT_STATISTICS_JSON_H

#include "buffer.h"

enum json_result {
  JSON_FOUND,
  JSON_MISSING,    /* the object has no such member */
  JSON_NOT_STRING, /* the member is not a string */
  JSON_MALFORMED,  /* not JSON, not UTF-8, nested deeper than 64, or the whole is not an object */
  JSON_NO_MEMORY,
};

/* Checks the whole document and puts the decoded string of the member called `name` (ASCII) into `value`, which is
 * empty before. Of members with the same name the last one counts. On JSON_MALFORMED `*offset` is where it went wrong. */
enum json_result json_find_string(const char *json, size_t size, const char *name, struct buffer *value,
                                  size_t *offset);

#endif
