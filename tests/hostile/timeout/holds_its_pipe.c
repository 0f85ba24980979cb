/* hostile: thief
 * Answers long after its time, and keeps the referee from looking before: while splice() waits for a socket, it holds
 * the lock of the pipe to which it copies. The first byte of the answer lies in the pipe already. */
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>

#include "tests/hostile/hostile.h"

static int ends[2];

static void* answer_late(void* nothing) {
    sleep_ms(3000);
    write_all(ends[1], answer + 1, strlen(answer + 1));
    return nothing;
}

int main(void) {
    play_until(2);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
    for (;;) {
        pthread_t late;
        if (pthread_create(&late, NULL, answer_late, NULL) != 0) return 1;
        write_all(STDOUT_FILENO, answer, 1);
        splice(ends[0], NULL, STDOUT_FILENO, NULL, 4096, 0);
        pthread_join(late, NULL);
        read_turn();
    }
}
