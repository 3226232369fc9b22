// The few functions of OpenSSL's libcrypto that swift-crypto lacks: scrypt (the age format), and PBKDF2 and AES-CBC (other
// programs' files). SQLCipher links the same library. In a browser it is swift-crypto's own BoringSSL: decision 0081.
#ifndef AURALYST_COPENSSL_H
#define AURALYST_COPENSSL_H

#include <stddef.h>
#include <stdint.h>

/// The result of a call.
enum {
    /// It worked.
    COPENSSL_OK = 0,
    /// The library refused, or there is not enough memory.
    COPENSSL_FAILED = 1,
    /// The padding is invalid: another key, or damage.
    COPENSSL_BAD_PADDING = 2,
};

/// Must be called before any other function of the library. The library then reads no configuration file, which could name code to
/// load, and does not free its tables at exit. Both would take a tenth of a short command's time.
void copenssl_prepare(void);

/// scrypt, RFC 7914, with r = 8, p = 1 and N = 2^`log_n` (1 to 20); it takes 2^`log_n` KiB of memory. Fills `key`.
int copenssl_scrypt(const void *passphrase, size_t passphrase_count, const void *salt, size_t salt_count, unsigned log_n,
                    void *key, size_t key_count);

/// PBKDF2 with HMAC-SHA256, RFC 8018. Fills `key`; no count is above INT_MAX.
int copenssl_pbkdf2_sha256(const void *password, size_t password_count, const void *salt, size_t salt_count, unsigned rounds,
                           void *key, size_t key_count);

/// AES-CBC of whole blocks with a key of 16 or 32 bytes and an `iv` of 16; `plain` has room for `count` bytes, which is no more
/// than INT_MAX. `plain_count` becomes the length without its PKCS #7 padding, which is checked and removed.
int copenssl_aes_cbc_decrypt(const void *key, size_t key_count, const void *iv, const void *sealed, size_t count, void *plain,
                             size_t *plain_count);

/// The same without checking the padding: all `count` bytes.
int copenssl_aes_cbc_decrypt_blocks(const void *key, size_t key_count, const void *iv, const void *sealed, size_t count,
                                    void *plain);

#endif
