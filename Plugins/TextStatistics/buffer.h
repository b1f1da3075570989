/* Bytes that grow. A failed allocation is remembered, so that writers need to look only once. */
#ifndef TEXT_STATISTICS_BUFFER_H
#define TEXT_STATISTICS_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct buffer {
  char *data; /* null until something was written */
  size_t size;
  size_t capacity;
  bool failed;
};

/* All zero is an empty buffer. */
#define BUFFER_EMPTY ((struct buffer){0})

void buffer_append(struct buffer *buffer, const void *bytes, size_t size);
void buffer_append_text(struct buffer *buffer, const char *text);
void buffer_append_number(struct buffer *buffer, size_t number);

/* Writes a JSON string, quotes included. `bytes` is UTF-8. */
void buffer_append_json_string(struct buffer *buffer, const char *bytes, size_t size);

void buffer_free(struct buffer *buffer);

#endif
