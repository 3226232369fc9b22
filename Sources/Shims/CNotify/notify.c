#define _GNU_SOURCE
#include "CNotify.h"

#include <pthread.h>
#include <stddef.h>
#include <time.h>

// ---- The owner's answers, passed from the library's thread to ours ----

enum { ANSWERS = 64 };

static pthread_mutex_t answers_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t answers_changed = PTHREAD_COND_INITIALIZER;
static struct { uint32_t bubble; int answer; } answers[ANSWERS];
static unsigned answers_count, is_woken;

int cnotify_next(uint32_t *bubble) {
    int answer = CNOTIFY_ANSWER_NONE;
    pthread_mutex_lock(&answers_lock);
    if (answers_count) {
        answer = answers[0].answer;
        *bubble = answers[0].bubble;
        answers_count--;
        for (unsigned index = 0; index < answers_count; index++) answers[index] = answers[index + 1];
    }
    pthread_mutex_unlock(&answers_lock);
    return answer;
}

void cnotify_wake(void) {
    pthread_mutex_lock(&answers_lock);
    is_woken = 1;
    pthread_cond_broadcast(&answers_changed);
    pthread_mutex_unlock(&answers_lock);
}

void cnotify_wait(unsigned milliseconds) {
    struct timespec span = {.tv_sec = milliseconds / 1000, .tv_nsec = (long)(milliseconds % 1000) * 1000000};
    // A monotonic clock: if the system's clock were set back by two hours, we would wait for them.
#ifdef __linux__
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += span.tv_sec;
    until.tv_nsec += span.tv_nsec;
    if (until.tv_nsec >= 1000000000) { until.tv_sec++; until.tv_nsec -= 1000000000; }
#define WAIT() pthread_cond_clockwait(&answers_changed, &answers_lock, CLOCK_MONOTONIC, &until)
#else
#define WAIT() pthread_cond_timedwait_relative_np(&answers_changed, &answers_lock, &span)
#endif
    pthread_mutex_lock(&answers_lock);
    while (!answers_count && !is_woken)
        if (WAIT() != 0) break;
    is_woken = 0;
    pthread_mutex_unlock(&answers_lock);
}

#ifdef __linux__

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- What is used of GLib and GIO, declared here so that a build needs no header of theirs ----
// These layouts and numbers are part of the stable interface of glib-2.0 and gio-2.0.

typedef struct {
    unsigned domain;
    int code;
    char *message;
} GError;

typedef void *filter_function(void *connection, void *message, int incoming, void *context);

enum {
    BUS_SESSION = 2,
    CLIENT_OF_A_BUS = 1 | 8, // G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT, _MESSAGE_BUS_CONNECTION
    NO_FLAGS = 0,
    MESSAGE_SIGNAL = 4,
    IO_ERROR_CLOSED = 18,
    IO_ERROR_TIMED_OUT = 24,
    DBUS_ERROR_SERVICE_UNKNOWN = 2,
    DBUS_ERROR_NAME_HAS_NO_OWNER = 3,
    DBUS_ERROR_NO_REPLY = 4,
    DBUS_ERROR_TIMEOUT = 12,
    DBUS_ERROR_TIMED_OUT = 20,
    DBUS_ERROR_SPAWN_EXEC_FAILED = 23, // the first of eleven
    DBUS_ERROR_SPAWN_NO_MEMORY = 33,
};

static struct {
    char *(*address_for_bus)(int, void *, GError **);
    void *(*connection_new)(const char *, int, void *, void *, GError **);
    void (*set_exit_on_close)(void *, int);
    int (*is_closed)(void *);
    unsigned (*add_filter)(void *, filter_function *, void *, void (*)(void *));
    void *(*call)(void *, const char *, const char *, const char *, const char *, void *, const void *, int, int, void *, GError **);
    int (*message_type)(void *);
    const char *(*message_interface)(void *);
    const char *(*message_member)(void *);
    void *(*message_body)(void *);
    void *(*variant_new)(const char *, ...);
    void *(*variant_new_parsed)(const char *, ...);
    void (*variant_get)(void *, const char *, ...);
    int (*variant_is_of_type)(void *, const void *);
    void (*variant_unref)(void *);
    void (*object_unref)(void *);
    void (*error_free)(GError *);
    void (*free_text)(void *);
    unsigned (*io_error_quark)(void);
    unsigned (*dbus_error_quark)(void);
} library;

static int library_loaded;
static pthread_once_t library_once = PTHREAD_ONCE_INIT;

static void load_library(void) {
    void *handle = dlopen("libgio-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    int missing = 0;
    // dlsym also searches GIO's dependencies. POSIX allows storing a data pointer as a function pointer.
#define RESOLVE(field, symbol) \
    do { *(void **)&library.field = dlsym(handle, symbol); missing |= !library.field; } while (0)
    RESOLVE(address_for_bus, "g_dbus_address_get_for_bus_sync");
    RESOLVE(connection_new, "g_dbus_connection_new_for_address_sync");
    RESOLVE(set_exit_on_close, "g_dbus_connection_set_exit_on_close");
    RESOLVE(is_closed, "g_dbus_connection_is_closed");
    RESOLVE(add_filter, "g_dbus_connection_add_filter");
    RESOLVE(call, "g_dbus_connection_call_sync");
    RESOLVE(message_type, "g_dbus_message_get_message_type");
    RESOLVE(message_interface, "g_dbus_message_get_interface");
    RESOLVE(message_member, "g_dbus_message_get_member");
    RESOLVE(message_body, "g_dbus_message_get_body");
    RESOLVE(variant_new, "g_variant_new");
    RESOLVE(variant_new_parsed, "g_variant_new_parsed");
    RESOLVE(variant_get, "g_variant_get");
    RESOLVE(variant_is_of_type, "g_variant_is_of_type");
    RESOLVE(variant_unref, "g_variant_unref");
    RESOLVE(object_unref, "g_object_unref");
    RESOLVE(error_free, "g_error_free");
    RESOLVE(free_text, "g_free");
    RESOLVE(io_error_quark, "g_io_error_quark");
    RESOLVE(dbus_error_quark, "g_dbus_error_quark");
#undef RESOLVE
    library_loaded = !missing;
}

static const char name[] = "org.freedesktop.Notifications";
static const char path[] = "/org/freedesktop/Notifications";

static void note(uint32_t bubble, int answer) {
    pthread_mutex_lock(&answers_lock);
    if (answers_count < ANSWERS) {
        answers[answers_count].bubble = bubble;
        answers[answers_count].answer = answer;
        answers_count++;
    }
    pthread_cond_broadcast(&answers_changed);
    pthread_mutex_unlock(&answers_lock);
}

/// Receives every message in the library's own thread, and passes it on.
static void *filter(void *connection, void *message, int incoming, void *context) {
    (void)connection, (void)context;
    if (!incoming || library.message_type(message) != MESSAGE_SIGNAL) return message;
    const char *interface = library.message_interface(message), *member = library.message_member(message);
    void *body = library.message_body(message);
    if (!interface || !member || !body || strcmp(interface, name) != 0) return message;
    uint32_t bubble = 0;
    // The text of a type is the type itself (`G_VARIANT_TYPE`).
    if (strcmp(member, "ActionInvoked") == 0 && library.variant_is_of_type(body, "(us)")) {
        const char *action = NULL;
        library.variant_get(body, "(u&s)", &bubble, &action);
        if (action)
            note(bubble, strcmp(action, "snooze") == 0 ? CNOTIFY_ANSWER_SNOOZE
                         : strcmp(action, "taken") == 0 ? CNOTIFY_ANSWER_TAKEN : CNOTIFY_ANSWER_OPEN);
    } else if (strcmp(member, "NotificationClosed") == 0 && library.variant_is_of_type(body, "(uu)")) {
        uint32_t reason = 0;
        library.variant_get(body, "(uu)", &bubble, &reason);
        note(bubble, CNOTIFY_ANSWER_CLOSED);
    }
    return message;
}

// ---- The connection ----

static pthread_mutex_t bus_lock = PTHREAD_MUTEX_INITIALIZER;
static void *bus;
static int takes_markup, has_buttons;

static int code_on_bus(int code) {
    switch (code) {
    case DBUS_ERROR_SERVICE_UNKNOWN: case DBUS_ERROR_NAME_HAS_NO_OWNER: return CNOTIFY_NO_SERVER;
    case DBUS_ERROR_NO_REPLY: case DBUS_ERROR_TIMEOUT: case DBUS_ERROR_TIMED_OUT: return CNOTIFY_TIMEOUT;
    default:
        // The program of that name could not be started.
        return code >= DBUS_ERROR_SPAWN_EXEC_FAILED && code <= DBUS_ERROR_SPAWN_NO_MEMORY ? CNOTIFY_NO_SERVER : CNOTIFY_FAILED;
    }
}

static int code_of(GError *error) {
    if (!error) return CNOTIFY_FAILED;
    int code = CNOTIFY_FAILED;
    if (error->domain == library.dbus_error_quark()) code = code_on_bus(error->code);
    else if (error->domain == library.io_error_quark())
        code = error->code == IO_ERROR_TIMED_OUT ? CNOTIFY_TIMEOUT : error->code == IO_ERROR_CLOSED ? CNOTIFY_NO_SESSION : CNOTIFY_FAILED;
    library.error_free(error);
    return code;
}

/// Without a bus, GIO would start one of its own, on which no program shows notifications.
static int bus_is_there(void) {
    const char *address = getenv("DBUS_SESSION_BUS_ADDRESS");
    if (address && *address) return strncmp(address, "autolaunch:", 11) != 0;
    const char *folder = getenv("XDG_RUNTIME_DIR");
    char file[512];
    struct stat about;
    if (!folder || folder[0] != '/' || snprintf(file, sizeof file, "%s/bus", folder) >= (int)sizeof file) return 0;
    return stat(file, &about) == 0 && S_ISSOCK(about.st_mode);
}

static void leave(void) {
    if (bus) library.object_unref(bus);
    bus = NULL;
}

/// Calls a method and returns its result, or NULL with a code. The lock is held.
static void *call(const char *method, void *arguments, unsigned patience, int *code) {
    GError *error = NULL;
    void *result = library.call(bus, name, path, name, method, arguments, NULL, NO_FLAGS, (int)patience, NULL, &error);
    *code = result ? CNOTIFY_DONE : code_of(error);
    return result;
}

/// The server's capabilities: whether it reads `<b>` in a body, and whether it has buttons.
static int ask_capabilities(unsigned patience) {
    int code = CNOTIFY_FAILED;
    void *result = call("GetCapabilities", NULL, patience, &code);
    if (!result) return code;
    takes_markup = has_buttons = 0;
    if (library.variant_is_of_type(result, "(as)")) {
        const char **words = NULL;
        library.variant_get(result, "(^a&s)", &words);
        for (const char **word = words; word && *word; word++) {
            takes_markup |= strcmp(*word, "body-markup") == 0;
            has_buttons |= strcmp(*word, "actions") == 0;
        }
        library.free_text(words);
    }
    library.variant_unref(result);
    return CNOTIFY_DONE;
}

static int connect_bus(void) {
    if (bus && !library.is_closed(bus)) return CNOTIFY_DONE;
    leave();
    GError *error = NULL;
    char *address = library.address_for_bus(BUS_SESSION, NULL, &error);
    if (!address) {
        if (error) library.error_free(error);
        return CNOTIFY_NO_SESSION;
    }
    bus = library.connection_new(address, CLIENT_OF_A_BUS, NULL, NULL, &error);
    library.free_text(address);
    if (!bus) {
        if (error) library.error_free(error);
        return CNOTIFY_NO_SESSION;
    }
    library.set_exit_on_close(bus, 0); // otherwise GIO ends this program when the bus does
    library.add_filter(bus, filter, NULL, NULL);
    void *rule = library.variant_new("(s)", "type='signal',sender='org.freedesktop.Notifications',interface='org.freedesktop.Notifications'");
    void *result = library.call(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch", rule, NULL,
                                NO_FLAGS, 5000, NULL, &error);
    if (!result) {
        int code = code_of(error);
        leave();
        return code;
    }
    library.variant_unref(result);
    return CNOTIFY_DONE;
}

/// The text with `&`, `<` and `>` escaped, for servers that read markup. To be freed; NULL without memory.
static char *escaped(const char *text) {
    char *copy = malloc(strlen(text) * 5 + 1), *target = copy;
    if (!copy) return NULL;
    for (; *text; text++) {
        const char *word = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : NULL;
        if (!word || !takes_markup) { *target++ = *text; continue; }
        size_t length = strlen(word);
        memcpy(target, word, length);
        target += length;
    }
    *target = 0;
    return copy;
}

/// The arguments of `Notify`: normal urgency; the desktop chooses the sound.
static void *arguments_of(struct cnotify_text text, const char *body, uint32_t old) {
    if (!has_buttons || !text.snooze || !text.open)
        return library.variant_new_parsed("('Auralyst', %u, '', %s, %s, @as [], {'urgency': <byte 1>}, int32 0)", old, text.title, body);
    if (text.taken)
        return library.variant_new_parsed(
            "('Auralyst', %u, '', %s, %s, ['default', %s, 'taken', %s, 'snooze', %s, 'open', %s], {'urgency': <byte 1>}, int32 0)",
            old, text.title, body, text.open, text.taken, text.snooze, text.open);
    return library.variant_new_parsed(
        "('Auralyst', %u, '', %s, %s, ['default', %s, 'snooze', %s, 'open', %s], {'urgency': <byte 1>}, int32 0)", old, text.title,
        body, text.open, text.snooze, text.open);
}

static int show(struct cnotify_text text, uint32_t old, unsigned patience, uint32_t *bubble) {
    int code = connect_bus();
    if (code == CNOTIFY_DONE) code = ask_capabilities(patience);
    if (code != CNOTIFY_DONE) return code;
    char *body = escaped(text.body);
    if (!body) return CNOTIFY_FAILED;
    void *result = call("Notify", arguments_of(text, body, old), patience, &code);
    free(body);
    if (!result) return code;
    if (library.variant_is_of_type(result, "(u)")) library.variant_get(result, "(u)", bubble);
    else code = CNOTIFY_FAILED;
    library.variant_unref(result);
    return code;
}

int cnotify_show(struct cnotify_text text, uint32_t old, unsigned patience, uint32_t *bubble) {
    if (!bus_is_there()) return CNOTIFY_NO_SESSION;
    pthread_once(&library_once, load_library);
    if (!library_loaded) return CNOTIFY_NO_LIBRARY;
    pthread_mutex_lock(&bus_lock);
    int code = show(text, old, patience, bubble);
    if (code == CNOTIFY_NO_SESSION) leave();
    pthread_mutex_unlock(&bus_lock);
    return code;
}

void cnotify_withdraw(uint32_t bubble, unsigned patience) {
    pthread_mutex_lock(&bus_lock);
    if (bus && !library.is_closed(bus)) {
        int code = CNOTIFY_FAILED;
        void *result = call("CloseNotification", library.variant_new("(u)", bubble), patience, &code);
        if (result) library.variant_unref(result);
    }
    pthread_mutex_unlock(&bus_lock);
}

#else

// Other systems are not supported: nothing is shown there.
int cnotify_show(struct cnotify_text text, uint32_t old, unsigned patience, uint32_t *bubble) {
    (void)text, (void)old, (void)patience, (void)bubble;
    return CNOTIFY_NO_LIBRARY;
}

void cnotify_withdraw(uint32_t bubble, unsigned patience) { (void)bubble, (void)patience; }

#endif
