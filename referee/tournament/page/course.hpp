// The course of the ratings: their values after a part of the games.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "referee/tournament/page/game_rows.hpp"
#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/tables/account.hpp"

namespace referee::tournament {

/// Ratings by the games' numbers, whenever they were really played.
struct Course {
    std::vector<std::size_t> games;                       ///< after so many
    std::vector<std::vector<std::optional<double>>> elo;  ///< for each of them by entrant; none: a word is there
};

/// At most `points` moments at equal distances, the last of them after all games. Games that are not in the ratings of
/// the account are not in these. An entrant that will be comparable with the anchor has no rating before it is.
Course course_of(const Account& account, const std::vector<GameRow>& rows, std::size_t points,
                 const std::optional<Anchor>& anchor = {});

}  // namespace referee::tournament
