// The games of a tournament as its report lists them. A game takes only a few bytes, so that a hundred thousand games
// fit in memory.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

struct GameRow {
    int number = 0;
    int round = 0;
    int pair = 0;
    int first = 0;  ///< the indices of the entrants
    int second = 0;
    std::optional<int> winner;  ///< 0 is the first entrant, 1 the second; nothing for a draw
    bool counts = true;         ///< false: it counts for nobody, also if the results of an entrant were annulled
    bool is_forfeit = false;    ///< one side has lost because of a fault
    int ending = 0;             ///< an index in GameRows::endings
    int plies = 0;
    int page = 0;                  ///< the number of the page that contains the match, counted from 1
    int match = 0;                 ///< the position of the match on that page, counted from 1
    std::optional<int> opening;    ///< the number of the opening
    std::uint64_t moves_hash = 0;  ///< as in StoredMatch
};

struct GameRows {
    std::vector<GameRow> rows;         ///< in the order in which they were added
    std::vector<std::string> endings;  ///< the names of rules and forfeits, as in the lists of matches

    /// Adds a played game of a tournament that is not on a page yet.
    void add(const StoredMatch& match, const PlannedGame& game, const Settings& settings, const Field& field);

private:
    int number_of_ending(const StoredMatch& match, const Settings& settings);

    std::map<std::string, int, std::less<>> numbers_;  ///< the index of each ending
};

/// The played games in the order of their numbers. They are not on pages yet.
GameRows game_rows_of(const Store& store);

/// Indices of `rows`, grouped by pairing. Within a pairing, they are in the order of the games' numbers. `places` are
/// the places of the entrants in the report.
std::vector<std::size_t> by_pairing(const std::vector<GameRow>& rows, const std::vector<std::size_t>& places);

/// The winner as JSON: "0" for the first entrant, "1" for the second, "null" for a draw, "-1" if the game does not
/// count.
std::string winner_json(const GameRow& row);

/// The list as JSON: {"endings": [...], "games": [[number, round, first, second, winner, ending, plies, page, match],
/// ...]}. Entrants are given by their places. The winner is 0, 1, null (a draw) or -1 (the game does not count).
std::string json_of(const GameRows& games, const std::vector<std::size_t>& places);

}  // namespace referee::tournament
