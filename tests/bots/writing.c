#include "writing.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void write_all(int fd, const char* bytes, size_t count) {
    while (count > 0) {
        const ssize_t written = write(fd, bytes, count);
        if (written < 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

void put(const char* bytes, size_t count) {
    write_all(1, bytes, count);
}

void answer_with(const char* answer) {
    put(answer, strlen(answer));
}

void write_text(int fd, const char* text) {
    char bytes[8192];
    size_t count = 0;
    for (; *text != '\0' && count < sizeof bytes; ++text) {
        char byte = *text;
        if (byte == '\\') {
            ++text;
            byte = *text == 'n' ? '\n' : *text == 'r' ? '\r' : *text == 't' ? '\t' : *text;
            if (*text == 'x') {
                const char digits[] = {text[1], text[2], '\0'};
                byte = (char)strtol(digits, NULL, 16);
                text += 2;
            }
        }
        bytes[count++] = byte;
    }
    write_all(fd, bytes, count);
}

void write_stderr(long bytes) {
    char line[1000];
    memset(line, 'e', sizeof line);
    line[sizeof line - 1] = '\n';
    for (; bytes > 0; bytes -= (long)sizeof line)
        write_all(2, line, bytes < (long)sizeof line ? (size_t)bytes : sizeof line);
}

void sleep_ms(long ms) {
    struct timespec left = {ms / 1000, ms % 1000 * 1000000};
    while (nanosleep(&left, &left) != 0) {
    }
}

void sleep_on(void) {
    for (;;)
        sleep_ms(1000);
}

void wait_for_input(void) {
    struct pollfd in = {0, POLLIN, 0};
    poll(&in, 1, -1);
    sleep_ms(20);
}
