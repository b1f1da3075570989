#include "buffer.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(struct buffer *buffer, size_t more) {
  if (buffer->failed) return false;
  if (more <= buffer->capacity - buffer->size) return true;
  size_t needed;
  if (__builtin_add_overflow(buffer->size, more, &needed) || needed > SIZE_MAX / 2) {
    buffer->failed = true;
    return false;
  }
  size_t capacity = buffer->capacity < 64 ? 64 : buffer->capacity * 2;
  if (capacity < needed) capacity = needed;
  char *data = realloc(buffer->data, capacity);
  if (data == NULL) {
    buffer->failed = true;
    return false;
  }
  buffer->data = data;
  buffer->capacity = capacity;
  return true;
}

void buffer_append(struct buffer *buffer, const void *bytes, size_t size) {
  if (size == 0 || !reserve(buffer, size)) return;
  memcpy(buffer->data + buffer->size, bytes, size);
  buffer->size += size;
}

void buffer_append_text(struct buffer *buffer, const char *text) { buffer_append(buffer, text, strlen(text)); }

void buffer_append_number(struct buffer *buffer, size_t number) {
  char digits[24];
  int count = snprintf(digits, sizeof digits, "%zu", number);
  if (count > 0) buffer_append(buffer, digits, (size_t)count);
}

void buffer_append_json_string(struct buffer *buffer, const char *bytes, size_t size) {
  static const char hex[] = "0123456789abcdef";
  buffer_append_text(buffer, "\"");
  for (size_t i = 0; i < size; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    if (byte == '"' || byte == '\\') {
      char escaped[2] = {'\\', (char)byte};
      buffer_append(buffer, escaped, 2);
    } else if (byte < 0x20) {
      char escaped[6] = {'\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15]};
      buffer_append(buffer, escaped, 6);
    } else {
      buffer_append(buffer, &bytes[i], 1);
    }
  }
  buffer_append_text(buffer, "\"");
}

void buffer_free(struct buffer *buffer) {
  free(buffer->data);
  *buffer = BUFFER_EMPTY;
}
