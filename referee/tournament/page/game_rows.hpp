// The games of a tournament as its report lists them: a few bytes each, so that a hundred thousand fit in memory.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

struct GameRow {
    int number = 0;
    int round = 0;
    int first = 0;  ///< entrants
    int second = 0;
    std::optional<int> winner;  ///< 0: the first; 1: the second
    bool counts = true;
    int ending = 0;  ///< in GameRows::endings
    int plies = 0;
    int page = 0;   ///< the number of the page with the match, from 1 on
    int match = 0;  ///< its place in that page, from 1 on
};

struct GameRows {
    std::vector<GameRow> rows;         ///< in the order in which they were added
    std::vector<std::string> endings;  ///< rules and forfeits, as in the lists of matches

    /// Adds a played game that is on no page yet.
    void add(const StoredMatch& match, int round);

private:
    int number_of_ending(const StoredMatch& match);

    std::map<std::string, int, std::less<>> numbers_;  ///< by ending: its place
};

/// The played games in the order of their numbers; they are on no pages yet.
GameRows game_rows_of(const Store& store);

/// Places in `rows`, grouped by pairing, and in the order of the games' numbers within a pairing. `order`: the places
/// of entrants in the report.
std::vector<std::size_t> by_pairing(const std::vector<GameRow>& rows, const std::vector<std::size_t>& places);

/// The winner: "0" for the first, "1" for the second, "null" for a draw, "-1" if the game counts for nobody.
std::string winner_json(const GameRow& row);

/// The list as JSON: {"endings": [...], "games": [[number, round, first, second, winner, ending, plies, page, match],
/// ...]}, entrants by their places; the winner 0, 1, null (a draw) or -1 (for nobody).
std::string json_of(const GameRows& games, const std::vector<std::size_t>& places);

}  // namespace referee::tournament
