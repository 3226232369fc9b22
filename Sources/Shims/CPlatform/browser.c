// A browser; platform.c has the other body. It has no programs, signals, terminals or users: what asks for one fails.
#ifdef __wasi__
#include "CPlatform.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int none(void) {
    errno = ENOSYS;
    return -1;
}

void platform_wipe(void *bytes, size_t count) {
    memset(bytes, 0, count);
    // For all the compiler knows, this reads the bytes.
    __asm__ volatile("" : : "r"(bytes) : "memory");
}

void platform_overwrite_freed(void) {}

void platform_release_freed(void) {}

int platform_ignores(int number) {
    (void)number;
    return 0;
}

int platform_terminal_columns(int descriptor) {
    (void)descriptor;
    return 0;
}

int platform_finish_output(void) { return fflush(stdout) != 0 || ferror(stdout) ? -1 : 0; }

int platform_forbid_dumps(void) { return none(); }

int platform_is_in_memory(const char *path) {
    (void)path;
    return none();
}

int platform_close_on_exec(int descriptor) {
    (void)descriptor;
    return none();
}

int platform_start_detached(const char *path, char *const arguments[], int input) {
    (void)path, (void)arguments, (void)input;
    return none();
}

int platform_start(const char *path, char *const arguments[], char *const environment[], const char *folder) {
    (void)path, (void)arguments, (void)environment, (void)folder;
    return none();
}

int platform_run(const char *path, char *const arguments[]) {
    (void)path, (void)arguments;
    return none();
}

int64_t platform_peer_user(const struct sockaddr *peer, const struct sockaddr *own) {
    (void)peer, (void)own;
    return -2;
}
#endif
