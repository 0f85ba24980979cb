/* hostile: modes=on attack
 * Looks for other processes in /proc, and opens files that would reveal or change them: memory, descriptors,
 * environment, folders. */
#include <dirent.h>
#include <fcntl.h>

#include "tests/hostile/hostile.h"

static int can_open(const char* pid, const char* file, int how) {
    char path[96];
    snprintf(path, sizeof path, "/proc/%.20s/%s", pid, file);
    const int fd = open(path, how);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

int main(void) {
    static const char* const files[] = {"mem",  "environ", "maps",   "fd/0", "fd/1",   "fd/3",
                                        "fd/5", "root/",   "cwd/..", "exe",  "ns/net", "auxv"};
    int others = 0, opened = 0;
    play_until(2);
    DIR* folder = opendir("/proc");
    for (struct dirent* entry; (entry = readdir(folder)) != NULL;) {
        const int pid = atoi(entry->d_name);
        if (pid <= 0 || pid == getpid()) continue;
        others += pid != 1;
        for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
            opened += can_open(entry->d_name, files[i], O_RDONLY);
        opened += can_open(entry->d_name, "mem", O_RDWR);
        opened += can_open(entry->d_name, "fd/3", O_WRONLY);
    }
    static const char* const of_the_machine[] = {"keys",        "key-users",    "slabinfo",   "timer_list",
                                                 "vmallocinfo", "pagetypeinfo", "kpagecount", "kmsg"};
    char byte;
    int told = 0;
    for (size_t i = 0; i < sizeof of_the_machine / sizeof *of_the_machine; ++i) {
        char path[64];
        snprintf(path, sizeof path, "/proc/%s", of_the_machine[i]);
        const int fd = open(path, O_RDONLY | O_NONBLOCK);
        told += fd >= 0 && read(fd, &byte, 1) > 0;
        if (fd >= 0) close(fd);
    }
    tried("to read what tells of the whole machine", told != 0);
    tried("to see other processes", others != 0);
    tried("to open what belongs to the first process", opened != 0);
    play_on();
}
