#include "CWorkCount.h"

#ifdef __linux__

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// A page of the database. Shorter reads are headers.
#define PAGE 4096

struct counts {
    atomic_long pages, bytes, syncs;
};

// What happens before the program's own start, and where no file is wanted, goes here.
static struct counts own;
static struct counts *counts = &own;

struct work_count work_count_now(void) {
    return (struct work_count){counts->pages, counts->bytes, counts->syncs};
}

// What a program starts and leaves running is not its own work, and its end is not waited for.
static void forget(void) {
    counts = &own;
}

__attribute__((constructor)) static void start(void) {
    const char *program = getenv("WORKCOUNT_PROGRAM"), *path = getenv("WORKCOUNT_LOG");
    struct stat wanted, running;
    if (!program || !path || stat(program, &wanted) != 0 || stat("/proc/self/exe", &running) != 0) return;
    if (wanted.st_dev != running.st_dev || wanted.st_ino != running.st_ino) return;
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ftruncate(file, sizeof own) != 0) abort();
    // Shared, so that the counts outlive the process however it ends.
    void *shared = mmap(NULL, sizeof own, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared == MAP_FAILED) abort();
    close(file);
    const char *names[] = {"LD_PRELOAD", "WORKCOUNT_PROGRAM", "WORKCOUNT_LOG"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) unsetenv(names[index]);
    counts = shared;
    if (pthread_atfork(NULL, NULL, forget) != 0) abort();
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

// ---- Pages and syncs ----

// A socket hands out what has come, in pieces of any length.
static long pages_of(int file, ssize_t size) {
    struct stat read;
    return size >= PAGE && fstat(file, &read) == 0 && S_ISREG(read.st_mode) ? size / PAGE : 0;
}

#define READ(name, parameters, call) \
    ssize_t name parameters { \
        REAL(name); \
        ssize_t result = call; \
        counts->pages += pages_of(file, result); \
        return result; \
    }

READ(read, (int file, void *into, size_t size), real(file, into, size))
READ(pread, (int file, void *into, size_t size, off_t at), real(file, into, size, at))
READ(pread64, (int file, void *into, size_t size, off64_t at), real(file, into, size, at))

#define SYNC(name) \
    int name(int file) { \
        REAL(name); \
        counts->syncs++; \
        return real(file); \
    }

SYNC(fsync)
SYNC(fdatasync)

// ---- Threads: how many there are is decided by the moment, so what each of them is given does not count ----

static __thread int is_uncounted __attribute__((tls_model("initial-exec")));

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*body)(void *), void *given) {
    REAL(pthread_create);
    is_uncounted = 1;
    int result = real(thread, how, body, given);
    is_uncounted = 0;
    return result;
}

static void count_bytes(size_t size) {
    if (!is_uncounted) counts->bytes += (long)size;
}

// ---- Memory: glibc's own functions do the work, by the names under which dlsym itself does not need them ----

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
    count_bytes(size);
    return __libc_malloc(size);
}

// What libdispatch puts a piece of work in. It asks for one when the thread has none over, which is a matter of the moment.
#define PIECE_OF_WORK 64

void *calloc(size_t number, size_t size) {
    if (number != 1 || size != PIECE_OF_WORK) count_bytes(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count_bytes(size);
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count_bytes(size);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **into, size_t alignment, size_t size) {
    count_bytes(size);
    *into = __libc_memalign(alignment, size);
    return *into ? 0 : ENOMEM;
}

#else

struct work_count work_count_now(void) {
    return (struct work_count){0, 0, 0};
}

#endif
