/* Reads one byte of its block every 10 ms. The clock runs while it reads. */
#include "tests/hostile/hostile.h"

int main(void) {
    setvbuf(stdin, NULL, _IONBF, 0);
    play_until(1);
    say(answer);
    for (char byte; read(STDIN_FILENO, &byte, 1) == 1;)
        sleep_ms(10);
    sleep_on();
}
