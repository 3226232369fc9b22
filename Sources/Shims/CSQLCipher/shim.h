// SQLCipher's header is SQLite's; this macro enables the key functions.
#ifndef SQLITE_HAS_CODEC
#define SQLITE_HAS_CODEC 1
#endif
#include <sqlite3.h>

/// Lets a connection run nothing that its file holds: no view, trigger, virtual table or function of its schema. Swift cannot call
/// `sqlite3_db_config`, whose arguments vary. Returns an SQLite code.
static inline int sqlite_distrust_schema(sqlite3 *database) {
    static const struct { int option, value; } settings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
    };
    for (unsigned long index = 0; index < sizeof settings / sizeof *settings; index++) {
        int code = sqlite3_db_config(database, settings[index].option, settings[index].value, (int *)0);
        if (code != SQLITE_OK) return code;
    }
    return sqlite3_drop_modules(database, (const char **)0);
}
