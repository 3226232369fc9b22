// What SQLite needs of a system and a browser has in another form: called by sqlite3_initialize (SQLITE_EXTRA_INIT).
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "sqlite3.h"

// Locks between programs. There is one program: the worker that holds the shell's Web Lock. Those between its own connections SQLite
// keeps itself ("unix-excl", which also keeps the index of the write-ahead log in memory), so nothing stays behind of a killed worker.
// The numbers are those that SQLite takes where <fcntl.h> has none.
enum { GET_LOCK = 12, SET_LOCK = 13, UNLOCKED = 2 };

static int lock_between_programs(int descriptor, int command, ...) {
    (void)descriptor;
    if (command == GET_LOCK) {
        va_list more;
        va_start(more, command);
        va_arg(more, struct flock *)->l_type = UNLOCKED;
        va_end(more);
    } else if (command != SET_LOCK && command != F_GETFD && command != F_SETFD) {
        errno = EINVAL;
        return -1;
    }
    return 0;
}

// There is no /dev/urandom; SQLite would go by the clock.
static int entropy(sqlite3_vfs *system, int count, char *bytes) {
    (void)system;
    for (int done = 0; done < count; done += 256)
        if (getentropy(bytes + done, count - done < 256 ? (size_t)(count - done) : 256) != 0) abort();
    return count;
}

// What would share the index with other programs. Only a file that is opened for reading alone asks for it.
static void *no_shared_memory(void *place, size_t count, int protection, int flags, int descriptor, off_t start) {
    (void)place, (void)count, (void)protection, (void)flags, (void)descriptor, (void)start;
    errno = ENOSYS;
    return (void *)-1;
}

int sqlite_in_a_browser(const char *unused) {
    (void)unused;
    sqlite3_vfs *system = sqlite3_vfs_find("unix-excl");
    if (!system) return SQLITE_ERROR;
    system->xRandomness = entropy;
    int code = system->xSetSystemCall(system, "mmap", (sqlite3_syscall_ptr)no_shared_memory);
    return code ? code : system->xSetSystemCall(system, "fcntl", (sqlite3_syscall_ptr)lock_between_programs);
}
