// SQLCipher's header is SQLite's with the key functions behind this name.
#ifndef SQLITE_HAS_CODEC
#define SQLITE_HAS_CODEC 1
#endif
#include <sqlite3.h>
