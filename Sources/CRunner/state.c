/* What a process can only see of itself, for the examination of skills. */
#define _GNU_SOURCE
#include "crunner.h"

#include <locale.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

const char *crunner_environment(uint64_t index) {
  for (uint64_t i = 0; environ && environ[i]; i++)
    if (i == index) return environ[i];
  return NULL;
}

uint64_t crunner_signal_handler(int number) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  if (sigaction(number, NULL, &action) < 0) return 0;
  return (uint64_t)(uintptr_t)action.sa_handler;
}

const char *crunner_locale(void) { return setlocale(LC_ALL, NULL); }
