// The notifications of the desktop (org.freedesktop.Notifications), through GIO, which is loaded only on demand: a program that
// shows none loads no GLib, and a machine without it can still run the program.
//
// One connection for each process. Every call may be made from any thread; only `cnotify_wait` waits for long.
#ifndef AURALYST_CNOTIFY_H
#define AURALYST_CNOTIFY_H

#include <stdint.h>

/// The result of a call. The library's messages are not passed on: they might quote its input.
enum {
    CNOTIFY_DONE = 0,
    /// GIO is not installed, or lacks a function that is needed.
    CNOTIFY_NO_LIBRARY = 1,
    /// There is no session bus.
    CNOTIFY_NO_SESSION = 2,
    /// No program on it shows notifications.
    CNOTIFY_NO_SERVER = 3,
    /// No answer in time.
    CNOTIFY_TIMEOUT = 4,
    /// Anything else.
    CNOTIFY_FAILED = 5,
};

/// The owner's answer to a notification.
enum {
    CNOTIFY_ANSWER_NONE = 0,
    CNOTIFY_ANSWER_SNOOZE = 1,
    CNOTIFY_ANSWER_OPEN = 2,
    CNOTIFY_ANSWER_CLOSED = 3,
    CNOTIFY_ANSWER_TAKEN = 4,
};

/// The content of a notification. All texts are UTF-8 and end in NUL.
struct cnotify_text {
    /// The title.
    const char *title;
    /// The text below it, plain; may be empty.
    const char *body;
    /// The buttons; NULL for none. `taken` only beside the others.
    const char *taken, *snooze, *open;
};

/// Shows a notification of normal urgency, which stays until it is answered, and replaces the one with the number `old` (0: none).
/// Connects to the session bus if necessary. `bubble` receives its number. Returns one of the codes above.
int cnotify_show(struct cnotify_text text, uint32_t old, unsigned patience_milliseconds, uint32_t *bubble);

/// Removes a notification from the screen.
void cnotify_withdraw(uint32_t bubble, unsigned patience_milliseconds);

/// The owner's next unread answer, in order; `bubble` receives its notification's number.
int cnotify_next(uint32_t *bubble);

/// Waits for this time, or until there is an answer for `cnotify_next`, or until `cnotify_wake`.
void cnotify_wait(unsigned milliseconds);

/// Ends the present `cnotify_wait`, or the next one at once.
void cnotify_wake(void);

#endif
