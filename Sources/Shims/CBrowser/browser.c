#include "CBrowser.h"

#ifdef __wasi__
#include <stdbool.h>
#include <time.h>

// Swift's own executor for one thread runs all that is ready, sleeps until its next timer, and asks its condition again. Here it is
// asked for one turn, and its sleep says how long it would be and returns: a browser's worker must not sleep, for nothing could
// reach it meanwhile. So all of Swift's concurrency works, timers too, which do not pass through the runtime's hooks (6.2).

static double milliseconds;

/// In place of the C library's.
int nanosleep(const struct timespec *wanted, struct timespec *left) {
    (void)left;
    milliseconds = (double)wanted->tv_sec * 1e3 + (double)wanted->tv_nsec / 1e6;
    return 0;
}

__attribute__((swiftcall)) void swift_task_donateThreadToGlobalExecutorUntil(bool (*condition)(void *), void *context);

static bool has_turned(void *turns) { return (*(int *)turns)++ > 0; }

double phone_run_jobs(void) {
    int turns = 0;
    milliseconds = 0;
    swift_task_donateThreadToGlobalExecutorUntil(has_turned, &turns);
    // It asks again only if there are timers.
    return turns > 1 ? milliseconds : -1;
}
#endif
