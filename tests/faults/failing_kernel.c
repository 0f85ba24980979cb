/* For LD_PRELOAD. Makes the N-th system call of a kind fail in the referee, no matter whether the program, a library or
 * the C library makes it. It uses the kernel's Syscall User Dispatch: each call of a thread becomes a SIGSYS, whose
 * handler makes the call or lets it fail. Other programs, including all bots, are not affected, and no process inherits
 * anything.
 *
 *   FAULT_REPORT=FILE   receives 1536 counts of 8 bytes: the calls by number; from 512, the calls of the child that
 *                       becomes a bot; from 1024, the calls on files of other processes in /proc, whose number depends
 *                       on the machine. The last count is the number of failed calls.
 *   FAULT_CALL=PLACE    the call that fails, as its index in the report
 *   FAULT_NTH=N         the first call that fails, counted from 1
 *   FAULT_TIMES=COUNT   the number of calls that fail
 *   FAULT_ERRNO=ERROR   the error; 0: a call transfers only half of the requested bytes */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    numbers = 512,
    of_child = numbers,
    of_others = 2 * numbers,
    slots = 3 * numbers,
    failed = slots - 1,
    max_fds = 1024
};

static uint64_t* counts; /* NULL: this program is not the referee */
static long failing_call = -1, error;
static uint64_t first, times;
static char shows_others[max_fds]; /* whether a descriptor refers to /proc/PID/... */

static __thread char selector __attribute__((tls_model("initial-exec")));
static __thread char in_child __attribute__((tls_model("initial-exec")));

/* The only code whose calls are not dispatched. */
long raw_call(long number, const long* arguments);
void raw_return(void);
extern char raw_begin[], raw_end[];
__asm__(
    ".text\n"
    "raw_begin:\n"
    "raw_call:\n"
    "  mov %rdi, %rax\n"
    "  mov %rsi, %r11\n"
    "  mov (%r11), %rdi\n"
    "  mov 8(%r11), %rsi\n"
    "  mov 16(%r11), %rdx\n"
    "  mov 24(%r11), %r10\n"
    "  mov 32(%r11), %r8\n"
    "  mov 40(%r11), %r9\n"
    "  syscall\n"
    "  ret\n"
    "raw_return:\n"
    "  mov $15, %eax\n" /* rt_sigreturn */
    "  syscall\n"
    "  nop\n" /* the kernel checks the address after a call */
    "raw_end:\n");

static long call1(long number, long argument) {
    const long arguments[6] = {argument};
    return raw_call(number, arguments);
}

static int is_of_others(long number, const long* arguments) {
    static const char folder[] = "/proc/";
    if (number == SYS_openat) {
        const char* path = (const char*)arguments[1];
        return strncmp(path, folder, sizeof folder - 1) == 0 && path[sizeof folder - 1] >= '0' &&
               path[sizeof folder - 1] <= '9';
    }
    const int has_fd = number == SYS_read || number == SYS_close || number == SYS_newfstatat || number == SYS_lseek;
    return has_fd && arguments[0] >= 0 && arguments[0] < max_fds && shows_others[arguments[0]];
}

static void remember(long number, const long* arguments, long result) {
    if (number == SYS_openat && result >= 0 && result < max_fds)
        shows_others[result] = (char)is_of_others(number, arguments);
    if (number == SYS_close && arguments[0] >= 0 && arguments[0] < max_fds) shows_others[arguments[0]] = 0;
}

/* Counts this call. Returns whether it has to fail. */
static int fails(long number, const long* arguments) {
    if (number < 0 || number >= numbers) return 0;
    const long slot = number + (in_child ? of_child : is_of_others(number, arguments) ? of_others : 0);
    const uint64_t now = __atomic_add_fetch(&counts[slot], 1, __ATOMIC_RELAXED);
    if (slot != failing_call || now < first || now - first >= times) return 0;
    __atomic_add_fetch(&counts[failed], 1, __ATOMIC_RELAXED);
    return 1;
}

/* Changes the mask in the context, because the end of the handler restores the mask from there. */
static long change_mask(const long* arguments, ucontext_t* context) {
    uint64_t* mask = (uint64_t*)&context->uc_sigmask;
    const uint64_t before = *mask;
    if (arguments[1] != 0) {
        const uint64_t set = *(const uint64_t*)arguments[1];
        if (arguments[0] == SIG_BLOCK) *mask |= set;
        if (arguments[0] == SIG_UNBLOCK) *mask &= ~set;
        if (arguments[0] == SIG_SETMASK) *mask = set;
        *mask &= ~(UINT64_C(1) << (SIGSYS - 1));
    }
    if (arguments[2] != 0) *(uint64_t*)arguments[2] = before;
    return 0;
}

/* Returns whether a call may transfer fewer bytes than requested. Reads and writes on files and pipes may. Texts of at
 * most 64 bytes are mostly written to files of the kernel, which takes them whole. */
static int moves_bytes(long number, const long* arguments) {
    struct stat status;
    const long words[6] = {arguments[0], (long)&status};
    if (number != SYS_read && number != SYS_write && number != SYS_pread64 && number != SYS_pwrite64) return 0;
    return arguments[2] > 64 && raw_call(SYS_fstat, words) == 0 &&
           (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode));
}

static long fail(long number, long* arguments) {
    switch (number) {
        case SYS_close: raw_call(number, arguments); return -error; /* the descriptor is closed all the same */
        case SYS_brk: return call1(SYS_brk, 0);                     /* reports that there is no memory */
        default: break;
    }
    if (error != 0) return -error;
    if (moves_bytes(number, arguments)) arguments[2] /= 2;
    return raw_call(number, arguments);
}

static void on_call(int signal, siginfo_t* info, void* data) {
    ucontext_t* context = data;
    greg_t* registers = context->uc_mcontext.gregs;
    const long number = registers[REG_RAX];
    long arguments[6] = {registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                         registers[REG_R10], registers[REG_R8],  registers[REG_R9]};
    (void)signal;
    (void)info;
    if (fails(number, arguments)) {
        registers[REG_RAX] = fail(number, arguments);
        remember(number, arguments, registers[REG_RAX]);
    } else if (number == SYS_rt_sigprocmask) {
        registers[REG_RAX] = change_mask(arguments, context);
    } else if (number == SYS_rt_sigaction && arguments[0] == SIGSYS) {
        registers[REG_RAX] = 0;
    } else if (number == SYS_clone || number == SYS_clone3 || number == SYS_fork || number == SYS_vfork) {
        call1(SYS_exit_group, 125); /* a way to start processes that this library does not support */
    } else {
        registers[REG_RAX] = raw_call(number, arguments);
        remember(number, arguments, registers[REG_RAX]);
    }
}

/* Begins to dispatch the calls of this thread. Requires: they are not dispatched yet. */
static void dispatch(void) {
    selector = 0;
    if (prctl(59 /* PR_SET_SYSCALL_USER_DISPATCH */, 1, raw_begin, raw_end - raw_begin, &selector) != 0) _exit(126);
    selector = 1;
}

static long number_in(const char* name, long otherwise) {
    const char* text = getenv(name);
    return text != NULL ? atol(text) : otherwise;
}

__attribute__((constructor)) static void prepare(void) {
    const char* report = getenv("FAULT_REPORT");
    if (report == NULL || strcmp(program_invocation_short_name, "referee") != 0) return;
    const int fd = open(report, O_RDWR | O_CLOEXEC);
    counts = mmap(NULL, slots * sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd < 0 || counts == MAP_FAILED) _exit(127);
    close(fd);
    failing_call = number_in("FAULT_CALL", -1);
    first = (uint64_t)number_in("FAULT_NTH", 1);
    times = (uint64_t)number_in("FAULT_TIMES", 1);
    error = number_in("FAULT_ERRNO", 0);
    for (const char* const* name = (const char* const[]){"LD_PRELOAD", "FAULT_REPORT", "FAULT_CALL", "FAULT_NTH",
                                                         "FAULT_TIMES", "FAULT_ERRNO", NULL};
         *name != NULL; ++name)
        unsetenv(*name);
    /* Does not use sigaction(), because the call by which the C library returns from a handler would be dispatched,
     * too. */
    const struct {
        void (*handler)(int, siginfo_t*, void*);
        unsigned long flags;
        void (*way_back)(void);
        uint64_t mask;
    } action = {on_call, SA_SIGINFO | 0x04000000 /* SA_RESTORER */, raw_return, 0};
    const long arguments[6] = {SIGSYS, (long)&action, 0, 8};
    raw_call(SYS_rt_sigaction, arguments);
    dispatch();
}

struct start {
    union {
        int (*child)(void*);
        void* (*thread)(void*);
    } run;
    void* argument;
};

static int run_child(void* data) {
    const struct start* start = data;
    in_child = 1;
    dispatch();
    return start->run.child(start->argument);
}

/* Sets the pointer to a function at `real` to the C library's function. memcpy() is needed because ISO C has no
 * conversion from void* to a pointer to a function. */
static void find_real(void* real, const char* name) {
    void* const found = dlsym(RTLD_NEXT, name);
    memcpy(real, &found, sizeof found);
}

/* Starts a child, unless this call has to fail. The child shares the memory of the thread that starts it, and that
 * thread waits for the child. */
int clone(int (*run)(void*), void* stack, int flags, void* argument, ...) {
    int (*real)(int (*)(void*), void*, int, void*, ...) = NULL;
    find_real(&real, "clone");
    va_list rest;
    va_start(rest, argument);
    int* pidfd = va_arg(rest, int*);
    va_end(rest);
    if (counts == NULL) return real(run, stack, flags, argument, pidfd);
    if (fails(SYS_clone, NULL)) {
        errno = (int)error;
        return -1;
    }
    struct start start = {{.child = run}, argument};
    selector = 0;
    const int pid = real(run_child, stack, flags, &start, pidfd);
    selector = 1;
    in_child = 0;
    return pid;
}

static void* run_thread(void* data) {
    const struct start start = *(struct start*)data;
    free(data);
    dispatch();
    return start.run.thread(start.argument);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
    int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) = NULL;
    find_real(&real, "pthread_create");
    if (counts == NULL) return real(thread, attributes, run, argument);
    if (fails(SYS_clone3, NULL)) return (int)error;
    const char before = selector;
    selector = 0;
    struct start* start = malloc(sizeof *start);
    *start = (struct start){{.thread = run}, argument};
    const int result = real(thread, attributes, run_thread, start);
    selector = before;
    return result;
}
