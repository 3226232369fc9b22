// A program with the boundary of the phone's program, for the tests of host and frame: it answers pages, forms, uploads, downloads and a stream, and saves
// lines in a file. Built by build-boundary for wasm32-unknown-wasip1 as a reactor.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define IMPORT(name) __attribute__((import_module("phone"), import_name(#name)))
#define EXPORT(name) __attribute__((export_name(#name)))

IMPORT(answer) void answer(int id, const char *head, int count);
IMPORT(answer_bytes) void answer_bytes(int id, const char *bytes, int count);
IMPORT(answer_end) void answer_end(int id, int failed);
IMPORT(fetch) void fetch(int id, const char *head, int count, const char *body, int bodyCount);
IMPORT(fetch_cancel) void fetch_cancel(int id);
IMPORT(note) void note(const char *bytes, int count);

static char configuration[4096];
static int listener = -1, ticker = -1, ticks, asker = -1, served, cancelled = -1;
static double timer = -1;

EXPORT(phone_room) void *phone_room(int count) { return malloc(count); }

EXPORT(phone_start) void phone_start(char *bytes, int count) {
  snprintf(configuration, sizeof configuration, "%.*s", count, bytes);
  free(bytes);
  mkdir("/vault", 0700);
  fprintf(stderr, "started\n");
}

static void reply(int id, int status, const char *fields, const char *text) {
  char head[1024];
  int n = snprintf(head, sizeof head,
    "{\"status\":%d,\"headers\":[%s[\"x-frame-options\",\"DENY\"],[\"content-security-policy\",\"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'\"]]}",
    status, fields);
  answer(id, head, n);
  answer_bytes(id, text, strlen(text));
  answer_end(id, 0);
}

static const char *html = "[\"content-type\",\"text/html; charset=utf-8\"],";

/** The value of a field in a form; letters only. */
static int field(const char *body, int count, const char *name, char *out, int room) {
  char text[65536];
  snprintf(text, sizeof text, "%.*s", count < 65000 ? count : 65000, body);
  char *found = strstr(text, name);
  if (!found) return 0;
  found += strlen(name) + 1;
  int n = 0;
  while (found[n] && found[n] != '&' && n < room - 1) { out[n] = found[n] == '+' ? ' ' : found[n]; n++; }
  out[n] = 0;
  return 1;
}

/** Adds a line; one that a kill left half-written is ended first. */
static int save(const char *line) {
  char text[65536], last = '\n';
  int file = open("/vault/lines", O_RDWR | O_CREAT | O_APPEND, 0600);
  if (file < 0) return errno;
  off_t end = lseek(file, 0, SEEK_END);
  if (end > 0) pread(file, &last, 1, end - 1);
  int count = snprintf(text, sizeof text, "%s%s\n", last == '\n' ? "" : "\n", line);
  int failed = write(file, text, count) != count || fsync(file) != 0 ? errno : 0;
  close(file);
  return failed;
}

static char lines[1 << 20];
static const char *read_lines(void) {
  int file = open("/vault/lines", O_RDONLY), n = file < 0 ? 0 : (int)read(file, lines, sizeof lines - 1);
  if (file >= 0) close(file);
  lines[n < 0 ? 0 : n] = 0;
  return lines;
}

static char page[1 << 21];
static const char *body_of_home(void) {
  struct stat s;
  snprintf(page, sizeof page,
    "<!doctype html><html lang=en><meta charset=utf-8><title>Home</title><script src=/page.js></script><h1>Home</h1><p id=served>%d</p><p id=bytes>%lld</p><pre id=lines>%s</pre><pre id=head></pre>"
    "<a id=other href='/other?x=1'>Other</a> <a id=download href=/download>Download</a> <a id=save href=/download download>Save</a> <a id=trap href=/trap>Trap</a> <a id=new href=/other target=_blank>New window</a>"
    "<form method=post action=/save><input name=line aria-label=Line><button>Save</button></form>"
    "<form method=post action=/upload enctype=multipart/form-data><input type=file name=file aria-label=File><button>Upload</button></form>",
    served, (long long)(stat("/vault/lines", &s) == 0 ? s.st_size : 0), read_lines());
  return page;
}

int try_files(void), try_large(void);

static int is(const char *head, const char *part) { return strstr(head, part) != 0; }

EXPORT(phone_request) void phone_request(int id, char *head, int headCount, char *body, int bodyCount) {
  char text[65536];
  snprintf(text, sizeof text, "%.*s", headCount, head);
  free(head);
  served++;
  if (is(text, "\"target\":\"/save\"")) {
    char line[60000] = "", number[32];
    field(body, bodyCount, "line", line, sizeof line);
    int failed = save(line);
    if (failed) {
      snprintf(number, sizeof number, "not saved: %d", failed);
      reply(id, 507, html, number);
    } else {
      if (listener >= 0) { const char *event = "event: changed\ndata: 1\n\n"; answer_bytes(listener, event, strlen(event)); }
      reply(id, 303, "[\"location\",\"/?saved=1\"],[\"set-cookie\",\"visits=1; Path=/; HttpOnly\"],", "");
    }
  } else if (is(text, "\"target\":\"/upload\"")) {
    unsigned sum = 0;
    for (int n = 0; n < bodyCount; n++) sum += (unsigned char)body[n];
    snprintf(page, sizeof page, "<!doctype html><title>Uploaded</title><p id=size>%d</p><p id=sum>%u</p>", bodyCount, sum);
    reply(id, 200, html, page);
  } else if (is(text, "\"target\":\"/download\"")) {
    const char *h = "{\"status\":200,\"headers\":[[\"content-type\",\"application/octet-stream\"],[\"content-disposition\",\"attachment; filename=copy.bin\"]]}";
    answer(id, h, strlen(h));
    static char piece[65536];
    for (int n = 0; n < 32; n++) { memset(piece, 'a' + n % 26, sizeof piece); answer_bytes(id, piece, sizeof piece); }
    answer_end(id, 0);
  } else if (is(text, "\"target\":\"/events\"")) {
    const char *h = "{\"status\":200,\"headers\":[[\"content-type\",\"text/event-stream\"],[\"cache-control\",\"no-store\"]]}";
    answer(id, h, strlen(h));
    answer_bytes(id, ": here\n\n", 8);
    listener = id;
  } else if (is(text, "\"target\":\"/ticks\"")) {
    const char *h = "{\"status\":200,\"headers\":[[\"content-type\",\"text/plain\"]]}";
    answer(id, h, strlen(h));
    ticker = id, ticks = 0, timer = 20;
  } else if (is(text, "\"target\":\"/ask")) {
    asker = id;
    const char *h = is(text, "/ask?late")
      ? "{\"method\":\"GET\",\"url\":\"/v1/hello\",\"headers\":[],\"limit\":1000,\"seconds\":0.1}"
      : "{\"method\":\"GET\",\"url\":\"/v1/hello\",\"headers\":[[\"x-word\",\"phone\"]],\"limit\":1000,\"seconds\":600}";
    fetch(7, h, strlen(h), "", 0);
  } else if (is(text, "\"target\":\"/head\"")) {
    reply(id, 200, "[\"content-type\",\"application/json\"],", text);
  } else if (is(text, "\"target\":\"/cancelled\"")) {
    char number[32];
    snprintf(number, sizeof number, "%d", cancelled);
    reply(id, 200, "[\"content-type\",\"text/plain\"],", number);
  } else if (is(text, "\"target\":\"/configuration\"")) {
    reply(id, 200, "[\"content-type\",\"application/json\"],", configuration);
  } else if (is(text, "\"target\":\"/try\"")) {
    char number[64];
    snprintf(number, sizeof number, "%d %d", try_files(), try_large());
    reply(id, 200, "[\"content-type\",\"text/plain\"],", number);
  } else if (is(text, "\"target\":\"/lock\"")) {
    const char *n = "{\"locked\":true}";
    reply(id, 303, "[\"location\",\"/\"],", "");
    note(n, strlen(n));
  } else if (is(text, "\"target\":\"/note?")) {
    note(body, bodyCount);
    reply(id, 200, html, "");
  } else if (is(text, "\"target\":\"/trap\"")) {
    fprintf(stderr, "fatal: on purpose\n");
    __builtin_trap();
  } else if (is(text, "\"target\":\"/hang\"")) {
    for (volatile int n = 0;; n++) {}
  } else if (is(text, "\"target\":\"/page.js\"")) {
    reply(id, 200, "[\"content-type\",\"text/javascript\"],[\"cache-control\",\"public, max-age=31536000, immutable\"],",
      "const s = new EventSource('/events'); s.onopen = () => { document.documentElement.dataset.listens = 1; }; s.addEventListener('changed', (e) => { document.documentElement.dataset.heard = e.data; });"
      "new BroadcastChannel('auralyst').onmessage = ({ data }) => { document.documentElement.dataset.told = data.kind; };"
      "addEventListener('pageshow', () => { document.documentElement.dataset.shown = performance.now(); });");
  } else if (is(text, "\"target\":\"/other")) {
    reply(id, 200, html, "<!doctype html><title>Other</title><h1>Other</h1><a id=home href='/'>Home</a>");
  } else if (is(text, "\"target\":\"/\"") || is(text, "\"target\":\"/?")) {
    reply(id, 200, html, body_of_home());
  } else {
    reply(id, 404, html, "<!doctype html><title>Not found</title><h1>Not found</h1>");
  }
  free(body);
}

EXPORT(phone_cancel) void phone_cancel(int id) {
  cancelled = id;
  if (id == listener) listener = -1;
}

EXPORT(phone_fetched) void phone_fetched(int id, char *head, int headCount, char *body, int bodyCount) {
  snprintf(page, sizeof page, "%.*s %.*s", headCount, head, bodyCount, body);
  free(head), free(body);
  reply(asker, 200, "[\"content-type\",\"text/plain\"],", page);
}

EXPORT(phone_fetch_failed) void phone_fetch_failed(int id, char *word, int count) {
  snprintf(page, sizeof page, "failed: %.*s", count, word);
  free(word);
  reply(asker, 200, "[\"content-type\",\"text/plain\"],", page);
}

EXPORT(phone_run) double phone_run(void) {
  if (ticker < 0) return -1;
  if (timer > 0) { double wait = timer; timer = 0; return wait; }
  char text[16];
  answer_bytes(ticker, text, snprintf(text, sizeof text, "%d ", ++ticks));
  if (ticks == 3) { answer_end(ticker, 0); ticker = -1; return -1; }
  timer = 20;
  return 0;
}

/** Tries the calls of files by what C has; 0, or the line that found a difference. */
#define check(what) if (!(what)) { fprintf(stderr, "line %d: %s (%s)\n", __LINE__, #what, strerror(errno)); return __LINE__; }
EXPORT(try_files) int try_files(void) {
  struct stat s;
  char buffer[64];
  check(mkdir("/vault/t", 0700) == 0);
  check(mkdir("/vault/t", 0700) == -1 && errno == EEXIST);
  check(open("/vault/none/x", O_CREAT | O_WRONLY, 0600) == -1 && errno == ENOENT);
  int a = open("/vault/t/a", O_CREAT | O_EXCL | O_RDWR, 0600);
  check(a >= 0);
  check(open("/vault/t/a", O_CREAT | O_EXCL | O_RDWR, 0600) == -1 && errno == EEXIST);
  check(write(a, "hello", 5) == 5 && lseek(a, 0, SEEK_CUR) == 5);
  int again = open("/vault/t/a", O_RDWR);
  check(pread(again, buffer, 64, 1) == 4 && memcmp(buffer, "ello", 4) == 0);
  check(pwrite(again, "J", 1, 0) == 1 && lseek(again, 0, SEEK_CUR) == 0);
  check(pread(a, buffer, 5, 0) == 5 && memcmp(buffer, "Jello", 5) == 0);
  check(ftruncate(a, 2) == 0 && fstat(again, &s) == 0 && s.st_size == 2 && S_ISREG(s.st_mode) && s.st_mtime > 1700000000);
  check(fsync(a) == 0 && fdatasync(a) == 0);
  int added = open("/vault/t/a", O_WRONLY | O_APPEND);
  check(write(added, "xy", 2) == 2 && write(added, "z", 1) == 1 && fstat(a, &s) == 0 && s.st_size == 5);
  check(lseek(a, -2, SEEK_END) == 3 && read(a, buffer, 64) == 2 && buffer[0] == 'y');
  check(lseek(a, -9, SEEK_SET) == -1 && errno == EINVAL);
  check(rename("/vault/t/a", "/vault/t/b") == 0 && stat("/vault/t/a", &s) == -1 && errno == ENOENT);
  int c = open("/vault/t/c", O_CREAT | O_WRONLY, 0600);
  check(write(c, "new", 3) == 3 && close(c) == 0);
  check(rename("/vault/t/c", "/vault/t/b") == 0);
  check(pread(a, buffer, 1, 0) == 1 && buffer[0] == 'J' && fstat(a, &s) == 0 && s.st_nlink == 0);
  check(pwrite(a, "####", 4, 0) == 4 && fsync(a) == 0);
  check(stat("/vault/t/b", &s) == 0 && s.st_size == 3);
  check(unlink("/vault/t") == -1 && (errno == EISDIR || errno == EPERM));
  check(rmdir("/vault/t") == -1 && errno == ENOTEMPTY);
  check(mkdir("/vault/t/attachments", 0700) == 0);
  DIR *folder = opendir("/vault/t");
  int names = 0;
  check(folder);
  for (struct dirent *one; (one = readdir(folder));) names += one->d_name[0] != '.' ? (one->d_type == DT_DIR ? 10 : 1) : 0;
  check(names == 11 && closedir(folder) == 0);
  for (int n = 0; n < 300; n++) {
    snprintf(page, 200, "/vault/t/attachments/%0100d", n);
    int file = open(page, O_CREAT | O_WRONLY, 0600);
    check(file >= 0 && write(file, &n, sizeof n) == sizeof n && close(file) == 0);
  }
  folder = opendir("/vault/t/attachments");
  for (names = 0; readdir(folder);) names++;
  check(names == 302 && closedir(folder) == 0);
  int root = open("/vault/t", O_RDONLY | O_DIRECTORY);
  check(root >= 0 && fsync(root) == 0 && fstat(root, &s) == 0 && S_ISDIR(s.st_mode));
  check(open("/vault/t/b", O_RDONLY | O_DIRECTORY) == -1 && errno == ENOTDIR);
  check(stat("/vault/t/b/x", &s) == -1 && errno == ENOTDIR);
  check(mkdir("/vault/t/moved", 0700) == 0 && rename("/vault/t/attachments", "/vault/t/moved/attachments") == 0);
  for (int n = 0; n < 300; n++) {
    snprintf(page, 200, "/vault/t/moved/attachments/%0100d", n);
    int file = open(page, O_RDONLY), found = -1;
    check(file >= 0 && read(file, &found, sizeof found) == sizeof found && found == n && close(file) == 0 && unlink(page) == 0);
  }
  check(rmdir("/vault/t/moved/attachments") == 0 && rmdir("/vault/t/moved") == 0);
  check(link("/vault/t/b", "/vault/t/l") == -1);
  struct timespec times[2] = {{1000000000, 0}, {1200000000, 0}};
  check(utimensat(AT_FDCWD, "/vault/t/b", times, 0) == 0 && stat("/vault/t/b", &s) == 0 && s.st_mtime == 1200000000);
  int temporary = open("/tmp/x", O_CREAT | O_RDWR, 0600);
  check(temporary >= 0 && write(temporary, "0123456789", 10) == 10 && pwrite(temporary, "x", 1, 1 << 20) == 1);
  check(pread(temporary, buffer, 2, 9) == 2 && buffer[0] == '9' && buffer[1] == 0 && unlink("/tmp/x") == 0 && close(temporary) == 0);
  check(close(a) == 0 && close(again) == 0 && close(added) == 0 && close(root) == 0);
  check(close(a) == -1 && errno == EBADF);
  check(unlink("/vault/t/b") == 0 && rmdir("/vault/t") == 0);
  unsigned char chance[70000];
  memset(chance, 0, sizeof chance);
  check(getentropy(chance, 256) == 0);
  return 0;
}

/** Offsets over 2³² of a file with a hole. */
EXPORT(try_large) int try_large(void) {
  struct stat s;
  char buffer[8];
  int large = open("/vault/large", O_CREAT | O_RDWR, 0600);
  check(large >= 0 && pwrite(large, "end", 3, 5000000000LL) == 3 && fstat(large, &s) == 0 && s.st_size == 5000000003LL);
  check(lseek(large, 4999999999LL, SEEK_SET) == 4999999999LL && read(large, buffer, 4) == 4 && buffer[0] == 0 && buffer[1] == 'e');
  check(lseek(large, 0, SEEK_CUR) == 5000000003LL && lseek(large, -5000000003LL, SEEK_END) == 0);
  check(ftruncate(large, 0) == 0 && close(large) == 0 && unlink("/vault/large") == 0);
  return 0;
}
