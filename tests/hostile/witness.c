/* Runs a program and reports the processes that it has left. Every process that outlives the program becomes a child of
 * this process, however deep it was in the process tree.
 *
 * Usage: witness REPORT PROGRAM [ARGUMENT...]. Writes into the file REPORT one line "pid N", one line "exit_code N"
 * (128 + n for signal n), and one line "left PID STATE COMMAND" for each process that existed when the program had
 * ended. */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Returns the parent of a process, and stores its state and name, from a line "pid (name) state parent ...". */
static int read_stat(const char* pid, char* state, char* name) {
    char path[64], line[512] = "";
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    FILE* file = fopen(path, "r");
    if (file == NULL) return 0;
    const char* end = fgets(line, sizeof line, file) != NULL ? strrchr(line, ')') : NULL;
    fclose(file);
    if (end == NULL || sscanf(end + 1, " %c %d", state, &parent) != 2) return 0;
    const char* begin = strchr(line, '(');
    snprintf(name, 64, "%.*s", (int)(end - begin + 1), begin);
    return parent;
}

/* Kills all children of this process. Writes them into the report if there is one. Returns their number. */
static int end_children(FILE* report) {
    int found = 0;
    DIR* folder = opendir("/proc");
    for (struct dirent* entry; (entry = readdir(folder)) != NULL;) {
        char state = '?', name[64];
        const int pid = atoi(entry->d_name);
        if (pid <= 0 || read_stat(entry->d_name, &state, name) != getpid()) continue;
        ++found;
        if (report != NULL) fprintf(report, "left %d %c %s\n", pid, state, name);
        kill(pid, SIGKILL);
    }
    closedir(folder);
    return found;
}

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    FILE* report = fopen(argv[1], "we");
    if (report == NULL) return 2;
    const pid_t program = fork();
    if (program == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execv(argv[2], argv + 2);
        _exit(127);
    }
    int status = 0;
    if (waitpid(program, &status, 0) != program) return 2;
    const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    fprintf(report, "pid %d\nexit_code %d\n", program, code);
    end_children(report);
    while (end_children(NULL) > 0) {
        while (waitpid(-1, NULL, 0) > 0) {
        }
    }
    fclose(report);
    return code;
}
