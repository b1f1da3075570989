#include "utf8.h"

size_t utf8_decode(const char *bytes, size_t size, uint32_t *code_point) {
  const unsigned char *b = (const unsigned char *)bytes;
  static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
  size_t length;
  uint32_t value;
  if (b[0] < 0x80) {
    *code_point = b[0];
    return 1;
  } else if (b[0] >= 0xC2 && b[0] < 0xE0) {
    length = 2;
    value = b[0] & 0x1Fu;
  } else if (b[0] >= 0xE0 && b[0] < 0xF0) {
    length = 3;
    value = b[0] & 0x0Fu;
  } else if (b[0] >= 0xF0 && b[0] < 0xF5) {
    length = 4;
    value = b[0] & 0x07u;
  } else {
    return 0;
  }
  if (length > size) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((b[i] & 0xC0) != 0x80) return 0;
    value = value << 6 | (b[i] & 0x3Fu);
  }
  if (value < smallest[length] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return 0;
  *code_point = value;
  return length;
}

size_t utf8_encode(uint32_t code_point, char bytes[4]) {
  if (code_point < 0x80) {
    bytes[0] = (char)code_point;
    return 1;
  }
  if (code_point < 0x800) {
    bytes[0] = (char)(0xC0 | code_point >> 6);
    bytes[1] = (char)(0x80 | (code_point & 0x3F));
    return 2;
  }
  if (code_point < 0x10000) {
    bytes[0] = (char)(0xE0 | code_point >> 12);
    bytes[1] = (char)(0x80 | (code_point >> 6 & 0x3F));
    bytes[2] = (char)(0x80 | (code_point & 0x3F));
    return 3;
  }
  bytes[0] = (char)(0xF0 | code_point >> 18);
  bytes[1] = (char)(0x80 | (code_point >> 12 & 0x3F));
  bytes[2] = (char)(0x80 | (code_point >> 6 & 0x3F));
  bytes[3] = (char)(0x80 | (code_point & 0x3F));
  return 4;
}

struct range {
  uint32_t first, last;
};

/* `ranges` ascend and do not overlap. */
static bool contains(const struct range *ranges, size_t count, uint32_t code_point) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (code_point < ranges[middle].first) {
      high = middle;
    } else if (code_point > ranges[middle].last) {
      low = middle + 1;
    } else {
      return true;
    }
  }
  return false;
}

#define CONTAINS(ranges, code_point) contains(ranges, sizeof(ranges) / sizeof *(ranges), code_point)

bool is_cjk(uint32_t code_point) {
  static const struct range ranges[] = {
      {0x3005, 0x3007},   {0x3041, 0x3096},   {0x309D, 0x309F}, {0x30A1, 0x30FA},   {0x30FC, 0x30FF},
      {0x3105, 0x312F},   {0x31A0, 0x31BF},   {0x31F0, 0x31FF}, {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},
      {0xF900, 0xFAFF},   {0xFF66, 0xFF9D},   {0x1B000, 0x1B16F}, {0x20000, 0x323AF},
  };
  return code_point >= 0x3005 && CONTAINS(ranges, code_point);
}

/* Beyond ASCII most of Unicode is letters, so these are the blocks that are not: punctuation, symbols, spaces,
 * pictures, private use. */
static const struct range not_words[] = {
    {0x80, 0xA9},       {0xAB, 0xB4},       {0xB6, 0xB9},       {0xBB, 0xBF},       {0xD7, 0xD7},
    {0xF7, 0xF7},       {0x2C2, 0x2C5},     {0x2D2, 0x2DF},     {0x37E, 0x37E},     {0x387, 0x387},
    {0x55A, 0x55F},     {0x589, 0x58F},     {0x5BE, 0x5BE},     {0x5C0, 0x5C0},     {0x5C3, 0x5C3},
    {0x5F3, 0x5F4},     {0x600, 0x60F},     {0x61B, 0x61F},     {0x66A, 0x66D},     {0x6D4, 0x6D4},
    {0x6DD, 0x6DE},     {0x700, 0x70F},     {0x7F7, 0x7F9},     {0x964, 0x965},     {0x970, 0x970},
    {0xE3F, 0xE3F},     {0xE4F, 0xE4F},     {0xE5A, 0xE5B},     {0xF01, 0xF17},     {0xF3A, 0xF3D},
    {0x104A, 0x104F},   {0x10FB, 0x10FB},   {0x1360, 0x1368},   {0x1400, 0x1400},   {0x166D, 0x166E},
    {0x1680, 0x1680},   {0x169B, 0x169C},   {0x16EB, 0x16ED},   {0x17D4, 0x17DB},   {0x1800, 0x180E},
    {0x2000, 0x2070},   {0x2074, 0x207E},   {0x2080, 0x208E},   {0x20A0, 0x20CF},   {0x2100, 0x2101},
    {0x2103, 0x2106},   {0x2108, 0x2109},   {0x2114, 0x2114},   {0x2116, 0x2118},   {0x211E, 0x2123},
    {0x2190, 0x2BFF},   {0x2CF9, 0x2CFF},   {0x2E00, 0x3004},   {0x3008, 0x3020},   {0x3030, 0x3030},
    {0x3036, 0x303F},   {0x309B, 0x309C},   {0x30A0, 0x30A0},   {0x30FB, 0x30FB},   {0x3190, 0x319F},
    {0x31C0, 0x31EF},   {0x3200, 0x33FF},   {0x4DC0, 0x4DFF},   {0xA490, 0xA4CF},   {0xA4FE, 0xA4FF},
    {0xA60D, 0xA60F},   {0xD7FC, 0xF8FF},   {0xFD3E, 0xFD3F},   {0xFE00, 0xFE1F},   {0xFE30, 0xFE6F},
    {0xFEFF, 0xFEFF},   {0xFF00, 0xFF0F},   {0xFF1A, 0xFF20},   {0xFF3B, 0xFF40},   {0xFF5B, 0xFF65},
    {0xFFE0, 0xFFFF},   {0x10100, 0x10102}, {0x1D000, 0x1D3FF}, {0x1F000, 0x1FAFF}, {0xE0000, 0x10FFFF},
};

bool is_word(uint32_t code_point) {
  if (code_point < 0x80) {
    return (code_point >= '0' && code_point <= '9') || (code_point >= 'A' && code_point <= 'Z') ||
           (code_point >= 'a' && code_point <= 'z') || code_point == '_';
  }
  return !is_cjk(code_point) && !CONTAINS(not_words, code_point);
}

bool is_space(uint32_t code_point) {
  return code_point == ' ' || (code_point >= 9 && code_point <= 13) || code_point == 0x85 || code_point == 0xA0 ||
         code_point == 0x1680 || (code_point >= 0x2000 && code_point <= 0x200A) || code_point == 0x2028 ||
         code_point == 0x2029 || code_point == 0x202F || code_point == 0x205F || code_point == 0x3000;
}

uint32_t to_lower(uint32_t code_point) {
  if (code_point < 0x80) return code_point >= 'A' && code_point <= 'Z' ? code_point + 32 : code_point;
  /* Latin-1, Greek, Cyrillic: the lower half follows the upper. */
  if (code_point >= 0xC0 && code_point <= 0xDE && code_point != 0xD7) return code_point + 32;
  if (code_point >= 0x391 && code_point <= 0x3A9 && code_point != 0x3A2) return code_point + 32;
  if (code_point >= 0x410 && code_point <= 0x42F) return code_point + 32;
  if (code_point >= 0x400 && code_point <= 0x40F) return code_point + 80;
  /* Latin Extended-A and further Cyrillic: pairs, the upper case first. */
  if ((code_point >= 0x100 && code_point <= 0x12F) || (code_point >= 0x132 && code_point <= 0x137) ||
      (code_point >= 0x14A && code_point <= 0x177) || (code_point >= 0x460 && code_point <= 0x481) ||
      (code_point >= 0x48A && code_point <= 0x4BF) || (code_point >= 0x4D0 && code_point <= 0x52F)) {
    return code_point | 1;
  }
  if ((code_point >= 0x139 && code_point <= 0x148) || (code_point >= 0x179 && code_point <= 0x17E)) {
    return code_point % 2 == 1 ? code_point + 1 : code_point;
  }
  return code_point;
}
