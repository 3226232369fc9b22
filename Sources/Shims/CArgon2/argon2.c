#ifndef __wasi__
#include "CArgon2.h"

#include <argon2.h>

int32_t cargon2_id(
    const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count, const uint8_t *secret, size_t secret_count,
    const uint8_t *associated, size_t associated_count, uint32_t passes, uint32_t memory, uint32_t lanes, uint8_t *out, size_t count) {
    // libargon2 takes these as non-const; with the default flags it writes to none of them.
    argon2_context context = {
        .out = out, .outlen = (uint32_t)count, .pwd = (uint8_t *)password, .pwdlen = (uint32_t)password_count, .salt = (uint8_t *)salt,
        .saltlen = (uint32_t)salt_count, .secret = secret_count > 0 ? (uint8_t *)secret : NULL, .secretlen = (uint32_t)secret_count,
        .ad = (uint8_t *)associated, .adlen = (uint32_t)associated_count, .t_cost = passes, .m_cost = memory, .lanes = lanes,
        .threads = lanes, .version = ARGON2_VERSION_13};
    int code = argon2_ctx(&context, Argon2_id);
    if (code == ARGON2_THREAD_FAIL) {
        // The lanes determine the result, the threads only the speed.
        context.threads = 1;
        code = argon2_ctx(&context, Argon2_id);
    }
    return code;
}
#endif
