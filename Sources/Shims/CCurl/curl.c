#define _GNU_SOURCE
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// ---- What is used of libcurl, declared here so that a build needs no header of it ----
// These numbers are part of the stable interface of libcurl.so.4: an option never changes its number.

typedef size_t write_function(char *bytes, size_t size, size_t count, void *context);
typedef int progress_function(void *context, long long, long long, long long, long long);

enum {
    GLOBAL_ALL = 3,
    PROTOCOL_HTTP = 1,
    PROTOCOL_HTTPS = 2,

    // Options by the type of their value: long, pointer, function.
    OPT_TIMEOUT_MS = 155,
    OPT_CONNECTTIMEOUT_MS = 156,
    OPT_FOLLOWLOCATION = 52,
    OPT_MAXREDIRS = 68,
    OPT_SSL_VERIFYPEER = 64,
    OPT_SSL_VERIFYHOST = 81,
    OPT_HTTPGET = 80,
    OPT_NOSIGNAL = 99,
    OPT_NOPROGRESS = 43,
    OPT_NETRC = 51,
    OPT_LOW_SPEED_LIMIT = 19,
    OPT_LOW_SPEED_TIME = 20,
    OPT_NOBODY = 44,
    OPT_UPLOAD = 46,
    OPT_POST = 47,
    OPT_TCP_NODELAY = 121,
    OPT_PROTOCOLS = 181,
    OPT_REDIR_PROTOCOLS = 182,
    OPT_WRITEDATA = 10001,
    OPT_URL = 10002,
    OPT_READDATA = 10009,
    OPT_POSTFIELDS = 10015,
    OPT_USERAGENT = 10018,
    OPT_HTTPHEADER = 10023,
    OPT_HEADERDATA = 10029,
    OPT_CUSTOMREQUEST = 10036,
    OPT_XFERINFODATA = 10057,
    OPT_WRITEFUNCTION = 20011,
    OPT_READFUNCTION = 20012,
    OPT_HEADERFUNCTION = 20079,
    OPT_XFERINFOFUNCTION = 20219,
    OPT_INFILESIZE_LARGE = 30115,
    OPT_POSTFIELDSIZE_LARGE = 30120,

    INFO_RESPONSE_CODE = 0x200002,

    OK = 0,
    UNSUPPORTED_PROTOCOL = 1,
    URL_MALFORMAT = 3,
    COULDNT_RESOLVE_PROXY = 5,
    COULDNT_RESOLVE_HOST = 6,
    COULDNT_CONNECT = 7,
    PARTIAL_FILE = 18,
    WRITE_ERROR = 23,
    OPERATION_TIMEDOUT = 28,
    ABORTED_BY_CALLBACK = 42,
    SSL_CONNECT_ERROR = 35,
    TOO_MANY_REDIRECTS = 47,
    GOT_NOTHING = 52,
    SEND_ERROR = 55,
    RECV_ERROR = 56,
    SSL_CERTPROBLEM = 58,
    SSL_CIPHER = 59,
    PEER_FAILED_VERIFICATION = 60,
    SSL_CACERT_BADFILE = 77,
    SSL_ISSUER_ERROR = 83,
};

static struct {
    int (*global_init)(long);
    void *(*init)(void);
    int (*setopt)(void *, int, ...);
    int (*perform)(void *);
    int (*getinfo)(void *, int, ...);
    void (*cleanup)(void *);
    void (*reset)(void *);
    void *(*append)(void *, const char *);
    void (*free_all)(void *);
} library;

static int library_loaded;
static pthread_once_t library_once = PTHREAD_ONCE_INIT;

static void *open_library(void) {
#ifdef __APPLE__
    static const char *const names[] = {"libcurl.4.dylib"};
#else
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *handle = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        if (handle) return handle;
    }
    return NULL;
}

static void load_library(void) {
    void *handle = open_library();
    if (!handle) return;
    int missing = 0;
    // POSIX allows storing a data pointer as a function pointer.
#define RESOLVE(field, symbol) \
    do { *(void **)&library.field = dlsym(handle, symbol); missing |= !library.field; } while (0)
    RESOLVE(global_init, "curl_global_init");
    RESOLVE(init, "curl_easy_init");
    RESOLVE(setopt, "curl_easy_setopt");
    RESOLVE(perform, "curl_easy_perform");
    RESOLVE(getinfo, "curl_easy_getinfo");
    RESOLVE(cleanup, "curl_easy_cleanup");
    RESOLVE(reset, "curl_easy_reset");
    RESOLVE(append, "curl_slist_append");
    RESOLVE(free_all, "curl_slist_free_all");
#undef RESOLVE
    library_loaded = !missing && library.global_init(GLOBAL_ALL) == OK;
}

struct sink {
    unsigned char *bytes;
    size_t count, capacity, limit;
    int is_full;
};

/// Receives a piece of the body. Returning fewer bytes than were passed ends the transfer.
static size_t take(char *bytes, size_t size, size_t count, void *context) {
    struct sink *sink = context;
    size_t more = size * count; // libcurl passes at most 16 KiB at a time
    if (more > sink->limit - sink->count) {
        sink->is_full = 1;
        return 0;
    }
    if (more > sink->capacity - sink->count) {
        size_t capacity = sink->capacity ? sink->capacity : 4096;
        while (capacity - sink->count < more) capacity *= 2;
        unsigned char *grown = realloc(sink->bytes, capacity);
        if (!grown) return 0;
        sink->bytes = grown;
        sink->capacity = capacity;
    }
    if (more) memcpy(sink->bytes + sink->count, bytes, more);
    sink->count += more;
    return more;
}

static int code_of(int result, const struct sink *sink) {
    switch (result) {
    case OK: return CCURL_DONE;
    case URL_MALFORMAT: return CCURL_BAD_URL;
    case UNSUPPORTED_PROTOCOL: case TOO_MANY_REDIRECTS: return CCURL_ASTRAY;
    case COULDNT_RESOLVE_PROXY: case COULDNT_RESOLVE_HOST: return CCURL_NO_NAME;
    case COULDNT_CONNECT: return CCURL_NO_CONNECTION;
    case SSL_CONNECT_ERROR: case SSL_CERTPROBLEM: case SSL_CIPHER: case PEER_FAILED_VERIFICATION:
    case SSL_CACERT_BADFILE: case SSL_ISSUER_ERROR: return CCURL_NOT_TRUSTED;
    case OPERATION_TIMEDOUT: return CCURL_TIMEOUT;
    case ABORTED_BY_CALLBACK: return CCURL_CANCELLED;
    case WRITE_ERROR: return sink->is_full ? CCURL_TOO_LARGE : CCURL_FAILED;
    case PARTIAL_FILE: case GOT_NOTHING: case SEND_ERROR: case RECV_ERROR: return CCURL_CUT_OFF;
    default: return CCURL_FAILED;
    }
}

static int is_https(const char *url) { return strncasecmp(url, "https:", 6) == 0; }

/// Sets all options of the call; 0 if the library refuses one of them.
static int prepare(void *handle, const char *url, const char *agent, struct ccurl_limits limits, struct sink *sink) {
    long both = PROTOCOL_HTTP | PROTOCOL_HTTPS;
    long onward = is_https(url) ? PROTOCOL_HTTPS : both;
    int refused = 0;
    refused |= library.setopt(handle, OPT_URL, url);
    refused |= library.setopt(handle, OPT_USERAGENT, agent);
    refused |= library.setopt(handle, OPT_HTTPGET, 1L);
    refused |= library.setopt(handle, OPT_PROTOCOLS, both);
    refused |= library.setopt(handle, OPT_REDIR_PROTOCOLS, onward);
    refused |= library.setopt(handle, OPT_FOLLOWLOCATION, limits.redirects ? 1L : 0L);
    refused |= library.setopt(handle, OPT_MAXREDIRS, (long)limits.redirects);
    refused |= library.setopt(handle, OPT_SSL_VERIFYPEER, 1L);
    refused |= library.setopt(handle, OPT_SSL_VERIFYHOST, 2L);
    refused |= library.setopt(handle, OPT_NETRC, 0L);
    refused |= library.setopt(handle, OPT_CONNECTTIMEOUT_MS, (long)limits.connect);
    refused |= library.setopt(handle, OPT_TIMEOUT_MS, (long)limits.total);
    refused |= library.setopt(handle, OPT_NOSIGNAL, 1L); // timeouts without signals: the program has other threads
    refused |= library.setopt(handle, OPT_NOPROGRESS, 1L);
    refused |= library.setopt(handle, OPT_WRITEFUNCTION, (write_function *)take);
    refused |= library.setopt(handle, OPT_WRITEDATA, (void *)sink);
    return !refused;
}

int ccurl_get(const char *url, const char *agent, struct ccurl_limits limits, struct ccurl_answer *answer) {
    memset(answer, 0, sizeof *answer);
    pthread_once(&library_once, load_library);
    if (!library_loaded) return CCURL_NO_LIBRARY;
    void *handle = library.init();
    if (!handle) return CCURL_FAILED;
    struct sink sink = {.limit = limits.body};
    int code = CCURL_FAILED;
    if (prepare(handle, url, agent, limits, &sink)) {
        code = code_of(library.perform(handle), &sink);
        if (code == CCURL_DONE) library.getinfo(handle, INFO_RESPONSE_CODE, &answer->status);
    }
    library.cleanup(handle);
    if (code == CCURL_DONE && sink.count) {
        answer->body = sink.bytes;
        answer->count = sink.count;
    } else {
        free(sink.bytes);
    }
    return code;
}

// ---- Requests of every kind, in sequence over one connection ----

struct ccurl {
    void *easy;
    atomic_int is_cancelled;
};

struct ccurl *ccurl_open(void) {
    pthread_once(&library_once, load_library);
    if (!library_loaded) return NULL;
    struct ccurl *handle = calloc(1, sizeof *handle);
    if (handle && !(handle->easy = library.init())) {
        free(handle);
        handle = NULL;
    }
    return handle;
}

void ccurl_cancel(struct ccurl *handle) { atomic_store(&handle->is_cancelled, 1); }

void ccurl_close(struct ccurl *handle) {
    if (!handle) return;
    library.cleanup(handle->easy);
    free(handle);
}

static int progress(void *context, long long a, long long b, long long c, long long d) {
    (void)a, (void)b, (void)c, (void)d;
    struct ccurl *handle = context;
    return atomic_load(&handle->is_cancelled);
}

/// Data sent from a file or received into one.
struct stream {
    int file;
    long long left;
    /// The most bytes to receive into the file; 0 for any number.
    long long limit, taken;
    struct sink *sink;
    void *easy;
    int failed;
};

static size_t read_file(char *bytes, size_t size, size_t count, void *context) {
    struct stream *stream = context;
    size_t wanted = size * count;
    if ((long long)wanted > stream->left) wanted = (size_t)stream->left;
    if (!wanted) return 0;
    ssize_t got = read(stream->file, bytes, wanted);
    if (got <= 0) return 0x10000000; // CURL_READFUNC_ABORT: a file that became shorter must not count as sent
    stream->left -= got;
    return (size_t)got;
}

/// Receives a piece of an answer into a file; other answers than the requested one go into memory.
static size_t write_file(char *bytes, size_t size, size_t count, void *context) {
    struct stream *stream = context;
    long status = 0;
    library.getinfo(stream->easy, INFO_RESPONSE_CODE, &status);
    if (status != 200 && status != 206) return take(bytes, size, count, stream->sink);
    size_t more = size * count, done = 0;
    stream->taken += (long long)more;
    if (stream->limit > 0 && stream->taken > stream->limit) {
        stream->sink->is_full = 1;
        return 0;
    }
    while (done < more) {
        ssize_t written = write(stream->file, bytes + done, more - done);
        if (written <= 0) {
            stream->failed = 1;
            return 0;
        }
        done += (size_t)written;
    }
    return more;
}

int ccurl_send(struct ccurl *handle, const struct ccurl_request *request, struct ccurl_answer *answer) {
    memset(answer, 0, sizeof *answer);
    void *easy = handle->easy;
    library.reset(easy);
    struct sink sink = {.limit = request->limits.body}, head = {.limit = 65536};
    struct stream upload = {.file = request->body_file, .left = request->body_length};
    struct stream download = {.file = request->answer_file, .limit = request->answer_limit, .sink = &sink, .easy = easy};
    void *headers = library.append(NULL, "Expect:");
    for (size_t index = 0; headers && index < request->header_count; index++) {
        void *longer = library.append(headers, request->headers[index]);
        if (!longer) library.free_all(headers);
        headers = longer;
    }
    int code = CCURL_FAILED;
    if (headers && prepare(easy, request->url, "Auralyst", request->limits, &sink)) {
        int refused = 0;
        refused |= library.setopt(easy, OPT_TCP_NODELAY, 1L);
        if (request->body_file >= 0) {
            refused |= library.setopt(easy, OPT_UPLOAD, 1L);
            refused |= library.setopt(easy, OPT_READFUNCTION, (write_function *)read_file);
            refused |= library.setopt(easy, OPT_READDATA, (void *)&upload);
            refused |= library.setopt(easy, OPT_INFILESIZE_LARGE, request->body_length);
        } else if (request->body) {
            refused |= library.setopt(easy, OPT_POST, 1L);
            refused |= library.setopt(easy, OPT_POSTFIELDSIZE_LARGE, (long long)request->body_count);
            refused |= library.setopt(easy, OPT_POSTFIELDS, (const void *)request->body);
        }
        if (strcmp(request->method, "HEAD") == 0) refused |= library.setopt(easy, OPT_NOBODY, 1L);
        refused |= library.setopt(easy, OPT_CUSTOMREQUEST, request->method);
        refused |= library.setopt(easy, OPT_HTTPHEADER, headers);
        refused |= library.setopt(easy, OPT_HEADERFUNCTION, (write_function *)take);
        refused |= library.setopt(easy, OPT_HEADERDATA, (void *)&head);
        if (request->answer_file >= 0) {
            refused |= library.setopt(easy, OPT_WRITEFUNCTION, (write_function *)write_file);
            refused |= library.setopt(easy, OPT_WRITEDATA, (void *)&download);
        }
        // A stalled connection ends, however long the whole transfer may take.
        refused |= library.setopt(easy, OPT_LOW_SPEED_LIMIT, 1L);
        refused |= library.setopt(easy, OPT_LOW_SPEED_TIME, (long)request->still_seconds);
        refused |= library.setopt(easy, OPT_NOPROGRESS, 0L);
        refused |= library.setopt(easy, OPT_XFERINFOFUNCTION, (progress_function *)progress);
        refused |= library.setopt(easy, OPT_XFERINFODATA, (void *)handle);
        if (!refused) {
            code = code_of(library.perform(easy), &sink);
            if (code == CCURL_DONE) library.getinfo(easy, INFO_RESPONSE_CODE, &answer->status);
            if (download.failed) code = CCURL_DISK;
        }
    }
    if (headers) library.free_all(headers);
    if (code == CCURL_DONE) {
        answer->body = sink.bytes;
        answer->count = sink.count;
        answer->head = head.bytes;
        answer->head_count = head.count;
    } else {
        free(sink.bytes);
        free(head.bytes);
    }
    return code;
}

void ccurl_release(struct ccurl_answer *answer) {
    free(answer->body);
    free(answer->head);
    memset(answer, 0, sizeof *answer);
}
