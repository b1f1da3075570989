#include "json.h"

#include <stdint.h>
#include <string.h>

#include "utf8.h"

enum { DEEPEST = 64 };

struct reader {
  const char *bytes;
  size_t size;
  size_t offset;
};

static int peek(const struct reader *reader) {
  return reader->offset < reader->size ? (unsigned char)reader->bytes[reader->offset] : -1;
}

static void skip_space(struct reader *reader) {
  for (int c = peek(reader); c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = peek(reader)) reader->offset++;
}

static bool take(struct reader *reader, char expected) {
  if (peek(reader) != expected) return false;
  reader->offset++;
  return true;
}

static bool take_word(struct reader *reader, const char *word) {
  size_t length = strlen(word);
  if (reader->size - reader->offset < length || memcmp(reader->bytes + reader->offset, word, length) != 0) return false;
  reader->offset += length;
  return true;
}

static bool take_hex(struct reader *reader, uint32_t *value) {
  *value = 0;
  for (int i = 0; i < 4; i++) {
    int c = peek(reader);
    if (c >= '0' && c <= '9') {
      *value = *value << 4 | (uint32_t)(c - '0');
    } else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) {
      *value = *value << 4 | (uint32_t)((c | 0x20) - 'a' + 10);
    } else {
      return false;
    }
    reader->offset++;
  }
  return true;
}

/* What follows a backslash. Two escapes make one character beyond U+FFFF; half of such a pair is an error. */
static bool take_escape(struct reader *reader, struct buffer *value) {
  static const char names[] = "\"\\/bfnrt";
  static const char meanings[] = "\"\\/\b\f\n\r\t";
  int c = peek(reader);
  if (c < 0) return false;
  if (c != 'u') {
    const char *name = c == 0 ? NULL : strchr(names, c);
    if (name == NULL) return false;
    reader->offset++;
    buffer_append(value, &meanings[name - names], 1);
    return true;
  }
  reader->offset++;
  uint32_t unit;
  if (!take_hex(reader, &unit)) return false;
  if (unit >= 0xD800 && unit < 0xDC00) {
    uint32_t low;
    if (!take(reader, '\\') || !take(reader, 'u') || !take_hex(reader, &low)) return false;
    if (low < 0xDC00 || low >= 0xE000) return false;
    unit = 0x10000 + ((unit - 0xD800) << 10 | (low - 0xDC00));
  } else if (unit >= 0xDC00 && unit < 0xE000) {
    return false;
  }
  char encoded[4];
  buffer_append(value, encoded, utf8_encode(unit, encoded));
  return true;
}

static bool take_string(struct reader *reader, struct buffer *value) {
  if (!take(reader, '"')) return false;
  for (;;) {
    size_t start = reader->offset;
    int c = peek(reader);
    while (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
      reader->offset++;
      c = peek(reader);
    }
    buffer_append(value, reader->bytes + start, reader->offset - start);
    if (take(reader, '"')) return true;
    if (take(reader, '\\')) {
      if (!take_escape(reader, value)) return false;
    } else if (c >= 0x80) {
      uint32_t code_point;
      size_t length = utf8_decode(reader->bytes + reader->offset, reader->size - reader->offset, &code_point);
      if (length == 0) return false;
      buffer_append(value, reader->bytes + reader->offset, length);
      reader->offset += length;
    } else {
      return false; /* the end, or a control character */
    }
  }
}

static size_t take_digits(struct reader *reader) {
  size_t start = reader->offset;
  for (int c = peek(reader); c >= '0' && c <= '9'; c = peek(reader)) reader->offset++;
  return reader->offset - start;
}

static bool take_number(struct reader *reader) {
  take(reader, '-');
  if (!take(reader, '0') && take_digits(reader) == 0) return false;
  if (take(reader, '.') && take_digits(reader) == 0) return false;
  if (take(reader, 'e') || take(reader, 'E')) {
    if (!take(reader, '+')) take(reader, '-');
    if (take_digits(reader) == 0) return false;
  }
  return true;
}

static bool skip_value(struct reader *reader, int depth);

static bool skip_string(struct reader *reader) {
  struct buffer ignored = BUFFER_EMPTY;
  bool good = take_string(reader, &ignored);
  buffer_free(&ignored);
  return good;
}

static bool skip_array(struct reader *reader, int depth) {
  reader->offset++;
  skip_space(reader);
  if (take(reader, ']')) return true;
  do {
    if (!skip_value(reader, depth + 1)) return false;
    skip_space(reader);
  } while (take(reader, ','));
  return take(reader, ']');
}

static bool skip_object(struct reader *reader, int depth) {
  reader->offset++;
  skip_space(reader);
  if (take(reader, '}')) return true;
  do {
    skip_space(reader);
    if (!skip_string(reader)) return false;
    skip_space(reader);
    if (!take(reader, ':') || !skip_value(reader, depth + 1)) return false;
    skip_space(reader);
  } while (take(reader, ','));
  return take(reader, '}');
}

static bool skip_value(struct reader *reader, int depth) {
  if (depth > DEEPEST) return false;
  skip_space(reader);
  switch (peek(reader)) {
    case '{': return skip_object(reader, depth);
    case '[': return skip_array(reader, depth);
    case '"': return skip_string(reader);
    case 't': return take_word(reader, "true");
    case 'f': return take_word(reader, "false");
    case 'n': return take_word(reader, "null");
    default: return take_number(reader);
  }
}

static enum json_result find(struct reader *reader, const char *name, struct buffer *value) {
  enum json_result result = JSON_MISSING;
  size_t length = strlen(name);
  skip_space(reader);
  if (!take(reader, '{')) return JSON_MALFORMED;
  skip_space(reader);
  if (!take(reader, '}')) {
    do {
      skip_space(reader);
      struct buffer key = BUFFER_EMPTY;
      bool good = take_string(reader, &key);
      bool is_wanted = good && key.size == length && memcmp(key.data, name, length) == 0;
      bool failed = key.failed;
      buffer_free(&key);
      if (failed) return JSON_NO_MEMORY;
      skip_space(reader);
      if (!good || !take(reader, ':')) return JSON_MALFORMED;
      skip_space(reader);
      if (!is_wanted) {
        if (!skip_value(reader, 2)) return JSON_MALFORMED;
      } else if (peek(reader) != '"') {
        if (!skip_value(reader, 2)) return JSON_MALFORMED;
        result = JSON_NOT_STRING;
      } else {
        value->size = 0;
        if (!take_string(reader, value)) return JSON_MALFORMED;
        result = JSON_FOUND;
      }
      skip_space(reader);
    } while (take(reader, ','));
    if (!take(reader, '}')) return JSON_MALFORMED;
  }
  skip_space(reader);
  if (reader->offset != reader->size) return JSON_MALFORMED;
  return value->failed ? JSON_NO_MEMORY : result;
}

enum json_result json_find_string(const char *json, size_t size, const char *name, struct buffer *value,
                                  size_t *offset) {
  struct reader reader = {.bytes = json, .size = size, .offset = 0};
  enum json_result result = find(&reader, name, value);
  *offset = reader.offset;
  return result;
}
