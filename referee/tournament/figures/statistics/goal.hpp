// A goal at which a tournament stops, and how far it is from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/statistics/results.hpp"

namespace referee::tournament {

struct Goal {
    enum class Kind : std::uint8_t {
        los,  ///< each entrant of the table is stronger than the next one, with a likelihood of at least `value`
              ///< percent
        elo,  ///< the 95 % interval of each rating is at most `value` Elo wide on each side, on average of both sides;
              ///< of its difference from the anchor, or from the mean of the entrants in question
    };
    Kind kind = Kind::los;
    double value = 0;

    friend bool operator==(const Goal&, const Goal&) = default;
};

/// "los=95", "elo=20".
std::string to_text(const Goal& goal);
/// The goal of such a text: a likelihood from 50 (exclusive) to 99.99, or a width from 1 to 10,000. Nothing for others.
std::optional<Goal> goal_of(std::string_view text);

/// How many neighbours or entrants have reached a goal, and the one that is farthest from it.
struct GoalProgress {
    int reached = 0;
    int of = 0;
    /// The lowest likelihood between neighbours in percent, or the widest half of an interval in Elo; none if an
    /// entrant has no interval.
    std::optional<double> farthest;

    bool is_reached() const { return of > 0 && reached == of; }
};

/// "los=95: 5 of 7 neighbours decided, the least at 71.3 %", "elo=20: 3 of 8 intervals narrow enough, the widest +-31".
std::string progress_text(const Goal& goal, const GoalProgress& progress);

/// `order`: the entrants that take part, from the top of the table down. If these are all entrants, the numbers are
/// those of the tables with these settings: superiority() and the intervals of rate(). `posterior` is that of these
/// results; null without games.
GoalProgress progress_to(const Goal& goal, const Results& results, const RatingSettings& settings,
                         const std::vector<std::size_t>& order, const std::shared_ptr<const Posterior>& posterior);

/// Whether a goal is looked at after this many games, of which `at_a_time` are planned at once: first after 16,
/// then whenever they have grown by about a twentieth. So a tournament has few such looks, and the same ones after it
/// was resumed.
bool is_checkpoint(std::uint64_t games, std::uint64_t at_a_time);

}  // namespace referee::tournament
