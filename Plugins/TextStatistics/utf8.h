/* UTF-8, and what kind of character a code point is. */
#ifndef TEXT_STATISTICS_UTF8_H
#define TEXT_STATISTICS_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes the character at `bytes`, of which `size` > 0 bytes may be read. Returns its length, 1 to 4, or 0 when it is
 * not well-formed (overlong, a surrogate, above U+10FFFF, cut off). */
size_t utf8_decode(const char *bytes, size_t size, uint32_t *code_point);

/* Writes a code point that is not a surrogate; returns the length, 1 to 4. */
size_t utf8_encode(uint32_t code_point, char bytes[4]);

/* A Chinese character or Japanese kana: a word by itself. */
bool is_cjk(uint32_t code_point);

/* A letter, digit or mark of any other script: part of a word. */
bool is_word(uint32_t code_point);

bool is_space(uint32_t code_point);

/* The lower-case letter, for letters of the Latin, Greek and Cyrillic alphabets whose two cases take the same number of
 * bytes; any other code point unchanged. */
uint32_t to_lower(uint32_t code_point);

#endif
