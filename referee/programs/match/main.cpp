// The program that `make play` builds first: matches, without tournaments and pages.
#include <utility>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/options/run_program.hpp"
#include "referee/core/play/play_match.hpp"
#include "referee/programs/match/match_commands.hpp"

namespace referee {

namespace {

Task parse_play(const Arguments& arguments) {
    return [options = play_options(arguments)] {
        if (options.games > 1) throw games::UserError("--games: a series comes with 'make build'");
        return play_match(options);
    };
}

CommandTable table() {
    std::vector<Command> rows = match_commands(read_logged_matches, nullptr);
    rows.push_back({"play", "BOT_A [BOT_B]", "plays BOT_A against BOT_B, or against you", parse_play});
    return CommandTable(std::move(rows));
}

}  // namespace

}  // namespace referee

int main(int argc, char** argv) {
    return referee::run_program(referee::table, argc, argv);
}
