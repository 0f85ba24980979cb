// A bot for fitz that continues from the last move of the match: automatic player 1 of the rules.
#include "sample_bots/bots.hpp"

#include "sample_bots/fitz_bot.hpp"

int sample_bots::fitz1(int argc, char** argv) {
    return run_fitz_bot<FitzPlayer1>({"fitz1", "plays fitz: takes the next place after the last move", {}}, argc, argv);
}
