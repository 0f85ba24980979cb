// The bracket of a knockout as the docs describe it: whose places meet in a round, and who goes on.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>

namespace simulation {

class Book;

using Places = std::pair<int, int>;  ///< two entrants' places (Participant::place), the lower one first

/// A round of a knockout, as it is when its first game is planned. A place is that of a chain of versions. It stands in
/// a slot of the bracket; a late entrant that wins a play-in takes over the slot.
struct Bracket {
    int round = 0;
    int slots = 1;                 ///< a power of two
    std::map<int, int> slot_of{};  ///< by place: those that are still in
    std::set<int> late{};          ///< of a play-in: the places of late entrants that play for a slot
    std::set<int> worst{};         ///< of a play-in: those against whom they play
    std::set<Places> pairings{};   ///< of another round
    std::set<int> known{};         ///< the places that have ever played or stood in a slot
    bool is_sure = true;           ///< false: the docs do not say how it goes on

    [[nodiscard]] bool is_play_in() const { return !late.empty(); }
    [[nodiscard]] bool plays(const Places& both) const {
        return is_play_in() ? worst.contains(both.first) && late.contains(both.second) : pairings.contains(both);
    }
    [[nodiscard]] std::size_t size() const { return is_play_in() ? late.size() : pairings.size(); }
    /// Whether nobody plays any more.
    [[nodiscard]] bool is_over() const { return size() == 0; }
};

/// The pairings of a round that were planned.
[[nodiscard]] std::set<Places> planned_pairings(const Book& book, int round);
/// The round that follows those of the book, if it is planned now.
[[nodiscard]] Bracket next_bracket(const Book& book);
/// Whether who holds this place may play another game. Requires: the place is held.
[[nodiscard]] bool plays_on(const Book& book, int place);
/// The number of games that are known: those that are planned and not cancelled, and those of the pairings to come.
/// None if the docs do not say it.
[[nodiscard]] std::optional<int> known_games(const Book& book);

}  // namespace simulation
