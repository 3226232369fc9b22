#define _GNU_SOURCE
#define __STDC_WANT_LIB_EXT1__ 1
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/magic.h>
#include <sys/prctl.h>
#include <sys/vfs.h>
#endif

void platform_wipe(void *bytes, size_t count) {
#ifdef __linux__
    explicit_bzero(bytes, count);
#else
    memset_s(bytes, count, 0, count);
#endif
}

int platform_forbid_dumps(void) {
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
#ifdef __linux__
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return -1;
#endif
    return 0;
}

void platform_overwrite_freed(void) {
#ifdef __GLIBC__
    mallopt(M_PERTURB, 0x5a);
#endif
}

void platform_release_freed(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

int platform_ignores(int number) {
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

int platform_is_in_memory(const char *path) {
#ifdef __linux__
    struct statfs facts;
    if (statfs(path, &facts) != 0) return -1;
    return facts.f_type == TMPFS_MAGIC || facts.f_type == RAMFS_MAGIC;
#else
    (void)path;
    return 0;
#endif
}

int platform_start_detached(const char *path, char *const arguments[], int input) {
    pid_t child = fork();
    if (child < 0) return -1;
    if (child == 0) {
        // Between fork and exec only async-signal-safe calls are allowed: locks of other threads are never released here.
        setsid();
        pid_t grandchild = fork();
        if (grandchild != 0) _exit(grandchild < 0 ? 127 : 0);
        int nothing = open("/dev/null", O_RDWR);
        dup2(input >= 0 ? input : nothing, 0);
        dup2(nothing, 1);
        dup2(nothing, 2);
        execv(path, arguments);
        _exit(127);
    }
    int status;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return -1;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return 0;
    errno = EAGAIN;
    return -1;
}

int platform_start(const char *path, char *const arguments[], char *const environment[], const char *folder) {
    pid_t child = fork();
    if (child != 0) return child;
    // As above: only async-signal-safe calls.
    setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nothing = open("/dev/null", O_RDWR);
    for (int descriptor = 0; descriptor < 3; descriptor++) dup2(nothing, descriptor);
#ifdef __linux__
    close_range(3, ~0U, 0);
#else
    for (int descriptor = 3; descriptor < 1024; descriptor++) close(descriptor);
#endif
    if (chdir(folder) == 0) execve(path, arguments, environment);
    _exit(127);
}

int platform_run(const char *path, char *const arguments[]) {
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    pid_t child = fork();
    if (child == 0) {
        sigaction(SIGINT, &interrupt, NULL);
        sigaction(SIGQUIT, &quit, NULL);
        execv(path, arguments);
        _exit(127);
    }
    int status = -1;
    int result = child < 0 ? -1 : 0;
    while (result == 0 && waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) result = -1;
    }
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    if (result != 0) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int platform_close_on_exec(int descriptor) { return fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

int platform_finish_output(void) { return fflush(stdout) != 0 || ferror(stdout) ? -1 : 0; }

int platform_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
