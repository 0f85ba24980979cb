// The scales on which ratings are given.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace referee::tournament {

/// What 400 Elo mean.
enum class EloScale : std::uint8_t {
    /// Elo of expected scores, as in the sequential test: 400 / ln 10 natural units, times 1 less the draws between
    /// equals, as R. Coulom's BayesElo scales its ratings: 2 / (2 + nu), or with the first-move advantage s in natural
    /// units 2 cosh(s/2) / (2 cosh(s/2) + nu). Both agree near equality.
    score,
    /// 400 / ln 10 natural units: odds of 10 to 1 in a game that is not drawn. For older files with a goal or an
    /// anchor.
    odds,
};

/// "score" or "odds".
std::string_view name_of(EloScale scale);
std::optional<EloScale> elo_scale_of(std::string_view name);

}  // namespace referee::tournament
