// Calls of the operating system that Swift cannot import: variadic functions, macros, and Linux-only ones.
#ifndef AURALYST_CPLATFORM_H
#define AURALYST_CPLATFORM_H

#include <stddef.h>

/// Overwrites `count` bytes with zeros in a way the optimiser may not remove.
void platform_wipe(void *bytes, size_t count);

/// No core dumps, and no other process of the same user may read this one's memory. 0, or -1 with errno.
int platform_forbid_dumps(void);

/// Whether the folder at `path` lies in memory only (tmpfs or ramfs), so that nothing in it reaches a disk. 1, 0, or -1 with errno.
int platform_is_in_memory(const char *path);

/// Starts a program that outlives this one and its terminal. Its input is `input` (-1: nothing), its output goes nowhere.
/// `arguments` ends with NULL; the path is not searched for. 0, or -1 with errno.
int platform_start_detached(const char *path, char *const arguments[], int input);

/// Runs a program in the foreground and waits for it; signals of the keyboard go to it alone. Its exit status, or -1 with errno.
int platform_run(const char *path, char *const arguments[]);

/// Closes a descriptor in programs that this one starts. 0, or -1 with errno.
int platform_close_on_exec(int descriptor);

/// Writes out what is still waiting for the standard output; whether all that was ever printed has gone out. 0, or -1 with errno.
int platform_finish_output(void);

/// Columns of the terminal behind a descriptor; 0 when it is none.
int platform_terminal_columns(int descriptor);

#endif
