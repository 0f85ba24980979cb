/* Writing and waiting, as plainly as a bot can. */
#pragma once

#include <stddef.h>

/* Writes all of it, or as much as can be written before an error. */
void write_all(int fd, const char* bytes, size_t count);

/* Writes to stdout. */
void put(const char* bytes, size_t count);
void answer_with(const char* answer);

/* Writes a text with C escapes (\n, \r, \t, \\, \xHH) taken as the bytes that they mean. */
void write_text(int fd, const char* text);

/* Writes so many bytes of lines to stderr: whoever does not drain it makes the bot hang. */
void write_stderr(long bytes);

void sleep_ms(long ms);
/* Sleeps for ever. */
void sleep_on(void);
/* Waits until something has come to stdin, and the rest of it. */
void wait_for_input(void);
