#include "referee/core/options/logged_matches.hpp"

#include <fmt/format.h>

#include "referee/core/base/log_file.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/options/match_options.hpp"

namespace referee {

using protocol::MatchLog;

Option& add_match_or_game(CommandLine& line, std::optional<int>& number) {
    return line.number("--match,--game", 1, max_plies,
                       "only the match of this number in the log, or the\ngame in the tournament, from 1", number);
}

void read_logged_matches(const std::string& path, std::optional<int> only, const UseMatch& use) {
    int matches = 0;
    const auto use_with_number = [&](const MatchLog& log, const std::string& place) {
        ++matches;
        const bool alone = place == path;
        use(log, {place, alone ? std::nullopt : std::optional(only.value_or(matches))});
    };
    read_logs(path, use_with_number, only);
}

void read_checked_matches(ReadMatches* read, const std::string& path, std::optional<int> only, const UseMatch& use) {
    const auto check_and_use = [&](const MatchLog& log, const MatchPlace& place) {
        check_log(log, place.name);
        use(log, place);
    };
    read(path, only, check_and_use);
}

std::string advice_to_repeat(const protocol::MatchLog& log, const std::string& path, std::optional<int> match) {
    using protocol::Ending;
    if (!log.result.winner || log.result.ending == Ending::failed_to_start) return {};
    const int loser = 1 - *log.result.winner;
    const auto& player = log.players[static_cast<std::size_t>(loser)];
    if (player.command.empty()) return {};
    std::string command;
    for (const std::string& word : player.command)
        command += (command.empty() ? "" : " ") + copyable_word(word);
    const std::string number = match ? fmt::format(" --match {}", *match) : "";
    const std::string until = log.failure ? fmt::format(" --until {}", log.plies.size() + 1) : "";
    return fmt::format("{} again: referee replay {}{} --stdin-of {}{} | {}\n", harmless(player.name),
                       copyable_path(path), number, loser, until, command);
}

}  // namespace referee
