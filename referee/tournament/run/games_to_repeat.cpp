#include "referee/tournament/run/games_to_repeat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "games/user_error.hpp"
#include "referee/tournament/admit/director_orders.hpp"
#include "referee/tournament/figures/tables/change_lines.hpp"
#include "referee/tournament/paper/schedule/knockout.hpp"
#include "referee/tournament/paper/settings.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

/// Reads game numbers, counted from 1: "17" or "17-20".
std::optional<std::pair<int, int>> range_of(const std::string& text) {
    const char* end = text.data() + text.size();
    int first = 0, last = 0;
    const auto one = std::from_chars(text.data(), end, first);
    if (one.ec != std::errc() || first < 1) return std::nullopt;
    if (one.ptr == end) return std::pair(first, first);
    const auto other = std::from_chars(one.ptr + 1, end, last);
    if (*one.ptr != '-' || other.ec != std::errc() || other.ptr != end || last < first) return std::nullopt;
    return std::pair(first, last);
}

/// Whether a text is a range that begins with its higher number: "20-17".
bool is_backwards(const std::string& text) {
    const auto dash = text.find('-');
    if (dash == std::string::npos || text.find_first_not_of("0123456789-") != std::string::npos) return false;
    return range_of(text.substr(dash + 1) + "-" + text.substr(0, dash)).has_value();
}

/// Finds the games, and refuses those that can't be repeated.
class WishedRepeats {
public:
    WishedRepeats(const Store& store, std::span<const PlannedGame> games, const FinishedGames& results,
                  const Field& now)
        : head_(store.head()),
          names_(head_.names()),
          settings_(settings_of_json(head_.settings)),
          games_(games),
          results_(results),
          now_(now) {
        const std::vector<int> numbers = store.numbers_of_matches();
        played_.insert(numbers.begin(), numbers.end());
    }

    std::set<int> find(const std::vector<std::string>& words) const {
        const auto [ranges, players] = games_and_players(words);
        std::set<int> games;
        int next = 1;  // ranges may overlap
        for (const auto& [first, last] : ranges) {
            for (next = std::max(next, first); next <= last; ++next)
                games.insert(game_to_repeat(next));
        }
        for (const PlannedGame& game : games_) {
            const bool wanted = players.contains(game.first) || players.contains(game.second);
            if (wanted && played_.contains(game.number) && now_.is_in(game.first) && now_.is_in(game.second))
                games.insert(game.number);
        }
        if (games.empty())
            throw UserError("again: none of these games was played by two entrants that are still in the tournament");
        refuse_games_that_decided(games);
        return games;
    }

private:
    /// The ranges of games that are to be played again, as the highest number for each lowest one, and the entrants all
    /// of whose games are. A request may have very many words, so equal ones count once.
    std::pair<std::map<int, int>, std::set<int>> games_and_players(const std::vector<std::string>& words) const {
        std::map<int, int> ranges;
        std::set<int> players;
        for (const std::string& what : std::set<std::string>(words.begin(), words.end())) {
            const auto range = range_of(what);
            if (range && std::ranges::find(names_, what) != names_.end())
                throw UserError(fmt::format(
                    "again {0}: this is both a game number and an entrant's name: write {1}-{1}{2} for the game{3}",
                    what, range->first, range->second > range->first ? " and so on" : "",
                    range->second > range->first ? "s" : ""));
            if (range) {
                int& last = ranges[range->first];
                last = std::max(last, range->second);
                continue;
            }
            if (is_backwards(what))
                throw UserError(fmt::format("again {}: a range begins with its lower number", what));
            players.insert(static_cast<int>(entrant_meant("again", what, head_)));
        }
        return {ranges, players};
    }

    int game_to_repeat(int shown) const {
        const int number = shown - shown_number(0);
        if (number >= 0 && number < std::ssize(games_)) require_players_in(shown);
        if (!played_.contains(number)) {
            const bool is_ordered = games_set_aside(head_).contains(number) && !now_.cancelled().contains(number);
            throw UserError(
                fmt::format("again {}: {}", shown,
                            is_ordered ? "this game is already to be played again" : why_without_match(head_, number)));
        }
        return number;
    }

    void require_players_in(int shown) const {
        const PlannedGame& game = games_[static_cast<std::size_t>(shown - shown_number(0))];
        for (const int entrant : {game.first, game.second}) {
            if (!now_.is_in(entrant))
                throw UserError(fmt::format("again {}: '{}' has left the tournament", shown,
                                            names_[static_cast<std::size_t>(entrant)]));
        }
    }

    /// Refuses to repeat a game of a knockout if later games depend on its result.
    void refuse_games_that_decided(const std::set<int>& games) const {
        if (settings_.format.format != Format::knockout) return;
        FinishedGames left;
        for (const PlannedGame& game : games_) {
            const GameResult* result = results_.find(game.number);
            if (result != nullptr && !games.contains(game.number)) left.add(*result);
        }
        Knockout knockout(settings_.format, now_, settings_.run_seed(head_.seed), {games_.begin(), games_.end()});
        knockout.ready(left);
        if (!knockout.is_independent_of_missing(left))
            throw UserError(fmt::format("again: game {} decided who advances, and later games depend on its result",
                                        shown_number(*games.begin())));
    }

    const TournamentHead& head_;
    std::vector<std::string> names_;
    Settings settings_;
    std::span<const PlannedGame> games_;
    const FinishedGames& results_;
    const Field& now_;
    std::set<int> played_;
};

}  // namespace

std::set<int> games_to_repeat(const std::vector<std::string>& words, const Store& store,
                              std::span<const PlannedGame> games, const FinishedGames& results, const Field& now) {
    return WishedRepeats(store, games, results, now).find(words);
}

}  // namespace referee::tournament
