// Runs one program and prints what it took: nanoseconds from start to exit, peak resident kilobytes, exit status.
// The program writes to a terminal of 80 columns, as before a person, and what it writes is thrown away.
//   usage: stopwatch PROGRAM [ARGUMENT…]
//
// A small process of its own, because Linux counts the memory of the process that starts a program into the
// program's peak: started from Python, nothing would ever seem to need less than Python does.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int count, char **arguments) {
    if (count < 2) return 64;
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) return 125;
    int terminal = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    if (terminal < 0 || ioctl(terminal, TIOCSWINSZ, &size) != 0) return 125;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, terminal, 1);

    pid_t child;
    long long start = now();
    if (posix_spawnp(&child, arguments[1], &actions, NULL, arguments + 1, environ) != 0) return 127;
    close(terminal);
    // The terminal ends with the last process that has it open.
    char bytes[65536];
    for (ssize_t got; (got = read(master, bytes, sizeof bytes)) > 0 || (got < 0 && errno == EINTR); ) {}
    struct rusage usage;
    int status;
    if (wait4(child, &status, 0, &usage) < 0) return 126;
    long long end = now();
    printf("%lld %ld %d\n", end - start, usage.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return 0;
}
