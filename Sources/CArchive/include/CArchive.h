// Reads an archive (zip; tar, also packed by gzip) piece by piece through libarchive, which is loaded only when it is asked for: it brings along more
// than a program that starts in milliseconds wants, and a machine without it still runs the program.
// Nothing is ever unpacked to a disk, so no name inside an archive can lead anywhere.
#ifndef AURALYST_CARCHIVE_H
#define AURALYST_CARCHIVE_H

#include <stddef.h>

/// How a call ended. No message of the library is passed on: it might quote what it was given.
enum {
    /// It worked.
    CARCHIVE_OK = 0,
    /// There is no further entry, or no further byte of this entry.
    CARCHIVE_END = 1,
    /// libarchive is not installed, or lacks a function that is needed.
    CARCHIVE_NO_LIBRARY = 2,
    /// The archive, or this entry of it, is damaged or packed in a way that cannot be read.
    CARCHIVE_DAMAGED = 3,
    /// The entry is encrypted.
    CARCHIVE_ENCRYPTED = 4,
    /// No memory.
    CARCHIVE_FAILED = 5,
    /// It unpacks to far more bytes than any export of its length does.
    CARCHIVE_SWOLLEN = 6,
};

/// An archive that is being read.
struct carchive;

/// Opens the archive behind a descriptor, which stays the caller's and must stay open until `carchive_close`.
int carchive_open(int descriptor, struct carchive **archive);

/// The same for an archive in another one: `packed` is the length of the outer one, by which both may unpack together.
int carchive_open_within(int descriptor, long long packed, struct carchive **archive);

/// A file in memory, without a name; -1 where the system has none.
int carchive_memory(void);

/// Goes on to the next entry that is a regular file. `size` becomes its unpacked length, or -1 where the archive does not say.
int carchive_next(struct carchive *archive, long long *size);

/// What an entry is.
enum { CARCHIVE_FILE, CARCHIVE_FOLDER, CARCHIVE_OTHER };

/// Goes on to the next entry of any kind and says what it is: a regular file, a folder, or anything else (links, devices).
int carchive_step(struct carchive *archive, long long *size, int *kind);

/// The present entry's name, ended by NUL: in UTF-8 where the archive says or shows that it is, otherwise its bytes as the
/// archive has them; NULL where it has none. It lives until the next step.
const char *carchive_name(struct carchive *archive);

/// Whether the archive is a zip; known once an entry has been reached.
int carchive_is_zip(struct carchive *archive);

/// How many packed bytes have been read so far; -1 where that is not known.
long long carchive_consumed(struct carchive *archive);

/// Unpacks up to `capacity` bytes of the entry; `count` is never 0 with CARCHIVE_OK.
int carchive_read(struct carchive *archive, void *bytes, size_t capacity, size_t *count);

/// Closes it; NULL is allowed.
void carchive_close(struct carchive *archive);

#endif
