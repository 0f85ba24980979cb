#include "referee/commands/logged_matches.hpp"

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/commands/option_parts.hpp"
#include "referee/files/file_kind.hpp"
#include "referee/files/log_file.hpp"
#include "referee/match/checked_log.hpp"
#include "referee/tournament/schedule/shown_number.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::MatchLog;
using tournament::Store;
using UseMatch = std::function<void(const MatchLog& log, const std::string& place)>;

/// The store counts from 0.
void use_game(const std::string& path, int number, std::string_view json, const UseMatch& use) {
    const std::string place = fmt::format("{}, game {}", path, tournament::shown_number(number));
    use(parse_log(json, fmt::format("tournament '{}', game {},", path, tournament::shown_number(number))), place);
}

void read_games(const std::string& path, std::optional<int> only, const UseMatch& use) {
    const Store store = Store::open(path);
    if (!only)
        return store.for_each_match([&](int number, std::string_view json) { use_game(path, number, json, use); });
    const int number = *only - 1;
    if (const auto json = store.log_of(number)) return use_game(path, number, *json, use);
    if (store.game(number)) throw UserError(fmt::format("--game {}: it has not been played yet", *only));
    throw UserError(fmt::format("--game {}: tournament '{}' has {} games", *only, path, store.games().size()));
}

}  // namespace

void add_match_or_game(CommandLine& line, std::optional<int>& number) {
    line.number("--match,--game", 1, max_plies,
                "only the match of this number in the log, or the game in\nthe tournament, from 1", number);
}

void read_matches(const std::string& path, std::optional<int> only, const UseMatch& use) {
    if (kind_of_file(path) == FileKind::database) return read_games(path, only, use);
    read_logs(path, use, only);
}

void read_checked_matches(const std::string& path, std::optional<int> only, const UseMatch& use) {
    const auto check_and_use = [&](const MatchLog& log, const std::string& place) {
        check_log(log, place);
        use(log, place);
    };
    read_matches(path, only, check_and_use);
}

}  // namespace referee
