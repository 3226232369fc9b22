#define _GNU_SOURCE
#include "CPixbuf.h"

#ifndef __wasi__
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

// ---- What is used of GdkPixbuf and GObject, declared here so that a build needs no header of theirs ----
// These functions are part of the stable interface of gdk-pixbuf-2.0 and gobject-2.0.

typedef void (*size_function)(void *loader, int width, int height, void *context);

static struct {
    void *(*loader_new)(const char *type, void **error);
    int (*loader_write)(void *, const unsigned char *, size_t, void **);
    int (*loader_close)(void *, void **);
    void *(*loader_picture)(void *);
    void (*loader_set_size)(void *, int, int);
    void *(*upright)(void *);
    void *(*scaled)(void *, int, int, int);
    void *(*on_colour)(void *, int, int, int, int, int, uint32_t, uint32_t);
    int (*has_alpha)(void *);
    int (*width)(void *);
    int (*height)(void *);
    int (*save)(void *, char **, size_t *, const char *, char **, char **, void **);
    unsigned long (*connect)(void *, const char *, void (*)(void), void *, void (*)(void *, void *), int);
} library;

static int load_library(void) {
#ifdef __APPLE__
    void *pictures = dlopen("libgdk_pixbuf-2.0.0.dylib", RTLD_NOW | RTLD_LOCAL);
#else
    void *pictures = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
#endif
    if (!pictures) return 0;
    int missing = 0;
#define FIND(handle, member, symbol) missing |= !(*(void **)&library.member = dlsym(handle, symbol))
    FIND(pictures, loader_new, "gdk_pixbuf_loader_new_with_mime_type");
    FIND(pictures, loader_write, "gdk_pixbuf_loader_write");
    FIND(pictures, loader_close, "gdk_pixbuf_loader_close");
    FIND(pictures, loader_picture, "gdk_pixbuf_loader_get_pixbuf");
    FIND(pictures, loader_set_size, "gdk_pixbuf_loader_set_size");
    FIND(pictures, upright, "gdk_pixbuf_apply_embedded_orientation");
    FIND(pictures, scaled, "gdk_pixbuf_scale_simple");
    FIND(pictures, on_colour, "gdk_pixbuf_composite_color_simple");
    FIND(pictures, has_alpha, "gdk_pixbuf_get_has_alpha");
    FIND(pictures, width, "gdk_pixbuf_get_width");
    FIND(pictures, height, "gdk_pixbuf_get_height");
    FIND(pictures, save, "gdk_pixbuf_save_to_bufferv");
    // Of GObject, which comes along.
    FIND(pictures, connect, "g_signal_connect_data");
#undef FIND
    return !missing;
}

// ---- One picture ----

struct wish { int edge, is_too_large; };

static void fit(int *width, int *height, int edge) {
    int longer = *width > *height ? *width : *height;
    if (longer <= edge) return;
    *width = (int)((int64_t)*width * edge / longer);
    *height = (int)((int64_t)*height * edge / longer);
    if (*width < 1) *width = 1;
    if (*height < 1) *height = 1;
}

/// Said before the pixels are decoded: a JPEG is then read at a part of its size.
static void prepared(void *loader, int width, int height, void *context) {
    struct wish *wish = context;
    if (width < 1 || height < 1 || (int64_t)width * height > CPIXBUF_MOST_PIXELS) {
        wish->is_too_large = 1;
        library.loader_set_size(loader, 0, 0);
        return;
    }
    // Twice the size: what is left to do is done with better filters.
    fit(&width, &height, 2 * wish->edge);
    library.loader_set_size(loader, width, height);
}

int cpixbuf_thumbnail(const uint8_t *bytes, size_t count, const char *type, int edge, uint8_t **made, size_t *made_count) {
    if (!load_library()) return CPIXBUF_NO_LIBRARY;
    // The process ends after this one picture: nothing of the library's is released.
    void *loader = library.loader_new(type, NULL);
    // Its own readers know the kinds of old; for a newer kind the system has a reader or not.
    if (!loader && strcmp(type, "image/heic") == 0) loader = library.loader_new("image/heif", NULL);
    if (!loader) return CPIXBUF_NO_LIBRARY;
    struct wish wish = {.edge = edge};
    library.connect(loader, "size-prepared", (void (*)(void))(size_function)prepared, &wish, NULL, 0);
    int is_written = library.loader_write(loader, bytes, count, NULL);
    int is_closed = library.loader_close(loader, NULL);
    void *picture = wish.is_too_large ? NULL : library.loader_picture(loader);
    // A picture that was cut off shows what there is of it.
    if (!picture || (!is_written && !is_closed && library.width(picture) < 2)) return CPIXBUF_NO_PICTURE;
    void *upright = library.upright(picture);
    if (upright) picture = upright;
    int width = library.width(picture), height = library.height(picture);
    fit(&width, &height, edge);
    enum { BILINEAR = 2 };
    picture = library.has_alpha(picture) ? library.on_colour(picture, width, height, BILINEAR, 255, 16, 0xffffff, 0xffffff)
                                         : library.scaled(picture, width, height, BILINEAR);
    if (!picture) return CPIXBUF_NO_PICTURE;
    char *keys[] = {"quality", NULL}, *values[] = {"80", NULL}, *buffer = NULL;
    size_t size = 0;
    if (!library.save(picture, &buffer, &size, "jpeg", keys, values, NULL)) return CPIXBUF_NO_PICTURE;
    *made = (uint8_t *)buffer;
    *made_count = size;
    return CPIXBUF_DONE;
}

// ---- The process for it ----

static void limit(int what, rlim_t most) {
    struct rlimit limits = {most, most};
    setrlimit(what, &limits);
}

void cpixbuf_confine(void) {
    limit(RLIMIT_AS, (rlim_t)3 << 29);
    limit(RLIMIT_CPU, 10);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, 64);
#ifdef __linux__
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
}

int cpixbuf_start(const char *path, char *const arguments[], int patience, pid_t *child) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return -1;
    fcntl(pair[0], F_SETFD, FD_CLOEXEC);
    fcntl(pair[1], F_SETFD, FD_CLOEXEC);
    struct timeval span = {.tv_sec = patience};
    setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &span, sizeof span);
    setsockopt(pair[0], SOL_SOCKET, SO_SNDTIMEO, &span, sizeof span);
#ifdef SO_NOSIGPIPE
    int yes = 1;
    setsockopt(pair[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
    char *nothing[] = {NULL};
    *child = fork();
    if (*child == 0) {
        // Between fork and exec only async-signal-safe calls are allowed.
        setpgid(0, 0);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        int null = open("/dev/null", O_RDWR);
        dup2(pair[1], 0);
        dup2(pair[1], 1);
        dup2(null, 2);
#ifdef __linux__
        close_range(3, ~0U, 0);
#else
        for (int descriptor = 3; descriptor < 1024; descriptor++) close(descriptor);
#endif
        execve(path, arguments, nothing);
        _exit(127);
    }
    int code = errno;
    close(pair[1]);
    if (*child > 0) return pair[0];
    close(pair[0]);
    errno = code;
    return -1;
}

int cpixbuf_send(int descriptor, const uint8_t *bytes, size_t count) {
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif
    while (count > 0) {
        ssize_t sent = send(descriptor, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return -1;
        bytes += sent;
        count -= (size_t)sent;
    }
    return 0;
}

void cpixbuf_end(int descriptor) { shutdown(descriptor, SHUT_WR); }

void cpixbuf_stop(pid_t child, int descriptor) {
    close(descriptor);
    kill(child, SIGKILL);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
}
#endif
