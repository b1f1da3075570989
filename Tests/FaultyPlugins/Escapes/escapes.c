/* A skill that tries to get out, by every way we know, and tells how each attempt ended: "ok" or the name of errno.
 *
 * {"do": "constructor"}  the attempts made while the library was loaded (only what needs no argument)
 * {"do": "now", …}       the attempts made by the call. Further members: "home" and "other" (a process id)
 * {"do": "int80"}, {"do": "x32"}  two attempts that must end the process
 *
 * The test holds the whole table; nothing here knows what is right. Raw system calls, so that libc refuses nothing
 * itself. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "skill.h"

static char table[32768], constructor_table[32768];
static char notes[512], drafts[512], secrets[512], at_create[8192];
static int host, other;
static char home[512];

static void add(const char *name, const char *result) {
  size_t used = strlen(table);
  snprintf(table + used, sizeof table - used, "%s\"%s\":\"%s\"", used ? "," : "", name, result);
}

static const char *word(long result) {
  if (result >= 0) return "ok";
  const char *name = strerrorname_np(errno);
  return name ? name : "?";
}

#define TRY(name, attempt) \
  do { \
    errno = 0; \
    add(name, word((long)(attempt))); \
  } while (0)

/* Opens and closes again; a descriptor that was got must really give bytes, or it is only a path. */
static long reading(const char *path) {
  long fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0) return -1;
  char byte;
  long got = syscall(SYS_read, fd, &byte, 1);
  int error = errno;
  syscall(SYS_close, fd);
  errno = error;
  return got;
}

static long opening(const char *path, int flags, int mode) {
  long fd = syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  if (fd < 0) return -1;
  syscall(SYS_close, fd);
  return 0;
}

static const char *in(const char *folder, const char *name) {
  static char paths[4][1024];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, 1024, "%s/%s", folder, name);
  return path;
}

static const char *of_host(const char *file) {
  char folder[64];
  snprintf(folder, sizeof folder, "/proc/%d", host);
  return in(folder, file);
}

static void files(void) {
  TRY("read /etc/passwd", reading("/etc/passwd"));
  TRY("read /etc/hostname", reading("/etc/hostname"));
  TRY("read /proc/self/root/etc/passwd", reading("/proc/self/root/etc/passwd"));
  TRY("read /proc/self/mem", opening("/proc/self/mem", O_RDWR, 0));
  TRY("read /proc/self/maps", reading("/proc/self/maps"));
  TRY("read the host's environ", reading(of_host("environ")));
  TRY("read the host's cmdline", reading(of_host("cmdline")));
  TRY("read the host's memory", opening(of_host("mem"), O_RDWR, 0));
  TRY("read the host's root", reading(of_host("root/etc/passwd")));
  TRY("read the host's descriptors", opening(of_host("fd"), O_RDONLY | O_DIRECTORY, 0));
  char link[256];
  TRY("readlink the host's exe", syscall(SYS_readlink, of_host("exe"), link, sizeof link));
  TRY("list /", opening("/", O_RDONLY | O_DIRECTORY, 0));
  TRY("list /proc", opening("/proc", O_RDONLY | O_DIRECTORY, 0));
  TRY("write /tmp", opening("/tmp/escaped", O_WRONLY | O_CREAT, 0600));
  TRY("O_TMPFILE", opening("/tmp", O_RDWR | O_TMPFILE, 0600));
  TRY("write /dev/shm", opening("/dev/shm/escaped", O_RDWR | O_CREAT, 0600));
  struct {
    uint64_t flags, mode, resolve;
  } how = {O_RDONLY, 0, 0};
  TRY("openat2", syscall(SYS_openat2, AT_FDCWD, "/etc/passwd", &how, sizeof how));
  struct stat status;
  TRY("stat /etc/passwd", syscall(SYS_newfstatat, AT_FDCWD, "/etc/passwd", &status, 0));
  TRY("readlink /proc/self/exe", syscall(SYS_readlink, "/proc/self/exe", link, sizeof link));
  long path = syscall(SYS_openat, AT_FDCWD, "/etc", O_PATH | O_CLOEXEC, 0);
  add("O_PATH /etc", word(path));
  TRY("read through O_PATH", syscall(SYS_openat, path, "passwd", O_RDONLY, 0));
  char again[64];
  snprintf(again, sizeof again, "/proc/self/fd/%ld", path);
  TRY("reopen O_PATH", opening(again, O_RDONLY | O_DIRECTORY, 0));
  TRY("fchdir", syscall(SYS_fchdir, path));
  syscall(SYS_close, path);
  TRY("chdir", syscall(SYS_chdir, "/"));
  TRY("chroot", syscall(SYS_chroot, "/tmp"));
  TRY("truncate", syscall(SYS_truncate, "/tmp/victim", 0));
  TRY("symlink", syscall(SYS_symlink, "/etc/passwd", "/tmp/escaped"));
  TRY("link", syscall(SYS_link, "/etc/hostname", "/tmp/escaped"));
  TRY("mknod", syscall(SYS_mknod, "/tmp/escaped", S_IFIFO | 0600, 0));
  TRY("chmod", syscall(SYS_chmod, "/tmp/victim", 0777));
  TRY("fchmodat", syscall(SYS_fchmodat, AT_FDCWD, "/tmp/victim", 0777));
  TRY("chown", syscall(SYS_chown, "/tmp/victim", 1, 1));
  TRY("utimensat", syscall(SYS_utimensat, AT_FDCWD, "/tmp/victim", NULL, 0));
  TRY("setxattr", syscall(SYS_setxattr, "/tmp/victim", "user.x", "x", 1, 0));
  TRY("getxattr", syscall(SYS_getxattr, "/tmp/victim", "user.x", link, 1));
  TRY("inotify", syscall(SYS_inotify_init1, 0));
  TRY("fanotify", syscall(SYS_fanotify_init, 0, 0));
  char handle[256] = {0};
  int mount;
  *(unsigned *)handle = 128;
  TRY("name_to_handle_at", syscall(SYS_name_to_handle_at, AT_FDCWD, "/etc/passwd", handle, &mount, 0));
  TRY("umask", syscall(SYS_umask, 077));
  long zone = syscall(SYS_openat, AT_FDCWD, "/usr/share/zoneinfo/Europe/Berlin", O_RDONLY, 0);
  if (zone >= 0) {
    struct stat before, after;
    syscall(SYS_fstat, zone, &before);
    syscall(SYS_fchmod, zone, (before.st_mode & 07777) ^ 01000);
    syscall(SYS_fstat, zone, &after);
    add("fchmod of a time zone", before.st_mode == after.st_mode ? "without effect" : "took effect");
    syscall(SYS_fchmod, zone, before.st_mode & 07777);
    TRY("fchown", syscall(SYS_fchown, zone, 1, 1));
    TRY("fsetxattr", syscall(SYS_fsetxattr, zone, "user.x", "x", 1, 0));
    syscall(SYS_close, zone);
  }
  if (!home[0]) return;
  TRY("read ~/.ssh/id", reading(in(home, ".ssh/id")));
  TRY("stat ~/.ssh/id", syscall(SYS_newfstatat, AT_FDCWD, in(home, ".ssh/id"), &status, 0));
  TRY("list ~/.ssh", opening(in(home, ".ssh"), O_RDONLY | O_DIRECTORY, 0));
  TRY("list the trusted keys", opening(in(home, "home/trust"), O_RDONLY | O_DIRECTORY, 0));
  TRY("read the state", reading(in(home, "home/state/skillhost.db")));
  TRY("write the state", opening(in(home, "home/state/skillhost.db"), O_RDWR, 0));
  TRY("write into trust", opening(in(home, "home/trust/x.json"), O_WRONLY | O_CREAT, 0600));
}

static void granted(void) {
  if (!notes[0]) return;
  struct stat status, after;
  TRY("notes: read", reading(in(notes, "note")));
  TRY("notes: list", opening(notes, O_RDONLY | O_DIRECTORY, 0));
  TRY("notes: read ../secrets", reading(in(notes, "../secrets/secret")));
  TRY("notes: read a symlink out", reading(in(notes, "symlink")));
  TRY("notes: read a symlinked folder out", reading(in(notes, "folderlink/secret")));
  TRY("notes: read a hard link made before", reading(in(notes, "hardlink")));
  TRY("notes: write", opening(in(notes, "note"), O_WRONLY, 0));
  TRY("notes: append", opening(in(notes, "note"), O_WRONLY | O_APPEND, 0));
  TRY("notes: truncate on open", opening(in(notes, "note"), O_RDONLY | O_TRUNC, 0));
  TRY("notes: create", opening(in(notes, "new"), O_WRONLY | O_CREAT, 0600));
  TRY("notes: remove", syscall(SYS_unlink, in(notes, "note")));
  TRY("notes: make a folder", syscall(SYS_mkdir, in(notes, "new"), 0700));
  TRY("notes: rename inside", syscall(SYS_rename, in(notes, "note"), in(notes, "renamed")));
  TRY("notes: rename into drafts", syscall(SYS_rename, in(notes, "note"), in(drafts, "renamed")));
  long note = syscall(SYS_openat, AT_FDCWD, in(notes, "note"), O_RDONLY, 0);
  syscall(SYS_fstat, note, &status);
  TRY("notes: fchmod", syscall(SYS_fchmod, note, 0777));
  syscall(SYS_fstat, note, &after);
  add("notes: fchmod took effect", status.st_mode == after.st_mode ? "no" : "yes");
  TRY("notes: ftruncate", syscall(SYS_ftruncate, note, 0));
  syscall(SYS_close, note);
  TRY("drafts: create", opening(in(drafts, "new"), O_RDWR | O_CREAT, 0600));
  TRY("drafts: create set-user-id", opening(in(drafts, "setuid"), O_RDWR | O_CREAT, 04755));
  TRY("drafts: open set-user-id", syscall(SYS_open, in(drafts, "setuid2"), O_RDWR | O_CREAT, 06755));
  TRY("drafts: creat set-user-id", syscall(SYS_creat, in(drafts, "setuid3"), 04755));
  long made = syscall(SYS_openat, AT_FDCWD, in(drafts, "shared"), O_RDWR | O_CREAT, 0666);
  syscall(SYS_fstat, made, &status);
  snprintf(table + strlen(table), 64, ",\"drafts: mode of a new file\":\"%o\"", status.st_mode & 07777);
  syscall(SYS_fchmod, made, 04755);
  syscall(SYS_fstat, made, &after);
  add("drafts: fchmod took effect", status.st_mode == after.st_mode ? "no" : "yes");
  TRY("drafts: executable mapping", syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, made, 0));
  syscall(SYS_close, made);
  TRY("drafts: rename inside", syscall(SYS_rename, in(drafts, "new"), in(drafts, "renamed")));
  TRY("drafts: link a secret", syscall(SYS_link, in(secrets, "secret"), in(drafts, "linked")));
  TRY("drafts: linkat a secret", syscall(SYS_linkat, AT_FDCWD, in(secrets, "secret"), AT_FDCWD, in(drafts, "l"), 0));
  TRY("drafts: symlink", syscall(SYS_symlink, in(secrets, "secret"), in(drafts, "symlinked")));
  TRY("drafts: move a secret in", syscall(SYS_rename, in(secrets, "secret"), in(drafts, "moved")));
  TRY("drafts: move out", syscall(SYS_rename, in(drafts, "renamed"), in(secrets, "moved")));
  TRY("drafts: exchange", syscall(SYS_renameat2, AT_FDCWD, in(drafts, "renamed"), AT_FDCWD, in(secrets, "secret"), 2));
  TRY("drafts: fifo", syscall(SYS_mknod, in(drafts, "fifo"), S_IFIFO | 0600, 0));
  TRY("drafts: device", syscall(SYS_mknod, in(drafts, "device"), S_IFCHR | 0600, 0x0103));
  TRY("drafts: chmod", syscall(SYS_chmod, in(drafts, "renamed"), 0777));
  TRY("drafts: execute", syscall(SYS_execve, in(drafts, "renamed"), NULL, NULL));
  TRY("drafts: lock", ({
        long fd = syscall(SYS_openat, AT_FDCWD, in(drafts, "renamed"), O_RDWR, 0);
        long result = syscall(SYS_flock, fd, 2 | 4);
        syscall(SYS_close, fd);
        result;
      }));
}

static void network(void) {
  static const struct {
    const char *name;
    int family, type;
  } kinds[] = {
      {"socket tcp", AF_INET, SOCK_STREAM},      {"socket tcp6", AF_INET6, SOCK_STREAM},
      {"socket udp", AF_INET, SOCK_DGRAM},       {"socket udp6", AF_INET6, SOCK_DGRAM},
      {"socket raw", AF_INET, SOCK_RAW},         {"socket unix", AF_UNIX, SOCK_STREAM},
      {"socket unix dgram", AF_UNIX, SOCK_DGRAM}, {"socket netlink", AF_NETLINK, SOCK_RAW},
      {"socket packet", AF_PACKET, SOCK_RAW},    {"socket vsock", AF_VSOCK, SOCK_STREAM},
      {"socket alg", AF_ALG, SOCK_SEQPACKET},    {"socket can", AF_CAN, SOCK_RAW},
      {"socket bluetooth", AF_BLUETOOTH, SOCK_RAW},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    TRY(kinds[i].name, syscall(SYS_socket, kinds[i].family, kinds[i].type, 0));
  int pair[2];
  TRY("socketpair", syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, pair));
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/run/x"};
  TRY("connect", syscall(SYS_connect, 3, &address, sizeof address));
  TRY("bind", syscall(SYS_bind, 3, &address, sizeof address));
  TRY("listen", syscall(SYS_listen, 3, 1));
  TRY("accept", syscall(SYS_accept4, 3, NULL, NULL, 0));
  TRY("sendto", syscall(SYS_sendto, 3, "", 0, MSG_DONTWAIT, &address, sizeof address));
  TRY("sendmmsg", syscall(SYS_sendmmsg, 3, NULL, 0, 0));
  TRY("setsockopt", syscall(SYS_setsockopt, 3, SOL_SOCKET, SO_KEEPALIVE, &pair, 4));
  TRY("io_uring", syscall(SYS_io_uring_setup, 1, table));
}

static int nothing(void *unused) {
  (void)unused;
  syscall(SYS_exit, 0);
  return 0;
}

/* A process that came to be ends at once, and the table says so. */
#define NEW_PROCESS(name, attempt) \
  do { \
    errno = 0; \
    long child = (attempt); \
    if (child == 0) syscall(SYS_exit_group, 0); \
    add(name, word(child)); \
  } while (0)

static void processes(void) {
  static char stack[65536];
  NEW_PROCESS("fork", syscall(SYS_fork));
  errno = 0;
  NEW_PROCESS("vfork", syscall(SYS_vfork));
  NEW_PROCESS("clone", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  NEW_PROCESS("clone with memory", syscall(SYS_clone, CLONE_VM | SIGCHLD, stack + 32768, 0, 0, 0));
  TRY("clone of libc", clone(nothing, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, NULL));
  struct clone_args arguments = {.exit_signal = SIGCHLD};
  NEW_PROCESS("clone3", syscall(SYS_clone3, &arguments, sizeof arguments));
  pid_t pid;
  char *argv[] = {"true", NULL};
  int error = posix_spawn(&pid, "/bin/true", NULL, NULL, argv, argv + 1);
  errno = error;
  add("posix_spawn", word(error ? -1 : 0));
  TRY("execve", syscall(SYS_execve, "/bin/true", argv, argv + 1));
  TRY("execveat", syscall(SYS_execveat, AT_FDCWD, "/bin/true", argv, argv + 1, 0));
  long memory = syscall(SYS_memfd_create, "x", 0);
  add("memfd_create", word(memory));
  TRY("execveat of a memfd", syscall(SYS_execveat, memory, "", argv, argv + 1, AT_EMPTY_PATH));
  if (memory >= 0) syscall(SYS_close, memory);
  TRY("unshare user", syscall(SYS_unshare, CLONE_NEWUSER));
  TRY("unshare mount", syscall(SYS_unshare, CLONE_NEWNS));
  TRY("setns", syscall(SYS_setns, 0, 0));
  TRY("clone thread with a namespace",
      syscall(SYS_clone, CLONE_THREAD | CLONE_SIGHAND | CLONE_VM | CLONE_NEWNET, 0, 0, 0, 0));
  TRY("ptrace the host", syscall(SYS_ptrace, 16, host, 0, 0));
  TRY("ptrace traceme", syscall(SYS_ptrace, 0, 0, 0, 0));
  char byte;
  struct iovec local = {&byte, 1}, remote = {table, 1};
  TRY("read the host's memory directly", syscall(SYS_process_vm_readv, host, &local, 1, &remote, 1, 0));
  TRY("write the host's memory directly", syscall(SYS_process_vm_writev, host, &local, 1, &remote, 1, 0));
  TRY("kill the host", syscall(SYS_kill, host, 0));
  TRY("kill everything", syscall(SYS_kill, -1, 0));
  TRY("kill the own group", syscall(SYS_kill, 0, 0));
  TRY("tgkill the host", syscall(SYS_tgkill, host, host, 0));
  TRY("tkill the host", syscall(SYS_tkill, host, 0));
  char info[128] = {0};
  TRY("queue a signal to the host", syscall(SYS_rt_sigqueueinfo, host, SIGUSR1, info));
  TRY("queue a signal to a thread of the host", syscall(SYS_rt_tgsigqueueinfo, host, host, SIGUSR1, info));
  TRY("pidfd_open the host", syscall(SYS_pidfd_open, host, 0));
  TRY("pidfd_send_signal", syscall(SYS_pidfd_send_signal, 0, 0, NULL, 0));
  TRY("pidfd_getfd", syscall(SYS_pidfd_getfd, 0, 0, 0));
  struct rlimit limit;
  TRY("prlimit of the host", syscall(SYS_prlimit64, host, RLIMIT_NOFILE, NULL, &limit));
  TRY("setrlimit", syscall(SYS_setrlimit, RLIMIT_AS, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY}));
  TRY("setpriority of the host", syscall(SYS_setpriority, PRIO_PROCESS, host, 19));
  TRY("sched_setaffinity of the host", syscall(SYS_sched_setaffinity, host, 8, &(long){1}));
  TRY("sched_setscheduler", syscall(SYS_sched_setscheduler, host, 0, &(int){0}));
  TRY("ioprio_set", syscall(SYS_ioprio_set, 1, host, 0));
  TRY("setpgid", syscall(SYS_setpgid, 0, 0));
  TRY("setsid", syscall(SYS_setsid));
  if (!other) return;
  TRY("kill another runner", syscall(SYS_kill, other, 0));
  TRY("tgkill another runner", syscall(SYS_tgkill, other, other, 0));
  TRY("pidfd_open another runner", syscall(SYS_pidfd_open, other, 0));
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", other);
  TRY("open another runner's memory", opening(path, O_RDWR, 0));
  snprintf(path, sizeof path, "/proc/%d/fd/3", other);
  TRY("open another runner's socket", opening(path, O_RDWR, 0));
}

static void kernel(void) {
  TRY("mount", syscall(SYS_mount, "none", "/tmp", "tmpfs", 0, NULL));
  TRY("umount", syscall(SYS_umount2, "/tmp", 0));
  TRY("open_tree", syscall(SYS_open_tree, AT_FDCWD, "/", 1));
  TRY("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
  TRY("pivot_root", syscall(SYS_pivot_root, "/", "/"));
  TRY("bpf", syscall(SYS_bpf, 0, table, 8));
  TRY("perf", syscall(SYS_perf_event_open, table, 0, -1, -1, 0));
  TRY("userfaultfd", syscall(SYS_userfaultfd, 0));
  TRY("keyctl", syscall(SYS_keyctl, 0, -3, 0));
  TRY("add_key", syscall(SYS_add_key, "user", "x", "x", 1, -3));
  TRY("request_key", syscall(SYS_request_key, "user", "x", NULL, 0));
  TRY("shmget", syscall(SYS_shmget, 0, 4096, 01600));
  TRY("msgget", syscall(SYS_msgget, 0, 01600));
  TRY("semget", syscall(SYS_semget, 0, 1, 01600));
  TRY("mq_open", syscall(SYS_mq_open, "x", O_RDWR | O_CREAT, 0600, NULL));
  TRY("personality", syscall(SYS_personality, 0x0040000));
  TRY("syslog", syscall(SYS_syslog, 3, table, 1));
  TRY("reboot", syscall(SYS_reboot, 0, 0, 0, NULL));
  TRY("settimeofday", syscall(SYS_settimeofday, NULL, NULL));
  TRY("sethostname", syscall(SYS_sethostname, "x", 1));
  TRY("init_module", syscall(SYS_init_module, NULL, 0, ""));
  TRY("kexec_load", syscall(SYS_kexec_load, 0, 0, NULL, 0));
  TRY("iopl", syscall(SYS_iopl, 3));
  TRY("modify_ldt", syscall(SYS_modify_ldt, 0, NULL, 0));
  TRY("quotactl", syscall(SYS_quotactl, 0, NULL, 0, NULL));
  TRY("setuid", syscall(SYS_setuid, 0));
  TRY("setgroups", syscall(SYS_setgroups, 0, NULL));
  TRY("capset", syscall(SYS_capset, NULL, NULL));
  TRY("PR_SET_PDEATHSIG", syscall(SYS_prctl, PR_SET_PDEATHSIG, 0, 0, 0, 0));
  TRY("PR_SET_DUMPABLE", syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0));
  TRY("PR_SET_PTRACER", syscall(SYS_prctl, PR_SET_PTRACER, -1, 0, 0, 0));
  TRY("PR_SET_MM", syscall(SYS_prctl, PR_SET_MM, PR_SET_MM_BRK, 0, 0, 0));
  TRY("PR_SET_CHILD_SUBREAPER", syscall(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0));
  TRY("PR_SET_SECCOMP", syscall(SYS_prctl, PR_SET_SECCOMP, 99, 0, 0, 0));
  TRY("PR_SET_NAME", syscall(SYS_prctl, PR_SET_NAME, "skillhost-runner", 0, 0, 0));
  TRY("ioctl TIOCSTI", syscall(SYS_ioctl, 0, TIOCSTI, "x"));
  TRY("ioctl FIONREAD", syscall(SYS_ioctl, 3, FIONREAD, &(int){0}));
  TRY("F_SETOWN", syscall(SYS_fcntl, 3, F_SETOWN, host));
  TRY("F_SETPIPE_SZ", syscall(SYS_fcntl, 1, F_SETPIPE_SZ, 1 << 20));
  TRY("vmsplice", syscall(SYS_vmsplice, 1, NULL, 0, 0));
  TRY("write to descriptor 0", syscall(SYS_write, 0, "x", 1));
  struct sysinfo system;
  TRY("sysinfo", syscall(SYS_sysinfo, &system));
  struct utsname name;
  TRY("uname", syscall(SYS_uname, &name));
  timer_t timer;
  TRY("timer_create", syscall(SYS_timer_create, CLOCK_MONOTONIC, NULL, &timer));
}

static void memory(void) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  TRY("mprotect to executable", syscall(SYS_mprotect, page, 4096, PROT_READ | PROT_EXEC));
  TRY("mprotect to everything", syscall(SYS_mprotect, page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC));
  TRY("pkey_mprotect to executable", syscall(SYS_pkey_mprotect, page, 4096, PROT_READ | PROT_EXEC, -1));
  munmap(page, 4096);
  TRY("map writable and executable",
      syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  TRY("remap_file_pages", syscall(SYS_remap_file_pages, table, 4096, 0, 0, 0));
}

/* What this process was given. */
static void descriptors(void) {
  char list[1024] = "";
  for (int fd = 0; fd < 256; fd++) {
    if (syscall(SYS_fcntl, fd, F_GETFD) < 0) continue;
    char path[32], target[128];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    long size = syscall(SYS_readlink, path, target, sizeof target - 1);
    if (size < 0) size = 0;
    target[size] = 0;
    if (strchr(target, ':')) *strchr(target, ':') = 0;
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%d %s", used ? ", " : "", fd, target);
  }
  add("descriptors", list);
}

static void attempt_all(void) {
  table[0] = 0;
  descriptors();
  files();
  granted();
  network();
  processes();
  kernel();
  memory();
}

__attribute__((constructor)) static void constructor(int argc, char **argv) {
  /* The runner is told its parent. */
  if (argc > 1) host = atoi(argv[1]);
  attempt_all();
  strcpy(constructor_table, table);
}

/* The value of a string or number member, spelled without escapes; good enough for what the test sends. */
static void member(const char *json, const char *name, char *value, size_t size) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":", name);
  value[0] = 0;
  const char *start = strstr(json, key);
  if (!start) return;
  start += strlen(key);
  if (*start == '"') start++;
  size_t length = strcspn(start, "\",}");
  if (length >= size) length = size - 1;
  memcpy(value, start, length);
  value[length] = 0;
}

static skill_status create(const skill_host *unused, skill_text config, void **self) {
  (void)unused;
  *self = NULL;
  size_t size = config.size < sizeof at_create - 1 ? config.size : sizeof at_create - 1;
  memcpy(at_create, config.data, size);
  at_create[size] = 0;
  member(at_create, "notes", notes, sizeof notes);
  member(at_create, "drafts", drafts, sizeof drafts);
  if (notes[0]) {
    strcpy(secrets, notes);
    strcpy(strrchr(secrets, '/'), "/secrets");
  }
  return SKILL_DONE;
}

static skill_status invoke(void *self, const skill_call *call, skill_text input) {
  (void)self;
  char request[4096], asked[64], number[32];
  size_t size = input.size < sizeof request - 1 ? input.size : sizeof request - 1;
  memcpy(request, input.data, size);
  request[size] = 0;
  member(request, "do", asked, sizeof asked);
  member(request, "home", home, sizeof home);
  member(request, "other", number, sizeof number);
  other = atoi(number);
  const char *shown = table;
#ifdef __x86_64__
  if (!strcmp(asked, "int80")) {
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory");
    snprintf(table, sizeof table, "\"int80\":\"%ld\"", result);
  } else if (!strcmp(asked, "x32")) {
    long result = syscall(0x40000000 + SYS_getpid);
    snprintf(table, sizeof table, "\"x32\":\"%ld\"", result);
  } else
#endif
      if (!strcmp(asked, "constructor"))
    shown = constructor_table;
  else if (!strcmp(asked, "wait")) {
    call->host->progress(call, -1, (skill_text){"waiting", 7});
    while (!call->host->cancelled(call)) usleep(5000);
    return SKILL_CANCELLED;
  } else
    attempt_all();
  static char result[sizeof table + 2];
  int length = snprintf(result, sizeof result, "{%s}", shown);
  skill_text mime = {"application/json", 16}, whole = {result, (uint64_t)length};
  call->host->emit(call, SKILL_CHANNEL_RESULT, mime, whole);
  return SKILL_DONE;
}

static const skill_descriptor descriptor = {
    .size = sizeof(skill_descriptor),
    .abi_minor = SKILL_ABI_MINOR,
    .max_parallel = 1,
    .create = create,
    .invoke = invoke,
};

const skill_descriptor *skill_entry_v1(uint32_t host_minor, skill_text identifier) {
  (void)host_minor;
  (void)identifier;
  return &descriptor;
}
