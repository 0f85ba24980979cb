/* hostile: thief alone
 * Sends sockets through themselves and closes them. Such sockets refer to each other, so a kernel thread has to find
 * out that no process can reach them any more. */
#include <sys/socket.h>

#include "tests/hostile/leftovers.h"

static void send_file(int to, int file) {
    char byte = 0;
    struct iovec part = {&byte, 1};
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr aligned;
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    struct cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(rights), &file, sizeof file);
    sendmsg(to, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static void leave(void) {
    enum { pairs = 100 };
    static int ends[pairs][2];
    for (int i = 0; i < pairs; ++i)
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends[i]) != 0) ends[i][0] = ends[i][1] = -1;
    for (int i = 0; i < pairs; ++i) {
        send_file(ends[i][0], ends[i][1]);
        send_file(ends[i][1], ends[(i + 1) % pairs][0]);
    }
    for (int i = 0; i < pairs; ++i) {
        close(ends[i][0]);
        close(ends[i][1]);
    }
}

int main(void) {
    leave_in_each_turn(leave);
}
