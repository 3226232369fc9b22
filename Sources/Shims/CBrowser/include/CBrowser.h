// What the program asks of the JavaScript around it in a phone's browser, and how that lets it go on.
#ifndef AURALYST_CBROWSER_H
#define AURALYST_CBROWSER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __wasi__
#define PHONE_IMPORT(name) __attribute__((import_module("phone"), import_name(name)))

/// The beginning of the answer to a request: status and headers as JSON. Once.
void phone_answer(int32_t id, const uint8_t *head, size_t count) PHONE_IMPORT("answer");
/// The next piece of its body.
void phone_answer_bytes(int32_t id, const uint8_t *bytes, size_t count) PHONE_IMPORT("answer_bytes");
/// Its end. `failed`: it is incomplete.
void phone_answer_end(int32_t id, int32_t failed) PHONE_IMPORT("answer_end");
/// Sends a request to a relay.
void phone_fetch(int32_t id, const uint8_t *head, size_t head_count, const uint8_t *body, size_t body_count) PHONE_IMPORT("fetch");
void phone_fetch_cancel(int32_t id) PHONE_IMPORT("fetch_cancel");
/// Something that the shell shows or acts on, as JSON.
void phone_note(const uint8_t *document, size_t count) PHONE_IMPORT("note");

/// Runs every job of Swift's executor that is ready. Returns the milliseconds until its next timer, -1 if there is none.
double phone_run_jobs(void);
#endif

#endif
