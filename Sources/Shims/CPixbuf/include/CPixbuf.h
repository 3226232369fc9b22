// Small pictures from large ones, by GdkPixbuf, which is loaded only on demand. It reads what anybody may have made: only a process
// without keys calls it (`cpixbuf_confine` first).
#ifndef AURALYST_CPIXBUF_H
#define AURALYST_CPIXBUF_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    CPIXBUF_DONE = 0,
    /// GdkPixbuf is not installed, or lacks a function that is needed.
    CPIXBUF_NO_LIBRARY = 1,
    /// The bytes are no picture that it reads, or one that is too large.
    CPIXBUF_NO_PICTURE = 2,
};

/// The most pixels of a picture that is decoded: 100 million, as 12,247 by 8,165.
enum { CPIXBUF_MOST_PIXELS = 100000000 };

/// Takes from this process what decoding does not need: at most 1.5 GiB of memory and 10 s of processor, no file written, no core.
void cpixbuf_confine(void);

/// A JPEG of which no side is longer than `edge`, upright as the picture's own mark says, on white where it was transparent. Nothing of
/// what else the file said (date, place, colour profile) is in it. `made` is released with `free`.
/// - type: `image/jpeg`, `image/png`, `image/gif`, `image/webp`, `image/heic`: no other reader is tried.
int cpixbuf_thumbnail(const uint8_t *bytes, size_t count, const char *type, int edge, uint8_t **made, size_t *made_count);

/// Starts a program with one end of a pair of sockets as its input and output, no environment and no other open file. Returns the other
/// end, which gives up after `patience` seconds of silence; -1 with errno. `child` receives the process.
int cpixbuf_start(const char *path, char *const arguments[], int patience, pid_t *child);

/// Sends bytes to the end of a pair; -1 if the other side is gone. No signal is raised.
int cpixbuf_send(int descriptor, const uint8_t *bytes, size_t count);

/// Says that nothing more follows.
void cpixbuf_end(int descriptor);

/// Ends the process, which has answered or is waited for no longer.
void cpixbuf_stop(pid_t child, int descriptor);

#endif
