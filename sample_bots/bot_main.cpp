// The main program of every sample bot. SAMPLE_BOT is the bot's name (CMakeLists.txt).
#include "sample_bots/bots.hpp"

int main(int argc, char** argv) {
    return sample_bots::SAMPLE_BOT(argc, argv);
}
