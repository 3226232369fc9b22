# How SQLCipher is built, for a machine and for a phone alike: each opens what the other wrote.
sqlcipher_settings=(-DSQLITE_HAS_CODEC -DSQLITE_ENABLE_FTS5 -DSQLITE_TEMP_STORE=2 -DSQLITE_DQS=0 -DSQLITE_DEFAULT_MEMSTATUS=0
  -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_SECURE_DELETE -DSQLITE_ENABLE_DBSTAT_VTAB)

# Its sources in one file: sqlite3.c and sqlite3.h.
join_sqlcipher() { # folder of the sources
  (cd "$1" && ./configure --enable-tempstore=yes --disable-tcl CFLAGS="${sqlcipher_settings[*]}" LDFLAGS=-lcrypto > configure.out 2>&1 &&
    make sqlite3.c > make.out 2>&1) || fail "SQLCipher could not be made into one file" "read the last lines of $1/configure.out and $1/make.out"
}
