/* The bot waits in vfork() for a child that has stopped itself, so neither of them ever continues. */
#include <signal.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    if (vfork() == 0) raise(SIGSTOP);
    sleep_on();
}
