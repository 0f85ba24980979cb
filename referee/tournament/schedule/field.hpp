// The participation of entrants over time, after all changes of the journal.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "referee/tournament/schedule/change.hpp"

namespace referee::tournament {

/// Time is counted in planned games: an entrant that joins when 12 games are planned plays from game 12 on.
class Field {
public:
    /// All entrants take part from the start to the end.
    Field(int entrants) : Field(entrants, {}) {}  // NOLINT(google-explicit-constructor): a field without changes
    /// Throws games::UserError if a change names an entrant that does not exist.
    Field(int entrants, std::span<const Change> changes);

    /// The number of all entrants that ever took part.
    int entrants() const { return static_cast<int>(entrants_.size()); }
    /// Whether anything has changed that a schedule has to know.
    bool is_changed() const { return changed_; }
    /// Whether an entrant can be in a game that is planned when there are `planned` games.
    bool is_in(int entrant, int planned) const { return at(entrant).joined <= planned && planned < at(entrant).left; }
    /// Whether it has joined by then; it may have left.
    bool has_joined(int entrant, int planned) const { return at(entrant).joined <= planned; }
    /// Whether it has not left by now.
    bool is_in(int entrant) const { return at(entrant).left == never; }
    /// The current entrants, in the order of their places.
    std::vector<int> present() const;
    /// The entrants that took part when there were `planned` games, in the order of their places.
    std::vector<int> present(int planned) const;
    /// The number of entrants that were there before the first game.
    int first_entrants() const;
    /// The late entrants that replaced nobody, in the order in which they joined.
    std::vector<int> late() const;

    /// Whether the results of an entrant count for nobody.
    bool is_annulled(int entrant) const { return at(entrant).annulled; }
    /// The entrant whose place this one holds: the first in the chain of replacements, or itself.
    int place_of(int entrant) const { return at(entrant).place; }
    /// The holder of this entrant's place when there are `planned` games: itself, or its replacement.
    int holder_of(int entrant, int planned) const;
    int holder_of(int entrant) const { return holder_of(entrant, never - 1); }
    /// The replacement of an entrant, if any.
    std::optional<int> replaced_by(int entrant) const { return at(entrant).replaced_by; }

    /// The games that will never be played, each with the entrants that left before it: one or both.
    const std::map<int, std::set<int>>& cancelled() const { return cancelled_; }
    /// Whether a game counts as won for `entrant` in a Swiss tournament, because its opponent left before it or
    /// had its results annulled. It still counts if `entrant` leaves later, unless its own results are annulled, too.
    bool has_walkover(int game, int entrant, int other) const;
    /// The rounds of a Swiss tournament, if they were changed.
    const std::optional<int>& rounds() const { return rounds_; }

private:
    static constexpr int never = std::numeric_limits<int>::max();
    struct Entry {
        int joined = 0;
        int left = never;
        int place = 0;
        bool annulled = false;
        std::optional<int> replaced_by{};
    };

    const Entry& at(int entrant) const { return entrants_.at(static_cast<std::size_t>(entrant)); }
    void apply(const Change& change);
    void leave(const Change& change);

    std::vector<Entry> entrants_;
    std::map<int, std::set<int>> cancelled_;
    std::optional<int> rounds_;
    bool changed_ = false;
};

}  // namespace referee::tournament
