// The notifications of the desktop (org.freedesktop.Notifications), reached through GIO, which is loaded only when it is asked
// for: a program that shows none loads no GLib, and a machine without it still runs the program.
//
// One connection a process. Every call may be made from any thread; only `cnotify_wait` waits for long.
#ifndef AURALYST_CNOTIFY_H
#define AURALYST_CNOTIFY_H

#include <stdint.h>

/// How a call ended. No message of the library is passed on: it might quote what it was given.
enum {
    CNOTIFY_DONE = 0,
    /// GIO is not installed, or lacks a function that is needed.
    CNOTIFY_NO_LIBRARY = 1,
    /// There is no session bus.
    CNOTIFY_NO_SESSION = 2,
    /// Nobody on it shows notifications.
    CNOTIFY_NO_SERVER = 3,
    /// No answer in time.
    CNOTIFY_TIMEOUT = 4,
    /// Anything else.
    CNOTIFY_FAILED = 5,
};

/// What the owner did with a notification.
enum {
    CNOTIFY_ANSWER_NONE = 0,
    CNOTIFY_ANSWER_SNOOZE = 1,
    CNOTIFY_ANSWER_OPEN = 2,
    CNOTIFY_ANSWER_CLOSED = 3,
};

/// What a notification says. All texts are UTF-8 and end in NUL.
struct cnotify_text {
    /// The line that stands out.
    const char *title;
    /// What stands below it, plain; may be empty.
    const char *body;
    /// The buttons; NULL for none.
    const char *snooze, *open;
};

/// Shows a notification of normal urgency, which stays until it is answered, in place of the one with the number `old` (0: none).
/// Connects to the session bus where that is not done yet. Its number comes to `bubble`. Returns one of the codes above.
int cnotify_show(struct cnotify_text text, uint32_t old, unsigned patience_milliseconds, uint32_t *bubble);

/// Takes a notification from the screen.
void cnotify_withdraw(uint32_t bubble, unsigned patience_milliseconds);

/// What the owner did and nobody has asked for yet, the first first; its notification comes to `bubble`.
int cnotify_next(uint32_t *bubble);

/// Waits so long, or until there is something for `cnotify_next`, or until `cnotify_wake`.
void cnotify_wait(unsigned milliseconds);

/// Ends the present `cnotify_wait`, or the next one at once.
void cnotify_wake(void);

#endif
