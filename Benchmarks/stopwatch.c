// Runs one program and prints what it took: nanoseconds from start to exit, peak resident kilobytes, exit status.
// Its output is thrown away.   usage: stopwatch PROGRAM [ARGUMENT…]
//
// A small process of its own, because Linux counts the memory of the process that starts a program into the
// program's peak: started from Python, nothing would ever seem to need less than Python does.
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int count, char **arguments) {
    if (count < 2) return 64;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);

    pid_t child;
    struct rusage usage;
    int status;
    long long start = now();
    if (posix_spawnp(&child, arguments[1], &actions, NULL, arguments + 1, environ) != 0) return 127;
    if (wait4(child, &status, 0, &usage) < 0) return 126;
    long long end = now();
    printf("%lld %ld %d\n", end - start, usage.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return 0;
}
