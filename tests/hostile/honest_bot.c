/* A bot that uses only its own time. It consumes PERCENT of the limit of a move (REFEREE_MOVE_MS) as CPU time, not wall
 * time. If it does not get the processor, it answers later, like a bot that thinks. Then it plays the first listed
 * move.
 *
 * Usage: honest_bot PERCENT */
#include "tests/hostile/hostile.h"

static long long cpu_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

int main(int argc, char** argv) {
    const char* limit_ms = getenv("REFEREE_MOVE_MS");
    if (argc != 2 || limit_ms == NULL) return 2;
    const long long needed_ns = atoll(limit_ms) * atoll(argv[1]) * 10000;
    for (;;) {
        read_turn();
        const long long until = cpu_ns() + needed_ns;
        while (cpu_ns() < until) {
        }
        say(answer);
    }
}
