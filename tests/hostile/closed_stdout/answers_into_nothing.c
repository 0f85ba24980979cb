/* Redirects its stdout to /dev/null, and writes this and all later answers there. */
#include <fcntl.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    play_on();
}
