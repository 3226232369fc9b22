// Connects to PostgreSQL through libpq, which is loaded only on demand: a relay on SQLite runs on a machine without it.
// Values are passed in PostgreSQL's binary format, by prepared statements.
#ifndef AURALYST_CPOSTGRES_H
#define AURALYST_CPOSTGRES_H

#include <stddef.h>

/// The result of a call.
enum {
    /// It worked.
    CPOSTGRES_OK = 0,
    /// libpq is not installed, or lacks a function that is needed.
    CPOSTGRES_NO_LIBRARY = 1,
    /// There is no connection, or it was lost.
    CPOSTGRES_LOST = 2,
    /// The server refused the statement: its code says why.
    CPOSTGRES_REFUSED = 3,
};

/// A connection to a database.
struct cpostgres;
/// The result rows of a statement.
struct cpostgres_rows;

/// Connects to the database of a `postgres://` address or a list of `name=value`, within ten seconds unless it says otherwise.
/// On failure `*connection` is NULL and `reason` has libpq's message, ended by NUL and cut to fit.
int cpostgres_connect(const char *address, struct cpostgres **connection, char *reason, size_t reason_size);

/// Runs statements without parameters, separated by semicolons.
int cpostgres_execute(struct cpostgres *connection, const char *script);

/// Prepares a statement under a name.
int cpostgres_prepare(struct cpostgres *connection, const char *name, const char *statement);

/// Runs a prepared statement. A value of NULL is null; `*rows` is to be freed, and NULL if the call failed.
int cpostgres_run(struct cpostgres *connection, const char *name, int count, const char *const *values, const int *lengths,
                  struct cpostgres_rows **rows);

/// The five characters of the server's code for the last refusal, ended by NUL; "00000" if there was none.
const char *cpostgres_code(const struct cpostgres *connection);

/// Closes the connection; NULL is allowed.
void cpostgres_close(struct cpostgres *connection);

/// The number of rows.
int cpostgres_row_count(const struct cpostgres_rows *rows);

/// The number of columns.
int cpostgres_column_count(const struct cpostgres_rows *rows);

/// The number of rows that the statement has changed.
long cpostgres_changed(const struct cpostgres_rows *rows);

/// The type of a column.
enum { CPOSTGRES_NULL, CPOSTGRES_INT8, CPOSTGRES_INT4, CPOSTGRES_TEXT, CPOSTGRES_BYTES };

/// One value: its type, its bytes (valid as long as the rows) and their number.
int cpostgres_value(const struct cpostgres_rows *rows, int row, int column, const unsigned char **bytes, size_t *count);

/// Frees the rows; NULL is allowed.
void cpostgres_free(struct cpostgres_rows *rows);

#endif
