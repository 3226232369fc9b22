#define _GNU_SOURCE
#include "CArchive.h"

#ifdef __wasi__
#include <archive.h>
#include <archive_entry.h>
#else
#include <dlfcn.h>
#include <sys/mman.h>
#endif
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

// ---- What is used of libarchive, declared here so that a build needs no header of it ----
// These functions and numbers are part of the stable interface of libarchive.so.13.

enum { LA_EOF = 1, LA_OK = 0, LA_WARN = -20, TYPE_MASK = 0170000, TYPE_REGULAR = 0100000, TYPE_FOLDER = 0040000, FORMAT_MASK = 0xff0000, FORMAT_ZIP = 0x50000, BLOCK = 128 << 10 };

// An archive may unpack to 250 times its own length, and to 64 MiB whatever its length. Text compresses to a tenth, XML of measurements to a fortieth.
enum { MOST_RATIO = 250 };
static const long long always_allowed = 64ll << 20;

static struct {
    void *(*read_new)(void);
    int (*support_zip)(void *);
    int (*support_tar)(void *);
    int (*support_gzip)(void *);
    int (*open_fd)(void *, int, size_t);
    int (*next_header)(void *, void **);
    ssize_t (*read_data)(void *, void *, size_t);
    int (*read_free)(void *);
    unsigned (*filetype)(void *);
    int (*size_is_set)(void *);
    long long (*size)(void *);
    int (*is_encrypted)(void *);
    const char *(*pathname)(void *);
    const char *(*pathname_utf8)(void *);
    const char *(*hardlink)(void *);
    long long (*filter_bytes)(void *, int);
    int (*format)(void *);
} library;

static int library_loaded;
// The library converts names through the character set of the calling thread's locale, and writes `?` for what that set lacks.
static locale_t utf8_locale;
static pthread_once_t library_once = PTHREAD_ONCE_INIT;

#ifdef __wasi__
// A program for a browser has it inside.
static void *open_library(void) { return &library; }
#define FIND(handle, symbol) ((void *)symbol)
#else
static void *open_library(void) {
#ifdef __APPLE__
    static const char *const names[] = {"libarchive.13.dylib", "/usr/lib/libarchive.2.dylib"};
#else
    static const char *const names[] = {"libarchive.so.13"};
#endif
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *handle = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        if (handle) return handle;
    }
    return NULL;
}
#define FIND(handle, symbol) dlsym(handle, #symbol)
#endif

static void load_library(void) {
    void *handle = open_library();
    if (!handle) return;
    int missing = 0;
    // POSIX allows storing a data pointer as a function pointer.
#define RESOLVE(field, symbol) \
    do { *(void **)&library.field = FIND(handle, symbol); missing |= !library.field; } while (0)
    RESOLVE(read_new, archive_read_new);
    RESOLVE(support_zip, archive_read_support_format_zip);
    RESOLVE(support_tar, archive_read_support_format_tar);
    RESOLVE(support_gzip, archive_read_support_filter_gzip);
    RESOLVE(open_fd, archive_read_open_fd);
    RESOLVE(next_header, archive_read_next_header);
    RESOLVE(read_data, archive_read_data);
    RESOLVE(read_free, archive_read_free);
    RESOLVE(filetype, archive_entry_filetype);
    RESOLVE(size_is_set, archive_entry_size_is_set);
    RESOLVE(size, archive_entry_size);
    RESOLVE(is_encrypted, archive_entry_is_data_encrypted);
    RESOLVE(pathname, archive_entry_pathname);
    RESOLVE(pathname_utf8, archive_entry_pathname_utf8);
    RESOLVE(hardlink, archive_entry_hardlink);
    RESOLVE(filter_bytes, archive_filter_bytes);
    RESOLVE(format, archive_format);
#undef RESOLVE
    library_loaded = !missing;
    utf8_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (!utf8_locale) utf8_locale = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
}

struct carchive {
    void *reader;
    void *entry;
    const char *name;
    int is_encrypted;
    long long unpacked, limit;
};

int carchive_memory(char path[64]) {
#ifdef __linux__
    int file = memfd_create("auralyst", MFD_CLOEXEC);
    snprintf(path, 64, "/proc/self/fd/%d", file);
    return file;
#elif defined(__wasi__)
    // The host keeps /tmp in memory.
    static unsigned last;
    snprintf(path, 64, "/tmp/archive-%u", ++last);
    return open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
#else
    return -1;
#endif
}

int carchive_open(int descriptor, struct carchive **archive) {
    struct stat about;
    return carchive_open_within(descriptor, fstat(descriptor, &about) == 0 ? about.st_size : 0, archive);
}

int carchive_open_within(int descriptor, long long packed, struct carchive **archive) {
    *archive = NULL;
    pthread_once(&library_once, load_library);
    if (!library_loaded) return CARCHIVE_NO_LIBRARY;
    struct carchive *made = calloc(1, sizeof *made);
    if (!made) return CARCHIVE_FAILED;
    *archive = made;
    made->limit = packed > always_allowed / MOST_RATIO ? packed * MOST_RATIO : always_allowed;
    made->reader = library.read_new();
    if (!made->reader) return CARCHIVE_FAILED;
    // Only the formats of journal exports: no file can reach any other format or filter of the library.
    if (library.support_zip(made->reader) < LA_WARN || library.support_tar(made->reader) < LA_WARN ||
        library.support_gzip(made->reader) < LA_WARN)
        return CARCHIVE_FAILED;
    return library.open_fd(made->reader, descriptor, BLOCK) < LA_WARN ? CARCHIVE_DAMAGED : CARCHIVE_OK;
}

// The name in UTF-8, or its bytes if they are in another character set. The entry owns it.
static const char *entry_name(void *entry) {
    const char *name = library.pathname_utf8(entry);
    return name ? name : library.pathname(entry);
}

int carchive_step(struct carchive *archive, long long *size, int *kind) {
    locale_t before = utf8_locale ? uselocale(utf8_locale) : (locale_t)0;
    int code = library.next_header(archive->reader, &archive->entry);
    archive->name = code == LA_EOF || code < LA_WARN ? NULL : entry_name(archive->entry);
    if (utf8_locale) uselocale(before);
    if (code == LA_EOF) return CARCHIVE_END;
    // Skipping an entry of a compressed tar unpacks it too.
    if (library.filter_bytes(archive->reader, 0) > archive->limit) return CARCHIVE_SWOLLEN;
    if (code < LA_WARN) {
        archive->entry = NULL;
        return CARCHIVE_DAMAGED;
    }
    unsigned type = library.filetype(archive->entry) & TYPE_MASK;
    *kind = library.hardlink(archive->entry) ? CARCHIVE_OTHER
        : type == TYPE_REGULAR               ? CARCHIVE_FILE
        : type == TYPE_FOLDER                ? CARCHIVE_FOLDER
                                             : CARCHIVE_OTHER;
    archive->is_encrypted = library.is_encrypted(archive->entry);
    *size = library.size_is_set(archive->entry) ? library.size(archive->entry) : -1;
    return CARCHIVE_OK;
}

int carchive_next(struct carchive *archive, long long *size) {
    int kind;
    do {
        int code = carchive_step(archive, size, &kind);
        if (code != CARCHIVE_OK) return code;
    } while (kind != CARCHIVE_FILE);
    return CARCHIVE_OK;
}

const char *carchive_name(struct carchive *archive) { return archive->entry ? archive->name : NULL; }

int carchive_is_zip(struct carchive *archive) { return (library.format(archive->reader) & FORMAT_MASK) == FORMAT_ZIP; }

long long carchive_consumed(struct carchive *archive) { return library.filter_bytes(archive->reader, -1); }

int carchive_read(struct carchive *archive, void *bytes, size_t capacity, size_t *count) {
    *count = 0;
    if (archive->is_encrypted) return CARCHIVE_ENCRYPTED;
    ssize_t got = library.read_data(archive->reader, bytes, capacity);
    if (got < 0) return CARCHIVE_DAMAGED;
    archive->unpacked += got;
    if (archive->unpacked > archive->limit) return CARCHIVE_SWOLLEN;
    *count = (size_t)got;
    return got ? CARCHIVE_OK : CARCHIVE_END;
}

void carchive_close(struct carchive *archive) {
    if (!archive) return;
    if (archive->reader) library.read_free(archive->reader);
    free(archive);
}
