// The strength of every entrant on the Elo scale, and how sure it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/figures/statistics/results.hpp"
#include "referee/tournament/figures/statistics/spread.hpp"

namespace referee::tournament {

struct Posterior;  // posterior.hpp

/// A 95 % interval; both ends are absent if nothing is known, or if intervals are not wanted.
struct Interval {
    std::optional<double> lower;
    std::optional<double> upper;
};

/// Which ends of an interval the results say something about. The prior alone sets the other end, and the estimate:
/// after 10 wins in 10 games that is twice as strong as the lower end, or more.
enum class Bounds : std::uint8_t {
    both,
    lower,  ///< of an entrant that has won all its games
    upper,  ///< of an entrant that has lost all its games
};

/// All numbers are Elo and finite.
struct Rating {
    std::optional<double> elo;  ///< absent without a game
    Interval interval;
    Bounds bounds = Bounds::both;         ///< of `interval`
    Bounds bounds_of_own = Bounds::both;  ///< of its own results alone; `bounds` is of a difference if it has an anchor
    std::size_t part = 0;                 ///< ratings compare only within the same connected part of the tournament
    bool fixed = false;                   ///< set beforehand, by an anchor: both ends of the interval are the rating
    bool absolute = false;                ///< on the scale of an anchor with a number, so 0 means nothing
};

/// The ends of its interval that people see: those that the results bound.
inline std::optional<double> shown_lower(const Rating& rating) {
    return rating.bounds == Bounds::upper ? std::nullopt : rating.interval.lower;
}
inline std::optional<double> shown_upper(const Rating& rating) {
    return rating.bounds == Bounds::lower ? std::nullopt : rating.interval.upper;
}

/// Entrants that are connected by games, and those of them whose mean rating is `zero`: all, or an Anchor.
struct Part {
    std::vector<std::size_t> members;
    std::vector<std::size_t> anchors;
    double zero = 0;  ///< Elo: not 0 only where an Anchor sets it
};

/// An entrant whose rating is set beforehand, in Elo.
struct Anchor {
    std::size_t entrant = 0;
    double elo = 0;

    static void fields(auto& self, auto&& visit) {
        visit("entrant", self.entrant);
        visit("elo", self.elo);
    }
};

/// The same as a user names it.
struct NamedAnchor {
    std::string name;
    double elo = 0;
};

/// The advantage of moving first. Absent without a game.
struct FirstMove {
    std::optional<double> elo;
    Interval interval;
};

/// How much stronger one entrant is than another.
struct Difference {
    double elo = 0;
    Interval interval;
    std::optional<double> los;  ///< the likelihood that it is stronger, from 0 to 1; absent if it can't be given
    Bounds bounds = Bounds::both;
};

/// The share of draws that the fit expects between two equals without a first-move advantage: nu / (2 + nu). Absent if
/// no game was drawn.
struct EqualDraws {
    std::optional<double> share;
    Interval interval;

    /// The draw parameter of such a share.
    static double nu(double share) { return 2 * share / (1 - share); }
};

/// Drawn games among all games; the share is absent if there are no games.
struct DrawRate {
    std::uint64_t draws = 0;
    std::uint64_t games = 0;
    std::optional<double> share;
    Interval interval;
};

/// The estimates of one fit.
struct Ratings {
    std::vector<Rating> entrants;
    std::vector<Part> parts;
    FirstMove first_move;
    EqualDraws equal_draws;
    DrawRate draw_rate;
    std::shared_ptr<const Posterior> posterior;  ///< the source of all these; null without games
    /// Those of each two that have met, but whose games have no weight (Results::without_weight()).
    std::set<Results::Pair> unrated;
    /// The ratings without the games that a busy machine has decided; null if there are none.
    std::shared_ptr<const Ratings> undisturbed;
};

/// The settings of the estimation.
struct RatingSettings {
    double confidence = 0.95;
    /// The prior; absent: a mixture (shrunken.hpp). A given one is quick, for many ratings in a row.
    std::optional<Spread> spread = std::nullopt;
    /// Games between two equals that are added to the real ones, half of them won by each side; docs/ratings.md says
    /// why.
    double imaginary_games = 1;
    /// A live table of many entrants can do without.
    bool intervals = true;
    /// Sets the ratings of the connected part that holds this entrant: each is the anchor's plus the difference from
    /// it, and has the interval of that difference. Other parts keep their own zero. It has no influence before the
    /// entrant's first game. Requires: there is such an entrant.
    std::optional<Anchor> anchor = std::nullopt;
};

/// The drawn share with Jeffreys's interval (Brown, Cai, DasGupta, "Interval estimation for a binomial proportion",
/// Statistical Science 16, 2001): from 0 if nothing was drawn, to 1 if everything was.
DrawRate draw_rate_of(const Tally& games, double confidence = 0.95);

/// A rating is the median of its posterior, less the mean of these medians over the entrants at the zero: so
/// differences do not depend on an anchor. The ratings, the first-move advantage and the draws of one posterior; see
/// likelihood.hpp for the model and shrunken.hpp for the prior.
Ratings rate(const Results& results, const RatingSettings& settings = {});
/// The same with the posterior of these results, which takes most of the time. It may be null without games.
Ratings ratings_from(const Results& results, const RatingSettings& settings,
                     std::shared_ptr<const Posterior> posterior);

/// The difference of the ratings of two, with an interval of its own. Nothing if no games connect them.
std::optional<Difference> difference_of(const Ratings& ratings, std::size_t entrant, std::size_t other,
                                        const RatingSettings& settings = {});

}  // namespace referee::tournament
