// What scripts/check-wasm-libraries runs: the C libraries of the phone, in node's WASI. Compiled for this machine too, where it opens
// and writes the same files by the desktop's SQLCipher.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SQLITE_HAS_CODEC 1
#include <sqlite3.h>

static void fail(const char *what) {
    fprintf(stderr, "wrong: %s\n", what);
    _Exit(1);
}

static void check(int holds, const char *what) {
    if (!holds) fail(what);
}

// ---- A database --------------------------------------------------------------------------------

static const char raw_key[] = "x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f'";
static const char passphrase[] = "correct horse battery staple";

static sqlite3 *open_sealed(const char *path, const char *key) {
    sqlite3 *database = NULL;
    check(sqlite3_open(path, &database) == SQLITE_OK, "the database does not open");
    check(sqlite3_key_v2(database, "main", key, (int)strlen(key)) == SQLITE_OK, "the key is not taken");
    return database;
}

static void run(sqlite3 *database, const char *sql) {
    char *message = NULL;
    if (sqlite3_exec(database, sql, NULL, NULL, &message) != SQLITE_OK) fail(message ? message : sql);
}

static int ask(sqlite3 *database, const char *sql, const char *expected) {
    sqlite3_stmt *statement = NULL;
    int equal = sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW &&
                strcmp((const char *)sqlite3_column_text(statement, 0), expected) == 0;
    sqlite3_finalize(statement);
    return equal;
}

static void write_word(const char *path, const char *key, const char *word) {
    sqlite3 *database = open_sealed(path, key);
    run(database, "PRAGMA secure_delete=ON; PRAGMA synchronous=FULL; PRAGMA journal_mode=WAL");
    check(ask(database, "PRAGMA journal_mode", "wal"), "there is no write-ahead log");
    run(database, "CREATE VIRTUAL TABLE entry USING fts5(text)");
    char *sql = sqlite3_mprintf("INSERT INTO entry VALUES('%q, and hex ' || hex(randomblob(9000)))", word);
    run(database, "BEGIN IMMEDIATE");
    run(database, sql);
    sqlite3_free(sql);
    // Its locks hold between the connections of one program.
    sqlite3 *other = open_sealed(path, key);
    check(ask(other, "SELECT count(*) FROM entry", "0"), "another connection reads what is not saved");
    check(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_BUSY, "two connections write at once");
    run(database, "COMMIT");
    check(ask(other, "SELECT count(*) FROM entry", "1"), "another connection does not read what is saved");
    // Nothing is closed: as if killed.
}

static void read_word(const char *path, const char *key, const char *word) {
    sqlite3 *wrong = open_sealed(path, "another key");
    run(wrong, "PRAGMA cipher_log=off; PRAGMA cipher_log_level=NONE");
    check(sqlite3_exec(wrong, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL) == SQLITE_NOTADB, "another key opens it");
    sqlite3_close(wrong);
    sqlite3 *database = open_sealed(path, key);
    char *sql = sqlite3_mprintf("SELECT count(*) FROM entry WHERE entry MATCH '%q'", word);
    check(ask(database, sql, "1"), "the word is not found");
    sqlite3_free(sql);
    check(ask(database, "PRAGMA cipher_integrity_check", "") == 0 && ask(database, "PRAGMA integrity_check", "ok"), "the file is not whole");
    check(ask(database, "PRAGMA cipher_page_size", "4096") && ask(database, "PRAGMA kdf_iter", "256000") &&
              ask(database, "PRAGMA cipher_hmac_algorithm", "HMAC_SHA512") && ask(database, "PRAGMA cipher_kdf_algorithm", "PBKDF2_HMAC_SHA512"),
          "the settings of the cipher are others");
    check(sqlite3_close(database) == SQLITE_OK, "the database does not close");
}

#ifdef __wasi__
#include <cmark-gfm.h>
#include <expat.h>
#include <fcntl.h>
#include <openssl/rand.h>
#include <qrencode.h>
#include <time.h>
#include <utf8proc.h>

#include "CArchive.h"
#include "COpenSSL.h"
#include "CPlatform.h"
#include "CYAML.h"

static int is_hex(const unsigned char *bytes, const char *hex) {
    for (; *hex; hex += 2, bytes++) {
        char pair[3];
        snprintf(pair, sizeof pair, "%02x", *bytes);
        if (strncmp(pair, hex, 2) != 0) return 0;
    }
    return 1;
}

static void from_hex(unsigned char *bytes, const char *hex) {
    for (unsigned value; sscanf(hex, "%2x", &value) == 1; hex += 2) *bytes++ = (unsigned char)value;
}

static void check_crypto(void) {
    unsigned char chance[2][32] = {{0}}, key[64], iv[16], sealed[16], plain[16];
    check(RAND_bytes(chance[0], 32) == 1 && RAND_bytes(chance[1], 32) == 1 && memcmp(chance[0], chance[1], 32) != 0, "chance repeats itself");
    // RFC 7914, 12; RFC 7914, 11; NIST SP 800-38A, F.2.6.
    check(copenssl_scrypt("pleaseletmein", 13, "SodiumChloride", 14, 14, key, 64) == COPENSSL_OK &&
              is_hex(key, "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"), "scrypt");
    check(copenssl_pbkdf2_sha256("passwd", 6, "salt", 4, 1, key, 64) == COPENSSL_OK &&
              is_hex(key, "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"), "PBKDF2");
    from_hex(key, "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4");
    from_hex(iv, "000102030405060708090a0b0c0d0e0f");
    from_hex(sealed, "f58c4c04d6e5f1ba779eabfb5f7bfbd6");
    check(copenssl_aes_cbc_decrypt_blocks(key, 32, iv, sealed, 16, plain) == COPENSSL_OK && is_hex(plain, "6bc1bee22e409f96e93d7e117393172a"),
          "AES-CBC");
    platform_wipe(key, sizeof key);
    check(key[0] == 0 && key[63] == 0, "what is wiped stays");
}

static void check_archive(const char *path) {
    int descriptor = open(path, O_RDONLY);
    struct carchive *archive;
    long long size;
    char text[64] = "";
    size_t count;
    check(carchive_open(descriptor, &archive) == CARCHIVE_OK && carchive_next(archive, &size) == CARCHIVE_OK, "an archive does not open");
    check(strcmp(carchive_name(archive), "Grüße.txt") == 0, "a name in an archive is another");
    check(carchive_read(archive, text, sizeof text, &count) == CARCHIVE_OK && count == 200 % sizeof text + 56 && text[0] == 'a', "an archive is not read");
    carchive_close(archive);
    close(descriptor);
}

static void check_texts(void) {
    struct cyaml *text;
    struct cyaml_event event;
    check(cyaml_open((const unsigned char *)"mood: good", 10, &text) == CYAML_OK, "YAML does not open");
    do check(cyaml_next(text, &event) == CYAML_OK, "YAML"); while (event.kind != CYAML_SCALAR);
    check(event.length == 4 && memcmp(event.value, "mood", 4) == 0, "YAML");
    cyaml_close(text);
    char *html = cmark_markdown_to_html("*a*", 3, CMARK_OPT_DEFAULT);
    check(strcmp(html, "<p><em>a</em></p>\n") == 0, "Markdown");
    free(html);
    unsigned char *composed = utf8proc_NFKC((const unsigned char *)"u\xcc\x88");
    check(strcmp((char *)composed, "ü") == 0, "Unicode");
    free(composed);
    XML_Parser parser = XML_ParserCreate(NULL);
    check(XML_Parse(parser, "<a><b/></a>", 11, 1) == XML_STATUS_OK, "XML");
    XML_ParserFree(parser);
    QRcode *code = QRcode_encodeString("https://example.org", 0, QR_ECLEVEL_M, QR_MODE_8, 1);
    check(code && code->width >= 21, "QR code");
    QRcode_free(code);
}
#endif

static const char *given(const char *name) {
    const char *value = getenv(name);
    check(value != NULL, name);
    return value;
}

int main(void) {
    const char *what = given("DO");
#ifdef __wasi__
    if (strcmp(what, "rest") == 0) {
        check_crypto();
        check_archive("/a.zip");
        check_archive("/a.tar.gz");
        check_texts();
        return 0;
    }
#endif
    const char *key = strcmp(given("KEY"), "raw") == 0 ? raw_key : passphrase;
    (strcmp(what, "write") == 0 ? write_word : read_word)(given("FILE"), key, given("WORD"));
    _Exit(0);
}
