#include "referee/commands/resumed_match.hpp"

#include <fmt/format.h>

#include <optional>

#include "games/user_error.hpp"
#include "referee/files/log_file.hpp"
#include "referee/match/checked_log.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::MatchLog;

/// Up to the ply from which it goes on.
MatchLog match_in_file(const PlayOptions& options) {
    std::optional<MatchLog> found;
    const auto use = [&](const MatchLog& log, const std::string& place) {
        if (found)
            throw UserError(fmt::format("log '{}' holds several matches: choose one with --match", options.resume));
        check_log(log, place);
        found = log;
    };
    try {
        read_logs(options.resume, use, options.match);
    } catch (const ContradictedLog& wrong) {  // here it is an argument that is wrong
        throw UserError(wrong.what());
    }
    const int plies = static_cast<int>(found->plies.size());
    const int at = options.at.value_or(plies);
    if (at > plies) throw UserError(fmt::format("--at {}: the match has only {} plies", at, plies));
    if (at == plies && found->result.ending == protocol::Ending::by_rules) {
        throw UserError(
            fmt::format("the match in '{}' is over: choose an earlier position with --at PLY", options.resume));
    }
    found->plies.resize(static_cast<std::size_t>(at));
    return *found;
}

/// In a game with chance the seed of the log has dealt the hands of its plies. Another seed would deal others.
void check_chance(const PlayOptions& options, const MatchLog& log) {
    if (log.plies.empty() || !log.plies.front().hand) return;
    if (options.seed && *options.seed != log.seed) {
        throw UserError(fmt::format("--seed {} contradicts '{}', whose hands were dealt with seed {}: omit --seed",
                                    *options.seed, options.resume, log.seed));
    }
    if (options.games > 2) {
        throw UserError(
            fmt::format("--games {} contradicts '{}': each pair of games would be dealt other hands than those of the "
                        "log; use 2 at most",
                        options.games, options.resume));
    }
}

}  // namespace

MatchLog match_to_resume(const PlayOptions& options, const games::GameSpec& game) {
    MatchLog log = match_in_file(options);
    const auto played = spec_of(log);
    if (options.game_given && !(played == game)) {
        throw UserError(fmt::format("--game {} is not what '{}' was played with ({}): omit it", to_string(game),
                                    options.resume, to_string(played)));
    }
    check_chance(options, log);
    return log;
}

}  // namespace referee
