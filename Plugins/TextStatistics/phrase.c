#include "phrase.h"

#include <string.h>

#include "utf8.h"

/* What may stand before the text, the longer of two first. English ones stand at the start of the sentence, maybe after
 * a courtesy; otherwise "tell Ann to count the words in her essay" would be counted. */
static const char *const english[] = {
    "count the words and characters in", "count the words in", "count the words of", "count words in",
    "count the characters in", "count characters in", "count the letters in", "count the sentences in",
    "count the lines in", "count the words", "how many words are there in", "how many words are in",
    "how many words does", "how many words in", "how many characters are there in", "how many characters are in",
    "how many characters in", "how many letters are in", "how many letters in", "how many sentences are in",
    "how many lines are in", "what is the word count of", "what's the word count of", "the word count of",
    "word count of", "word count for", "word count", "number of words in", "text statistics for", "text statistics of",
    "text statistics", "word frequency in", "word frequencies in",
};
static const char *const courtesies[] = {"please", "can you", "could you", "give me", "show me", "tell me", "the"};

static const char *const chinese_before[] = {
    "统计一下字数", "统计一下这段话的字数", "统计这段话的字数", "统计下面的字数", "统计字数", "統計字數", "字数统计", "字數統計", "统计词数",
    "统计单词数", "统计词频", "统计文本", "数一数字数", "数一下字数", "数字数", "算一下字数",
};
/* What may stand after the text: "“…”有多少个字". */
static const char *const chinese_after[] = {
    "一共有多少个字", "一共有多少字", "有多少个字", "有多少個字", "有多少字", "是多少字", "有几个字", "有幾個字", "多少个字", "多少字", "的字数",
    "的字數",
};

static bool equal_ignoring_case(const char *text, const char *lower, size_t size) {
  for (size_t i = 0; i < size; i++) {
    char c = text[i];
    if (c >= 'A' && c <= 'Z') c = (char)(c + 32);
    if (c != lower[i]) return false;
  }
  return true;
}

static bool starts_with(const char *text, size_t size, const char *words) {
  size_t length = strlen(words);
  if (size < length || !equal_ignoring_case(text, words, length)) return false;
  /* The last word must end here. */
  return size == length || (text[length] & 0x80) != 0 || !is_word((unsigned char)text[length]);
}

static const char *find(const char *text, size_t size, const char *words) {
  size_t length = strlen(words);
  for (size_t i = 0; i + length <= size; i++) {
    if (memcmp(text + i, words, length) == 0) return text + i;
  }
  return NULL;
}

/* The quotation mark that closes what `c` opens; 0 when it opens nothing. */
static uint32_t closing_mark(uint32_t c) {
  switch (c) {
    case '"': return '"';
    case '\'': return '\'';
    case 0x201C: return 0x201D; /* “ ” */
    case 0x2018: return 0x2019; /* ‘ ’ */
    case 0x300C: return 0x300D; /* 「 」 */
    case 0x300E: return 0x300F; /* 『 』 */
    default: return 0;
  }
}

static size_t last_character(const char *text, size_t size, uint32_t *c) {
  size_t start = size - 1;
  while (start > 0 && size - start < 4 && ((unsigned char)text[start] & 0xC0) == 0x80) start--;
  return utf8_decode(text + start, size - start, c);
}

/* White space and colons around the text, a question mark behind it, and one pair of quotation marks. */
static void trim(const char **text, size_t *size, bool is_question) {
  uint32_t c;
  size_t length;
  while (*size > 0 && (length = utf8_decode(*text, *size, &c)) > 0 &&
         (is_space(c) || c == ':' || c == 0xFF1A || c == 0xFF0C || c == ',')) {
    *text += length;
    *size -= length;
  }
  while (*size > 0 && (length = last_character(*text, *size, &c)) > 0 &&
         (is_space(c) || (is_question && (c == '?' || c == 0xFF1F)))) {
    *size -= length;
  }
  if (*size == 0) return;
  uint32_t first;
  size_t opening = utf8_decode(*text, *size, &first);
  size_t closing = last_character(*text, *size, &c);
  if (opening > 0 && closing > 0 && *size > opening + closing && closing_mark(first) == c && c != 0) {
    *text += opening;
    *size -= opening + closing;
  }
}

static bool found(struct phrase_match *match, const char *text, size_t size, bool is_question) {
  trim(&text, &size, is_question);
  match->text = size > 0 ? text : NULL;
  match->size = size;
  return true;
}

static bool find_english(const char *sentence, size_t size, struct phrase_match *match) {
  uint32_t c;
  for (size_t skipped = 0; skipped < 4; skipped++) {
    while (size > 0 && utf8_decode(sentence, size, &c) == 1 && !is_word(c)) {
      sentence++;
      size--;
    }
    size_t count = sizeof english / sizeof *english;
    for (size_t i = 0; i < count; i++) {
      if (!starts_with(sentence, size, english[i])) continue;
      size_t length = strlen(english[i]);
      return found(match, sentence + length, size - length, sentence[0] == 'h' || sentence[0] == 'H');
    }
    const char *courtesy = NULL;
    for (size_t i = 0; i < sizeof courtesies / sizeof *courtesies && courtesy == NULL; i++) {
      if (starts_with(sentence, size, courtesies[i])) courtesy = courtesies[i];
    }
    if (courtesy == NULL) return false;
    sentence += strlen(courtesy);
    size -= strlen(courtesy);
  }
  return false;
}

/* A Chinese sentence has no spaces to tell where a phrase starts, so a phrase may stand anywhere in the first part. */
static bool find_chinese(const char *sentence, size_t size, struct phrase_match *match) {
  size_t near = size < 60 ? size : 60;
  for (size_t i = 0; i < sizeof chinese_before / sizeof *chinese_before; i++) {
    const char *place = find(sentence, near, chinese_before[i]);
    if (place == NULL || find(sentence, (size_t)(place - sentence), "提醒") != NULL) continue;
    const char *rest = place + strlen(chinese_before[i]);
    return found(match, rest, size - (size_t)(rest - sentence), false);
  }
  for (size_t i = 0; i < sizeof chinese_after / sizeof *chinese_after; i++) {
    size_t length = strlen(chinese_after[i]);
    const char *text = sentence;
    size_t rest = size;
    trim(&text, &rest, true);
    if (rest < length || memcmp(text + rest - length, chinese_after[i], length) != 0) continue;
    return found(match, text, rest - length, false);
  }
  return false;
}

bool phrase_find(const char *sentence, size_t size, struct phrase_match *match) {
  return find_english(sentence, size, match) || find_chinese(sentence, size, match);
}
