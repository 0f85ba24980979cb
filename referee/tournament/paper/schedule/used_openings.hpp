// The openings that a pairing has used.
#pragma once

#include <set>

namespace referee::tournament {

/// Counts the uses of the openings that a pairing goes through in order, and knows the next one: the first of those
/// that were used least. If they were used in order, this is the one after the last.
class UsedOpenings {
public:
    /// Adds a use of an opening. `place`: its place in the pairing's order, counted from 0. `listed`: the length of the
    /// order, which then begins again; 0: it has no end. Ignores a negative place.
    void add(int place, int listed);
    /// The place of the next opening. In an order that begins again, it goes on after the last opening: to be taken
    /// modulo the length.
    int next() const { return next_; }

private:
    bool is_taken(int place) const;

    int next_ = 0;         ///< all places before it are taken
    std::set<int> later_;  ///< the taken places after it; usually none
};

}  // namespace referee::tournament
