/* hostile: thief alone
 * Watches folders and files, and removes the watches. The kernel frees the watches later, in one of its threads. */
#include <sys/inotify.h>

#include "tests/hostile/leftovers.h"

static void leave(void) {
    static const char* const places[] = {"/", "/usr", "/usr/bin", "/usr/lib", "/dev", "/tmp", "/etc", "/dev/null"};
    const int file = inotify_init1(IN_CLOEXEC);
    for (int round = 0; round < 20; ++round) {
        int watches[8];
        for (int i = 0; i < 8; ++i)
            watches[i] = inotify_add_watch(file, places[i], IN_CREATE);
        for (int i = 0; i < 8; ++i)
            inotify_rm_watch(file, watches[i]);
    }
    close(file);
}

int main(void) {
    leave_in_each_turn(leave);
}
