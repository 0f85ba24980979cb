/* Misdeeds in how the bot's process runs, ends and uses its pipes. Also unusual behaviour that is allowed. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "misdeeds.h"
#include "writing.h"

extern char** environ;

/* Thinks forever. */
static void never_answer(const char* argument, const char* answer) {
    (void)argument, (void)answer;
    sleep_on();
}

/* Never reads its input. */
static void never_reads(const char* argument, const char* answer) {
    never_answer(argument, answer);
}

/* Shrinks its input pipe to one page, so that a large block does not fit into it. This is possible only while the pipe
 * is empty, that is, after a block has been read. */
static void shrink_pipe(const char* argument, const char* answer) {
    (void)argument;
    fcntl(0, F_SETPIPE_SZ, 4096);
    answer_with(answer);
}

/* Shrinks its pipe, and then reads nothing. A blocking write would hang the referee. */
static void shrink_pipe_and_sleep(const char* argument, const char* answer) {
    shrink_pipe(argument, answer);
    sleep_on();
}

/* Shrinks its pipe, and answers while a part of the block does not fit into the pipe yet. */
static void shrink_pipe_and_answer(const char* argument, const char* answer) {
    shrink_pipe(argument, answer);
    wait_for_input();
    answer_with("MAGNET\n");
    sleep_on();
}

/* Exits as soon as it has answered. The answer counts. */
static void answer_and_exit(const char* argument, const char* answer) {
    (void)argument;
    answer_with(answer);
    _exit(0);
}

static void exit_with(const char* argument, const char* answer) {
    (void)answer;
    _exit(atoi(argument));
}

/* Begins an answer and exits. */
static void half_line_and_exit(const char* argument, const char* answer) {
    (void)argument;
    put(answer, 4);
    _exit(0);
}

static void segfault(const char* argument, const char* answer) {
    (void)argument, (void)answer;
    raise(SIGSEGV);
}

static void abort_now(const char* argument, const char* answer) {
    (void)argument, (void)answer;
    abort();
}

/* Continues to run, but can't write an answer any more. */
static void close_stdout_and_live(const char* argument, const char* answer) {
    (void)argument, (void)answer;
    close(1);
    sleep_on();
}

/* Reads its block and answers, but can't receive the next one. Writing to it must not raise SIGPIPE. */
static void close_stdin_and_answer(const char* argument, const char* answer) {
    (void)argument;
    close(0);
    answer_with(answer);
    sleep_on();
}

/* Closes stderr, as daemons do. This is allowed. */
static void close_stderr_and_answer(const char* argument, const char* answer) {
    (void)argument;
    close(2);
    answer_with(answer);
}

static void flood_stderr(const char* argument, const char* answer) {
    (void)argument, (void)answer;
    for (;;)
        write_stderr(1 << 20);
}

/* Continues to play while a child writes to stderr. */
static void answer_and_flood_stderr(const char* argument, const char* answer) {
    if (fork() == 0) flood_stderr(argument, answer);
    answer_with(answer);
}

static void much_stderr_then_answer(const char* argument, const char* answer) {
    (void)argument;
    write_stderr(500 * 1000);
    answer_with(answer);
}

/* Leaves a child that keeps stdout open, so that its end of file never comes. */
static void daemon_keeps_stdout(const char* argument, const char* answer) {
    if (fork() == 0) never_answer(argument, answer);
    _exit(0);
}

/* Answers, and leaves a child that keeps stdout open. */
static void daemon_and_answer(const char* argument, const char* answer) {
    if (fork() == 0) never_answer(argument, answer);
    answer_and_exit(argument, answer);
}

/* Continues to play beside an unwanted child, which must not outlive the match. */
static void child_outlives(const char* argument, const char* answer) {
    if (fork() == 0) {
        sleep_ms(60 * 1000);
        _exit(0);
    }
    (void)argument;
    answer_with(answer);
}

/* Continues to play beside a child that has its own session, like a daemon. So the child is not in the bot's process
 * group. */
static void daemon_in_session(const char* argument, const char* answer) {
    if (fork() == 0) {
        setsid();
        never_answer(argument, answer);
    }
    answer_with(answer);
}

/* Ignores all signals that ask it to end. */
static void ignore_sigterm(const char* argument, const char* answer) {
    for (int number = 1; number < 32; ++number)
        signal(number, SIG_IGN);
    never_answer(argument, answer);
}

/* Stops itself. A stopped process reacts to no signal but SIGKILL. */
static void stop_itself(const char* argument, const char* answer) {
    (void)argument, (void)answer;
    raise(SIGSTOP);
    sleep_on();
}

/* Answers, and does not exit at the end of its input. */
static void linger(const char* argument, const char* answer) {
    answer_with(answer);
    never_answer(argument, answer);
}

/* Answers after sleeping for this many milliseconds. */
static void late(const char* argument, const char* answer) {
    sleep_ms(atol(argument));
    answer_with(answer);
}

/* Answers after this many milliseconds of CPU time. */
static void busy(const char* argument, const char* answer) {
    const clock_t end = clock() + atol(argument) * CLOCKS_PER_SEC / 1000;
    while (clock() < end) {
    }
    answer_with(answer);
}

/* Reports on stderr what a bot can see of its environment, and exits. */
static void describe(const char* argument, const char* answer) {
    (void)argument, (void)answer;
    DIR* folder = opendir("/proc/self/fd");
    for (struct dirent* entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] != '.' && atoi(entry->d_name) != dirfd(folder)) fprintf(stderr, "fd %s\n", entry->d_name);
    }
    fprintf(stderr, "pid %d\nsid %d\npgid %d\n", getpid(), getsid(0), getpgid(0));
    char line[256];
    FILE* status = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, status) != NULL) {
        if (strncmp(line, "Sig", 3) == 0) fputs(line, stderr);
    }
    for (char** entry = environ; *entry != NULL; ++entry) {
        if (strncmp(*entry, "REFEREE_", 8) == 0) fprintf(stderr, "env %s\n", *entry);
    }
    _exit(7);
}

const struct misdeed misdeeds_of_living[] = {
    {"never_answer", 0, never_answer},
    {"never_reads", 1, never_reads},
    {"shrink_pipe", 0, shrink_pipe},
    {"shrink_pipe_and_sleep", 0, shrink_pipe_and_sleep},
    {"shrink_pipe_and_answer", 0, shrink_pipe_and_answer},
    {"answer_and_exit", 0, answer_and_exit},
    {"exit", 0, exit_with},
    {"half_line_and_exit", 0, half_line_and_exit},
    {"segfault", 0, segfault},
    {"abort", 0, abort_now},
    {"close_stdout_and_live", 0, close_stdout_and_live},
    {"close_stdin_and_answer", 0, close_stdin_and_answer},
    {"close_stderr_and_answer", 0, close_stderr_and_answer},
    {"flood_stderr", 0, flood_stderr},
    {"answer_and_flood_stderr", 0, answer_and_flood_stderr},
    {"much_stderr_then_answer", 0, much_stderr_then_answer},
    {"daemon_keeps_stdout", 0, daemon_keeps_stdout},
    {"daemon_and_answer", 0, daemon_and_answer},
    {"child_outlives", 0, child_outlives},
    {"daemon_in_session", 0, daemon_in_session},
    {"ignore_sigterm", 0, ignore_sigterm},
    {"stop_itself", 0, stop_itself},
    {"linger", 0, linger},
    {"late", 0, late},
    {"busy", 0, busy},
    {"describe", 0, describe},
    {NULL, 0, NULL},
};
