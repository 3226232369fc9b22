#include "COpenSSL.h"

#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>

void copenssl_prepare(void) {
#ifndef OPENSSL_IS_BORINGSSL // which does neither
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT, NULL);
#endif
}

int copenssl_scrypt(const void *passphrase, size_t passphrase_count, const void *salt, size_t salt_count, unsigned log_n,
                    void *key, size_t key_count) {
    if (log_n < 1 || log_n > 20) return COPENSSL_FAILED;
    uint64_t n = (uint64_t)1 << log_n;
    // 128 * r * N bytes, and a little for further blocks.
    uint64_t limit = 1024 * n + (1 << 20);
    int done = EVP_PBE_scrypt(passphrase, passphrase_count, salt, salt_count, n, 8, 1, limit, key, key_count);
    ERR_clear_error();
    return done == 1 ? COPENSSL_OK : COPENSSL_FAILED;
}

int copenssl_pbkdf2_sha256(const void *password, size_t password_count, const void *salt, size_t salt_count, unsigned rounds,
                           void *key, size_t key_count) {
    if (password_count > INT_MAX || salt_count > INT_MAX || key_count > INT_MAX || rounds < 1 || rounds > INT_MAX)
        return COPENSSL_FAILED;
    int done = PKCS5_PBKDF2_HMAC(password, (int)password_count, salt, (int)salt_count, (int)rounds, EVP_sha256(),
                                 (int)key_count, key);
    ERR_clear_error();
    return done == 1 ? COPENSSL_OK : COPENSSL_FAILED;
}

int copenssl_aes_cbc_decrypt(const void *key, size_t key_count, const void *iv, const void *sealed, size_t count, void *plain,
                             size_t *plain_count) {
    *plain_count = 0;
    if ((key_count != 16 && key_count != 32) || count == 0 || count % 16 != 0 || count > INT_MAX) return COPENSSL_FAILED;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (!context) return COPENSSL_FAILED;
    const EVP_CIPHER *cipher = key_count == 16 ? EVP_aes_128_cbc() : EVP_aes_256_cbc();
    int result = COPENSSL_FAILED, most = 0, last = 0;
    if (EVP_DecryptInit_ex(context, cipher, NULL, key, iv) == 1 &&
        EVP_DecryptUpdate(context, plain, &most, sealed, (int)count) == 1) {
        result = COPENSSL_BAD_PADDING;
        if (EVP_DecryptFinal_ex(context, (unsigned char *)plain + most, &last) == 1) {
            *plain_count = (size_t)(most + last);
            result = COPENSSL_OK;
        }
    }
    EVP_CIPHER_CTX_free(context);
    ERR_clear_error();
    return result;
}

int copenssl_aes_cbc_decrypt_blocks(const void *key, size_t key_count, const void *iv, const void *sealed, size_t count,
                                    void *plain) {
    if ((key_count != 16 && key_count != 32) || count == 0 || count % 16 != 0 || count > INT_MAX) return COPENSSL_FAILED;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (!context) return COPENSSL_FAILED;
    const EVP_CIPHER *cipher = key_count == 16 ? EVP_aes_128_cbc() : EVP_aes_256_cbc();
    int most = 0;
    int result = EVP_DecryptInit_ex(context, cipher, NULL, key, iv) == 1 && EVP_CIPHER_CTX_set_padding(context, 0) == 1 &&
                         EVP_DecryptUpdate(context, plain, &most, sealed, (int)count) == 1 && (size_t)most == count
                     ? COPENSSL_OK
                     : COPENSSL_FAILED;
    EVP_CIPHER_CTX_free(context);
    ERR_clear_error();
    return result;
}
