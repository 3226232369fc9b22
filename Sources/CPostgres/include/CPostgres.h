// Speaks to PostgreSQL through libpq, which is loaded only when it is asked for: a relay on SQLite starts on a machine without it.
// Values go both ways in PostgreSQL's binary form, by statements that the server has prepared.
#ifndef AURALYST_CPOSTGRES_H
#define AURALYST_CPOSTGRES_H

#include <stddef.h>

/// How a call ended.
enum {
    /// It worked.
    CPOSTGRES_OK = 0,
    /// libpq is not installed, or lacks a function that is needed.
    CPOSTGRES_NO_LIBRARY = 1,
    /// There is no connection, or it was lost.
    CPOSTGRES_LOST = 2,
    /// The server refused the statement: its code tells why.
    CPOSTGRES_REFUSED = 3,
};

/// A connection to a database.
struct cpostgres;
/// What a statement gave.
struct cpostgres_rows;

/// Connects to the database that a `postgres://` address or a list of `name=value` says, within ten seconds unless it says otherwise.
/// Where it fails, `*connection` is NULL and `reason` holds libpq's words, ended by NUL and cut to fit.
int cpostgres_connect(const char *address, struct cpostgres **connection, char *reason, size_t reason_size);

/// Runs statements without parameters, separated by semicolons.
int cpostgres_execute(struct cpostgres *connection, const char *script);

/// Prepares a statement under a name.
int cpostgres_prepare(struct cpostgres *connection, const char *name, const char *statement);

/// Runs a prepared statement. A value of NULL is null; `*rows` is to be freed, and NULL where the call failed.
int cpostgres_run(struct cpostgres *connection, const char *name, int count, const char *const *values, const int *lengths,
                  struct cpostgres_rows **rows);

/// The five characters of the server's code for the last refusal, ended by NUL; "00000" where there was none.
const char *cpostgres_code(const struct cpostgres *connection);

/// Closes it; NULL is allowed.
void cpostgres_close(struct cpostgres *connection);

/// How many rows there are.
int cpostgres_row_count(const struct cpostgres_rows *rows);

/// How many columns they have.
int cpostgres_column_count(const struct cpostgres_rows *rows);

/// How many rows the statement has changed.
long cpostgres_changed(const struct cpostgres_rows *rows);

/// What a column holds.
enum { CPOSTGRES_NULL, CPOSTGRES_INT8, CPOSTGRES_INT4, CPOSTGRES_TEXT, CPOSTGRES_BYTES };

/// One value: what it is, its bytes (which live as long as the rows) and how many there are.
int cpostgres_value(const struct cpostgres_rows *rows, int row, int column, const unsigned char **bytes, size_t *count);

/// Frees them; NULL is allowed.
void cpostgres_free(struct cpostgres_rows *rows);

#endif
