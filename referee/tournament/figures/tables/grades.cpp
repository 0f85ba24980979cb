#include "referee/tournament/figures/tables/grades.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

#include "games/user_error.hpp"
#include "referee/tournament/figures/tables/student_state.hpp"
#include "referee/tournament/paper/store/student_entrants.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

std::optional<double> number_in(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    constexpr double largest = 1e6;
    if (error != std::errc() || end != text.data() + text.size() || !(number >= -largest && number <= largest))
        return std::nullopt;
    return number;
}

/// The share of the points in the games of an entrant, from 0 to 1. Nothing if it has played none.
std::optional<double> share_of(const EntrantAccount& entrant) {
    if (entrant.games() == 0) return std::nullopt;
    return static_cast<double>(entrant.half_points()) / (2 * static_cast<double>(entrant.games()));
}

/// The share of the points of a teacher's bot.
double share_of_bot(const Account& account, const std::string& name) {
    const TournamentHead& head = account.head();
    const auto found = std::ranges::find(head.entrants, name, &StoredEntrant::name);
    const auto place = static_cast<std::size_t>(found - head.entrants.begin());
    if (found == head.entrants.end() || is_of_class(place, head, account.field()))
        throw UserError(fmt::format("--grade: '{}' is no bot of the teacher in this tournament", name));
    if (const auto share = share_of(account.entrants()[place])) return *share;
    throw UserError(fmt::format("--grade: '{}' has played no game", name));
}

}  // namespace

GradeForm parse_grade_form(const std::string& text) {
    if (text == "points") return {};
    const auto equals = text.rfind('=');
    if (equals != std::string::npos) {
        const std::string_view before = std::string_view(text).substr(0, equals);
        const std::string_view scale = std::string_view(text).substr(equals + 1);
        const auto dots = scale.find("..");
        const auto first = number_in(scale.substr(0, dots));
        const auto last = number_in(dots == std::string_view::npos ? "" : scale.substr(dots + 2));
        const auto between = before.find("..");
        if (first && last && before == "rank") return {GradeForm::Kind::rank, *last, *first, {}, {}};
        if (first && last && between != std::string_view::npos && between > 0 && between + 2 < before.size())
            return {GradeForm::Kind::between, *first, *last, std::string(before.substr(0, between)),
                    std::string(before.substr(between + 2))};
    }
    throw UserError(fmt::format(
        "--grade: '{}' is none of: points, rank=10..4 (of the first and the last place), greedy..alphabeta=0..10 "
        "(of the points of two bots of yours)",
        text));
}

std::vector<std::optional<double>> grades_of(const Account& account, const Standings& standings,
                                             const GradeForm& form) {
    const TournamentHead& head = account.head();
    if (head.students.empty())
        throw UserError("this tournament has no list of students: --students gives it one at its start");
    std::vector<const StandingsLine*> lines;  // by student; null if none of the bots plays
    for (const Student& student : head.students) {
        const auto entrant = state_of(student, head, account.field()).entrant;
        const auto line =
            entrant ? std::ranges::find(standings.lines, *entrant, &StandingsLine::entrant) : standings.lines.end();
        const bool plays = line != standings.lines.end() && account.entrants()[line->entrant].games() > 0;
        lines.push_back(plays ? &*line : nullptr);
    }
    std::set<const StandingsLine*> different(lines.begin(), lines.end());  // a team counts once
    different.erase(nullptr);
    const std::size_t placed = different.size();
    const bool between = form.kind == GradeForm::Kind::between;
    const double lower = between ? share_of_bot(account, form.lower) : 0;
    const double upper = between ? share_of_bot(account, form.upper) : 1;
    if (lower >= upper)
        throw UserError(fmt::format("--grade: '{}' has no fewer points than '{}': name the weaker bot first",
                                    form.lower, form.upper));
    const auto grade = [&](const StandingsLine& line) {
        if (form.kind == GradeForm::Kind::points) return static_cast<double>(line.half_points) / 2;
        double part = 0;  // of the way from the worst grade to the best
        if (between) {
            part = std::clamp((*share_of(account.entrants()[line.entrant]) - lower) / (upper - lower), 0.0, 1.0);
        } else {
            const auto better =
                std::ranges::count_if(different, [&](const auto* other) { return other->rank < line.rank; });
            part = placed < 2 ? 1 : 1 - static_cast<double>(better) / static_cast<double>(placed - 1);
        }
        return form.worst + part * (form.best - form.worst);
    };
    std::vector<std::optional<double>> grades;
    for (const StandingsLine* line : lines)
        grades.push_back(line == nullptr ? std::nullopt : std::optional(grade(*line)));
    return grades;
}

}  // namespace referee::tournament
