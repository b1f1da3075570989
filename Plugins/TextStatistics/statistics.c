#include "statistics.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "utf8.h"

/*
 * The words of a text are counted in a hash table with open addressing whose entries point into the text, so that
 * memory grows with the number of different words only. The hash is keyed with random bytes: otherwise a text could be
 * made whose words all fall on one place, and counting it would take quadratic time.
 */
struct entry {
  uint64_t hash;
  size_t offset;
  size_t size; /* 0 marks a free entry */
  size_t count;
};

struct table {
  struct entry *entries;
  size_t capacity; /* a power of two, or 0 */
  size_t used;
  uint64_t key;
};

static uint64_t mix(uint64_t value) {
  value = (value ^ value >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  value = (value ^ value >> 27) * UINT64_C(0x94D049BB133111EB);
  return value ^ value >> 31;
}

static uint64_t hash_word(uint64_t key, const char *word, size_t size) {
  uint64_t hash = key ^ size;
  while (size > 0) {
    uint64_t part = 0;
    size_t length = size < sizeof part ? size : sizeof part;
    memcpy(&part, word, length);
    hash = mix(hash ^ mix(part ^ key));
    word += length;
    size -= length;
  }
  return hash;
}

static bool table_init(struct table *table) {
  *table = (struct table){0};
  if (getrandom(&table->key, sizeof table->key, 0) != (ssize_t)sizeof table->key) {
    table->key = mix((uint64_t)(uintptr_t)&table);
  }
  table->capacity = 256;
  table->entries = calloc(table->capacity, sizeof *table->entries);
  return table->entries != NULL;
}

static struct entry *find_place(const struct table *table, const char *text, uint64_t hash, size_t offset,
                                size_t size) {
  size_t index = (size_t)hash & (table->capacity - 1);
  for (;;) {
    struct entry *entry = &table->entries[index];
    if (entry->size == 0) return entry;
    if (entry->hash == hash && entry->size == size && memcmp(text + entry->offset, text + offset, size) == 0) {
      return entry;
    }
    index = (index + 1) & (table->capacity - 1);
  }
}

static bool table_grow(struct table *table, const char *text) {
  struct table larger = *table;
  if (__builtin_mul_overflow(table->capacity, 2, &larger.capacity)) return false;
  larger.entries = calloc(larger.capacity, sizeof *larger.entries);
  if (larger.entries == NULL) return false;
  for (size_t i = 0; i < table->capacity; i++) {
    const struct entry *entry = &table->entries[i];
    if (entry->size > 0) *find_place(&larger, text, entry->hash, entry->offset, entry->size) = *entry;
  }
  free(table->entries);
  *table = larger;
  return true;
}

static bool table_add(struct table *table, const char *text, size_t offset, size_t size) {
  uint64_t hash = hash_word(table->key, text + offset, size);
  struct entry *entry = find_place(table, text, hash, offset, size);
  if (entry->size == 0) {
    if (table->used >= table->capacity / 4 * 3) {
      if (!table_grow(table, text)) return false;
      entry = find_place(table, text, hash, offset, size);
    }
    *entry = (struct entry){.hash = hash, .offset = offset, .size = size};
    table->used++;
  }
  entry->count++;
  return true;
}

static bool comes_before(const struct entry *a, const struct entry *b) {
  return a->count != b->count ? a->count > b->count : a->offset < b->offset;
}

/* One pass that keeps the best ten. */
static void find_most_frequent(const struct table *table, const char *text, struct statistics *statistics) {
  struct entry best[MOST_FREQUENT];
  size_t count = 0;
  for (size_t i = 0; i < table->capacity; i++) {
    const struct entry *entry = &table->entries[i];
    if (entry->size == 0) continue;
    if (count == MOST_FREQUENT && !comes_before(entry, &best[count - 1])) continue;
    size_t place = count < MOST_FREQUENT ? count++ : count - 1;
    while (place > 0 && comes_before(entry, &best[place - 1])) {
      best[place] = best[place - 1];
      place--;
    }
    best[place] = *entry;
  }
  for (size_t i = 0; i < count; i++) {
    statistics->frequent[i] =
        (struct word_count){.word = text + best[i].offset, .size = best[i].size, .count = best[i].count};
  }
  statistics->frequent_count = count;
}

static bool ends_sentence_always(uint32_t c) {
  return c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == 0xFF61 || c == 0x0964 || c == 0x061F || c == 0x06D4;
}

static bool may_end_sentence(uint32_t c) { return c == '.' || c == '!' || c == '?' || c == 0x2026; }

/* Closing quotation marks and brackets may stand between a full stop and the space after it. */
static bool is_closing(uint32_t c) {
  return c == '"' || c == '\'' || c == ')' || c == ']' || c == 0x201D || c == 0x2019 || c == 0xBB || c == 0x300D ||
         c == 0x300F || c == 0xFF09;
}

/* Apostrophes, hyphens and dots belong to a word when they stand inside it: don't, well-known, 3.14. */
static bool joins_words(uint32_t c) {
  return c == '\'' || c == 0x2019 || c == '-' || c == '.' || c == ',' || c == 0x200C || c == 0x200D;
}

struct counter {
  char *text;
  size_t size;
  struct table table;
  struct statistics *statistics;
  size_t sentence_words; /* since the last sentence ended */
  bool after_stop;       /* only closing marks since a full stop */
};

static uint32_t code_point_at(const struct counter *counter, size_t offset) {
  uint32_t c = 0;
  if (offset < counter->size) utf8_decode(counter->text + offset, counter->size - offset, &c);
  return c;
}

static void end_sentence(struct counter *counter) {
  if (counter->sentence_words > 0) counter->statistics->sentences++;
  counter->sentence_words = 0;
  counter->after_stop = false;
}

/* The end of the word that starts at `offset`; its letters become lower case. Joints between digits and letters of
 * numbers are part of it: a dot or comma only between digits. */
static size_t take_word(struct counter *counter, size_t offset) {
  bool digit_before = false;
  while (offset < counter->size) {
    uint32_t c;
    size_t length = utf8_decode(counter->text + offset, counter->size - offset, &c);
    if (length == 0) return offset + 1;
    if (is_word(c)) {
      uint32_t lower = to_lower(c);
      char encoded[4];
      if (lower != c && utf8_encode(lower, encoded) == length) memcpy(counter->text + offset, encoded, length);
      digit_before = c >= '0' && c <= '9';
    } else {
      uint32_t next = code_point_at(counter, offset + length);
      bool digit_after = next >= '0' && next <= '9';
      bool only_in_numbers = c == '.' || c == ',';
      if (!joins_words(c) || !is_word(next) || (only_in_numbers && !(digit_before && digit_after))) return offset;
      digit_before = false;
    }
    offset += length;
    counter->statistics->characters++;
  }
  return offset;
}

static bool count_word(struct counter *counter, size_t start, size_t end) {
  counter->statistics->words++;
  counter->sentence_words++;
  counter->after_stop = false;
  return table_add(&counter->table, counter->text, start, end - start);
}

static bool is_line_break(const struct counter *counter, size_t offset, uint32_t c) {
  if (c == '\r') return code_point_at(counter, offset + 1) != '\n';
  return c == '\n' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

/* Counts what starts at `*offset` and moves it behind; false when memory ran out. */
static bool count_next(struct counter *counter, size_t *offset, bool *ends_with_break) {
  uint32_t c;
  size_t start = *offset;
  size_t length = utf8_decode(counter->text + start, counter->size - start, &c);
  if (length == 0) length = 1; /* cannot happen: the JSON reader accepts UTF-8 only */
  *ends_with_break = false;
  if (length > 0 && is_word(c)) {
    if (counter->after_stop) counter->after_stop = false;
    *offset = take_word(counter, start);
    return count_word(counter, start, *offset);
  }
  *offset = start + length;
  counter->statistics->characters++;
  if (is_cjk(c)) {
    if (counter->after_stop) end_sentence(counter);
    return count_word(counter, start, *offset);
  }
  if (ends_sentence_always(c)) {
    end_sentence(counter);
  } else if (may_end_sentence(c)) {
    counter->after_stop = true;
  } else if (is_space(c)) {
    if (counter->after_stop) end_sentence(counter);
    if (is_line_break(counter, start, c)) {
      counter->statistics->lines++;
      *ends_with_break = true;
    }
  } else if (!is_closing(c)) {
    counter->after_stop = false;
  }
  return true;
}

enum count_result count_text(char *text, size_t size, bool (*stop)(const void *context), const void *context,
                             struct statistics *statistics) {
  *statistics = (struct statistics){.bytes = size};
  struct counter counter = {.text = text, .size = size, .statistics = statistics};
  if (!table_init(&counter.table)) return COUNT_NO_MEMORY;
  enum count_result result = COUNT_DONE;
  bool ends_with_break = true;
  size_t next_stop = 0;
  for (size_t offset = 0; offset < size;) {
    if (offset >= next_stop) {
      if (stop(context)) {
        result = COUNT_STOPPED;
        break;
      }
      next_stop = offset + 65536;
    }
    if (!count_next(&counter, &offset, &ends_with_break)) {
      result = COUNT_NO_MEMORY;
      break;
    }
  }
  if (result == COUNT_DONE) {
    end_sentence(&counter);
    if (!ends_with_break) statistics->lines++;
    find_most_frequent(&counter.table, text, statistics);
  }
  free(counter.table.entries);
  return result;
}
