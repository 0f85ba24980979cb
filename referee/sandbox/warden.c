/* The first process of a sandbox: starts the bot there, tells the referee how it ended, and takes everything in the
   sandbox with it when it goes, for it is process 1 of the sandbox's process namespace. It goes when the referee has
   gone: its end of the socket closes then, whatever has killed it. Otherwise it stays, clears the sandbox of all that
   the bot has left, and starts the bot again for its next game.

   bubblewrap alone would tell a signal as exit code 128 + n, run a file without "#!" in /bin/sh, and keep the bot's
   pipes open. Built statically and without anything but the C library, so that it needs no file in the sandbox.

   Usage: warden DATA_BYTES FILE_BYTES PROCESSES PROGRAM ARGV0 [ARGUMENT...], each limit a number or "-". */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/mount.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "warden_messages.h"

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

/* bubblewrap's own complaints go to stderr, too: one line, for the referee. */
static void give_up(const char* what) {
    dprintf(STDERR_FILENO, "warden: %s: %s\n", what, strerror(errno));
    _exit(exit_not_set_up);
}

/* The nodes in /dev are those of the machine. If the referee is root, they belong to the bot, which could change their
   modes and their times for all. */
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

/* From here on it holds for this process, too, and for all that it starts. */
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

/* Runs in the memory of the parent, which waits until the program is started or the child has ended. The files are
   none of the first three, which the warden keeps closed or away from them. */
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

/* What a bot has as its 0, 1 and 2 is not kept here: what the bot closes must be closed. */
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

/* All that runs in the sandbox is a child of this process, or becomes one when its own parent ends. */
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

/* What the stat file of a process or thread tells, see proc(5). */
struct stat_of {
    char state; /* 0: it has gone */
    unsigned long flags;
    long threads; /* of the process */
    unsigned long pending;
};

static struct stat_of look_at(const char* path) {
    char text[1024];
    struct stat_of found = {'R', 0, 1, 0}; /* what can't be seen may run */
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t count = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (count < 0 && (errno == ENOENT || errno == ESRCH)) found.state = 0;
    if (file >= 0) close(file);
    if (count <= 0) return found;
    text[count] = 0;
    const char* name_end = strrchr(text, ')'); /* the name may hold anything */
    if (name_end == NULL) return found;
    sscanf(name_end + 1,
           " %c %*d %*d %*d %*d %*d %lu %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %ld %*d %*u %*u %*d %*u %*u %*u %*u "
           "%*u %*u %lu",
           &found.state, &found.flags, &found.threads, &found.pending);
    return found;
}

/* What a thread does that has been told to stop, from the best to the worst. One that sleeps in the kernel for a disk,
   or for a child that vfork() has made and that is stopped itself, uses no time. */
enum activity { rests, sleeps_in_kernel, runs };

/* One that is about to end does not stop any more: its end may take long, too. */
static enum activity activity_of(const struct stat_of* thread) {
    enum { exiting = 0x4 };
    if (thread->state == 0 || strchr("TtZXx", thread->state) != NULL) return rests;
    const int ends = (thread->flags & exiting) != 0 || (thread->pending & 1UL << (SIGKILL - 1)) != 0;
    return thread->state == 'D' && !ends ? sleeps_in_kernel : runs;
}

static enum activity worse(enum activity one, enum activity other) {
    return one > other ? one : other;
}

/* The signal to all processes reaches one thread of each, which may be asleep with it: waiting for a child of vfork(),
   for example. The first of these to leave the kernel stops the whole process. */
static enum activity stop_thread(const char* pid, const char* thread, const struct stat_of* seen) {
    const enum activity activity = activity_of(seen);
    if (activity != rests) syscall(SYS_tgkill, atoi(pid), atoi(thread), SIGSTOP);
    return activity;
}

/* Stops all threads of a process. Returns the worst that one has done until now. */
static enum activity stop_process(const char* pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%.16s/stat", pid);
    const struct stat_of process = look_at(path);
    if (process.threads <= 1) return stop_thread(pid, pid, &process);
    snprintf(path, sizeof path, "/proc/%.16s/task", pid);
    DIR* tasks = opendir(path);
    if (tasks == NULL) return errno == ENOENT ? rests : runs;
    enum activity worst = rests;
    for (struct dirent* entry; (entry = readdir(tasks)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/%.16s/task/%.16s/stat", pid, entry->d_name);
        const struct stat_of thread = look_at(path);
        worst = worse(worst, stop_thread(pid, entry->d_name, &thread));
    }
    closedir(tasks);
    return worst;
}

/* The same with all processes in the sandbox but this one. */
static enum activity stop_all(DIR* proc) {
    enum activity worst = rests;
    rewinddir(proc);
    for (struct dirent* entry; (entry = readdir(proc)) != NULL;) {
        const char first = entry->d_name[0];
        if (first < '0' || first > '9' || strcmp(entry->d_name, "1") == 0) continue;
        worst = worse(worst, stop_process(entry->d_name));
    }
    return worst;
}

static void take_signals(int ended) {
    struct signalfd_siginfo info;
    while (read(ended, &info, sizeof info) > 0) {
    }
}

static long now_in_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A signal stops a thread when it comes back from the kernel, where it may be busy for long. Returns whether all are
   stopped, or have slept in the kernel for a while, from where they can only go to their stop; not if there is another
   order. The bot's own stop is a SIGCHLD. */
static int wait_for_rest(struct sandbox* sandbox) {
    enum { milliseconds_between_looks = 1, milliseconds_of_sleep = 10 };
    struct pollfd watched[] = {{warden_socket, POLLIN, 0}, {sandbox->ended, POLLIN, 0}};
    long asleep_since = -1;
    for (;;) {
        if (poll(watched, 2, milliseconds_between_looks) < 0 && errno != EINTR) _exit(0);
        if (watched[0].revents != 0) return 0;
        take_signals(sandbox->ended);
        sandbox->bot = reap(sandbox->bot);
        const enum activity activity = stop_all(sandbox->proc);
        if (activity == rests) return 1;
        if (activity != sleeps_in_kernel)
            asleep_since = -1;
        else if (asleep_since < 0)
            asleep_since = now_in_milliseconds();
        else if (now_in_milliseconds() - asleep_since >= milliseconds_of_sleep)
            return 1;
    }
}

/* How the removal of something ended. What is shown directly in /tmp stays: it is a mount point. */
enum removal { failed, removed, mount_point };

/* Takes away all extended attributes that a bot may have set, access lists among them. */
static int remove_attributes(int folder) {
    char names[1024];
    const ssize_t length = flistxattr(folder, names, sizeof names);
    if (length < 0) return errno == ENOTSUP;
    for (const char* name = names; name < names + length; name += strlen(name) + 1)
        if (strncmp(name, "security.", 9) != 0 && fremovexattr(folder, name) != 0) return 0;
    return 1;
}

/* Likewise the flags that chattr(1) sets, where there are any. */
static int remove_flags(int folder) {
    int flags = 0;
    if (ioctl(folder, FS_IOC_GETFLAGS, &flags) != 0 || flags == 0) return 1;
    flags = 0;
    return ioctl(folder, FS_IOC_SETFLAGS, &flags) == 0;
}

static const struct timespec epoch[2] = {{0, 0}, {0, 0}};

/* Gives a folder its first mode, no attributes, and times that tell nothing. */
static int reset_folder(int folder) {
    return remove_attributes(folder) && remove_flags(folder) && fchmod(folder, 0755) == 0 &&
           futimens(folder, epoch) == 0;
}

static enum removal remove_entry(int folder, const char* name, int depth, int* may_remove);

/* Removes what is in a folder of the bot's, whatever the modes are, and closes it. Returns whether nothing is left but
   mount points. Fails if that is more, or deeper, than a bot in its senses leaves: then a new sandbox is cheaper. */
static int empty_folder(int folder, int depth, int* may_remove) {
    DIR* entries = fdopendir(folder);
    if (entries == NULL) return 0;
    int done = fchmod(folder, S_IRWXU) == 0;
    for (int left = 1; done && left != 0;) { /* what is removed while it is read may hide what comes next */
        left = 0;
        rewinddir(entries);
        for (struct dirent* entry; done && (entry = readdir(entries)) != NULL;) {
            if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
            const enum removal of_entry = remove_entry(folder, entry->d_name, depth, may_remove);
            if (of_entry == removed) left = 1;
            if (of_entry == failed) done = 0;
        }
    }
    done = done && (depth > 0 || reset_folder(folder));
    closedir(entries);
    return done;
}

static enum removal remove_entry(int folder, const char* name, int depth, int* may_remove) {
    enum { deepest = 20 };
    if (--*may_remove < 0) return failed;
    if (unlinkat(folder, name, 0) == 0) return removed;
    if (errno == EISDIR && unlinkat(folder, name, AT_REMOVEDIR) == 0) return removed;
    if (errno == EBUSY) return mount_point;
    if (errno != ENOTEMPTY || depth >= deepest || fchmodat(folder, name, S_IRWXU, 0) != 0) return failed;
    const int below = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (below < 0 || !empty_folder(below, depth + 1, may_remove)) return failed;
    return unlinkat(folder, name, AT_REMOVEDIR) == 0 ? removed : failed;
}

/* Empties the folders in which a bot can write, each a file system of its own. Returns whether that is done. */
static int renew_folders(void) {
    enum { most = 1000 };
    static const char* const writable[] = {"/tmp", "/dev/shm"};
    for (size_t i = 0; i < sizeof writable / sizeof *writable; ++i) {
        int may_remove = most;
        const int folder = open(writable[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder < 0 || !empty_folder(folder, 0, &may_remove)) return 0;
    }
    return 1;
}

/* The bot owns the file system of its terminals, too, in which it can't make files. They go with their processes. */
static int renew_terminals(void) {
    static const struct {
        const char* path;
        mode_t mode;
    } nodes[] = {{"/dev/pts/ptmx", 0666}, {"/dev/pts", 0755}};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; ++i)
        if (chmod(nodes[i].path, nodes[i].mode) != 0 || utimensat(AT_FDCWD, nodes[i].path, epoch, 0) != 0) return 0;
    return 1;
}

/* Reads a short file, at most `size` bytes. Returns their number, 0 if there is no such file, -1 if that fails. */
static ssize_t read_all(const char* path, char* text, size_t size) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno == ENOENT ? 0 : -1;
    ssize_t count = 0, more = 0;
    while ((more = read(file, text + count, size - (size_t)count)) > 0)
        count += more;
    close(file);
    return more < 0 ? -1 : count;
}

/* Whether a list of the kernel, if it has it, has nothing but its head. */
static int is_empty_list(const char* path) {
    char text[1024];
    const ssize_t count = read_all(path, text, sizeof text);
    return count == 0 || (count > 0 && memchr(text, '\n', (size_t)count) == text + count - 1);
}

/* Objects of System V, and labels of IPv6. */
static int nothing_is_listed(void) {
    static const char* const lists[] = {"/proc/sysvipc/msg", "/proc/sysvipc/sem", "/proc/sysvipc/shm",
                                        "/proc/net/ip6_flowlabel"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i)
        if (!is_empty_list(lists[i])) return 0;
    return 1;
}

/* What the kernel counts in the sandbox's network, where only the bot sends anything, to itself: the sockets that there
   are, and all packets and failures since the start. */
struct counters {
    char text[32 * 1024];
    size_t length;
};

/* Returns whether all of them could be read. */
static int read_counters(struct counters* counters) {
    static const char* const files[] = {"/proc/net/dev", "/proc/net/snmp", "/proc/net/snmp6", "/proc/net/netstat"};
    counters->length = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        const size_t left = sizeof counters->text - counters->length;
        const ssize_t count = read_all(files[i], counters->text + counters->length, left);
        if (count < 0 || (size_t)count == left) return 0;
        counters->length += (size_t)count;
    }
    return 1;
}

/* Of the first and only network that this process has. */
static struct counters counters_at_start;

static int counters_are_those_of_start(void) {
    static struct counters now;
    return read_counters(&now) && now.length == counters_at_start.length &&
           memcmp(now.text, counters_at_start.text, now.length) == 0;
}

/* Whether there is no socket in this network. */
static int no_sockets(void) {
    static const char none[] = "sockets: used 0\n";
    char text[1024];
    const ssize_t count = read_all("/proc/net/sockstat", text, sizeof text);
    return count == 0 || (count > (ssize_t)sizeof none && strncmp(text, none, sizeof none - 1) == 0);
}

/* The kernel takes some sockets off its count a little after their end. */
static int network_is_unused(void) {
    enum { looks = 20 };
    static const struct timespec millisecond = {0, 1000000};
    for (int look = 0; look < looks; ++look) {
        if (no_sockets() && counters_are_those_of_start()) return 1;
        nanosleep(&millisecond, NULL);
    }
    return 0;
}

/* Leaves nothing for the next game, or goes. */
static void clear(struct sandbox* sandbox) {
    end_all();
    sandbox->bot = -1;
    if (!renew_folders() || !renew_terminals() || !nothing_is_listed() || !network_is_unused()) _exit(0);
}

/* Takes an order, with the files that it carries if it is to start the bot. */
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

/* Whether the kernel tells of children that stop or go on. Of a bot that goes on nobody need know: to hear of it would
   cost this process a part of the bot's time, on the bot's own core. */
static void hear_of_stops(int hear) {
    const struct sigaction action = {.sa_handler = SIG_DFL, .sa_flags = hear ? 0 : SA_NOCLDSTOP};
    sigaction(SIGCHLD, &action, NULL);
}

static void obey(struct sandbox* sandbox) {
    int files[bot_files];
    const struct warden_message order = take_order(files);
    take_signals(sandbox->ended);
    switch (order.kind) {
        case warden_start: sandbox->bot = start_bot(sandbox->words, files); return;
        case warden_clear: clear(sandbox); break;
        case warden_go_on:
            hear_of_stops(0);
            kill(-1, SIGCONT);
            break;
        default:
            hear_of_stops(1);
            kill(-1, SIGSTOP);
            if (!wait_for_rest(sandbox)) return;
    }
    tell(warden_done, order.value);
}

int main(int argc, char** argv) {
    if (argc <= program_at + 1) return exit_wrong_use;
    /* The bot runs as the same user: without this it could open the warden's memory and descriptors. */
    prctl(PR_SET_DUMPABLE, 0);
    fcntl(warden_socket, F_SETFD, FD_CLOEXEC);
    say_hello();
    if (geteuid() == 0) protect_devices();
    drop_capabilities();
    load_filter();
    const struct rlimit nothing = {0, 0};
    setrlimit(RLIMIT_CORE, &nothing);
    setrlimit(RLIMIT_RTPRIO, &nothing); /* nobody is to push ahead of the other bot or of the referee */
    setrlimit(RLIMIT_NICE, &nothing);
    setrlimit(RLIMIT_MSGQUEUE, &nothing); /* there is no list of POSIX queues to clear */
    limit(RLIMIT_NOFILE, "1024");         /* what many of them wait for costs an interrupt much time */
    limit(RLIMIT_SIGPENDING, "1000"); /* counted for the whole sandbox, and for the user, whose account is for all */
    limit(RLIMIT_DATA, argv[first_limit]);
    limit(RLIMIT_FSIZE, argv[first_limit + 1]);
    limit(RLIMIT_NPROC, argv[first_limit + 2]);

    /* A signal that process 1 blocks waits, and so tells of the bot that sent it, and counts for its user. What it
       neither blocks nor handles is dropped when it comes from the sandbox. */
    sigset_t child_ended;
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    sigprocmask(SIG_SETMASK, &child_ended, NULL);
    /* The first three stay open, so that no file of the bot's gets their numbers. */
    close_range(warden_socket + 1, ~0U, 0);
    /* The first game finds all as later ones do. What fails here fails when it is cleared, too. */
    renew_folders();
    renew_terminals();
    read_counters(&counters_at_start);
    struct sandbox sandbox = {argv + program_at, -1, signalfd(-1, &child_ended, SFD_CLOEXEC | SFD_NONBLOCK),
                              opendir("/proc")};
    if (sandbox.proc == NULL) return exit_wrong_use;
    struct pollfd watched[] = {{warden_socket, POLLIN, 0}, {sandbox.ended, POLLIN, 0}};
    for (;;) {
        sandbox.bot = reap(sandbox.bot); /* first: the bot may have ended before the signal was watched */
        if (poll(watched, 2, -1) < 0 && errno == EINTR) continue;
        take_signals(sandbox.ended);
        if (watched[0].revents != 0) obey(&sandbox);
    }
}
