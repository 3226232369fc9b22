#define _GNU_SOURCE
#include "CSecret.h"

#ifdef __linux__

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>

// ---- What is used of GLib, GIO and libsecret, declared here so that a build needs no header of theirs ----
// These layouts and numbers are part of the stable interface of glib-2.0, gio-2.0 and libsecret-1.

typedef struct {
    unsigned domain;
    int code;
    char *message;
} GError;

typedef struct {
    const char *name;
    int type; // 0 is a string
} SchemaAttribute;

typedef struct {
    const char *name;
    int flags;
    SchemaAttribute attributes[32];
    int reserved;
    void *reserved_more[7];
} Schema;

enum { BUS_SESSION = 2, IO_ERROR_CANCELLED = 19, SECRET_ERROR_IS_LOCKED = 2 };

static struct {
    void *(*cancellable_new)(void);
    void (*cancellable_cancel)(void *);
    void (*object_unref)(void *);
    void (*error_free)(GError *);
    unsigned (*io_error_quark)(void);
    unsigned (*dbus_error_quark)(void);
    unsigned (*secret_error_quark)(void);
    void *(*bus_get_sync)(int, void *, GError **);
    void (*set_exit_on_close)(void *, int);
    int (*store)(const Schema *, const char *, const char *, const char *, void *, GError **, ...);
    char *(*lookup)(const Schema *, void *, GError **, ...);
    int (*clear)(const Schema *, void *, GError **, ...);
    void *(*search)(const Schema *, int, void *, GError **, ...);
    void (*list_free)(void *, void (*)(void *));
    void (*free_text)(char *);
} library;

static int library_loaded;
static pthread_once_t library_once = PTHREAD_ONCE_INIT;

static void load_library(void) {
    void *handle = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    int missing = 0;
    // dlsym also searches libsecret's dependencies. POSIX allows storing a data pointer as a function pointer.
#define RESOLVE(field, symbol) \
    do { *(void **)&library.field = dlsym(handle, symbol); missing |= !library.field; } while (0)
    RESOLVE(cancellable_new, "g_cancellable_new");
    RESOLVE(cancellable_cancel, "g_cancellable_cancel");
    RESOLVE(object_unref, "g_object_unref");
    RESOLVE(error_free, "g_error_free");
    RESOLVE(io_error_quark, "g_io_error_quark");
    RESOLVE(dbus_error_quark, "g_dbus_error_quark");
    RESOLVE(secret_error_quark, "secret_error_get_quark");
    RESOLVE(bus_get_sync, "g_bus_get_sync");
    RESOLVE(set_exit_on_close, "g_dbus_connection_set_exit_on_close");
    RESOLVE(store, "secret_password_store_sync");
    RESOLVE(lookup, "secret_password_lookup_nonpageable_sync");
    RESOLVE(clear, "secret_password_clear_sync");
    RESOLVE(search, "secret_password_search_sync");
    RESOLVE(list_free, "g_list_free_full");
    RESOLVE(free_text, "secret_password_free");
#undef RESOLVE
    library_loaded = !missing;
}

// These attributes must never change: otherwise stored keys are not found.
static const Schema schema = {
    .name = "org.auralyst.VaultKey",
    .attributes = {{"vault", 0}, {NULL, 0}},
};

// ---- One call is one job on its own thread ----
// Our own clock then limits the wait on the other side, even if the library ignores its cancellable. A job
// that takes longer than its caller waits ends by itself; its last owner frees it.

enum verb { STORE, LOOKUP, CLEAR };
enum { TEXT_ROOM = 512 };

struct job {
    enum verb verb;
    char vault[160], label[256], text[TEXT_ROOM];
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int holders, connected, finished, code;
    void *cancellable;
};

static void let_go(struct job *job) {
    pthread_mutex_lock(&job->lock);
    int last = --job->holders == 0;
    pthread_mutex_unlock(&job->lock);
    if (!last) return;
    library.object_unref(job->cancellable);
    pthread_cond_destroy(&job->changed);
    pthread_mutex_destroy(&job->lock);
    explicit_bzero(job, sizeof *job);
    munlock(job, sizeof *job);
    free(job);
}

static int code_of(GError *error) {
    if (!error) return CSECRET_LOCKED; // refused without an error: the owner dismissed the prompt
    int code = CSECRET_FAILED;
    if (error->domain == library.secret_error_quark()) {
        code = error->code == SECRET_ERROR_IS_LOCKED ? CSECRET_LOCKED : CSECRET_FAILED;
    } else if (error->domain == library.io_error_quark()) {
        // If we cancelled it, the waiting side reports a timeout; otherwise the prompt was closed.
        code = error->code == IO_ERROR_CANCELLED ? CSECRET_LOCKED : CSECRET_NO_SERVICE;
    } else if (error->domain == library.dbus_error_quark()) {
        code = CSECRET_NO_SERVICE;
    }
    library.error_free(error);
    return code;
}

/// No result and no error: there is nothing, or it is locked and the owner dismissed the prompt.
static int absent_or_locked(struct job *job) {
    GError *error = NULL;
    const char *end = NULL;
    void *items = library.search(&schema, 0, job->cancellable, &error, "vault", job->vault, end);
    if (error) return code_of(error);
    if (!items) return CSECRET_ABSENT;
    library.list_free(items, library.object_unref);
    return CSECRET_LOCKED;
}

static int carry_out(struct job *job) {
    GError *error = NULL;
    const char *end = NULL;
    switch (job->verb) {
    case STORE:
        return library.store(&schema, NULL, job->label, job->text, job->cancellable, &error, "vault", job->vault, end)
                   ? CSECRET_DONE : code_of(error);
    case CLEAR:
        if (library.clear(&schema, job->cancellable, &error, "vault", job->vault, end)) return CSECRET_DONE;
        return error ? code_of(error) : absent_or_locked(job);
    case LOOKUP: {
        char *found = library.lookup(&schema, job->cancellable, &error, "vault", job->vault, end);
        if (!found) return error ? code_of(error) : absent_or_locked(job);
        size_t length = strlen(found);
        int fits = length < sizeof job->text;
        if (fits) memcpy(job->text, found, length + 1);
        library.free_text(found);
        return fits ? CSECRET_DONE : CSECRET_TOO_LONG;
    }
    }
    return CSECRET_FAILED;
}

static void tell(struct job *job, int *flag, int code) {
    pthread_mutex_lock(&job->lock);
    *flag = 1;
    job->code = code;
    pthread_cond_signal(&job->changed);
    pthread_mutex_unlock(&job->lock);
}

static void *work(void *argument) {
    struct job *job = argument;
    GError *error = NULL;
    void *bus = library.bus_get_sync(BUS_SESSION, job->cancellable, &error);
    if (!bus) {
        if (error) library.error_free(error);
        tell(job, &job->finished, CSECRET_NO_SERVICE);
    } else {
        library.set_exit_on_close(bus, 0); // otherwise GIO ends this program when the bus does
        tell(job, &job->connected, CSECRET_FAILED);
        int code = carry_out(job);
        library.object_unref(bus);
        tell(job, &job->finished, code);
    }
    let_go(job);
    return NULL;
}

/// Waits for a flag; 0 when the time is up. The lock is held before and after.
static int wait_for(struct job *job, const int *flag, unsigned milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) { until.tv_sec++; until.tv_nsec -= 1000000000; }
    while (!*flag && !job->finished)
        if (pthread_cond_clockwait(&job->changed, &job->lock, CLOCK_MONOTONIC, &until) != 0) break;
    return *flag || job->finished;
}

/// Without a bus, GIO would start one of its own; a keychain on it would end with this command.
static int bus_is_there(void) {
    const char *address = getenv("DBUS_SESSION_BUS_ADDRESS");
    if (address && *address) return strncmp(address, "autolaunch:", 11) != 0;
    const char *folder = getenv("XDG_RUNTIME_DIR");
    char path[512];
    struct stat about;
    if (!folder || folder[0] != '/' || snprintf(path, sizeof path, "%s/bus", folder) >= (int)sizeof path) return 0;
    return stat(path, &about) == 0 && S_ISSOCK(about.st_mode);
}

static int copy_in(char *target, size_t capacity, const char *source) {
    size_t length = source ? strlen(source) : 0;
    if (length >= capacity) return 0;
    if (length) memcpy(target, source, length);
    target[length] = 0;
    return 1;
}

static int run(enum verb verb, const char *vault, const char *label, const char *text, char *found, size_t capacity,
               struct csecret_patience patience) {
    if (!bus_is_there()) return CSECRET_NO_SERVICE;
    pthread_once(&library_once, load_library);
    if (!library_loaded) return CSECRET_NO_LIBRARY;

    struct job *job = calloc(1, sizeof *job);
    if (!job) return CSECRET_FAILED;
    mlock(job, sizeof *job);
    pthread_mutex_init(&job->lock, NULL);
    pthread_cond_init(&job->changed, NULL);
    job->verb = verb;
    job->holders = 1;
    job->cancellable = library.cancellable_new();
    if (!copy_in(job->vault, sizeof job->vault, vault) || !copy_in(job->label, sizeof job->label, label) ||
        !copy_in(job->text, sizeof job->text, text)) {
        let_go(job);
        return CSECRET_TOO_LONG;
    }

    pthread_t thread;
    job->holders = 2;
    if (pthread_create(&thread, NULL, work, job) != 0) {
        job->holders = 1;
        let_go(job);
        return CSECRET_FAILED;
    }
    pthread_detach(thread);

    pthread_mutex_lock(&job->lock);
    int code = CSECRET_TIMEOUT;
    if (wait_for(job, &job->connected, patience.connect) && wait_for(job, &job->finished, patience.answer))
        code = job->code;
    if (code == CSECRET_DONE && found) {
        size_t length = strlen(job->text);
        if (length < capacity) memcpy(found, job->text, length + 1);
        else code = CSECRET_TOO_LONG;
    }
    pthread_mutex_unlock(&job->lock);
    if (code == CSECRET_TIMEOUT) library.cancellable_cancel(job->cancellable);
    let_go(job);
    return code;
}

#else

// The Secret Service exists on Linux only; Keychain.swift would use the keychain of another system.
struct job;
enum verb { STORE, LOOKUP, CLEAR };
static int run(enum verb verb, const char *vault, const char *label, const char *text, char *found, size_t capacity,
               struct csecret_patience patience) {
    (void)verb, (void)vault, (void)label, (void)text, (void)found, (void)capacity, (void)patience;
    return CSECRET_NO_LIBRARY;
}

#endif

int csecret_store(const char *vault, const char *label, const char *text, struct csecret_patience patience) {
    return run(STORE, vault, label, text, NULL, 0, patience);
}

int csecret_lookup(const char *vault, char *text, size_t capacity, struct csecret_patience patience) {
    return run(LOOKUP, vault, NULL, NULL, text, capacity, patience);
}

int csecret_clear(const char *vault, struct csecret_patience patience) {
    return run(CLEAR, vault, NULL, NULL, NULL, 0, patience);
}
