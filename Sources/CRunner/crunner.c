#define _GNU_SOURCE
#include "crunner.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <linux/securebits.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- open -----------------------------------------------------------------------------------------------------------
 * The problem: two files that the Swift runtime opens again and again cannot be granted. libdispatch reads
 * /proc/<tid>/stat of every worker, at once and then each second, and dies of SIGILL when it cannot; thread ids are not
 * known beforehand, and a rule for all of /proc would show other processes' command lines. And without /dev/urandom,
 * Foundation's UUID() is the same constant for ever, without an error.
 * The choice: this program has an `open` of its own, exported so that it stands before libc's, which answers those names
 * with duplicates of descriptors opened before the lock: /dev/null and /dev/urandom. Everything else goes to the kernel.
 * It opens no door: the skill could make these duplicates itself.
 * Rejected: a rule for /proc/self/task (the path is /proc/<tid>), preloading a library (another file to verify).
 */
static int null_file = -1, random_file = -1;

int crunner_prepare_open(void) {
  null_file = (int)syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC, 0);
  random_file = (int)syscall(SYS_openat, AT_FDCWD, "/dev/urandom", O_RDONLY | O_CLOEXEC, 0);
  return null_file < 0 || random_file < 0 ? -1 : 0;
}

static int is_thread_stat(const char *path) {
  if (strncmp(path, "/proc/", 6) != 0) return 0;
  path += 6;
  if (*path < '1' || *path > '9') return 0;
  while (*path >= '0' && *path <= '9') path++;
  return strcmp(path, "/stat") == 0;
}

__attribute__((visibility("default"))) int open(const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & (O_CREAT | O_TMPFILE)) {
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
  }
  int stand_in = -1;
  if (null_file >= 0) { /* prepared; before that the runtime opens its files itself */
    if (is_thread_stat(path)) stand_in = null_file;
    else if (strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0) stand_in = random_file;
    else if (strcmp(path, "/dev/null") == 0) stand_in = null_file;
  }
  if (stand_in >= 0) return fcntl(stand_in, flags & O_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, 0);
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

/* ---- Landlock -------------------------------------------------------------------------------------------------------
 * Rights by ABI: 1 files (Linux 5.13), 2 refer (5.19), 3 truncate (6.2), 4 TCP (6.7), 5 ioctl (6.10), 6 scopes (6.12).
 */
#define RIGHT_REFER (1ULL << 13)
#define RIGHT_TRUNCATE (1ULL << 14)
#define RIGHT_IOCTL_DEV (1ULL << 15)
#define NET_BIND_AND_CONNECT 3ULL
#define SCOPE_ABSTRACT_AND_SIGNAL 3ULL

struct ruleset_attributes {
  uint64_t files, network, scoped;
};

static uint64_t handled_rights(int abi) {
  uint64_t rights = (1ULL << 13) - 1; /* EXECUTE … MAKE_SYM */
  if (abi >= 2) rights |= RIGHT_REFER;
  if (abi >= 3) rights |= RIGHT_TRUNCATE;
  if (abi >= 5) rights |= RIGHT_IOCTL_DEV;
  return rights;
}

int crunner_landlock_create(int *abi) {
  *abi = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (*abi < 1) return -1;
  struct ruleset_attributes attributes = {handled_rights(*abi), *abi >= 4 ? NET_BIND_AND_CONNECT : 0,
                                          *abi >= 6 ? SCOPE_ABSTRACT_AND_SIGNAL : 0};
  uint64_t size = *abi >= 6 ? 24 : *abi >= 4 ? 16 : 8;
  return (int)syscall(SYS_landlock_create_ruleset, &attributes, size, 0);
}

int crunner_landlock_allow(int ruleset, int abi, const char *path, int writable) {
  struct landlock_path_beneath_attr rule;
  struct stat status;
  memset(&rule, 0, sizeof rule);
  rule.parent_fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_PATH | O_CLOEXEC, 0);
  if (rule.parent_fd < 0) return -1;
  if (fstat(rule.parent_fd, &status) < 0) {
    close(rule.parent_fd);
    return -1;
  }
  uint64_t file = LANDLOCK_ACCESS_FS_READ_FILE, folder = LANDLOCK_ACCESS_FS_READ_DIR;
  if (writable) {
    file |= LANDLOCK_ACCESS_FS_WRITE_FILE | (abi >= 3 ? RIGHT_TRUNCATE : 0);
    folder |= LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
              LANDLOCK_ACCESS_FS_MAKE_REG | (abi >= 2 ? RIGHT_REFER : 0);
  }
  rule.allowed_access = S_ISDIR(status.st_mode) ? file | folder : file;
  int result = (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  int error = errno;
  close(rule.parent_fd);
  errno = error;
  return result;
}

int crunner_landlock_restrict(int ruleset) { return (int)syscall(SYS_landlock_restrict_self, ruleset, 0); }

/* ---- Privileges ------------------------------------------------------------------------------------------------- */
#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#define PR_MDWE_REFUSE_EXEC_GAIN 1UL
#endif

int crunner_deny_write_execute(void) { return prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0L, 0L, 0L); }

int crunner_dead_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }

int crunner_has_capabilities(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2];
  memset(data, 0, sizeof data);
  if (syscall(SYS_capget, &header, data) < 0) return 1;
  return (data[0].effective | data[0].permitted | data[0].inheritable | data[1].effective | data[1].permitted |
          data[1].inheritable) != 0;
}

int crunner_drop_capabilities(void) {
  if (!crunner_has_capabilities()) return 0;
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2];
  memset(data, 0, sizeof data);
  /* uid 0 must not get them back by itself; EPERM when the process never had CAP_SETPCAP. */
  (void)prctl(PR_SET_SECUREBITS,
              SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP | SECBIT_NO_SETUID_FIXUP_LOCKED |
                  SECBIT_KEEP_CAPS_LOCKED,
              0L, 0L, 0L);
  /* Until the first that this kernel does not know. */
  for (int capability = 0; capability < 64; capability++)
    if (prctl(PR_CAPBSET_DROP, capability, 0L, 0L, 0L) < 0 && errno == EINVAL) break;
  (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0L, 0L, 0L);
  return (int)syscall(SYS_capset, &header, data);
}
