// Reads YAML as a stream of events through libyaml, which is loaded only when it is asked for: only one kind of journal needs it, and a machine
// without it still runs the program. Nothing is constructed from a text, so tags have no effect; what they are is not even passed on.
#ifndef AURALYST_CYAML_H
#define AURALYST_CYAML_H

#include <stddef.h>

/// How a call ended. No message of the library is passed on: it might quote what it was given.
enum {
    /// It worked.
    CYAML_OK = 0,
    /// libyaml is not installed, or lacks a function that is needed.
    CYAML_NO_LIBRARY = 1,
    /// The text is no YAML from here on.
    CYAML_DAMAGED = 2,
    /// No memory.
    CYAML_FAILED = 3,
};

/// What an event is.
enum {
    CYAML_END,
    CYAML_SCALAR,
    CYAML_LIST_BEGINS,
    CYAML_LIST_ENDS,
    CYAML_MAP_BEGINS,
    CYAML_MAP_ENDS,
    CYAML_ALIAS,
    /// The begin or end of a stream or a document.
    CYAML_OTHER,
};

/// One event; its pointers live until the next call.
struct cyaml_event {
    int kind;
    /// Bytes of a scalar; not ended by NUL, which may stand in them.
    const unsigned char *value;
    size_t length;
    /// The name that an alias repeats, or that a value gets; ended by NUL, NULL for none.
    const char *anchor;
    /// From 1.
    size_t line;
};

/// A text that is being read.
struct cyaml;

/// Begins to read UTF-8; the bytes stay the caller's and must live until `cyaml_close`.
int cyaml_open(const unsigned char *bytes, size_t count, struct cyaml **text);

/// Reads the next event; at the end CYAML_END again and again.
int cyaml_next(struct cyaml *text, struct cyaml_event *event);

/// Closes it; NULL is allowed.
void cyaml_close(struct cyaml *text);

#endif
