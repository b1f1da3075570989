/* Counting what a text is made of. */
#ifndef TEXT_STATISTICS_STATISTICS_H
#define TEXT_STATISTICS_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_FREQUENT = 10 };

struct word_count {
  const char *word; /* in the text that was counted */
  size_t size;
  size_t count;
};

struct statistics {
  size_t characters; /* Unicode scalar values */
  size_t words;      /* each Chinese character or kana is one */
  size_t lines;
  size_t sentences;
  size_t bytes;
  struct word_count frequent[MOST_FREQUENT]; /* most frequent first, then in the order of appearance */
  size_t frequent_count;
};

enum count_result { COUNT_DONE, COUNT_STOPPED, COUNT_NO_MEMORY };

/* Counts a text in UTF-8. It is turned into lower case in place, as far as letters keep their length. `stop` is asked
 * every 64 KiB whether to stop. */
enum count_result count_text(char *text, size_t size, bool (*stop)(const void *context), const void *context,
                             struct statistics *statistics);

#endif
