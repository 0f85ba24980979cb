// A bot for fitz that continues from its own last move: automatic player 2 of the rules.
#include "sample_bots/fitz_bot.hpp"

int main(int argc, char** argv) {
    using namespace sample_bots;
    return run_fitz_bot<FitzPlayer2>({"fitz2", "plays fitz: takes the next place after its own last move", {}}, argc,
                                     argv);
}
