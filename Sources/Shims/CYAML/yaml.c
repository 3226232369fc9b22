#define _GNU_SOURCE
#include "CYAML.h"

#ifdef __wasi__
#include <yaml.h>
#else
#include <dlfcn.h>
#endif
#include <pthread.h>
#include <stdlib.h>

// ---- What is used of libyaml, declared here so that a build needs no header of it ----
// These functions, numbers and layouts are part of the stable interface of libyaml-0.so.2.

enum { EVENT_STREAM_END = 2, EVENT_ALIAS = 5, EVENT_SCALAR, EVENT_LIST, EVENT_LIST_END, EVENT_MAP, EVENT_MAP_END, ENCODING_UTF8 = 1 };

struct mark { size_t index, line, column; };

struct library_event {
    int type;
    union {
        struct { unsigned char *anchor; } alias;
        struct { unsigned char *anchor, *tag, *value; size_t length; int plain, quoted, style; } scalar;
        struct { unsigned char *anchor, *tag; int implicit, style; } begin;
        struct { void *version, *tags, *end; int implicit; } document;
    } data;
    struct mark start, end;
};

static struct {
    int (*initialize)(void *);
    void (*delete)(void *);
    void (*set_input)(void *, const unsigned char *, size_t);
    void (*set_encoding)(void *, int);
    int (*parse)(void *, struct library_event *);
    void (*event_delete)(struct library_event *);
} library;

static int library_loaded;
static pthread_once_t library_once = PTHREAD_ONCE_INIT;

#ifdef __wasi__
// A program for a browser has it inside.
static void *open_library(void) { return &library; }
#define FIND(handle, symbol) ((void *)symbol)
#else
static void *open_library(void) {
#ifdef __APPLE__
    return dlopen("libyaml-0.2.dylib", RTLD_NOW | RTLD_LOCAL);
#else
    return dlopen("libyaml-0.so.2", RTLD_NOW | RTLD_LOCAL);
#endif
}
#define FIND(handle, symbol) dlsym(handle, #symbol)
#endif

static void load_library(void) {
    void *handle = open_library();
    if (!handle) return;
    int missing = 0;
    // POSIX allows storing a data pointer as a function pointer.
#define RESOLVE(field, symbol) \
    do { *(void **)&library.field = FIND(handle, symbol); missing |= !library.field; } while (0)
    RESOLVE(initialize, yaml_parser_initialize);
    RESOLVE(delete, yaml_parser_delete);
    RESOLVE(set_input, yaml_parser_set_input_string);
    RESOLVE(set_encoding, yaml_parser_set_encoding);
    RESOLVE(parse, yaml_parser_parse);
    RESOLVE(event_delete, yaml_event_delete);
#undef RESOLVE
    library_loaded = !missing;
}

struct cyaml {
    // The library's own state, 480 bytes in 0.2.5; it clears what it uses.
    _Alignas(max_align_t) unsigned char parser[4096];
    struct library_event event;
    int has_parser, has_event, is_over;
};

int cyaml_open(const unsigned char *bytes, size_t count, struct cyaml **text) {
    *text = NULL;
    pthread_once(&library_once, load_library);
    if (!library_loaded) return CYAML_NO_LIBRARY;
    struct cyaml *made = calloc(1, sizeof *made);
    if (!made) return CYAML_FAILED;
    *text = made;
    if (!library.initialize(made->parser)) return CYAML_FAILED;
    made->has_parser = 1;
    library.set_input(made->parser, bytes, count);
    // Without it the library would guess the encoding from the first bytes.
    library.set_encoding(made->parser, ENCODING_UTF8);
    return CYAML_OK;
}

static void forget_event(struct cyaml *text) {
    if (text->has_event) library.event_delete(&text->event);
    text->has_event = 0;
}

int cyaml_next(struct cyaml *text, struct cyaml_event *event) {
    forget_event(text);
    *event = (struct cyaml_event){.kind = CYAML_END};
    if (text->is_over) return CYAML_OK;
    if (!library.parse(text->parser, &text->event)) {
        text->is_over = 1;
        return CYAML_DAMAGED;
    }
    text->has_event = 1;
    event->line = text->event.start.line + 1;
    switch (text->event.type) {
    case EVENT_STREAM_END:
        text->is_over = 1;
        break;
    case EVENT_ALIAS:
        event->kind = CYAML_ALIAS;
        event->anchor = (const char *)text->event.data.alias.anchor;
        break;
    case EVENT_SCALAR:
        event->kind = CYAML_SCALAR;
        event->value = text->event.data.scalar.value;
        event->length = text->event.data.scalar.length;
        event->anchor = (const char *)text->event.data.scalar.anchor;
        break;
    case EVENT_LIST:
    case EVENT_MAP:
        event->kind = text->event.type == EVENT_LIST ? CYAML_LIST_BEGINS : CYAML_MAP_BEGINS;
        event->anchor = (const char *)text->event.data.begin.anchor;
        break;
    case EVENT_LIST_END:
        event->kind = CYAML_LIST_ENDS;
        break;
    case EVENT_MAP_END:
        event->kind = CYAML_MAP_ENDS;
        break;
    default:
        event->kind = CYAML_OTHER;
    }
    return CYAML_OK;
}

void cyaml_close(struct cyaml *text) {
    if (!text) return;
    forget_event(text);
    if (text->has_parser) library.delete(text->parser);
    free(text);
}
