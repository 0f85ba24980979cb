/* Starts a grandchild that can't be recognised. It has its own session, executes another program with an empty
 * environment, and ignores all signals. Only its ancestry ties it to the bot. It keeps the bot's pipes open. */
#include <signal.h>

#include "tests/hostile/hostile.h"

static void become_unrecognisable(const char* program) {
    char* const arguments[] = {"sleep", "600", NULL};
    char* const nothing[] = {NULL};
    (void)program;
    setsid();
    if (fork() != 0) _exit(0);
    for (int number = 1; number < 65; ++number)
        signal(number, SIG_IGN);
    execve("/bin/sleep", arguments, nothing);
    _exit(1);
}

int main(int argc, char** argv) {
    play_until(2);
    if (fork() == 0) become_unrecognisable(argv[argc - argc]);
    sleep_on();
}
