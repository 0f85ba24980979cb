/* hostile: modes=on attack
 * Makes the system calls by which a bot could take time from others: more cores, a higher priority, its own session
 * (some kernels share the processor by session), and signals by which the kernel continues a stopped bot. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "tests/hostile/hostile.h"

static int runs_on_several_cores(void) {
    cpu_set_t cores;
    memset(&cores, 0xff, sizeof cores);
    sched_setaffinity(0, sizeof cores, &cores);
    return sched_getaffinity(0, sizeof cores, &cores) != 0 || CPU_COUNT(&cores) > 1;
}

static int is_in_real_time_class(void) {
    const struct sched_param lowest = {.sched_priority = 1};
    return sched_setscheduler(0, SCHED_FIFO, &lowest) == 0 || sched_setscheduler(0, SCHED_RR, &lowest) == 0;
}

/* Asks for a session in a child, because the leader of a process group can't get a session anyway. The sandbox returns
 * 0, so that programs that ask for a session are not disturbed, but the child gets none. */
static int gets_a_session_or_an_error(void) {
    int status = 0;
    const pid_t child = fork();
    if (child == 0) _exit(setsid() == 0 ? 0 : 1);
    return waitpid(child, &status, 0) != child || status != 0;
}

static int gets_a_timer(void) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    timer_t timer;
    return timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}

/* The kernel reads the request as an int, so it must be refused whatever the upper half of the register holds. */
static int chooses_a_signal_for_a_file(void) {
    int ends[2];
    if (pipe(ends) != 0) return 1;
    return fcntl(ends[0], F_SETSIG, SIGCONT) == 0 || syscall(SYS_fcntl, ends[0], F_SETSIG | (1ul << 32), SIGCONT) == 0;
}

/* Asks for a SIGCONT when another process dies. The kernel can kill a process while it is stopped. Its death would then
 * continue the process that has asked for the signal. */
static int is_told_of_a_death(void) {
    const long child = syscall(SYS_clone, SIGCONT, NULL, NULL, NULL, NULL);
    if (child == 0) _exit(0);
    return child > 0 || prctl(PR_SET_PDEATHSIG, SIGCONT) == 0 || prctl(PR_SET_PDEATHSIG, SIGCONT | (1ul << 32)) == 0;
}

static int kills_when_a_file_is_ready(void) {
    int ends[2];
    return pipe(ends) != 0 || fcntl(ends[0], F_SETSIG, SIGKILL) == 0;
}

static int has_a_group_of_its_own(void) {
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        const pid_t before = getpgrp();
        _exit(setpgid(0, 0) == 0 && getpgrp() == before ? 0 : 1);
    }
    return waitpid(child, &status, 0) != child || status != 0;
}

/* Returns whether the bot can slow down or blind the sandbox's first process, which stops the other processes. */
static int changes_the_first_process(void) {
    const struct sched_param none = {0};
    const struct rlimit few = {2, 2};
    struct {
        unsigned size, policy;
        unsigned long long flags;
        int nice;
        unsigned priority;
        unsigned long long runtime, deadline, period;
    } slice = {.size = 48, .runtime = 100000000};
    return sched_setscheduler(1, SCHED_IDLE, &none) == 0 || sched_setparam(1, &none) == 0 ||
           syscall(SYS_sched_setattr, 1, &slice, 0) == 0 || syscall(SYS_sched_setattr, 0, &slice, 0) == 0 ||
           setpriority(PRIO_PROCESS, 1, 19) == 0 || setpriority(PRIO_USER, 0, 19) == 0 ||
           setpriority(PRIO_PGRP, 0, 19) == 0 || syscall(SYS_ioprio_set, 1, 1, 3 << 13) == 0 ||
           prlimit(1, RLIMIT_NOFILE, &few, NULL) == 0;
}

/* Asks for work that the kernel does later, when the bot is stopped. */
static int has_work_done_later(void) {
    long context = 0;
    return syscall(SYS_io_setup, 1, &context) == 0 || sysconf(_SC_OPEN_MAX) > 1024;
}

int main(void) {
    play_until(2);
    tried("to run on several cores", runs_on_several_cores());
    tried("setpriority", setpriority(PRIO_PROCESS, 0, -1) == 0);
    tried("a real-time class", is_in_real_time_class());
    tried("setsid", gets_a_session_or_an_error());
    tried("timer_create", gets_a_timer());
    tried("F_SETSIG", chooses_a_signal_for_a_file());
    tried("to be told of a death by SIGCONT", is_told_of_a_death());
    tried("SIGKILL by F_SETSIG", kills_when_a_file_is_ready());
    tried("to change the first process", changes_the_first_process());
    tried("to have work done later", has_work_done_later());
    tried("setpgid", has_a_group_of_its_own());
    play_on();
}
