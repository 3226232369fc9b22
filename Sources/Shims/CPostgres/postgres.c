#define _GNU_SOURCE
#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- What is used of libpq, declared here so that a build needs no header of it ----
// These functions and numbers are part of the stable interface of libpq.so.5.

enum { CONNECTION_OK = 0, COMMAND_OK = 1, TUPLES_OK = 2, DIAG_SQLSTATE = 'C', TYPE_BYTEA = 17, TYPE_INT8 = 20, TYPE_INT4 = 23 };

static struct {
    void *(*connect)(const char *const *, const char *const *, int);
    int (*status)(const void *);
    char *(*error)(const void *);
    void (*finish)(void *);
    void *(*exec)(void *, const char *);
    void *(*prepare)(void *, const char *, const char *, int, const unsigned *);
    void *(*run)(void *, const char *, int, const char *const *, const int *, const int *, int);
    int (*result_status)(const void *);
    char *(*result_field)(const void *, int);
    int (*rows)(const void *);
    int (*columns)(const void *);
    unsigned (*type)(const void *, int);
    int (*is_null)(const void *, int, int);
    char *(*value)(const void *, int, int);
    int (*length)(const void *, int, int);
    char *(*changed)(void *);
    void (*clear)(void *);
    void *(*set_notices)(void *, void (*)(void *, const void *), void *);
} library;

static int library_loaded;
static pthread_once_t library_once = PTHREAD_ONCE_INIT;

static void load_library(void) {
#ifdef __APPLE__
    void *handle = dlopen("libpq.5.dylib", RTLD_NOW | RTLD_LOCAL);
#else
    void *handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
#endif
    if (!handle) return;
    int missing = 0;
    // POSIX allows storing a data pointer as a function pointer.
#define RESOLVE(field, symbol) \
    do { *(void **)&library.field = dlsym(handle, symbol); missing |= !library.field; } while (0)
    RESOLVE(connect, "PQconnectdbParams");
    RESOLVE(status, "PQstatus");
    RESOLVE(error, "PQerrorMessage");
    RESOLVE(finish, "PQfinish");
    RESOLVE(exec, "PQexec");
    RESOLVE(prepare, "PQprepare");
    RESOLVE(run, "PQexecPrepared");
    RESOLVE(result_status, "PQresultStatus");
    RESOLVE(result_field, "PQresultErrorField");
    RESOLVE(rows, "PQntuples");
    RESOLVE(columns, "PQnfields");
    RESOLVE(type, "PQftype");
    RESOLVE(is_null, "PQgetisnull");
    RESOLVE(value, "PQgetvalue");
    RESOLVE(length, "PQgetlength");
    RESOLVE(changed, "PQcmdTuples");
    RESOLVE(clear, "PQclear");
    RESOLVE(set_notices, "PQsetNoticeReceiver");
#undef RESOLVE
    library_loaded = !missing;
}

struct cpostgres {
    void *link;
    char code[6];
};

struct cpostgres_rows {
    void *result;
};

// Drops the server's notices, which could quote values.
static void ignore_notice(void *context, const void *result) {
    (void)context;
    (void)result;
}

int cpostgres_connect(const char *address, struct cpostgres **connection, char *reason, size_t reason_size) {
    *connection = NULL;
    if (reason_size) reason[0] = 0;
    pthread_once(&library_once, load_library);
    if (!library_loaded) return CPOSTGRES_NO_LIBRARY;
    // The address is expanded in the place of "dbname". The last of two values for one name counts, so ours come before it.
    const char *names[] = {"connect_timeout", "keepalives_idle", "tcp_user_timeout", "application_name", "dbname", NULL};
    const char *values[] = {"10", "30", "20000", "auralyst-relay", address, NULL};
    void *link = library.connect(names, values, 1);
    if (!link) return CPOSTGRES_LOST;
    if (library.status(link) != CONNECTION_OK) {
        if (reason_size) snprintf(reason, reason_size, "%s", library.error(link));
        library.finish(link);
        return CPOSTGRES_LOST;
    }
    library.set_notices(link, ignore_notice, NULL);
    struct cpostgres *made = calloc(1, sizeof *made);
    if (!made) {
        library.finish(link);
        return CPOSTGRES_LOST;
    }
    made->link = link;
    memcpy(made->code, "00000", 6);
    *connection = made;
    return CPOSTGRES_OK;
}

// Checks a result, stores the server's code if it refused, and returns the result of the call.
static int judge(struct cpostgres *connection, const void *result) {
    memcpy(connection->code, "00000", 6);
    int status = result ? library.result_status(result) : -1;
    if (status == COMMAND_OK || status == TUPLES_OK) return CPOSTGRES_OK;
    const char *code = result ? library.result_field(result, DIAG_SQLSTATE) : NULL;
    if (code) snprintf(connection->code, sizeof connection->code, "%s", code);
    return code && library.status(connection->link) == CONNECTION_OK ? CPOSTGRES_REFUSED : CPOSTGRES_LOST;
}

int cpostgres_execute(struct cpostgres *connection, const char *script) {
    void *result = library.exec(connection->link, script);
    int outcome = judge(connection, result);
    library.clear(result);
    return outcome;
}

int cpostgres_prepare(struct cpostgres *connection, const char *name, const char *statement) {
    void *result = library.prepare(connection->link, name, statement, 0, NULL);
    int outcome = judge(connection, result);
    library.clear(result);
    return outcome;
}

int cpostgres_run(struct cpostgres *connection, const char *name, int count, const char *const *values, const int *lengths,
                  struct cpostgres_rows **rows) {
    *rows = NULL;
    int *formats = calloc((size_t)count + 1, sizeof *formats);
    struct cpostgres_rows *made = calloc(1, sizeof *made);
    if (!formats || !made) {
        free(formats);
        free(made);
        return CPOSTGRES_LOST;
    }
    for (int index = 0; index < count; index++) formats[index] = 1;
    made->result = library.run(connection->link, name, count, values, lengths, formats, 1);
    free(formats);
    int outcome = judge(connection, made->result);
    if (outcome != CPOSTGRES_OK) {
        cpostgres_free(made);
        return outcome;
    }
    *rows = made;
    return CPOSTGRES_OK;
}

const char *cpostgres_code(const struct cpostgres *connection) { return connection->code; }

void cpostgres_close(struct cpostgres *connection) {
    if (!connection) return;
    library.finish(connection->link);
    free(connection);
}

int cpostgres_row_count(const struct cpostgres_rows *rows) { return library.rows(rows->result); }

int cpostgres_column_count(const struct cpostgres_rows *rows) { return library.columns(rows->result); }

long cpostgres_changed(const struct cpostgres_rows *rows) { return strtol(library.changed(rows->result), NULL, 10); }

int cpostgres_value(const struct cpostgres_rows *rows, int row, int column, const unsigned char **bytes, size_t *count) {
    *bytes = NULL;
    *count = 0;
    if (library.is_null(rows->result, row, column)) return CPOSTGRES_NULL;
    *bytes = (const unsigned char *)library.value(rows->result, row, column);
    *count = (size_t)library.length(rows->result, row, column);
    switch (library.type(rows->result, column)) {
    case TYPE_INT8: return CPOSTGRES_INT8;
    case TYPE_INT4: return CPOSTGRES_INT4;
    case TYPE_BYTEA: return CPOSTGRES_BYTES;
    default: return CPOSTGRES_TEXT;
    }
}

void cpostgres_free(struct cpostgres_rows *rows) {
    if (!rows) return;
    library.clear(rows->result);
    free(rows);
}
