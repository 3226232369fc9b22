// The Secret Service of the desktop, reached through libsecret, which is loaded only when it is asked for:
// a program that never uses the keychain loads no GLib, and a machine without libsecret still runs it.
#ifndef AURALYST_CSECRET_H
#define AURALYST_CSECRET_H

#include <stddef.h>

/// How a call ended. No message of the library is passed on, since it might quote what it was given.
enum {
    CSECRET_DONE = 0,
    /// Nothing is stored under that name.
    CSECRET_ABSENT = 1,
    /// libsecret is not installed, or lacks a function that is needed.
    CSECRET_NO_LIBRARY = 2,
    /// There is no session bus, or nobody on it offers the Secret Service.
    CSECRET_NO_SERVICE = 3,
    /// The keychain is locked, and the owner did not unlock it.
    CSECRET_LOCKED = 4,
    /// No answer in time.
    CSECRET_TIMEOUT = 5,
    /// What is stored does not fit `capacity`.
    CSECRET_TOO_LONG = 6,
    /// Anything else that the service reports.
    CSECRET_FAILED = 7,
};

/// The times, in milliseconds, that one call may take.
struct csecret_patience {
    /// Until the bus answers.
    unsigned connect;
    /// For the whole rest, in which the owner may be asked to unlock the keychain.
    unsigned answer;
};

/// Stores `text` under `vault`, in place of what was there; `label` is what the owner sees in the keychain.
/// All three end in NUL. Returns one of the codes above.
int csecret_store(const char *vault, const char *label, const char *text, struct csecret_patience patience);

/// Copies the text stored under `vault`, with its NUL, to `text`, which has room for `capacity` bytes.
int csecret_lookup(const char *vault, char *text, size_t capacity, struct csecret_patience patience);

/// Removes what is stored under `vault`; CSECRET_ABSENT when there was nothing.
int csecret_clear(const char *vault, struct csecret_patience patience);

#endif
