// Reads YAML as a stream of events through libyaml, which is loaded only on demand: only one kind of journal needs it, and a machine
// without it can still run the program. No objects are constructed, so tags have no effect; they are not even passed on.
#ifndef AURALYST_CYAML_H
#define AURALYST_CYAML_H

#include <stddef.h>

/// The result of a call. The library's messages are not passed on: they might quote its input.
enum {
    /// It worked.
    CYAML_OK = 0,
    /// libyaml is not installed, or lacks a function that is needed.
    CYAML_NO_LIBRARY = 1,
    /// The text is not valid YAML from here on.
    CYAML_DAMAGED = 2,
    /// No memory.
    CYAML_FAILED = 3,
};

/// The kind of an event.
enum {
    CYAML_END,
    CYAML_SCALAR,
    CYAML_LIST_BEGINS,
    CYAML_LIST_ENDS,
    CYAML_MAP_BEGINS,
    CYAML_MAP_ENDS,
    CYAML_ALIAS,
    /// The beginning or end of a stream or a document.
    CYAML_OTHER,
};

/// One event; its pointers are valid until the next call.
struct cyaml_event {
    int kind;
    /// Bytes of a scalar; not ended by NUL, which they may contain.
    const unsigned char *value;
    size_t length;
    /// The name that an alias repeats, or that a value gets; ended by NUL, NULL for none.
    const char *anchor;
    /// From 1.
    size_t line;
};

/// A text being read.
struct cyaml;

/// Begins to read UTF-8; the caller keeps the bytes valid until `cyaml_close`.
int cyaml_open(const unsigned char *bytes, size_t count, struct cyaml **text);

/// Reads the next event; at the end it always returns CYAML_END.
int cyaml_next(struct cyaml *text, struct cyaml_event *event);

/// Closes the text; NULL is allowed.
void cyaml_close(struct cyaml *text);

#endif
