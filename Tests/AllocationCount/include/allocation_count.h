/* Counts what the calling thread asks the allocator for, in programs that this is linked into. */
#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdint.h>

/* 0 where it cannot be counted: a sanitizer has an allocator of its own. */
int allocation_count_works(void);

/* Calls of malloc, calloc, realloc, memalign and their like by this thread since it started. */
uint64_t allocation_count(void);

#endif
