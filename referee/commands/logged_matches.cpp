#include "referee/commands/logged_matches.hpp"

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/commands/option_parts.hpp"
#include "referee/files/file_kind.hpp"
#include "referee/files/log_file.hpp"
#include "referee/match/record.hpp"
#include "referee/terminal/output.hpp"
#include "referee/terminal/shell_word.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/store/store.hpp"
#include "referee/tournament/tables/change_lines.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::MatchLog;
using tournament::Store;

/// Calls `use` with one game of a tournament. `number`: counted from 0, as in the store.
void use_game(const std::string& path, int number, std::string_view json, const UseMatch& use) {
    const int shown = tournament::shown_number(number);
    use(parse_log(json, fmt::format("tournament '{}', game {},", path, shown)),
        {fmt::format("{}, game {}", path, shown), shown});
}

void read_games(const std::string& path, std::optional<int> only, const UseMatch& use) {
    const Store store = Store::open(path);
    if (!only)
        return store.for_each_match([&](int number, std::string_view json) { use_game(path, number, json, use); });
    const int number = *only - 1;
    if (const auto json = store.log_of(number)) return use_game(path, number, *json, use);
    if (store.game(number))
        throw UserError(fmt::format("--game {}: {}", *only, tournament::why_without_match(store.head(), number)));
    throw UserError(fmt::format("--game {}: tournament '{}' has {} games", *only, path, store.games().size()));
}

}  // namespace

Option& add_match_or_game(CommandLine& line, std::optional<int>& number) {
    return line.number("--match,--game", 1, max_plies,
                       "only the match of this number in the log, or the\ngame in the tournament, from 1", number);
}

void read_matches(const std::string& path, std::optional<int> only, const UseMatch& use) {
    if (kind_of_file(path) == FileKind::database) return read_games(path, only, use);
    int matches = 0;
    const auto use_with_number = [&](const MatchLog& log, const std::string& place) {
        ++matches;
        const bool alone = place == path;
        use(log, {place, alone ? std::nullopt : std::optional(only.value_or(matches))});
    };
    read_logs(path, use_with_number, only);
}

void read_checked_matches(const std::string& path, std::optional<int> only, const UseMatch& use) {
    const auto check_and_use = [&](const MatchLog& log, const MatchPlace& place) {
        check_log(log, place.name);
        use(log, place);
    };
    read_matches(path, only, check_and_use);
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
