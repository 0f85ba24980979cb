/* Misdeeds in what the bot writes to stdout. Also unusual ways of writing that are allowed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "misdeeds.h"
#include "writing.h"

/* Writes the start of an answer and never its end. */
static void half_line(const char* argument, const char* answer) {
    (void)argument;
    put(answer, 4);
    sleep_on();
}

/* Writes a byte every 20 ms. A referee that restarted the clock at every byte would wait forever. */
static void drip_bytes(const char* argument, const char* answer) {
    (void)argument, (void)answer;
    for (;;) {
        put("x", 1);
        sleep_ms(20);
    }
}

/* Writes arbitrary bytes at once, which need not be whole lines. */
static void text(const char* argument, const char* answer) {
    (void)answer;
    write_text(1, argument);
}

/* Writes a line of this many bytes, not counting its LF: a valid answer padded with spaces. */
static void padded(const char* argument, const char* answer) {
    char line[8192];
    const size_t size = (size_t)atoi(argument);
    memset(line, ' ', sizeof line);
    memcpy(line, answer, strlen(answer) - 1);
    line[size] = '\n';
    put(line, size + 1);
}

/* Writes a line of this many bytes that is not a move. */
static void long_line(const char* argument, const char* answer) {
    char line[8192];
    const size_t size = (size_t)atoi(argument);
    (void)answer;
    memset(line, 'x', sizeof line);
    line[size] = '\n';
    put(line, size + 1);
}

/* Writes a line without an end. A referee that reads until the LF would run out of memory. */
static void endless_line(const char* argument, const char* answer) {
    char block[4096];
    (void)argument, (void)answer;
    memset(block, 'x', sizeof block);
    for (;;)
        put(block, sizeof block);
}

/* Writes two answers at once. The second one must not be taken as the answer to the next turn. */
static void two_lines(const char* argument, const char* answer) {
    char both[256];
    (void)argument;
    snprintf(both, sizeof both, "%sMAGNET\n", answer);
    answer_with(both);
}

/* Writes a second answer 20 ms after the first one. This is still in the opponent's turn if the opponent thinks for
 * longer. */
static void second_line_later(const char* argument, const char* answer) {
    (void)argument;
    answer_with(answer);
    sleep_ms(20);
    answer_with("MAGNET\n");
}

/* Answers while the block is still unread in the pipe. The bot must not read the block right afterwards, because then
 * the order of answering and reading could not be determined. */
static void early(const char* argument, const char* answer) {
    (void)argument;
    wait_for_input();
    answer_with(answer);
    sleep_on();
}

/* Answers after reading half of the block, like a bot that needs only the first lines. */
static void early_half(const char* argument, const char* answer) {
    static char half[1 << 16];
    int unread = 0;
    (void)argument;
    wait_for_input();
    ioctl(0, FIONREAD, &unread);
    if (read(0, half, (size_t)unread / 2) < 0) _exit(97);
    answer_with(answer);
    sleep_on();
}

/* Closes stdin while the block is unread, and answers. */
static void close_stdin_unread(const char* argument, const char* answer) {
    (void)argument;
    wait_for_input();
    close(0);
    answer_with(answer);
    sleep_on();
}

/* Writes a valid answer again and again, without reading anything. */
static void flood_stdout(const char* argument, const char* answer) {
    (void)argument;
    for (;;)
        answer_with(answer);
}

/* Answers with a Windows line end. */
static void crlf(const char* argument, const char* answer) {
    (void)argument;
    put(answer, strlen(answer) - 1);
    put("\r\n", 2);
}

static void trailing_spaces(const char* argument, const char* answer) {
    (void)argument;
    put(answer, strlen(answer) - 1);
    put("   \r\n", 5);
}

/* Writes the answer byte by byte, but in time. */
static void byte_by_byte(const char* argument, const char* answer) {
    (void)argument;
    for (; *answer != '\0'; ++answer) {
        put(answer, 1);
        sleep_ms(2);
    }
}

const struct misdeed misdeeds_of_writing[] = {
    {"half_line", 0, half_line},
    {"drip_bytes", 0, drip_bytes},
    {"text", 0, text},
    {"padded", 0, padded},
    {"long_line", 0, long_line},
    {"endless_line", 0, endless_line},
    {"two_lines", 0, two_lines},
    {"second_line_later", 0, second_line_later},
    {"early", 1, early},
    {"early_half", 1, early_half},
    {"close_stdin_unread", 1, close_stdin_unread},
    {"flood_stdout", 0, flood_stdout},
    {"crlf", 0, crlf},
    {"trailing_spaces", 0, trailing_spaces},
    {"byte_by_byte", 0, byte_by_byte},
    {NULL, 0, NULL},
};
