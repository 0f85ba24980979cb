/* hostile: modes=on attack
 * The system calls by which a bot could take another's time: more cores, a higher priority, a session of its own (some
 * kernels share the processor by session), and signals by which the kernel continues a bot that is stopped. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
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

/* In a child, for a leader of a process group is refused a session anyway. 0 is what the sandbox answers: no session,
 * but programs that ask for one are not disturbed. */
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

/* The request is an int to the kernel: it must be refused whatever the higher half of the register holds. */
static int chooses_a_signal_for_a_file(void) {
    int ends[2];
    if (pipe(ends) != 0) return 1;
    return fcntl(ends[0], F_SETSIG, SIGCONT) == 0 || syscall(SYS_fcntl, ends[0], F_SETSIG | (1ul << 32), SIGCONT) == 0;
}

int main(void) {
    play_until(2);
    tried("to run on several cores", runs_on_several_cores());
    tried("setpriority", setpriority(PRIO_PROCESS, 0, -1) == 0);
    tried("a real-time class", is_in_real_time_class());
    tried("setsid", gets_a_session_or_an_error());
    tried("timer_create", gets_a_timer());
    tried("F_SETSIG", chooses_a_signal_for_a_file());
    play_on();
}
