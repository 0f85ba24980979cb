/* hostile: thief alone
 * Repeatedly reads all of /usr, makes the kernel drop it from the page cache, and fills its temporary folder. All
 * programs share the disk, the page cache and the kernel's locks. */
#include <fcntl.h>
#include <ftw.h>

#include "tests/hostile/thief.h"

enum { max_megabytes = 60 };

static int read_file(const char* path, const struct stat* about, int type, struct FTW* place) {
    (void)about;
    (void)place;
    static char block[1 << 16];
    const int file = type == FTW_F ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
    if (file < 0) return 0;
    while (read(file, block, sizeof block) > 0) {
    }
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    close(file);
    return 0;
}

static void read_everything(void) {
    begun();
    for (;;)
        nftw("/usr", read_file, 16, FTW_PHYS);
}

static void fill_folder(void) {
    static char block[1 << 20];
    const char* folder = getenv("TMPDIR");
    begun();
    for (;;) {
        /* The file has no name, so that nothing is left when the program is killed. */
        const int file = open(folder == NULL ? "/tmp" : folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
        for (int i = 0; i < max_megabytes && write(file, block, sizeof block) > 0; ++i) {
        }
        close(file);
    }
}

int main(void) {
    play_until(1);
    in_children(2, read_everything);
    in_children(1, fill_folder);
    play_on();
}
