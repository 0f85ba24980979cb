#include "referee/tournament/options/stored_matches.hpp"

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/tournament/figures/tables/change_lines.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee {

namespace {

using games::UserError;
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

void read_matches(const std::string& path, std::optional<int> only, const UseMatch& use) {
    if (kind_of_file(path) == FileKind::database) return read_games(path, only, use);
    read_logged_matches(path, only, use);
}

}  // namespace referee
