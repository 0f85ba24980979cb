// A bot for fitz that continues from its own last move: automatic player 2 of the rules.
#include "sample_bots/bots.hpp"

#include "sample_bots/fitz_bot.hpp"

int sample_bots::fitz2(int argc, char** argv) {
    return run_fitz_bot<FitzPlayer2>({"fitz2", "plays fitz: takes the next place after its own last move", {}}, argc,
                                     argv);
}
