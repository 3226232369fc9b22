// The Secret Service of the desktop, through libsecret, which is loaded only on demand:
// a program that never uses the keychain loads no GLib, and a machine without libsecret can still run it.
#ifndef AURALYST_CSECRET_H
#define AURALYST_CSECRET_H

#include <stddef.h>

/// The result of a call. The library's messages are not passed on, since they might quote its input.
enum {
    CSECRET_DONE = 0,
    /// Nothing is stored under that name.
    CSECRET_ABSENT = 1,
    /// libsecret is not installed, or lacks a function that is needed.
    CSECRET_NO_LIBRARY = 2,
    /// There is no session bus, or no program on it offers the Secret Service.
    CSECRET_NO_SERVICE = 3,
    /// The keychain is locked, and the owner did not unlock it.
    CSECRET_LOCKED = 4,
    /// No answer in time.
    CSECRET_TIMEOUT = 5,
    /// The stored text does not fit into `capacity`.
    CSECRET_TOO_LONG = 6,
    /// Anything else that the service reports.
    CSECRET_FAILED = 7,
};

/// The timeouts of one call, in milliseconds.
struct csecret_patience {
    /// For the bus to answer.
    unsigned connect;
    /// For everything else, including the owner's unlocking of the keychain.
    unsigned answer;
};

/// Stores `text` under `vault`, replacing what was there; `label` is what the owner sees in the keychain.
/// All three end in NUL. Returns one of the codes above.
int csecret_store(const char *vault, const char *label, const char *text, struct csecret_patience patience);

/// Copies the text stored under `vault`, with its NUL, to `text`, which has room for `capacity` bytes.
int csecret_lookup(const char *vault, char *text, size_t capacity, struct csecret_patience patience);

/// Removes what is stored under `vault`; CSECRET_ABSENT when there was nothing.
int csecret_clear(const char *vault, struct csecret_patience patience);

#endif
