// Reads an archive (zip; tar, optionally with gzip) piece by piece through libarchive, which is loaded only on demand: loading it takes too long for
// every start, and a machine without it can still run the program.
// Nothing is ever unpacked to a disk, so no name inside an archive can lead anywhere.
#ifndef AURALYST_CARCHIVE_H
#define AURALYST_CARCHIVE_H

#include <stddef.h>

/// The result of a call. The library's messages are not passed on: they might quote its input.
enum {
    /// It worked.
    CARCHIVE_OK = 0,
    /// There are no more entries, or no more bytes of this entry.
    CARCHIVE_END = 1,
    /// libarchive is not installed, or lacks a function that is needed.
    CARCHIVE_NO_LIBRARY = 2,
    /// The archive or this entry is damaged, or compressed by an unsupported method.
    CARCHIVE_DAMAGED = 3,
    /// The entry is encrypted.
    CARCHIVE_ENCRYPTED = 4,
    /// No memory.
    CARCHIVE_FAILED = 5,
    /// It unpacks to far more bytes than any export of its length.
    CARCHIVE_SWOLLEN = 6,
};

/// An open archive.
struct carchive;

/// Opens the archive in a descriptor, which the caller keeps open until `carchive_close`.
int carchive_open(int descriptor, struct carchive **archive);

/// The same for an archive inside another one: `packed` is the length of the outer one, which limits what both may unpack to.
int carchive_open_within(int descriptor, long long packed, struct carchive **archive);

/// A file in memory, and the path at which it can be opened while it exists; -1 if the system has none. In a browser it has a name,
/// which the caller removes.
int carchive_memory(char path[64]);

/// Moves to the next entry that is a regular file. `size` becomes its unpacked length, or -1 if the archive does not have it.
int carchive_next(struct carchive *archive, long long *size);

/// The kind of an entry.
enum { CARCHIVE_FILE, CARCHIVE_FOLDER, CARCHIVE_OTHER };

/// Moves to the next entry of any kind and returns its kind: a regular file, a folder, or anything else (links, devices).
int carchive_step(struct carchive *archive, long long *size, int *kind);

/// The present entry's name, ended by NUL: in UTF-8 if the archive marks it so or it is valid, otherwise its bytes unchanged;
/// NULL if it has none. It is valid until the next call.
const char *carchive_name(struct carchive *archive);

/// Whether the archive is a zip; known after the first entry.
int carchive_is_zip(struct carchive *archive);

/// The number of compressed bytes read so far; -1 if it is unknown.
long long carchive_consumed(struct carchive *archive);

/// Unpacks up to `capacity` bytes of the entry; `count` is never 0 with CARCHIVE_OK.
int carchive_read(struct carchive *archive, void *bytes, size_t capacity, size_t *count);

/// Closes the archive; NULL is allowed.
void carchive_close(struct carchive *archive);

#endif
