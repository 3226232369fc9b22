#include "CKillPoint.h"

#ifdef __linux__

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// ---- What the environment says ----

enum moment { BEFORE, TORN, AFTER };

static const char *const moment_names[] = {"before", "torn", "after"};

static struct {
    // The process that counts; what it forks does not. Zero: none.
    pid_t process;
    char *folders, *log;
    int sockets;
    long number;
    enum moment moment;
} settings;

static _Noreturn void give_up(const char *reason) {
    dprintf(2, "killpoint: %s\n", reason);
    abort();
}

__attribute__((constructor)) static void start(void) {
    const char *program = getenv("KILLPOINT_PROGRAM"), *folders = getenv("KILLPOINT_FOLDERS"), *log = getenv("KILLPOINT_LOG");
    struct stat wanted, running;
    if (!program || stat(program, &wanted) != 0 || stat("/proc/self/exe", &running) != 0) return;
    if (wanted.st_dev != running.st_dev || wanted.st_ino != running.st_ino) return;
    if (!folders || !log) give_up("KILLPOINT_FOLDERS and KILLPOINT_LOG must be set");
    settings.folders = strdup(folders);
    settings.log = strdup(log);
    settings.sockets = getenv("KILLPOINT_SOCKETS") != NULL;
    const char *number = getenv("KILLPOINT_NUMBER"), *moment = getenv("KILLPOINT_MOMENT");
    if (number) {
        settings.number = atol(number);
        while (settings.moment <= AFTER && (!moment || strcmp(moment, moment_names[settings.moment]) != 0)) settings.moment++;
        if (settings.number < 1 || settings.moment > AFTER) give_up("KILLPOINT_NUMBER or KILLPOINT_MOMENT is wrong");
    }
    const char *own[] = {
        "LD_PRELOAD", "KILLPOINT_PROGRAM", "KILLPOINT_FOLDERS", "KILLPOINT_LOG", "KILLPOINT_SOCKETS", "KILLPOINT_NUMBER",
        "KILLPOINT_MOMENT",
    };
    for (size_t index = 0; index < sizeof own / sizeof *own; index++) unsetenv(own[index]);
    settings.process = getpid();
}

// ---- Names ----

typedef char path[PATH_MAX];

/// The file behind a descriptor; standard input, output and error are none.
static int path_of(int descriptor, path found) {
    if (descriptor <= 2) return 0;
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, found, PATH_MAX - 1);
    if (length <= 0 || found[0] != '/') return 0;
    found[length] = 0;
    return 1;
}

/// The absolute path that a name in a folder stands for.
static int path_at(int folder, const char *name, path found) {
    path base;
    if (name[0] == '/') return snprintf(found, PATH_MAX, "%s", name) < PATH_MAX;
    if (folder == AT_FDCWD ? !getcwd(base, sizeof base) : !path_of(folder, base)) return 0;
    return snprintf(found, PATH_MAX, "%s/%s", base, name) < PATH_MAX;
}

/// The part of a path from the last component of the counted folder on; NULL outside of all counted folders.
static const char *name_of(const char *path) {
    size_t length = strlen(path);
    if (length >= 4 && strcmp(path + length - 4, "-shm") == 0) return NULL;
    for (const char *folder = settings.folders; *folder;) {
        size_t size = strcspn(folder, ":");
        if (size <= length && memcmp(path, folder, size) == 0 && (path[size] == '/' || path[size] == 0)) {
            size_t start = size;
            while (start > 0 && path[start - 1] != '/') start--;
            return path + start;
        }
        folder += size + (folder[size] == ':');
    }
    return NULL;
}

// ---- Points ----

struct point {
    int is_last, is_torn;
    char line[PATH_MAX * 2 + 100];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long reached;

/// Appends to the log without the calls that this library replaces.
static void note(const char *line) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, settings.log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    size_t length = strlen(line);
    if (file < 0 || syscall(SYS_write, file, line, length) != (long)length) give_up("the log cannot be written");
    syscall(SYS_close, file);
}

static _Noreturn void end(struct point *point, enum moment moment) {
    char line[sizeof point->line + 10];
    snprintf(line, sizeof line, "%s\t%s", moment_names[moment], point->line);
    note(line);
    kill(getpid(), SIGKILL);
    while (1) pause();
}

/// Counts a point, and ends the process if it is to be killed before it. From the last point on every other thread waits
/// for the end: nothing is written any more.
static void count(struct point *point, const char *call, const char *name, size_t bytes, int can_tear) {
    int error = errno;
    pthread_mutex_lock(&mutex);
    reached++;
    snprintf(point->line, sizeof point->line, "%ld\t%s\t%s\t%zu\n", reached, call, name, bytes);
    note(point->line);
    if (reached == settings.number) {
        if (settings.moment == BEFORE || (settings.moment == TORN && !can_tear)) end(point, BEFORE);
        point->is_last = 1;
        point->is_torn = settings.moment == TORN;
    } else {
        pthread_mutex_unlock(&mutex);
    }
    errno = error;
}

static int is_counting(void) { return settings.process != 0 && settings.process == getpid(); }

static void at_descriptor(struct point *point, const char *call, int descriptor, size_t bytes, int can_tear) {
    path found;
    int error = errno;
    const char *name = is_counting() && path_of(descriptor, found) ? name_of(found) : NULL;
    errno = error;
    if (name) count(point, call, name, bytes, can_tear);
}

/// What a call finds or must not find, or else changes nothing and is no point.
enum presence { THERE, ABSENT };

static void at_path(struct point *point, const char *call, int folder, const char *name, enum presence presence) {
    path found;
    struct stat facts;
    int error = errno;
    const char *counted = is_counting() && path_at(folder, name, found) ? name_of(found) : NULL;
    if (counted && (lstat(found, &facts) == 0) != (presence == THERE)) counted = NULL;
    errno = error;
    if (counted) count(point, call, counted, 0, 0);
}

static void at_two_paths(
    struct point *point, const char *call, int old_folder, const char *old_name, int new_folder, const char *new_name) {
    path old, new;
    int error = errno;
    if (!is_counting() || !path_at(old_folder, old_name, old) || !path_at(new_folder, new_name, new)) return;
    struct stat facts;
    const char *from = name_of(old), *to = name_of(new);
    int is_there = lstat(old, &facts) == 0;
    char both[2 * PATH_MAX + 8];
    snprintf(both, sizeof both, "%s -> %s", from ? from : old, to ? to : new);
    errno = error;
    if (is_there && (from || to)) count(point, call, both, 0, 0);
}

/// Ends the process if it is to be killed after the call.
static void passed(struct point *point) {
    if (point->is_last) end(point, AFTER);
}

/// The function that this library stands in front of.
static void *find(void **kept, const char *name) {
    if (!*kept) *kept = dlsym(RTLD_NEXT, name);
    if (!*kept) give_up(name);
    return *kept;
}

#define REAL(name) \
    static void *kept; \
    __typeof__(&name) real = (__typeof__(&name))find(&kept, #name)

// ---- Calls that write ----

#define WRITE(name, parameters, descriptor, bytes, call, half) \
    ssize_t name parameters { \
        REAL(name); \
        struct point point = {0}; \
        at_descriptor(&point, #name, descriptor, bytes, 1); \
        if (point.is_torn) { \
            half; \
            end(&point, TORN); \
        } \
        ssize_t result = call; \
        passed(&point); \
        return result; \
    }

WRITE(write, (int file, const void *bytes, size_t count), file, count, real(file, bytes, count), real(file, bytes, count / 2))
WRITE(
    pwrite, (int file, const void *bytes, size_t count, off_t at), file, count, real(file, bytes, count, at),
    real(file, bytes, count / 2, at))
WRITE(
    pwrite64, (int file, const void *bytes, size_t count, off64_t at), file, count, real(file, bytes, count, at),
    real(file, bytes, count / 2, at))
WRITE(
    sendfile, (int file, int from, off_t *at, size_t count), file, count, real(file, from, at, count),
    real(file, from, at, count / 2))
WRITE(
    sendfile64, (int file, int from, off64_t *at, size_t count), file, count, real(file, from, at, count),
    real(file, from, at, count / 2))
WRITE(
    copy_file_range, (int from, off64_t *start, int file, off64_t *at, size_t count, unsigned flags), file, count,
    real(from, start, file, at, count, flags), real(from, start, file, at, count / 2, flags))

static size_t size_of(const struct iovec *pieces, int number) {
    size_t size = 0;
    for (int index = 0; index < number; index++) size += pieces[index].iov_len;
    return size;
}

/// Writes half of the pieces' bytes, piece by piece.
static void write_half(int file, const struct iovec *pieces, int number, off64_t at) {
    size_t left = size_of(pieces, number) / 2;
    for (int index = 0; index < number && left > 0; index++) {
        size_t size = pieces[index].iov_len < left ? pieces[index].iov_len : left;
        if (at < 0) {
            syscall(SYS_write, file, pieces[index].iov_base, size);
        } else {
            syscall(SYS_pwrite64, file, pieces[index].iov_base, size, at);
            at += (off64_t)size;
        }
        left -= size;
    }
}

WRITE(
    writev, (int file, const struct iovec *pieces, int number), file, size_of(pieces, number), real(file, pieces, number),
    write_half(file, pieces, number, -1))
WRITE(
    pwritev, (int file, const struct iovec *pieces, int number, off_t at), file, size_of(pieces, number),
    real(file, pieces, number, at), write_half(file, pieces, number, at))
WRITE(
    pwritev64, (int file, const struct iovec *pieces, int number, off64_t at), file, size_of(pieces, number),
    real(file, pieces, number, at), write_half(file, pieces, number, at))

/// A client of PostgreSQL sends so.
ssize_t send(int socket, const void *bytes, size_t size, int flags) {
    REAL(send);
    struct point point = {0};
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    int error = errno;
    if (settings.sockets && is_counting() && getsockname(socket, (struct sockaddr *)&address, &length) == 0 &&
        address.ss_family == AF_UNIX) {
        count(&point, "send", "socket", size, 1);
    }
    errno = error;
    if (point.is_torn) {
        real(socket, bytes, size / 2, flags);
        end(&point, TORN);
    }
    ssize_t result = real(socket, bytes, size, flags);
    passed(&point);
    return result;
}

// ---- Calls on an open file ----

#define ON_FILE(name, parameters, descriptor, call) \
    int name parameters { \
        REAL(name); \
        struct point point = {0}; \
        at_descriptor(&point, #name, descriptor, 0, 0); \
        int result = call; \
        passed(&point); \
        return result; \
    }

ON_FILE(fsync, (int file), file, real(file))
ON_FILE(fdatasync, (int file), file, real(file))
ON_FILE(ftruncate, (int file, off_t size), file, real(file, size))
ON_FILE(ftruncate64, (int file, off64_t size), file, real(file, size))
ON_FILE(fallocate, (int file, int mode, off_t at, off_t size), file, real(file, mode, at, size))
ON_FILE(fallocate64, (int file, int mode, off64_t at, off64_t size), file, real(file, mode, at, size))
ON_FILE(posix_fallocate, (int file, off_t at, off_t size), file, real(file, at, size))
ON_FILE(posix_fallocate64, (int file, off64_t at, off64_t size), file, real(file, at, size))

// ---- Calls on names ----

#define ON_PATH(name, parameters, folder, path, presence, call) \
    int name parameters { \
        REAL(name); \
        struct point point = {0}; \
        at_path(&point, #name, folder, path, presence); \
        int result = call; \
        passed(&point); \
        return result; \
    }

ON_PATH(unlink, (const char *name), AT_FDCWD, name, THERE, real(name))
ON_PATH(unlinkat, (int folder, const char *name, int flags), folder, name, THERE, real(folder, name, flags))
ON_PATH(remove, (const char *name), AT_FDCWD, name, THERE, real(name))
ON_PATH(rmdir, (const char *name), AT_FDCWD, name, THERE, real(name))
ON_PATH(mkdir, (const char *name, mode_t mode), AT_FDCWD, name, ABSENT, real(name, mode))
ON_PATH(mkdirat, (int folder, const char *name, mode_t mode), folder, name, ABSENT, real(folder, name, mode))
ON_PATH(truncate, (const char *name, off_t size), AT_FDCWD, name, THERE, real(name, size))
ON_PATH(truncate64, (const char *name, off64_t size), AT_FDCWD, name, THERE, real(name, size))
ON_PATH(mkstemp, (char *name), AT_FDCWD, name, ABSENT, real(name))
ON_PATH(mkstemp64, (char *name), AT_FDCWD, name, ABSENT, real(name))
ON_PATH(mkostemp, (char *name, int flags), AT_FDCWD, name, ABSENT, real(name, flags))

#define ON_TWO_PATHS(name, parameters, old_folder, old_name, new_folder, new_name, call) \
    int name parameters { \
        REAL(name); \
        struct point point = {0}; \
        at_two_paths(&point, #name, old_folder, old_name, new_folder, new_name); \
        int result = call; \
        passed(&point); \
        return result; \
    }

ON_TWO_PATHS(rename, (const char *old, const char *new), AT_FDCWD, old, AT_FDCWD, new, real(old, new))
ON_TWO_PATHS(link, (const char *old, const char *new), AT_FDCWD, old, AT_FDCWD, new, real(old, new))
ON_TWO_PATHS(
    renameat, (int from, const char *old, int to, const char *new), from, old, to, new, real(from, old, to, new))
ON_TWO_PATHS(
    renameat2, (int from, const char *old, int to, const char *new, unsigned flags), from, old, to, new,
    real(from, old, to, new, flags))
ON_TWO_PATHS(
    linkat, (int from, const char *old, int to, const char *new, int flags), from, old, to, new,
    real(from, old, to, new, flags))

// ---- Opening, where it makes a file or empties one ----

static void at_opening(struct point *point, int folder, const char *name, int flags) {
    if (!(flags & (O_CREAT | O_TRUNC)) || !is_counting()) return;
    if (flags & O_CREAT) at_path(point, "create", folder, name, ABSENT);
    if (flags & O_TRUNC) at_path(point, "empty", folder, name, THERE);
}

static mode_t mode_in(int flags, va_list rest) { return flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; }

#define OPEN(name, parameters, folder, call) \
    int name parameters { \
        REAL(name); \
        struct point point = {0}; \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = mode_in(flags, rest); \
        va_end(rest); \
        at_opening(&point, folder, path, flags); \
        int result = call; \
        passed(&point); \
        return result; \
    }

OPEN(open, (const char *path, int flags, ...), AT_FDCWD, real(path, flags, mode))
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD, real(path, flags, mode))
OPEN(openat, (int folder, const char *path, int flags, ...), folder, real(folder, path, flags, mode))
OPEN(openat64, (int folder, const char *path, int flags, ...), folder, real(folder, path, flags, mode))

#endif
