/* The first process of a sandbox. It starts the bot there, and reports the bot's end to the referee. It is process 1 of
   the sandbox's process namespace, so all processes in the sandbox end when it ends. It exits when the referee's end of
   the socket is closed, which happens however the referee ends. Otherwise it stays, removes everything that the bot has
   left in the sandbox, and starts the bot again for its next game.

   bubblewrap alone would report a signal as exit code 128 + n, run a file without "#!" in /bin/sh, and keep the bot's
   pipes open. The warden is linked statically and uses only the C library, so it does not need any file in the sandbox.

   Usage: warden DATA_BYTES FILE_BYTES PROCESSES PROGRAM ARGV0 [ARGUMENT...]. Each limit is a number or "-". */
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
    pid_t bot;    /* -1 if there is none, or if it has ended */
    int ended;    /* readable when a child has ended */
    DIR* proc;
};

static void tell(int kind, int value) {
    const struct warden_message message = {kind, value};
    if (send(warden_socket, &message, sizeof message, MSG_NOSIGNAL) < 0) _exit(0); /* the referee has ended */
}

/* Sends the referee a descriptor of the sandbox's /proc. The referee uses it to measure the CPU time of the sandbox's
   processes, and of no others. */
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
    if (sendmsg(warden_socket, &header, MSG_NOSIGNAL) < 0) _exit(0); /* the referee has ended */
    close(proc);
}

/* Reports a failure to the referee as one line on stderr, like a failure of bubblewrap. */
static void give_up(const char* what) {
    dprintf(STDERR_FILENO, "warden: %s: %s\n", what, strerror(errno));
    _exit(exit_not_set_up);
}

/* Protects the nodes in /dev, which are those of the machine. If the referee runs as root, the bot owns them and could
   otherwise change their modes and times for all users. */
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

/* Loads the filter, which then applies to this process and to all processes that it starts. */
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

/* Turns the child of vfork() into the bot. Runs in the memory of the parent, which waits until the program has been
   started or the child has ended. Requires: the numbers of the files are above 2. */
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

/* Starts the bot. Closes the warden's copies of the bot's descriptors, so that a descriptor is closed if the bot closes
   it. */
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

/* Kills and reaps all other processes in the sandbox. Each is a child of this process, or becomes one when its parent
   ends. */
static void end_all(void) {
    do
        kill(-1, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0 || errno != ECHILD);
}

/* Reaps children that have ended. If the bot has ended, reports this and ends all other processes. Returns how many
   children it has reaped. */
static int reap(struct sandbox* sandbox) {
    int status = 0;
    int reaped = 0;
    for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0; ++reaped) {
        if (ended != sandbox->bot) continue;
        tell(warden_bot_ended, status);
        end_all();
        sandbox->bot = -1;
    }
    return reaped;
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

/* Waits until all threads are stopped, or have slept in the kernel for a while. A signal stops a thread when it returns
   from the kernel, which may take long, but a sleeping thread does nothing else before it stops. Returns 0 if another
   order arrives first. Sets `processes` to the number of processes. The stop of the bot's own process causes a
   SIGCHLD, which ends poll() early. Children that have ended are reaped before, because that may take long: a process
   can leave a million entries of /proc, which the kernel then removes in this process's time. */
static int wait_for_rest(struct sandbox* sandbox, int* processes) {
    enum { milliseconds_between_looks = 1, microseconds_of_sleep = 10000 };
    struct pollfd watched[] = {{warden_socket, POLLIN, 0}, {sandbox->ended, POLLIN, 0}};
    int64_t asleep_since = -1;
    for (;;) {
        const enum activity activity = stop_all(sandbox->proc, processes);
        const int reaped = reap(sandbox);
        if (activity == rests && reaped == 0) return 1;
        if (activity != sleeps_in_kernel)
            asleep_since = -1;
        else if (asleep_since < 0)
            asleep_since = now_in_microseconds();
        else if (now_in_microseconds() - asleep_since >= microseconds_of_sleep && reaped == 0)
            return 1;
        if (activity == rests) continue;
        if (poll(watched, 2, milliseconds_between_looks) < 0 && errno != EINTR) _exit(0);
        if (watched[0].revents != 0) return 0;
        take_signals(sandbox->ended);
    }
}

/* Removes everything that could be left for the next game, or exits if that fails. */
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
    if (recvmsg(warden_socket, &header, MSG_CMSG_CLOEXEC) != sizeof message) _exit(0); /* the referee has ended */
    const struct cmsghdr* rights = CMSG_FIRSTHDR(&header);
    const int carries = rights != NULL && rights->cmsg_type == SCM_RIGHTS;
    if (carries != (message.kind == warden_start)) _exit(exit_wrong_use);
    if (carries) memcpy(files, CMSG_DATA(rights), bot_files * sizeof *files);
    return message;
}

/* Sets whether the kernel reports children that stop or resume. Reports of resumed bots would be useless, and would
   take time on the bot's own core. */
static void hear_of_stops(int hear) {
    const struct sigaction action = {.sa_handler = SIG_DFL, .sa_flags = hear ? 0 : SA_NOCLDSTOP};
    sigaction(SIGCHLD, &action, NULL);
}

/* Resumes the bot. Sends the confirmation first, which starts the clock of the turn. The bot shares its cores with this
   process and may have many threads. Once they are woken, this process may have to wait long for a core. */
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
    /* The bot runs as the same user. Without this call it could open the warden's memory and descriptors. */
    prctl(PR_SET_DUMPABLE, 0);
    fcntl(warden_socket, F_SETFD, FD_CLOEXEC);
    say_hello();
    if (geteuid() == 0) protect_devices();
    drop_capabilities();
    sigset_t child_ended;
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    /* The filter may refuse signalfd(), so this comes before load_filter(). */
    const int ended = signalfd(-1, &child_ended, SFD_CLOEXEC | SFD_NONBLOCK);
    load_filter();
    const struct rlimit nothing = {0, 0};
    setrlimit(RLIMIT_RTPRIO, &nothing); /* a bot must not get priority over the other bot or the referee */
    setrlimit(RLIMIT_NICE, &nothing);
    setrlimit(RLIMIT_MSGQUEUE, &nothing); /* POSIX queues can't be listed, so they can't be cleared */
    limit(RLIMIT_NOFILE, "1024");         /* if many descriptors wait for an event, the interrupt takes long */
    limit(RLIMIT_SIGPENDING, "1000");     /* counted per sandbox, and per user for all bots of the user together */
    limit(RLIMIT_DATA, argv[first_limit]);
    limit(RLIMIT_FSIZE, argv[first_limit + 1]);
    limit(RLIMIT_NPROC, argv[first_limit + 2]);

    /* A signal that process 1 blocks stays pending. It would count for the user, and could carry a message to the next
       game. A signal from the sandbox that process 1 neither blocks nor handles is dropped. */
    sigprocmask(SIG_SETMASK, &child_ended, NULL);
    /* stdin, stdout and stderr stay open, so that a file for the bot does not get one of their numbers. */
    close_range(warden_socket + 1, (unsigned)ended - 1, 0);
    close_range((unsigned)ended + 1, ~0U, 0);
    remember_start();
    hear_of_stops(0);
    struct sandbox sandbox = {argv + program_at, -1, ended, opendir("/proc")};
    if (ended < 0 || sandbox.proc == NULL) return exit_wrong_use;
    struct pollfd watched[] = {{warden_socket, POLLIN, 0}, {sandbox.ended, POLLIN, 0}};
    for (;;) {
        reap(&sandbox); /* first, because the bot may have ended before the signal was watched */
        if (poll(watched, 2, -1) < 0 && errno == EINTR) continue;
        take_signals(sandbox.ended);
        if (watched[0].revents != 0) obey(&sandbox);
    }
}
