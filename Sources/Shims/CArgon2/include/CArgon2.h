// Argon2id by libargon2. In a browser it is the JavaScript around the program that has it, in memory of its own: decision 0086.
#ifndef AURALYST_CARGON2_H
#define AURALYST_CARGON2_H

#include <stddef.h>
#include <stdint.h>

/// `count` bytes at `out`. `memory` is in KiB. 0; or an error of libargon2: there is not enough memory, or a parameter is not allowed.
int32_t cargon2_id(
    const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count, const uint8_t *secret, size_t secret_count,
    const uint8_t *associated, size_t associated_count, uint32_t passes, uint32_t memory, uint32_t lanes, uint8_t *out, size_t count)
#ifdef __wasi__
    __attribute__((import_module("phone"), import_name("derive")))
#endif
    ;

#endif
