// The bar that Auralyst is measured by: the same questions and the same durable write, on plain SQLite with FTS5,
// without encryption, log, merging, history or time zones. Whole processes, as Auralyst's are.
//
//   plain-sqlite                         ends at once: what starting it costs
//   plain-sqlite version
//   plain-sqlite calibrate               JSON: how many inserts and signatures a second this machine does
//   plain-sqlite DB import FILE          a jrnl text file with [YYYY-MM-DD HH:MM] heads
//   plain-sqlite DB add TEXT
//   plain-sqlite DB list LIMIT
//   plain-sqlite DB search LIMIT WORD…   newest first, with snippets
//   plain-sqlite DB on-this-day DAY      YYYY-MM-DD
#define _GNU_SOURCE
#include <openssl/evp.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

static sqlite3 *database;

// Row ids are seconds since 1970, so that here too the newest come first without sorting. The index takes the texts
// for its snippets from the table of the entries.
static const char *schema =
    "CREATE TABLE entry(position INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, day INTEGER NOT NULL,"
    "  month_day INTEGER NOT NULL, text TEXT NOT NULL);"
    "CREATE INDEX entry_day ON entry(day);"
    "CREATE INDEX entry_month_day ON entry(month_day);"
    "CREATE TABLE tag(name TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY(name, position)) WITHOUT ROWID;"
    "CREATE INDEX tag_position ON tag(position);"
    "CREATE VIRTUAL TABLE words USING fts5(text, content='entry', content_rowid='position',"
    "  tokenize='unicode61 remove_diacritics 2');"
    "PRAGMA user_version=1;";

static void check(int code) {
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
    fprintf(stderr, "plain-sqlite: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static void execute(const char *sql) { check(sqlite3_exec(database, sql, NULL, NULL, NULL)); }

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
    return statement;
}

static void run(sqlite3_stmt *statement) {
    check(sqlite3_step(statement));
    check(sqlite3_reset(statement));
}

static void open_database(const char *path) {
    check(sqlite3_open(path, &database));
    execute("PRAGMA synchronous=FULL; PRAGMA journal_mode=WAL; PRAGMA cache_size=-16000; PRAGMA temp_store=MEMORY;");
    sqlite3_stmt *version = prepared("PRAGMA user_version");
    check(sqlite3_step(version));
    int is_new = sqlite3_column_int(version, 0) == 0;
    sqlite3_finalize(version);
    if (is_new) execute(schema);
}

// MARK: writing

static sqlite3_stmt *insert_entry, *insert_words, *insert_tag;

static void insert(struct tm when, const char *text, int length) {
    if (!insert_entry) {
        insert_entry = prepared("INSERT OR IGNORE INTO entry VALUES(?, ?, ?, ?, ?)");
        insert_words = prepared("INSERT INTO words(rowid, text) VALUES(?, ?)");
        insert_tag = prepared("INSERT OR IGNORE INTO tag VALUES(?, ?)");
    }
    unsigned char id[16];
    if (getrandom(id, sizeof id, 0) != sizeof id) exit(1);
    time_t position = timegm(&when);
    sqlite3_bind_blob(insert_entry, 2, id, sizeof id, SQLITE_STATIC);
    sqlite3_bind_int64(insert_entry, 3, position / 86400);
    sqlite3_bind_int(insert_entry, 4, (when.tm_mon + 1) * 100 + when.tm_mday);
    sqlite3_bind_text(insert_entry, 5, text, length, SQLITE_STATIC);
    // A second that is taken gives way to the next one.
    do {
        sqlite3_bind_int64(insert_entry, 1, position);
        run(insert_entry);
    } while (sqlite3_changes(database) == 0 && ++position);
    sqlite3_bind_int64(insert_words, 1, position);
    sqlite3_bind_text(insert_words, 2, text, length, SQLITE_STATIC);
    run(insert_words);
    for (const char *at = text; (at = memchr(at, '@', text + length - at)); ) {
        size_t letters = strcspn(++at, " .,\n");
        sqlite3_bind_text(insert_tag, 1, at, (int)letters, SQLITE_STATIC);
        sqlite3_bind_int64(insert_tag, 2, position);
        run(insert_tag);
    }
}

static const char *head(const char *line, struct tm *when) {
    return line && line[0] == '[' ? strptime(line, "[%Y-%m-%d %H:%M] ", when) : NULL;
}

static void import_file(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) exit(1);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *bytes = malloc(size + 1);
    if (fread(bytes, 1, size, file) != (size_t)size) exit(1);
    bytes[size] = 0;
    execute("BEGIN IMMEDIATE");
    struct tm when = {0}, next = {0};
    const char *text = head(bytes, &when);
    while (text) {
        const char *line = text, *found = NULL;
        while ((line = strchr(line, '\n')) && !(found = head(++line, &next))) {}
        const char *end = line ? line : bytes + size;
        while (end > text && end[-1] == '\n') end--;
        insert(when, text, (int)(end - text));
        when = next;
        text = found;
    }
    execute("COMMIT");
    execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

static void add(const char *text) {
    time_t now = time(NULL);
    struct tm when = *gmtime(&now);
    execute("BEGIN IMMEDIATE");
    insert(when, text, (int)strlen(text));
    execute("COMMIT");
}

// MARK: reading

static void show(sqlite3_stmt *statement, const char *format) {
    while (sqlite3_step(statement) == SQLITE_ROW) {
        time_t position = sqlite3_column_int64(statement, 0);
        struct tm when = *gmtime(&position);
        char date[32];
        strftime(date, sizeof date, "%a %d %b %Y %H:%M", &when);
        printf("%s  ", date);
        printf(format, sqlite3_column_text(statement, 1));
        putchar('\n');
    }
    check(sqlite3_finalize(statement));
}

static void list(int limit) {
    sqlite3_stmt *statement = prepared("SELECT position, text FROM entry ORDER BY position DESC LIMIT ?");
    sqlite3_bind_int(statement, 1, limit);
    show(statement, "%.60s");
}

static void search(int limit, char **words, int count) {
    char match[1024] = "";
    for (int index = 0; index < count; index++) {
        size_t used = strlen(match);
        snprintf(match + used, sizeof match - used, "%s\"%s\"", index ? " AND " : "", words[index]);
    }
    sqlite3_stmt *statement = prepared(
        "SELECT rowid, snippet(words, 0, '[', ']', '…', 24) FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?");
    sqlite3_bind_text(statement, 1, match, -1, SQLITE_STATIC);
    sqlite3_bind_int(statement, 2, limit);
    show(statement, "%s");
}

static void on_this_day(const char *day) {
    struct tm when = {0};
    if (!strptime(day, "%Y-%m-%d", &when)) exit(64);
    sqlite3_stmt *statement =
        prepared("SELECT position, text FROM entry WHERE month_day = ? AND day < ? ORDER BY position DESC");
    sqlite3_bind_int(statement, 1, (when.tm_mon + 1) * 100 + when.tm_mday);
    sqlite3_bind_int64(statement, 2, timegm(&when) / 86400);
    show(statement, "\n\n%s\n");
}

// MARK: how fast this machine is

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void insert_one(long number) {
    static char text[1024];
    for (int index = 0; index < 1000; index++) text[index] = index % 6 == 5 ? ' ' : 'a' + (number * 7 + index * index) % 26;
    time_t position = number * 60;
    insert(*gmtime(&position), text, 1000);
}

static void sign_one(long number) {
    static EVP_PKEY *key;
    static EVP_MD_CTX *context;
    if (!key && (!(key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519")) || !(context = EVP_MD_CTX_new()))) exit(1);
    unsigned char message[512] = {number & 255}, signature[64];
    size_t length = sizeof signature;
    if (EVP_DigestSignInit(context, NULL, NULL, NULL, key) != 1) exit(1);
    if (EVP_DigestSign(context, signature, &length, message, sizeof message) != 1) exit(1);
}

static int compare(const void *one, const void *other) { return (*(double *)one > *(double *)other) - (*(double *)one < *(double *)other); }

// The median of five turns of a tenth of a second each.
static double rate(void (*work)(long)) {
    double rates[5];
    long number = 0;
    for (int turn = 0; turn < 5; turn++) {
        double start = now(), end = start;
        long done = 0;
        for (; end - start < 0.1; end = now(), done += 16) for (int each = 0; each < 16; each++) work(number++);
        rates[turn] = done / (end - start);
    }
    qsort(rates, 5, sizeof *rates, compare);
    return rates[2];
}

static int calibrate(void) {
    open_database(":memory:");
    execute("BEGIN");
    double inserts = rate(insert_one);
    printf("{\"inserts\":%.0f,\"signatures\":%.0f}\n", inserts, rate(sign_one));
    return 0;
}

int main(int count, char **arguments) {
    if (count < 2) return 0;
    if (count == 2 && !strcmp(arguments[1], "calibrate")) return calibrate();
    if (count == 2) {
        puts(sqlite3_libversion());
        return 0;
    }
    const char *command = arguments[2];
    open_database(arguments[1]);
    if (!strcmp(command, "import") && count == 4) import_file(arguments[3]);
    else if (!strcmp(command, "add") && count == 4) add(arguments[3]);
    else if (!strcmp(command, "list") && count == 4) list(atoi(arguments[3]));
    else if (!strcmp(command, "search") && count > 4) search(atoi(arguments[3]), arguments + 4, count - 4);
    else if (!strcmp(command, "on-this-day") && count == 4) on_this_day(arguments[3]);
    else return 64;
    // With nothing left open the log is written back at the end, as Auralyst does it.
    sqlite3_finalize(insert_entry);
    sqlite3_finalize(insert_words);
    sqlite3_finalize(insert_tag);
    check(sqlite3_close(database));
    return 0;
}
