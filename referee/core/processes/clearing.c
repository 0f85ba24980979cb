#define _GNU_SOURCE
#include "warden_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

/* The result of a removal. Files that are shown directly in /tmp stay, because they are mount points. */
enum removal { failed, removed, mount_point };

/* Removes all extended attributes that a bot may have set, including access lists. */
static int remove_attributes(int folder) {
    char names[1024];
    const ssize_t length = flistxattr(folder, names, sizeof names);
    if (length < 0) return errno == ENOTSUP;
    for (const char* name = names; name < names + length; name += strlen(name) + 1)
        if (strncmp(name, "security.", 9) != 0 && fremovexattr(folder, name) != 0) return 0;
    return 1;
}

/* Removes the flags that chattr(1) sets, if there are any. */
static int remove_flags(int folder) {
    int flags = 0;
    if (ioctl(folder, FS_IOC_GETFLAGS, &flags) != 0 || flags == 0) return 1;
    flags = 0;
    return ioctl(folder, FS_IOC_SETFLAGS, &flags) == 0;
}

static const struct timespec epoch[2] = {{0, 0}, {0, 0}};

/* Restores a folder's original mode, removes its attributes, and sets its times to values without information. */
static int reset_folder(int folder) {
    return remove_attributes(folder) && remove_flags(folder) && fchmod(folder, 0755) == 0 &&
           futimens(folder, epoch) == 0;
}

static enum removal remove_entry(int folder, const char* name, int depth, int* may_remove);

/* Removes the content of a folder of the bot, whatever the modes are, and closes the folder. Returns whether only mount
   points are left. Fails if there are unusually many or deeply nested files, because then a new sandbox is cheaper. */
static int empty_folder(int folder, int depth, int* may_remove) {
    DIR* entries = fdopendir(folder);
    if (entries == NULL) return 0;
    int done = fchmod(folder, S_IRWXU) == 0;
    for (int left = 1; done && left != 0;) { /* removals while reading may hide later entries */
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

/* Empties the folders that a bot can write to. Each is a separate file system. Returns whether all are empty. */
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

/* Reads at most `size` bytes of a file. Returns their number, 0 if there is no such file, or -1 on failure. */
static ssize_t read_all(const char* path, char* text, size_t size) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno == ENOENT ? 0 : -1;
    ssize_t count = 0, more = 0;
    while ((more = read(file, text + count, size - (size_t)count)) > 0)
        count += more;
    close(file);
    return more < 0 ? -1 : count;
}

/* Whether a list of the kernel is missing, or contains only its heading. */
static int is_empty_list(const char* path) {
    char text[1024];
    const ssize_t count = read_all(path, text, sizeof text);
    return count == 0 || (count > 0 && memchr(text, '\n', (size_t)count) == text + count - 1);
}

/* Whether there are no System V objects and no IPv6 flow labels. */
static int nothing_is_listed(void) {
    static const char* const lists[] = {"/proc/sysvipc/msg", "/proc/sysvipc/sem", "/proc/sysvipc/shm",
                                        "/proc/net/ip6_flowlabel"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i)
        if (!is_empty_list(lists[i])) return 0;
    return 1;
}

/* The kernel's counts for the sandbox's network: all packets and failures since the start. Only the bot can send
   anything in this network, and only to itself. */
struct counters {
    char text[32 * 1024];
    size_t length;
};

/* Reads the counts. Returns whether all of them could be read. */
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

/* The counts when the sandbox was new. Later counts are comparable, because this process stays in the same network. */
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

/* Returns whether the network is unused. Looks several times, because the kernel removes some sockets from its count a
   little after their end. */
static int network_is_unused(void) {
    enum { looks = 20 };
    static const struct timespec millisecond = {0, 1000000};
    for (int look = 0; look < looks; ++look) {
        if (no_sockets() && counters_are_those_of_start()) return 1;
        nanosleep(&millisecond, NULL);
    }
    return 0;
}

/* Ignores failures, because clear_all() will fail as well. */
void remember_start(void) {
    renew_folders();
    read_counters(&counters_at_start);
}

int clear_all(void) {
    return renew_folders() && nothing_is_listed() && network_is_unused();
}
