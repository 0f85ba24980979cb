/* A grandchild in a session of its own, which has run another program with an empty environment and ignores all
 * signals: nothing ties it to the bot but its ancestors. It keeps the bot's pipes. */
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
