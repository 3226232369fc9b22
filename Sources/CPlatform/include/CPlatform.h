// Calls of the operating system that Swift cannot import: variadic functions, macros, and Linux-only ones.
#ifndef AURALYST_CPLATFORM_H
#define AURALYST_CPLATFORM_H

#include <stddef.h>

/// Overwrites `count` bytes with zeros in a way the optimiser may not remove.
void platform_wipe(void *bytes, size_t count);

/// No core dumps, and no other process of the same user may read this one's memory. 0, or -1 with errno.
int platform_forbid_dumps(void);

/// A file that lives in memory only and never on a disk; close-on-exec. A descriptor, or -1 with errno.
int platform_memory_file(const char *name);

#endif
