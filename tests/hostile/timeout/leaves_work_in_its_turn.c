/* hostile: thief alone
 * Thinks forever, and meanwhile leaves work to the kernel. A kernel thread then takes the core from the bot. The
 * referee must not take this for a fault of the machine and declare the game void. */
#include <linux/filter.h>
#include <sys/inotify.h>
#include <sys/socket.h>

#include "tests/hostile/leftovers.h"

static struct sock_filter instructions[BPF_MAXINSNS];

int main(void) {
    const struct sock_fprog program = {BPF_MAXINSNS, instructions};
    for (int i = 0; i < BPF_MAXINSNS; ++i)
        instructions[i] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, 0);
    play_until(2);
    const int filtered = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const int watches = inotify_init1(IN_CLOEXEC);
    for (;;) {
        setsockopt(filtered, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
        inotify_rm_watch(watches, inotify_add_watch(watches, "/tmp", IN_CREATE));
        close(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    }
}
