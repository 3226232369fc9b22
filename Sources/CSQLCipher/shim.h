// SQLCipher's header is SQLite's; this macro enables the key functions.
#ifndef SQLITE_HAS_CODEC
#define SQLITE_HAS_CODEC 1
#endif
#include <sqlite3.h>
