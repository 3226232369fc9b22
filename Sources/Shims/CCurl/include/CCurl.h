// Blocking requests over HTTP or HTTPS, through libcurl, which is loaded only on demand: a program that never
// fetches anything loads neither it nor its dependencies, and a machine without it can still run the program.
#ifndef AURALYST_CCURL_H
#define AURALYST_CCURL_H

#include <stddef.h>

/// The result of a call. The library's messages are not passed on: they might quote its input.
enum {
    /// The server answered, whatever its status.
    CCURL_DONE = 0,
    /// libcurl is not installed, or lacks a function that is needed.
    CCURL_NO_LIBRARY = 1,
    /// The address is invalid or unsupported.
    CCURL_BAD_URL = 2,
    /// The server's or proxy's name cannot be resolved.
    CCURL_NO_NAME = 3,
    /// The connection was refused or failed.
    CCURL_NO_CONNECTION = 4,
    /// The server's certificate is invalid, or TLS failed.
    CCURL_NOT_TRUSTED = 5,
    /// No complete answer in time.
    CCURL_TIMEOUT = 6,
    /// The answer is longer than `body` bytes.
    CCURL_TOO_LARGE = 7,
    /// The answer redirects to another protocol, or too often.
    CCURL_ASTRAY = 8,
    /// The connection ended before the answer was complete.
    CCURL_CUT_OFF = 9,
    /// Anything else.
    CCURL_FAILED = 10,
    /// Cancelled by `ccurl_cancel`.
    CCURL_CANCELLED = 11,
    /// The answer could not be written to its file.
    CCURL_DISK = 12,
};

/// The limits of a call.
struct ccurl_limits {
    /// Milliseconds to connect.
    unsigned connect;
    /// Milliseconds for everything.
    unsigned total;
    /// Bytes of the answer's body.
    size_t body;
    /// The most redirects.
    unsigned redirects;
};

/// A server's answer; freed by `ccurl_release`.
struct ccurl_answer {
    /// The status of the last answer, 200.
    long status;
    /// `count` bytes, or NULL if there are none.
    unsigned char *body;
    size_t count;
    /// Status line and headers unchanged; only from `ccurl_send`.
    unsigned char *head;
    size_t head_count;
};

/// Requests `url`; both texts end in NUL. Uses only HTTP and HTTPS, verifies the server's certificate, stores and sends no
/// cookie and no password, follows no redirect from HTTPS to HTTP, and uses a proxy only if the environment names
/// one (`https_proxy`). Returns one of the codes above; there is an answer only with CCURL_DONE.
int ccurl_get(const char *url, const char *agent, struct ccurl_limits limits, struct ccurl_answer *answer);

/// One connection, kept open between requests. Not to be used by two threads at once, except for `ccurl_cancel`.
struct ccurl;

/// A request.
struct ccurl_request {
    /// GET, HEAD, POST, PUT or DELETE; all texts end in NUL.
    const char *method;
    const char *url;
    /// `Name: value` each.
    const char *const *headers;
    size_t header_count;
    /// The body, or NULL for none.
    const unsigned char *body;
    size_t body_count;
    /// Instead of `body`: a file to send from its present position, and how many bytes; -1 for none.
    int body_file;
    long long body_length;
    /// The file for the body of an answer with status 200 or 206; -1 for memory.
    int answer_file;
    /// The most bytes of that body; 0 for any number.
    long long answer_limit;
    /// The seconds without a byte after which the request ends.
    unsigned still_seconds;
    struct ccurl_limits limits;
};

/// A new connection; NULL if libcurl is not installed or lacks a function.
struct ccurl *ccurl_open(void);

/// Sends a request under the same rules as `ccurl_get`, follows no redirect when `limits.redirects` is 0, and waits for the answer.
int ccurl_send(struct ccurl *handle, const struct ccurl_request *request, struct ccurl_answer *answer);

/// Ends the present request within about a second, and every later one; from any thread.
void ccurl_cancel(struct ccurl *handle);

/// Closes the connection.
void ccurl_close(struct ccurl *handle);

/// Frees what `ccurl_get` or `ccurl_send` has filled in.
void ccurl_release(struct ccurl_answer *answer);

#endif
