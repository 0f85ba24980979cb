#include "referee/programs/commands.hpp"

#include <iterator>
#include <utility>

#include "referee/handins/step.hpp"
#include "referee/programs/match/match_commands.hpp"
#include "referee/tournament/options/stored_matches.hpp"

namespace referee {

namespace {

Task parse_step(const Arguments& words) {
    return [words] { return handins::run_step(words); };
}

}  // namespace

CommandTable command_table() {
    std::vector<Command> rows = match_commands(read_matches, &with_driver());
    const Command more[] = {
        {"play", "BOT_A [BOT_B]", "plays BOT_A against BOT_B, or against you", parse_play},
        {"tournament", "tournament BOT...", "lets many bots play each other, and ranks them", parse_tournament},
        {"change", "change FILE WHAT...", "adds, removes or replaces bots, or repeats games", parse_change},
        {"standings", "standings FILE...", "shows its tables", parse_standings},
        {"export", "export FILE", "writes its matches or tables for other programs", parse_export},
        {"arena", "arena DIR", "lets a class hand in bots, until a deadline", parse_arena},
        {"games-needed", "games-needed", "computes how many games a comparison takes", parse_games_needed},
        {"engine", "engine check", "compares the machines of a batch system", parse_engine},
        {"view", "view FILE", "makes pages of it, or of a tournament", parse_view},
        {"serve", "serve [FILE]", "shows a tournament in a browser; play there, too", parse_serve},
        // Only the referee calls it, in a sandbox.
        {handins::step_command, {}, {}, parse_step},
    };
    rows.insert(rows.end(), std::begin(more), std::end(more));
    return CommandTable(std::move(rows));
}

std::vector<Command> commands() {
    return command_table().commands();
}

std::string overview() {
    return command_table().overview();
}

Task parse_command(const Arguments& arguments) {
    return command_table().parse(arguments);
}

}  // namespace referee
