/* Writing and waiting in the simplest way. */
#pragma once

#include <stddef.h>

/* Writes all bytes, or as many as it can before an error. */
void write_all(int fd, const char* bytes, size_t count);

/* Writes to stdout. */
void put(const char* bytes, size_t count);
void answer_with(const char* answer);

/* Writes a text. Converts C escapes (\n, \r, \t, \\, \xHH) into the bytes that they mean. */
void write_text(int fd, const char* text);

/* Writes `bytes` bytes of lines to stderr. If the referee does not read them, the bot hangs. */
void write_stderr(long bytes);

void sleep_ms(long ms);
/* Sleeps forever. */
void sleep_on(void);
/* Waits until input has arrived at stdin. Then waits a little longer for the rest of the input. */
void wait_for_input(void);
