/* hostile: modes=on memory=64M processes=24 limits=short
 * Every process starts other processes forever. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    for (;;)
        fork();
}
