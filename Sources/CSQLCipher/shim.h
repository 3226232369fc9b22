// SQLCipher's header is SQLite's with the key functions behind this name.
#ifndef SQLITE_HAS_CODEC
#define SQLITE_HAS_CODEC 1
#endif
#include <sqlite3.h>

/// Closing the last connection does not copy the write-ahead log back. (sqlite3_db_config is variadic: Swift cannot call it.)
static inline int auralyst_keep_write_ahead_log(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
