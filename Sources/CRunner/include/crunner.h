/* What only the runner needs from C: the one function that it puts in libc's place, and the kernel interfaces of the
 * sandbox, some of them newer than Debian 12's headers. Every function answers as the system call does. */
#ifndef CRUNNER_H
#define CRUNNER_H
#include <stdint.h>

/* Opens what `open` (below, in crunner.c) answers with later. Before any lock. */
int crunner_prepare_open(void);

/* From now on a refused allocation is told on the socket, as a frame of that kind: memory.c. */
void crunner_report_refused_memory(int socket, uint16_t frame_kind);

/* A ruleset that handles every right of the kernel's Landlock ABI. Returns its descriptor and the ABI in *abi. */
int crunner_landlock_create(int *abi);
/* Allows a path and all below it: reading, or reading and changing. */
int crunner_landlock_allow(int ruleset, int abi, const char *path, int writable);
int crunner_landlock_restrict(int ruleset);

/* Memory that was ever writable never becomes executable (Linux 6.3). */
int crunner_deny_write_execute(void);
/* Gives up every capability for good, also those that uid 0 would get back by execve. */
int crunner_drop_capabilities(void);
/* 1 when the process has any capability left. */
int crunner_has_capabilities(void);
int crunner_dead_with_parent(void);

/* One entry of the environment, or null after the last. */
const char *crunner_environment(uint64_t index);
/* The address of a signal's handler: 0 is the default, 1 is to ignore it. */
uint64_t crunner_signal_handler(int number);
/* The locale of the process; lives until it is changed. */
const char *crunner_locale(void);
#endif
