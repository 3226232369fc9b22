// Blocking requests over HTTP or HTTPS, through libcurl, which is loaded only when it is asked for: a program that never
// fetches anything loads neither it nor what it brings along, and a machine without it still runs the program.
#ifndef AURALYST_CCURL_H
#define AURALYST_CCURL_H

#include <stddef.h>

/// How a call ended. No message of the library is passed on: it might quote what it was given.
enum {
    /// The server answered, whatever its status.
    CCURL_DONE = 0,
    /// libcurl is not installed, or lacks a function that is needed.
    CCURL_NO_LIBRARY = 1,
    /// This is no address that can be asked.
    CCURL_BAD_URL = 2,
    /// The server's name, or the proxy's, is not found.
    CCURL_NO_NAME = 3,
    /// Nobody takes the connection.
    CCURL_NO_CONNECTION = 4,
    /// The server cannot prove that it is the one that was asked, or the encryption cannot be agreed on.
    CCURL_NOT_TRUSTED = 5,
    /// No whole answer in time.
    CCURL_TIMEOUT = 6,
    /// The answer is longer than `body` bytes.
    CCURL_TOO_LARGE = 7,
    /// The answer leads to an address of another protocol, or on and on.
    CCURL_ASTRAY = 8,
    /// The connection ended before the answer was whole.
    CCURL_CUT_OFF = 9,
    /// Anything else.
    CCURL_FAILED = 10,
    /// `ccurl_cancel` ended it.
    CCURL_CANCELLED = 11,
    /// The answer could not be written to its file.
    CCURL_DISK = 12,
};

/// What one call may take.
struct ccurl_limits {
    /// Milliseconds until there is a connection.
    unsigned connect;
    /// Milliseconds for everything.
    unsigned total;
    /// Bytes of the answer's body.
    size_t body;
    /// How many times the server may name another address.
    unsigned redirects;
};

/// What a server answered; `ccurl_release` gives it back.
struct ccurl_answer {
    /// The status of the last answer, 200.
    long status;
    /// `count` bytes, or NULL where there are none.
    unsigned char *body;
    size_t count;
    /// Status line and headers as they came, of `ccurl_send` only.
    unsigned char *head;
    size_t head_count;
};

/// Asks for `url`; both texts end in NUL. Speaks HTTP and HTTPS only, verifies the server's certificate, keeps and sends no
/// cookie and no password, follows no redirect from HTTPS to HTTP, and goes through a proxy only where the environment names
/// one (`https_proxy`). Returns one of the codes above; there is an answer only with CCURL_DONE.
int ccurl_get(const char *url, const char *agent, struct ccurl_limits limits, struct ccurl_answer *answer);

/// One connection that is kept between requests. Not to be used by two threads at once, but for `ccurl_cancel`.
struct ccurl;

/// What is asked of a server.
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
    /// In place of `body`: so many bytes of a file from where it stands; -1 for none.
    int body_file;
    long long body_length;
    /// Where the body of an answer with status 200 or 206 goes; -1 for into memory.
    int answer_file;
    /// How many bytes that may be; 0 for any number.
    long long answer_limit;
    /// Seconds without a byte after which it ends.
    unsigned still_seconds;
    struct ccurl_limits limits;
};

/// A connection; NULL where libcurl is not installed or lacks a function.
struct ccurl *ccurl_open(void);

/// Sends a request under the same rules as `ccurl_get`, follows no redirect when `limits.redirects` is 0, and waits for the answer.
int ccurl_send(struct ccurl *handle, const struct ccurl_request *request, struct ccurl_answer *answer);

/// Ends the request that is under way within about a second, and every later one; from any thread.
void ccurl_cancel(struct ccurl *handle);

/// Closes the connection.
void ccurl_close(struct ccurl *handle);

/// Gives back what `ccurl_get` or `ccurl_send` has filled in.
void ccurl_release(struct ccurl_answer *answer);

#endif
