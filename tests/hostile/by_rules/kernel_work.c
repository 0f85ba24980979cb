/* hostile: modes=on turn=1+ thief alone
 * Has children that repeatedly fill much memory with one system call. A process stops only when it leaves the kernel,
 * and a SIGSTOP does not interrupt this call. So the children still work after their bot has been stopped, and this
 * time is charged to the bot. How many turns it takes to exceed the limit depends on the machine's speed. */
#include "tests/hostile/thief.h"

enum { children = 4, megabytes_each = 200 };

static void steal(void) {
    const size_t size = (size_t)megabytes_each << 20;
    begun();
    for (;;) {
        void* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
        if (memory != MAP_FAILED) munmap(memory, size);
    }
}

int main(void) {
    play_until(1);
    in_children(children, steal);
    play_on();
}
