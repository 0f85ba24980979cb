/* hostile: thief alone
 * Attaches one filter after the other to a socket. Each filter replaces the previous one, which the kernel frees later
 * in one of its threads. */
#include <linux/filter.h>
#include <sys/socket.h>

#include "tests/hostile/leftovers.h"

static struct sock_filter instructions[BPF_MAXINSNS];

static void leave(void) {
    const struct sock_fprog program = {BPF_MAXINSNS, instructions};
    const int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    for (int i = 0; i < 20; ++i)
        setsockopt(file, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
    close(file);
}

int main(void) {
    for (int i = 0; i < BPF_MAXINSNS; ++i)
        instructions[i] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, 0);
    leave_in_each_turn(leave);
}
