#include "CSteadyChance.h"

#ifdef __linux__

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_steady;
// Each kind of asking has a sequence of its own: threads ask in different ways, and one does not take what another would have got.
enum { entropy, number, bytes, pages, call, kinds };
static atomic_uint_fast64_t places[kinds];

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("STEADY_CHANCE");
    if (!path) return;
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    uint64_t begun[2] = {0, 0};
    // The first number tells one file from another, the second counts.
    if (file < 0 || flock(file, LOCK_EX) != 0 || pread(file, begun, sizeof begun, 0) < 0) abort();
    begun[1]++;
    if (pwrite(file, begun, sizeof begun, 0) != sizeof begun) abort();
    close(file);
    for (int kind = 0; kind < kinds; kind++) places[kind] = ((begun[0] << 32 | begun[1]) * kinds + kind) * 0xd1342543de82ef95u;
    // On one processor: work is not divided in another way where there are more of them, and threads meet less often.
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) abort();
    CPU_ZERO(&one);
    for (int number = 0; number < CPU_SETSIZE; number++) {
        if (!CPU_ISSET(number, &allowed)) continue;
        CPU_SET(number, &one);
        break;
    }
    if (sched_setaffinity(0, sizeof one, &one) != 0) abort();
    is_steady = 1;
}

// SplitMix64, whichever thread asks next in this way.
static void draw(int kind, void *into, size_t count) {
    for (unsigned char *next = into; count > 0;) {
        uint64_t drawn = atomic_fetch_add(&places[kind], 0x9e3779b97f4a7c15u) + 0x9e3779b97f4a7c15u;
        drawn = (drawn ^ drawn >> 30) * 0xbf58476d1ce4e5b9u;
        drawn = (drawn ^ drawn >> 27) * 0x94d049bb133111ebu;
        drawn ^= drawn >> 31;
        size_t piece = count < sizeof drawn ? count : sizeof drawn;
        memcpy(next, &drawn, piece);
        next += piece;
        count -= piece;
    }
}

/// The function that this library replaces.
static void *find(void **kept, const char *name) {
    if (!*kept) *kept = dlsym(RTLD_NEXT, name);
    if (!*kept) abort();
    return *kept;
}

#define REAL(name) \
    static void *kept; \
    __typeof__(&name) real = (__typeof__(&name))find(&kept, #name)

// Swift's own, BoringSSL's (a system call) and OpenSSL's, which SQLCipher takes.

int getentropy(void *into, size_t count) {
    if (is_steady) return draw(entropy, into, count), 0;
    REAL(getentropy);
    return real(into, count);
}

uint32_t arc4random(void);

uint32_t arc4random(void) {
    uint32_t drawn;
    if (is_steady) return draw(number, &drawn, sizeof drawn), drawn;
    REAL(arc4random);
    return real();
}

ssize_t getrandom(void *into, size_t count, unsigned flags) {
    if (is_steady) return draw(bytes, into, count), (ssize_t)count;
    REAL(getrandom);
    return real(into, count, flags);
}

int RAND_bytes(unsigned char *into, int count);

int RAND_bytes(unsigned char *into, int count) {
    if (is_steady) return draw(pages, into, (size_t)count), 1;
    REAL(RAND_bytes);
    return real(into, count);
}

long syscall(long number, ...) {
    long words[6];
    va_list list;
    va_start(list, number);
    for (int index = 0; index < 6; index++) words[index] = va_arg(list, long);
    va_end(list);
    if (is_steady && number == SYS_getrandom) return draw(call, (void *)words[0], (size_t)words[1]), words[1];
    REAL(syscall);
    return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

#endif
