#define _GNU_SOURCE
#define __STDC_WANT_LIB_EXT1__ 1
#include "CPlatform.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#ifdef __linux__
#include <sys/mman.h>
#include <sys/prctl.h>
#endif

void platform_wipe(void *bytes, size_t count) {
#ifdef __linux__
    explicit_bzero(bytes, count);
#else
    memset_s(bytes, count, 0, count);
#endif
}

int platform_forbid_dumps(void) {
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
#ifdef __linux__
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return -1;
#endif
    return 0;
}

int platform_memory_file(const char *name) {
#ifdef __linux__
    return memfd_create(name, MFD_CLOEXEC);
#else
    (void)name;
    errno = ENOSYS;
    return -1;
#endif
}
