// A machine; browser.c has the second body.
#ifndef __wasi__
#define _GNU_SOURCE
#define __STDC_WANT_LIB_EXT1__ 1
#include "CPlatform.h"

#include <arpa/inet.h>
#include <dlfcn.h>
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
#include <linux/inet_diag.h>
#include <linux/magic.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
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

#if defined(__GLIBC__) && !__has_feature(address_sanitizer)
static volatile int overwrites_freed;

// In place of the system's own, for the whole program: M_PERTURB leaves out small pieces, and most texts and keys are small. What
// `realloc` moves or cuts off does not come by here: that is M_PERTURB's, but for small pieces.
// What a library frees that was linked to another allocator goes to that one, as the next `free` in the order of loading.
void free(void *bytes) {
    static void (*next)(void *);
    if (!bytes) return;
    if (!next) next = (void (*)(void *))dlsym(RTLD_NEXT, "free");
    if (overwrites_freed) platform_wipe(bytes, malloc_usable_size(bytes));
    next(bytes);
}

void platform_overwrite_freed(void) {
    overwrites_freed = 1;
    mallopt(M_PERTURB, 0x5a);
}
#else
void platform_overwrite_freed(void) {}
#endif

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

#ifdef __linux__
// Both ends as the kernel's list of sockets has them: the address in words of the machine's order, the port in the network's.
static int end_of(const struct sockaddr *address, uint32_t words[4], uint16_t *port) {
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)address;
        memcpy(words, &four->sin_addr, 4);
        *port = four->sin_port;
        return 1;
    }
    if (address->sa_family != AF_INET6) return 0;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
    memcpy(words, &six->sin6_addr, 16);
    *port = six->sin6_port;
    return 4;
}

// The kernel looks up one connection (sock_diag(7)). The answer is there when the question has been sent.
static int64_t asked_user(const struct sockaddr *peer, const struct sockaddr *own) {
    struct {
        struct nlmsghdr head;
        struct inet_diag_req_v2 body;
    } question = {
        .head = {.nlmsg_len = sizeof question, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
        .body = {.sdiag_family = (unsigned char)peer->sa_family, .sdiag_protocol = IPPROTO_TCP, .idiag_states = ~0U},
    };
    struct inet_diag_sockid *name = &question.body.id;
    name->idiag_cookie[0] = name->idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    if (!end_of(peer, name->idiag_src, &name->idiag_sport) || !end_of(own, name->idiag_dst, &name->idiag_dport)) return -2;
    int kernel = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (kernel < 0) return -2;
    _Alignas(struct nlmsghdr) char answer[1024];
    ssize_t count = send(kernel, &question, sizeof question, 0) < 0 ? -1 : recv(kernel, answer, sizeof answer, MSG_DONTWAIT);
    close(kernel);
    const struct nlmsghdr *head = (const struct nlmsghdr *)answer;
    if (count < (ssize_t)NLMSG_LENGTH(sizeof(struct inet_diag_msg)) || head->nlmsg_type != SOCK_DIAG_BY_FAMILY) return -2;
    const struct inet_diag_msg *found = NLMSG_DATA(head);
    // What no program has open any more has no inode, and belongs to no one.
    return found->idiag_inode == 0 ? -1 : (int64_t)found->idiag_uid;
}

// The same from the list of all connections (proc(5)), for systems that let no program ask.
static int64_t listed_user(const struct sockaddr *peer, const struct sockaddr *own) {
    uint32_t source[4], target[4];
    uint16_t source_port, target_port;
    int count = end_of(peer, source, &source_port);
    if (count == 0 || end_of(own, target, &target_port) != count) return -2;
    char wanted[2][48];
    for (int end = 0; end < 2; end++) {
        int used = 0;
        for (int word = 0; word < count; word++)
            used += snprintf(wanted[end] + used, sizeof wanted[end] - (size_t)used, "%08X", (end ? target : source)[word]);
        snprintf(wanted[end] + used, sizeof wanted[end] - (size_t)used, ":%04X", ntohs(end ? target_port : source_port));
    }
    FILE *list = fopen(count == 1 ? "/proc/self/net/tcp" : "/proc/self/net/tcp6", "re");
    if (!list) return -2;
    char line[512], near[48], far[48];
    int64_t user = -1;
    while (user < 0 && fgets(line, sizeof line, list)) {
        unsigned long long uid, inode;
        if (sscanf(line, " %*[^ ] %47s %47s %*s %*s %*s %*s %llu %*s %llu", near, far, &uid, &inode) != 4) continue;
        if (strcmp(near, wanted[0]) == 0 && strcmp(far, wanted[1]) == 0 && inode != 0) user = (int64_t)uid;
    }
    fclose(list);
    return user;
}
#endif

int64_t platform_peer_user(const struct sockaddr *peer, const struct sockaddr *own) {
#ifdef __linux__
    int64_t user = asked_user(peer, own);
    return user == -2 ? listed_user(peer, own) : user;
#else
    (void)peer, (void)own;
    return -2;
#endif
}
#endif
