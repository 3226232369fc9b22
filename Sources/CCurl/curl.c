#define _GNU_SOURCE
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- What is used of libcurl, declared here so that a build needs no header of it ----
// These numbers are part of the stable interface of libcurl.so.4: an option keeps its number for ever.

typedef size_t write_function(char *bytes, size_t size, size_t count, void *context);

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
    OPT_PROTOCOLS = 181,
    OPT_REDIR_PROTOCOLS = 182,
    OPT_WRITEDATA = 10001,
    OPT_URL = 10002,
    OPT_USERAGENT = 10018,
    OPT_WRITEFUNCTION = 20011,

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
    // POSIX lets a data pointer be stored as a function's.
#define RESOLVE(field, symbol) \
    do { *(void **)&library.field = dlsym(handle, symbol); missing |= !library.field; } while (0)
    RESOLVE(global_init, "curl_global_init");
    RESOLVE(init, "curl_easy_init");
    RESOLVE(setopt, "curl_easy_setopt");
    RESOLVE(perform, "curl_easy_perform");
    RESOLVE(getinfo, "curl_easy_getinfo");
    RESOLVE(cleanup, "curl_easy_cleanup");
#undef RESOLVE
    library_loaded = !missing && library.global_init(GLOBAL_ALL) == OK;
}

struct sink {
    unsigned char *bytes;
    size_t count, capacity, limit;
    int is_full;
};

/// Takes a piece of the body. Fewer bytes than were handed over end the transfer.
static size_t take(char *bytes, size_t size, size_t count, void *context) {
    struct sink *sink = context;
    size_t more = size * count; // libcurl hands over at most 16 KiB at a time
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
    case WRITE_ERROR: return sink->is_full ? CCURL_TOO_LARGE : CCURL_FAILED;
    case PARTIAL_FILE: case GOT_NOTHING: case SEND_ERROR: case RECV_ERROR: return CCURL_CUT_OFF;
    default: return CCURL_FAILED;
    }
}

static int is_https(const char *url) { return strncasecmp(url, "https:", 6) == 0; }

/// Sets everything that the call depends on; 0 when the library refuses one of them.
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

void ccurl_release(struct ccurl_answer *answer) {
    free(answer->body);
    memset(answer, 0, sizeof *answer);
}
