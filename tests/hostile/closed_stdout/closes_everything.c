/* Closes all its descriptors, as daemons do, and continues to run. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    close(0);
    close(1);
    close(2);
    sleep_on();
}
