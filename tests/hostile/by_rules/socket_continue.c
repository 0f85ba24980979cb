/* hostile: thief alone
 * Gets a SIGCONT from a connection to itself. It sends more than may leave at once, at a limited rate. The kernel
 * delivers the rest later. It then sends a signal that the receiver has chosen (F_SETSIG), even if the receiver is
 * stopped. */
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/socket.h>

#include "tests/hostile/thief.h"

enum { segment = 536, bytes_per_second = 500000 };

static int ends[2]; /* the sending and the receiving end */

static int connect_to_self(void) {
    const int smallest = segment;
    const unsigned rate = bytes_per_second;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ends[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(ends[0], IPPROTO_TCP, TCP_MAXSEG, &smallest, sizeof smallest);
    setsockopt(ends[0], SOL_SOCKET, SO_MAX_PACING_RATE, &rate, sizeof rate);
    if (bind(listener, (struct sockaddr*)&address, size) != 0 || listen(listener, 1) != 0) return 0;
    if (getsockname(listener, (struct sockaddr*)&address, &size) != 0) return 0;
    if (connect(ends[0], (struct sockaddr*)&address, size) != 0) return 0;
    ends[1] = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    return ends[1] >= 0;
}

static void* send_all_the_time(void* nothing) {
    static char block[1 << 16];
    while (send(ends[0], block, sizeof block, MSG_NOSIGNAL) > 0) {
    }
    return nothing;
}

static void* receive_all_the_time(void* nothing) {
    static char block[1 << 16];
    while (recv(ends[1], block, sizeof block, 0) > 0) {
    }
    return nothing;
}

static void steal(void) {
    endure(SIGCONT);
    endure(SIGIO); /* the kernel sends SIGIO instead if no other signal may be chosen */
    if (!connect_to_self()) return;
    fcntl(ends[1], F_SETOWN, getpid());
    fcntl(ends[1], F_SETSIG, SIGCONT);
    fcntl(ends[1], F_SETFL, O_ASYNC);
    pthread_t thread;
    pthread_create(&thread, NULL, send_all_the_time, NULL);
    pthread_create(&thread, NULL, receive_all_the_time, NULL);
    begin_and_spin();
}

int main(void) {
    play_until(1);
    in_children(8, steal);
    play_on();
}
