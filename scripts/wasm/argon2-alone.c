// Argon2id alone. Phone/host.js makes an instance of this for each key, overwrites its memory and drops it: the memory of a
// WebAssembly program never shrinks, so the program's own would keep all that a key takes.
#include <argon2.h>
#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name)))

EXPORT(room) void *room(size_t count) { return malloc(count ? count : 1); }

/** 0, or an error of libargon2. */
EXPORT(derive)
int derive(uint8_t *password, uint32_t password_count, uint8_t *salt, uint32_t salt_count, uint8_t *secret, uint32_t secret_count, uint8_t *associated,
           uint32_t associated_count, uint32_t passes, uint32_t memory, uint32_t lanes, uint8_t *out, uint32_t count) {
    argon2_context context = {.out = out, .outlen = count, .pwd = password, .pwdlen = password_count, .salt = salt, .saltlen = salt_count,
                              .secret = secret_count ? secret : NULL, .secretlen = secret_count, .ad = associated, .adlen = associated_count,
                              .t_cost = passes, .m_cost = memory, .lanes = lanes, .threads = 1, .version = ARGON2_VERSION_13};
    return argon2_ctx(&context, Argon2_id);
}
