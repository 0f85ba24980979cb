// Grades of the students of a class, as a learning platform takes them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/figures/tables/tables.hpp"

namespace referee::tournament {

/// How a result becomes a grade.
struct GradeForm {
    enum class Kind : std::uint8_t {
        points,   ///< the points of the table
        rank,     ///< the first place has the grade `best`, the last one `worst`, and the others are in between
        between,  ///< the share of the points, where that of the bot `lower` is `worst` and that of `upper` is `best`
    };
    Kind kind = Kind::points;
    double worst = 0, best = 0;
    std::string lower{}, upper{};  ///< names of bots of the teacher
};

/// Reads "points", "rank=10..4" (of the first and the last place) or "greedy..alphabeta=0..10". Throws
/// games::UserError.
[[nodiscard]] GradeForm parse_grade_form(const std::string& text);

/// The grade of each student of the list; none for those whose bot does not play, or has played no game. A rank is that
/// among the students. Throws games::UserError if a bot that the form names is not among those of the
/// teacher, or if `lower` has not fewer points than `upper`.
[[nodiscard]] std::vector<std::optional<double>> grades_of(const Account& account, const Standings& standings,
                                                           const GradeForm& form);

}  // namespace referee::tournament
