/* hostile: modes=on attack
 * Writes wherever it can: to its own program and folder, the home folder, the system's folders, and the working folder,
 * where the runner looks for leftovers. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "tests/hostile/hostile.h"

static int can_write(const char* folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s/hostile_was_here", folder);
    return open(path, O_WRONLY | O_CREAT, 0600) >= 0;
}

int main(int argc, char** argv) {
    static const char* const folders[] = {"/",    "/usr/bin", "/etc",  "/root", "/home",      "/var/tmp", "/var",
                                          "/sys", "/dev",     "/proc", "/run",  "/usr/local", "/srv",     "/opt"};
    (void)argc;
    play_until(2);
    can_write(".");
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i)
        tried(folders[i], can_write(folders[i]));
    tried("to change its own program", open(argv[0], O_WRONLY | O_APPEND) >= 0 && errno != ETXTBSY);
    tried("to delete its own program", unlink(argv[0]) == 0);
    tried("to make its own program run as its owner", chmod(argv[0], 04777) == 0);
    play_on();
}
