/* hostile: modes=on memory=64M processes=24 limits=short
 * Every process starts others without end. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    for (;;)
        fork();
}
