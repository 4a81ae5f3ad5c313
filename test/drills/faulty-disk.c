/* Preloaded, it fails reads or writes of some files while the file that FAULTY_DISK names holds a rule:
 * "read" or "write", the errno, the first and the last byte, and a pattern of paths. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fault(const char *operation, int file, off64_t from, size_t size)
{
  const char *path = getenv("FAULTY_DISK");
  char rule[4096], ruled[8], pattern[2048], link[64], opened[2048];
  long long first, last;
  int error;
  int control = path ? syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC) : -1;
  if (control < 0) return 0;
  ssize_t length = syscall(SYS_read, control, rule, sizeof rule - 1);
  syscall(SYS_close, control);
  if (length <= 0) return 0;
  rule[length] = 0;
  if (sscanf(rule, "%7s %d %lld %lld %2047s", ruled, &error, &first, &last, pattern) != 5) return 0;
  if (strcmp(ruled, operation) || from > last || from + (off64_t)size <= first) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  length = readlink(link, opened, sizeof opened - 1);
  if (length < 0) return 0;
  opened[length] = 0;
  return fnmatch(pattern, opened, 0) == 0 ? error : 0;
}

#define FAULTY(name, operation, data)                                         \
  ssize_t name(int file, data buffer, size_t size, off64_t from)              \
  {                                                                           \
    static ssize_t (*real)(int, data, size_t, off64_t);                       \
    if (!real) real = (ssize_t(*)(int, data, size_t, off64_t))dlsym(RTLD_NEXT, #name); \
    int error = fault(operation, file, from, size);                           \
    if (!error) return real(file, buffer, size, from);                        \
    errno = error;                                                            \
    return -1;                                                                \
  }

FAULTY(pread64, "read", void *)
FAULTY(pwrite64, "write", const void *)

ssize_t write(int file, const void *buffer, size_t size)
{
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) real = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  int error = fault("write", file, lseek(file, 0, SEEK_CUR), size);
  if (!error) return real(file, buffer, size);
  errno = error;
  return -1;
}
