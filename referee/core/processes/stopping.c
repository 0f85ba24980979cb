#define _GNU_SOURCE
#include "warden_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Fields of the stat file of a process or thread, see proc(5). */
struct stat_of {
    char state; /* 0 if it no longer exists */
    unsigned long flags;
    long threads; /* the number of threads of the process */
    unsigned long pending;
};

static struct stat_of look_at(const char* path) {
    char text[1024];
    struct stat_of found = {'R', 0, 1, 0}; /* a thread that can't be examined may run */
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t count = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (count < 0 && (errno == ENOENT || errno == ESRCH)) found.state = 0;
    if (file >= 0) close(file);
    if (count <= 0) return found;
    text[count] = 0;
    const char* name_end = strrchr(text, ')'); /* the name may contain any characters */
    if (name_end == NULL) return found;
    sscanf(name_end + 1,
           " %c %*d %*d %*d %*d %*d %lu %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %ld %*d %*u %*u %*d %*u %*u %*u %*u "
           "%*u %*u %lu",
           &found.state, &found.flags, &found.threads, &found.pending);
    return found;
}

/* Returns what a thread does. A thread that is about to end counts as running, because it does not stop any more, and
   its end may take long. */
static enum activity activity_of(const struct stat_of* thread) {
    enum { exiting = 0x4 };
    if (thread->state == 0 || strchr("TtZXx", thread->state) != NULL) return rests;
    const int ends = (thread->flags & exiting) != 0 || (thread->pending & 1UL << (SIGKILL - 1)) != 0;
    return thread->state == 'D' && !ends ? sleeps_in_kernel : runs;
}

static enum activity worse(enum activity one, enum activity other) {
    return one > other ? one : other;
}

/* Sends a thread its own SIGSTOP, unless it has stopped or ended. Returns what the thread does. A signal to all
   processes reaches only one thread of each. That thread may sleep in the kernel, for example because it waits for a
   child of vfork(). If each thread has its own signal, the first one that leaves the kernel stops the whole process. */
static enum activity stop_thread(const char* pid, const char* thread, const struct stat_of* seen) {
    const enum activity activity = activity_of(seen);
    if (activity != rests) syscall(SYS_tgkill, atoi(pid), atoi(thread), SIGSTOP);
    return activity;
}

/* Stops all threads of a process, and counts the process. Returns the worst state of its threads. */
static enum activity stop_process(const char* pid, int* processes) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%.16s/stat", pid);
    const struct stat_of process = look_at(path);
    const int has_ended = process.threads <= 1 && (process.state == 0 || strchr("ZXx", process.state) != NULL);
    if (has_ended) return rests;
    ++*processes;
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

enum activity stop_all(DIR* proc, int* processes) {
    enum activity worst = rests;
    *processes = 0;
    rewinddir(proc);
    for (struct dirent* entry; (entry = readdir(proc)) != NULL;) {
        const char first = entry->d_name[0];
        if (first < '0' || first > '9' || strcmp(entry->d_name, "1") == 0) continue;
        worst = worse(worst, stop_process(entry->d_name, processes));
    }
    return worst;
}
