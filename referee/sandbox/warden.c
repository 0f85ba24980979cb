/* The first process of a sandbox: starts the bot there and tells the referee how it ended. It is process 1 of the
   sandbox's process namespace, so its end is the end of all processes in the sandbox. It exits when the referee's end
   of the socket closes, which happens however the referee ends. Otherwise it stays, removes all that the bot has left
   in the sandbox, and starts the bot again for its next game.

   bubblewrap alone would report a signal as exit code 128 + n, run a file without "#!" in /bin/sh, and keep the bot's
   pipes open. The warden is linked statically and uses only the C library, so that it needs no file in the sandbox.

   Usage: warden DATA_BYTES FILE_BYTES PROCESSES PROGRAM ARGV0 [ARGUMENT...], each limit a number or "-". */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/mount.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "warden_messages.h"
#include "warden_parts.h"

enum { exit_not_set_up = 1, exit_wrong_use = 2, exit_bot_refused = 126, first_limit = 1, program_at = 4 };

struct sandbox {
    char** words; /* the bot's program, and its arguments from ARGV0 on */
    pid_t bot;    /* -1: there is none, or it has ended */
    int ended;    /* tells of children that have ended */
    DIR* proc;
};

static void tell(int kind, int value) {
    const struct warden_message message = {kind, value};
    if (send(warden_socket, &message, sizeof message, MSG_NOSIGNAL) < 0) _exit(0); /* the referee has gone */
}

/* Sends the folder of the sandbox's processes: there the referee can count their CPU time, and that of no others. */
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

/* Reports a failure to the referee, as one line on stderr, like bubblewrap's own failures. */
static void give_up(const char* what) {
    dprintf(STDERR_FILENO, "warden: %s: %s\n", what, strerror(errno));
    _exit(exit_not_set_up);
}

/* The nodes in /dev are those of the machine. If the referee is root, the bot owns them and could change their modes
   and times for everybody. */
static void protect_devices(void) {
    static const char* const devices[] = {"/dev/null",   "/dev/zero",    "/dev/full",
                                          "/dev/random", "/dev/urandom", "/dev/tty"};
    struct mount_attr read_only = {0};
    read_only.attr_set = MOUNT_ATTR_RDONLY;
    for (size_t i = 0; i < sizeof devices / sizeof *devices; ++i)
        if (syscall(SYS_mount_setattr, AT_FDCWD, devices[i], 0, &read_only, sizeof read_only) != 0)
            give_up("protecting the devices");
}

static void drop_capabilities(void) {
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability) >= 0; ++capability)
        if (prctl(PR_CAPBSET_READ, capability) == 1 && prctl(PR_CAPBSET_DROP, capability) != 0)
            give_up("dropping capabilities");
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    const struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    if (syscall(SYS_capset, &header, none) != 0) give_up("dropping capabilities");
}

/* From here on the filter applies to this process and to all that it starts. */
static void load_filter(void) {
    enum { longest = 4096 };
    static struct sock_filter instructions[longest];
    const ssize_t count = read(warden_filter, instructions, sizeof instructions);
    if (count <= 0 || (size_t)count == sizeof instructions) give_up("reading the seccomp filter");
    const struct sock_fprog program = {(unsigned short)((size_t)count / sizeof *instructions), instructions};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) give_up("loading the seccomp filter");
}

static void limit(int resource, const char* text) {
    if (strcmp(text, "-") == 0) return;
    const rlim_t number = strtoull(text, NULL, 10);
    const struct rlimit both = {number, number};
    setrlimit(resource, &both);
}

enum { bot_files = 3 }; /* stdin, stdout, stderr */

/* Runs in the memory of the parent, which waits until the program is started or the child has ended. Requires: the
   numbers of the files are above 2. */
static void become_bot(char** words, const int* files, volatile int* error) {
    tell(warden_bot_hello, 0);
    for (int i = 0; i < bot_files; ++i)
        dup2(files[i], i);
    close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execv(words[0], words + 1);
    *error = errno;
    _exit(exit_bot_refused);
}

/* The warden closes its copies of the bot's descriptors: if the bot closes one, it must be closed. */
static pid_t start_bot(char** words, const int* files) {
    volatile int error = 0;
    const pid_t bot = vfork();
    if (bot == 0) become_bot(words, files, &error);
    if (bot < 0) error = errno;
    for (int i = 0; i < bot_files; ++i)
        close(files[i]);
    tell(error == 0 ? warden_bot_runs : warden_bot_refused, error);
    return bot;
}

/* Every process in the sandbox is a child of this one, or becomes one when its own parent ends. */
static void end_all(void) {
    do
        kill(-1, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0 || errno != ECHILD);
}

/* Returns the bot, or -1 if it has ended. */
static pid_t reap(pid_t bot) {
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
        if (ended != bot) continue;
        tell(warden_bot_ended, status);
        end_all();
        return -1;
    }
    return bot;
}

static void take_signals(int ended) {
    struct signalfd_siginfo info;
    while (read(ended, &info, sizeof info) > 0) {
    }
}

static int64_t now_in_microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* A signal stops a thread when it returns from the kernel, which may take long. Waits until all threads are stopped, or
   have slept in the kernel for a while, from where they can only go to their stop. Returns 0 if another order comes
   before. `processes`: their number. The bot's own stop causes a SIGCHLD. */
static int wait_for_rest(struct sandbox* sandbox, int* processes) {
    enum { milliseconds_between_looks = 1, microseconds_of_sleep = 10000 };
    struct pollfd watched[] = {{warden_socket, POLLIN, 0}, {sandbox->ended, POLLIN, 0}};
    int64_t asleep_since = -1;
    for (;;) {
        const enum activity activity = stop_all(sandbox->proc, processes);
        if (activity == rests) return 1;
        if (activity != sleeps_in_kernel)
            asleep_since = -1;
        else if (asleep_since < 0)
            asleep_since = now_in_microseconds();
        else if (now_in_microseconds() - asleep_since >= microseconds_of_sleep)
            return 1;
        if (poll(watched, 2, milliseconds_between_looks) < 0 && errno != EINTR) _exit(0);
        if (watched[0].revents != 0) return 0;
        take_signals(sandbox->ended);
        sandbox->bot = reap(sandbox->bot);
    }
}

/* Leaves nothing for the next game, or exits. */
static void clear(struct sandbox* sandbox) {
    end_all();
    sandbox->bot = -1;
    if (!clear_all()) _exit(0);
}

/* Receives an order. An order to start the bot carries its files. */
static struct warden_message take_order(int* files) {
    struct warden_message message;
    struct iovec part = {&message, sizeof message};
    union {
        char bytes[CMSG_SPACE(bot_files * sizeof(int))];
        struct cmsghdr aligned;
    } control;
    struct msghdr header = {0};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control.bytes;
    header.msg_controllen = sizeof control.bytes;
    if (recvmsg(warden_socket, &header, MSG_CMSG_CLOEXEC) != sizeof message) _exit(0); /* the referee has gone */
    const struct cmsghdr* rights = CMSG_FIRSTHDR(&header);
    const int carries = rights != NULL && rights->cmsg_type == SCM_RIGHTS;
    if (carries != (message.kind == warden_start)) _exit(exit_wrong_use);
    if (carries) memcpy(files, CMSG_DATA(rights), bot_files * sizeof *files);
    return message;
}

/* Sets whether the kernel reports children that stop or resume. A report of each resumed bot would be useless, and
   would take time on the bot's own core. */
static void hear_of_stops(int hear) {
    const struct sigaction action = {.sa_handler = SIG_DFL, .sa_flags = hear ? 0 : SA_NOCLDSTOP};
    sigaction(SIGCHLD, &action, NULL);
}

/* The bot shares its cores with this process, and may have many threads: once they are woken, this process may have to
   wait long. So the confirmation, which starts the clock of the turn, comes first. */
static void go_on(int order) {
    hear_of_stops(0);
    const int64_t begin = now_in_microseconds();
    tell(warden_done, order);
    kill(-1, SIGCONT);
    const int64_t length = now_in_microseconds() - begin;
    tell(warden_resumed, length < INT32_MAX ? (int32_t)length : INT32_MAX);
}

static void stop(struct sandbox* sandbox, int order) {
    int processes = 0;
    hear_of_stops(1);
    kill(-1, SIGSTOP);
    if (!wait_for_rest(sandbox, &processes)) return;
    hear_of_stops(0);
    tell(processes == 1 && sandbox->bot > 0 ? warden_stopped_one : warden_done, order);
}

static void obey(struct sandbox* sandbox) {
    int files[bot_files];
    const struct warden_message order = take_order(files);
    take_signals(sandbox->ended);
    switch (order.kind) {
        case warden_start: sandbox->bot = start_bot(sandbox->words, files); return;
        case warden_clear: clear(sandbox); break;
        case warden_go_on: go_on(order.value); return;
        default: stop(sandbox, order.value); return;
    }
    tell(warden_done, order.value);
}

int main(int argc, char** argv) {
    if (argc <= program_at + 1) return exit_wrong_use;
    /* The bot runs as the same user. Without this it could open the warden's memory and descriptors. */
    prctl(PR_SET_DUMPABLE, 0);
    fcntl(warden_socket, F_SETFD, FD_CLOEXEC);
    say_hello();
    if (geteuid() == 0) protect_devices();
    drop_capabilities();
    sigset_t child_ended;
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    const int ended = signalfd(-1, &child_ended, SFD_CLOEXEC | SFD_NONBLOCK); /* the filter refuses this call */
    load_filter();
    const struct rlimit nothing = {0, 0};
    setrlimit(RLIMIT_RTPRIO, &nothing); /* no bot may get priority over the other bot or the referee */
    setrlimit(RLIMIT_NICE, &nothing);
    setrlimit(RLIMIT_MSGQUEUE, &nothing); /* there is no list of POSIX queues to clear */
    limit(RLIMIT_NOFILE, "1024");         /* an event for which many descriptors wait takes an interrupt long */
    limit(RLIMIT_SIGPENDING,
          "1000"); /* they are counted for the sandbox and for the user, whose count all bots share */
    limit(RLIMIT_DATA, argv[first_limit]);
    limit(RLIMIT_FSIZE, argv[first_limit + 1]);
    limit(RLIMIT_NPROC, argv[first_limit + 2]);

    /* A signal that process 1 blocks stays pending: it would count for the user, and could carry a message to the next
       game. Signals from the sandbox that process 1 neither blocks nor handles are dropped. */
    sigprocmask(SIG_SETMASK, &child_ended, NULL);
    /* The first three stay open, so that no file of the bot gets their numbers. */
    close_range(warden_socket + 1, (unsigned)ended - 1, 0);
    close_range((unsigned)ended + 1, ~0U, 0);
    remember_start();
    hear_of_stops(0);
    struct sandbox sandbox = {argv + program_at, -1, ended, opendir("/proc")};
    if (ended < 0 || sandbox.proc == NULL) return exit_wrong_use;
    struct pollfd watched[] = {{warden_socket, POLLIN, 0}, {sandbox.ended, POLLIN, 0}};
    for (;;) {
        sandbox.bot = reap(sandbox.bot); /* first: the bot may have ended before the signal was watched */
        if (poll(watched, 2, -1) < 0 && errno == EINTR) continue;
        take_signals(sandbox.ended);
        if (watched[0].revents != 0) obey(&sandbox);
    }
}
