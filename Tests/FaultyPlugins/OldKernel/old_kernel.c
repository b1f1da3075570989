/* Runs a program on a machine whose kernel lacks some system calls:
 *
 *   old_kernel NUMBER[,NUMBER…] PROGRAM ARGUMENTS…
 *
 * The calls answer ENOSYS, by a system-call filter that everything below inherits. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 3) return 64;
  struct sock_filter program[64];
  unsigned short length = 0;
  program[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (char *next = argv[1]; *next && length < 60;) {
    unsigned number = (unsigned)strtoul(next, &next, 10);
    program[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
    program[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
    if (*next == ',') next++;
    else if (*next) return 64;
  }
  program[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog filter = {length, program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) < 0) {
    perror("old_kernel");
    return 70;
  }
  execv(argv[2], argv + 2);
  perror(argv[2]);
  return 71;
}
