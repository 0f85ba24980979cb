/* Helpers of the programs that leave work to the kernel. The kernel frees what they release only later, in its own
 * threads and on the core of the bot whose turn it is then. */
#pragma once

#include "tests/hostile/hostile.h"

static inline long long now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

/* Plays to the end. In each turn, calls `leave` repeatedly for half of the limit of a move, but at most for 50 ms. */
static inline void leave_in_each_turn(void (*leave)(void)) {
    enum { most_us = 50000 };
    const char* limit_ms = getenv("REFEREE_MOVE_MS");
    long long length = limit_ms == NULL ? most_us : atoll(limit_ms) * 1000 / 2;
    if (length > most_us) length = most_us;
    for (;;) {
        read_turn();
        for (const long long end = now_us() + length; now_us() < end;)
            leave();
        say(answer);
    }
}
