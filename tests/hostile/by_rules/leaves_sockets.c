/* hostile: thief alone
 * Makes sockets and closes them. The kernel frees their memory after a grace period. */
#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/hostile/leftovers.h"

static void leave(void) {
    enum { count = 200 };
    static const int kinds[][2] = {{AF_UNIX, SOCK_STREAM},
                                   {AF_UNIX, SOCK_DGRAM},
                                   {AF_INET, SOCK_STREAM},
                                   {AF_INET6, SOCK_STREAM},
                                   {AF_INET, SOCK_DGRAM}};
    static int files[count];
    for (int i = 0; i < count; ++i) {
        const int* kind = kinds[i % 5];
        files[i] = socket(kind[0], kind[1] | SOCK_CLOEXEC, 0);
    }
    for (int i = 0; i < count; ++i)
        close(files[i]);
}

int main(void) {
    leave_in_each_turn(leave);
}
