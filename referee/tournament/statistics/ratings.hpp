// The strength of every entrant on the Elo scale, how sure it is, and words where there is no number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/statistics/results.hpp"

namespace referee::tournament {

/// Why an entrant has a rating, or has none.
enum class RatingStatus {
    estimated,   ///< has a rating and two bounds
    no_games,    ///< nothing is known
    won_all,     ///< without limit above; perhaps a lower bound
    lost_all,    ///< without limit below; perhaps an upper bound
    only_above,  ///< a chain of won or drawn games leads from it to the rated ones, but none leads back: a lower bound
    only_below,  ///< a chain leads from the rated ones to it, but none leads back: an upper bound
    apart        ///< its games do not compare it with the rated ones on either side
};

/// For people: "", "no games", "won all its games", ...
std::string_view text(RatingStatus standing);

/// A 95 % interval; an end that the games do not set is absent. A single end is that of the two-sided interval.
struct Interval {
    std::optional<double> lower;
    std::optional<double> upper;
};

/// All numbers are Elo and finite.
struct Rating {
    RatingStatus standing = RatingStatus::no_games;
    std::optional<double> elo;  ///< present exactly if `standing` is `estimated`
    Interval interval;
    /// The rating under the prior, where `elo` is absent but some games compare it with the rated ones.
    std::optional<double> elo_under_prior;
    std::size_t part = 0;  ///< ratings compare only within the same connected part of the tournament
    bool fixed = false;    ///< set beforehand, by an anchor: both ends of the interval are the rating
};

/// Entrants that are connected by games, and those of them whose mean rating is `zero`.
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

/// The advantage of moving first. Absent if no game's result was open (see docs/ratings.md).
struct FirstMove {
    std::optional<double> elo;
    Interval interval;
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

/// The two methods of estimation.
enum class RatingMethod {
    maximum_likelihood,  ///< for pairings that are fixed before the first game
    prior                ///< the posterior under a normal prior (shrunken.hpp): for pairings that follow results
};

/// For programs: "maximum_likelihood", "prior".
std::string_view name_of(RatingMethod method);

/// The estimates of one fit.
struct Ratings {
    std::optional<double> width;  ///< under the prior: the mean of its width, Elo
    RatingMethod method = RatingMethod::maximum_likelihood;
    std::vector<Rating> entrants;
    std::vector<Part> parts;
    FirstMove first_move;
    EqualDraws equal_draws;
    DrawRate draw_rate;
};

/// The settings of the estimation.
struct RatingSettings {
    RatingMethod method = RatingMethod::maximum_likelihood;
    double confidence = 0.95;
    /// The width of the prior in Elo; absent: integrated. A given one is quick, for many ratings in a row.
    std::optional<double> width = std::nullopt;
    /// Games between two equals that are added to the real ones, half of them won by each side; docs/ratings.md says
    /// why. 0 is plain maximum likelihood, which is for comparisons with other programs: it may run away, though not to
    /// infinity.
    double imaginary_games = 1;
    /// Intervals cost most of the time; a live table can do without.
    bool intervals = true;
    /// Sets the ratings of the connected part that holds this entrant: each is the anchor's plus the difference from
    /// it, and has the interval of that difference. Other parts keep their own zero. It has no influence before the
    /// entrant's first game. Requires: there is such an entrant.
    std::optional<Anchor> anchor = std::nullopt;
};

/// The drawn share with Jeffreys's interval (Brown, Cai, DasGupta, "Interval estimation for a binomial proportion",
/// Statistical Science 16, 2001): from 0 if nothing was drawn, to 1 if everything was.
DrawRate draw_rate_of(const Tally& games, double confidence = 0.95);

/// The joint fit of ratings, first-move advantage and draws; see likelihood.hpp for the model. Elo = 400 / ln 10
/// natural units: 400 points are odds of 10 to 1 that a game that is not drawn is won. Under the prior everybody with a
/// game has a rating and two bounds, and the mean of each connected part is its zero.
Ratings rate(const Results& results, const RatingSettings& settings = {});

}  // namespace referee::tournament
