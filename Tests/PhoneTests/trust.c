/* Lets the programs of a test trust the authority that the test made: where they open the machine's list of authorities, they get the file
   TEST_AUTHORITIES. Preloaded, beside the clock. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *open_as(const char *name, const char *path, const char *mode) {
    FILE *(*system_open)(const char *, const char *) = (FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, name);
    const char *ours = getenv("TEST_AUTHORITIES");
    return system_open(ours && strcmp(path, "/etc/ssl/certs/ca-certificates.crt") == 0 ? ours : path, mode);
}

FILE *fopen(const char *restrict path, const char *restrict mode) { return open_as("fopen", path, mode); }
FILE *fopen64(const char *restrict path, const char *restrict mode) { return open_as("fopen64", path, mode); }
