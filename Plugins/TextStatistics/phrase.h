/* Recognising a wish to count a text: "count the words in …", "统计字数：…". */
#ifndef TEXT_STATISTICS_PHRASE_H
#define TEXT_STATISTICS_PHRASE_H

#include <stdbool.h>
#include <stddef.h>

struct phrase_match {
  const char *text; /* the text to count, in the sentence; null when the sentence does not hold it */
  size_t size;
};

/* False when the sentence (UTF-8) asks for something else. */
bool phrase_find(const char *sentence, size_t size, struct phrase_match *match);

#endif
