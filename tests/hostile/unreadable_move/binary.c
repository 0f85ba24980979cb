/* Writes every byte except LF, and then LF. */
#include "tests/hostile/hostile.h"

int main(void) {
    char line[256];
    size_t count = 0;
    play_until(2);
    for (int byte = 0; byte < 256; ++byte) {
        if (byte != '\n') line[count++] = (char)byte;
    }
    line[count++] = '\n';
    write_all(STDOUT_FILENO, line, count);
    sleep_on();
}
