/* The first process of a sandbox: starts the bot there, tells the referee how it ended, and takes everything in the
   sandbox with it when it goes, for it is process 1 of the sandbox's process namespace. It goes when the bot ends, and
   when the referee has gone: its end of the socket closes then, whatever has killed it.

   bubblewrap alone would tell a signal as exit code 128 + n, run a file without "#!" in /bin/sh, and keep the bot's
   pipes open. Built statically and without anything but the C library, so that it needs no file in the sandbox.

   Usage: warden DATA_BYTES FILE_BYTES PROCESSES PROGRAM ARGV0 [ARGUMENT...], each limit a number or "-". */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "warden_messages.h"

enum { exit_wrong_use = 2, exit_bot_refused = 126, first_limit = 1, program_at = 4 };

static void tell(int kind, int value) {
    const struct warden_message message = {kind, value};
    if (send(warden_socket, &message, sizeof message, MSG_NOSIGNAL) < 0) _exit(0); /* the referee has gone */
}

/* With the folder of the sandbox's processes: the referee can count their time there, and no others'. */
static void say_hello(void) {
    const int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (proc < 0) {
        tell(warden_hello, 0);
        return;
    }
    struct warden_message message = {warden_hello, 0};
    struct iovec part = {&message, sizeof message};
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr aligned;
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr header = {0};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control.bytes;
    header.msg_controllen = sizeof control.bytes;
    struct cmsghdr* rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(rights), &proc, sizeof proc);
    if (sendmsg(warden_socket, &header, MSG_NOSIGNAL) < 0) _exit(0); /* the referee has gone */
    close(proc);
}

static void limit(int resource, const char* text) {
    if (strcmp(text, "-") == 0) return;
    const rlim_t number = strtoull(text, NULL, 10);
    const struct rlimit both = {number, number};
    setrlimit(resource, &both);
}

/* Runs in the memory of the parent, which waits until the program is started or the child has ended. */
static void become_bot(char** words, volatile int* error) {
    tell(warden_bot_hello, 0);
    dup2(warden_bot_stdin, STDIN_FILENO);
    dup2(warden_bot_stdout, STDOUT_FILENO);
    dup2(warden_bot_stderr, STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execv(words[0], words + 1);
    *error = errno;
    _exit(exit_bot_refused);
}

static pid_t start_bot(char** words) {
    volatile int error = 0;
    const pid_t bot = vfork();
    if (bot == 0) become_bot(words, &error);
    if (bot < 0) error = errno;
    tell(error == 0 ? warden_bot_runs : warden_bot_refused, error);
    return bot;
}

/* Keeps no end of the bot's pipes: what the bot closes must be closed. */
static void close_all_but_socket(void) {
    close_range(0, warden_socket - 1, 0);
    close_range(warden_socket + 1, ~0U, 0);
}

static void reap(pid_t bot) {
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
        if (ended != bot) continue;
        tell(warden_bot_ended, status);
        _exit(0);
    }
}

static void obey(void) {
    struct warden_message message;
    if (recv(warden_socket, &message, sizeof message, 0) != sizeof message) _exit(0); /* the referee has gone */
    kill(-1, message.kind == warden_stop ? SIGSTOP : SIGCONT);
    tell(warden_done, message.value);
}

int main(int argc, char** argv) {
    if (argc <= program_at + 1) return exit_wrong_use;
    /* The bot runs as the same user: without this it could open the warden's memory and descriptors. */
    prctl(PR_SET_DUMPABLE, 0);
    fcntl(warden_socket, F_SETFD, FD_CLOEXEC);
    say_hello();
    const struct rlimit nothing = {0, 0};
    setrlimit(RLIMIT_CORE, &nothing);
    setrlimit(RLIMIT_RTPRIO, &nothing); /* nobody is to push ahead of the other bot or of the referee */
    setrlimit(RLIMIT_NICE, &nothing);
    limit(RLIMIT_DATA, argv[first_limit]);
    limit(RLIMIT_FSIZE, argv[first_limit + 1]);
    limit(RLIMIT_NPROC, argv[first_limit + 2]);

    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    const pid_t bot = start_bot(argv + program_at);
    close_all_but_socket();
    sigset_t child_ended;
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    const int ended = signalfd(-1, &child_ended, SFD_CLOEXEC);
    struct pollfd watched[] = {{warden_socket, POLLIN, 0}, {ended, POLLIN, 0}};
    for (;;) {
        reap(bot); /* first: the bot may have ended before the signal was watched */
        if (poll(watched, 2, -1) < 0) continue;
        if (watched[0].revents != 0) obey();
        struct signalfd_siginfo info;
        if (watched[1].revents != 0 && read(ended, &info, sizeof info) < 0) continue;
    }
}
