/* hostile: thief modes=on
 * Sends SIGCHLD to the first process of its sandbox for ever, from several threads. That process has to stop the bot.
 */
#include <pthread.h>
#include <signal.h>

#include "tests/hostile/hostile.h"

static void* send_signals(void* nothing) {
    for (;;)
        kill(1, SIGCHLD);
    return nothing;
}

int main(void) {
    play_until(2);
    for (int i = 0; i < 8; ++i) {
        pthread_t thread;
        pthread_create(&thread, NULL, send_signals, NULL);
    }
    sleep_on();
}
