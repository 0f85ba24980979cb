// The laws of a round that is planned: who plays whom in a Swiss tournament, and extra pairs in a knockout.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tests/simulation/laws.hpp"

namespace simulation {

namespace {

constexpr const char* law_1_swiss = "law 1 (a round of a Swiss tournament is paired as the docs say)";
constexpr const char* law_1_bracket = "law 1 (a round of a knockout follows from the one before)";
constexpr const char* law_1_extra = "law 1 (an extra pair of a knockout follows a tie, and there are at most two)";

const Participant& at(const Book& book, int entrant) {
    return book.entrants[static_cast<std::size_t>(entrant)];
}

/// The points of an entrant's game: none if it gives none.
double points_of(const Book& book, const Row& row, int entrant) {
    if (book.has_walkover(row, entrant)) return 1;
    const auto found = book.results.find(row.number);
    const bool annulled = at(book, row.first).annulled || at(book, row.second).annulled;
    if (found == book.results.end() || annulled || !found->second.counts()) return 0;
    const int winner = found->second.winner;
    return winner < 0 ? 0.5 : (winner == 0 ? row.first : row.second) == entrant ? 1 : 0;
}

/// A round of a Swiss tournament before it is paired. Entrants are counted among those that take part; a new version
/// has the place of the earlier one. The last one is the bye if their number is odd.
class SwissRound {
public:
    /// `last`: its last game, which the book does not have yet.
    SwissRound(const Book& book, const Row& last) {
        const int round = last.round;
        std::map<int, int> number_of;  // by place
        for (const Participant& one : book.entrants)
            if (one.present) number_of.emplace(one.place, 0);
        for (int next = 0; auto& [place, number] : number_of)
            number = next++;
        real_ = static_cast<int>(number_of.size());
        const auto size = static_cast<std::size_t>(real_ + real_ % 2);
        scores_.resize(size);
        met_.assign(size, std::vector<bool>(size));
        const auto number = [&](int entrant) {
            const auto found = number_of.find(at(book, entrant).place);
            return found == number_of.end() ? -1 : found->second;
        };
        std::vector<int> byes(size);
        for (const Row& row : book.games) {
            if (row.round >= round) continue;
            const int a = number(row.first), b = number(row.second);
            if (a >= 0) scores_[std::size_t(a)] += points_of(book, row, row.first);
            if (b >= 0) scores_[std::size_t(b)] += points_of(book, row, row.second);
            if (a >= 0 && b >= 0) meet(a, b);
        }
        for (const auto& [earlier, entrants] : book.byes) {
            for (const int entrant : entrants) {
                const int a = number(entrant);
                if (earlier >= round || a < 0) continue;
                ++byes[std::size_t(a)];
                if (!at(book, entrant).annulled) scores_[std::size_t(a)] += book.games_of_pairing;
            }
        }
        const int fewest = *std::min_element(byes.begin(), byes.begin() + real_);
        for (int a = 0; a < real_ && has_bye(); ++a)
            if (byes[std::size_t(a)] > fewest) meet(a, real_);
        for (const Row& row : book.games)
            if (row.round == round) pairs_.emplace_back(number(row.first), number(row.second));
        pairs_.emplace_back(number(last.first), number(last.second));
    }

    /// Whether any pairing leaves enough for so many rounds to come: if each entrant has not met half of the others,
    /// they can be paired (Dirac 1952).
    [[nodiscard]] bool leaves_rounds(int rounds) const {
        const auto size = static_cast<std::ptrdiff_t>(met_.size());
        return rounds <= 0 || std::ranges::all_of(met_, [&](const std::vector<bool>& row) {
                   const std::ptrdiff_t unmet = size - 1 - std::ranges::count(row, true);
                   return 2 * (unmet - rounds) >= size;
               });
    }

    /// What is wrong with the pairing. Nothing if nobody can be paired without a rematch.
    [[nodiscard]] std::string fault(bool without_sides) const {
        if (!smallest_gap({})) return "";
        std::vector<bool> plays(scores_.size());
        double gap = 0;
        for (const auto& [a, b] : pairs_) {
            if (met_[std::size_t(a)][std::size_t(b)]) return "there is a rematch, though there need be none";
            plays[std::size_t(a)] = plays[std::size_t(b)] = true;
            gap = std::max(gap, std::abs(scores_[std::size_t(a)] - scores_[std::size_t(b)]));
        }
        std::optional<int> bye;
        if (has_bye()) {
            bye = static_cast<int>(std::find(plays.begin(), plays.end(), false) - plays.begin());
            if (met_[std::size_t(*bye)][std::size_t(real_)])
                return "somebody has a second bye, though nobody need have one";
        }
        if (!without_sides) return "";
        for (int a = 0; bye && a < real_; ++a)
            if (scores_[std::size_t(a)] < scores_[std::size_t(*bye)] && !met_[std::size_t(a)][std::size_t(real_)] &&
                smallest_gap(a))
                return fmt::format("the bye is for {} points, and {} could have it", scores_[std::size_t(*bye)],
                                   scores_[std::size_t(a)]);
        const double smallest = smallest_gap(bye).value_or(gap);
        if (gap > smallest + 1e-9) return fmt::format("a pair is {} points apart, and {} would do", gap, smallest);
        return fault_from_the_top(bye, smallest);
    }

private:
    [[nodiscard]] bool has_bye() const { return real_ % 2 == 1; }
    void meet(int a, int b) { met_[std::size_t(a)][std::size_t(b)] = met_[std::size_t(b)][std::size_t(a)] = true; }

    /// From the top down, each entrant has the nearest opponent with whom all others can still be paired.
    [[nodiscard]] std::string fault_from_the_top(std::optional<int> bye, double widest) const {
        std::vector<std::size_t> order, opponent(scores_.size());
        for (std::size_t a = 0; a < std::size_t(real_); ++a)
            order.push_back(a);
        std::ranges::stable_sort(order, std::greater(), [&](std::size_t a) { return scores_[a]; });
        for (const auto& [a, b] : pairs_) {
            opponent[std::size_t(a)] = std::size_t(b);
            opponent[std::size_t(b)] = std::size_t(a);
        }
        std::vector<bool> free(scores_.size(), true);
        if (bye) free[std::size_t(*bye)] = free[std::size_t(real_)] = false;
        for (const std::size_t a : order) {
            if (!free[a]) continue;
            free[a] = false;
            const auto gap_to = [&](std::size_t b) { return std::abs(scores_[a] - scores_[b]); };
            for (const std::size_t b : order) {
                if (!free[b] || met_[a][b] || gap_to(b) > gap_to(opponent[a]) - 1e-9) continue;
                free[b] = false;
                const auto rest = smallest_gap_of(free);
                free[b] = true;
                if (rest && *rest < widest + 1e-9)
                    return fmt::format("an entrant with {} points plays one with {}, and one with {} would do",
                                       scores_[a], scores_[opponent[a]], scores_[b]);
            }
            free[opponent[a]] = false;
        }
        return "";
    }

    /// The widest gap in a pairing without rematches, at its smallest. `bye`: who has the bye; none: anybody.
    [[nodiscard]] std::optional<double> smallest_gap(std::optional<int> bye) const {
        std::vector<bool> free(scores_.size(), true);
        if (bye) free[std::size_t(*bye)] = free[std::size_t(real_)] = false;
        return smallest_gap_of(free);
    }
    [[nodiscard]] std::optional<double> smallest_gap_of(std::vector<bool>& free) const {
        const auto lowest = std::find(free.begin(), free.end(), true);
        if (lowest == free.end()) return 0;
        const auto a = std::size_t(lowest - free.begin());
        std::optional<double> best;
        free[a] = false;
        for (std::size_t b = a + 1; b < free.size(); ++b) {
            if (!free[b] || met_[a][b]) continue;
            free[b] = false;
            const double gap = b == std::size_t(real_) ? 0 : std::abs(scores_[a] - scores_[b]);
            if (const auto rest = smallest_gap_of(free)) best = std::min(best.value_or(HUGE_VAL), std::max(gap, *rest));
            free[b] = true;
        }
        free[a] = true;
        return best;
    }

    int real_ = 0;
    std::vector<double> scores_;
    std::vector<std::vector<bool>> met_;  ///< who must not be paired
    std::vector<std::pair<int, int>> pairs_;
};

/// Judges a round of a Swiss tournament when its last game is planned, unless the rounds to come may forbid what would
/// be better now.
void check_swiss_round(const Book& book, const Row& row) {
    constexpr int most_players = 10;
    if (row.round >= book.all_rounds() || book.present() > most_players) return;
    const auto before = std::ranges::count(book.games, row.round, &Row::round);
    if (before + 1 != book.present() / 2 * book.games_of_pairing) return;
    const SwissRound round(book, row);
    if (!round.leaves_rounds(book.all_rounds() - 1 - row.round)) return;
    // Nobody is due a side absolutely before two single games.
    const std::string fault = round.fault(book.games_of_pairing % 2 == 0 || row.round < 2);
    law(fault.empty(), law_1_swiss, fmt::format("round {}: {}", row.round + 1, fault));
}

void check_extra_pair(const Book& book, const Row& row) {
    constexpr int most_extra_games = 4;
    int games = 0;
    double lead = 0;
    for (const Row& earlier : book.games) {
        const bool is_same = earlier.round == row.round &&
                             std::minmax(earlier.first, earlier.second) == std::minmax(row.first, row.second);
        if (!is_same || earlier.pair == row.pair) continue;
        if (!book.results.contains(earlier.number)) return;  // this pair belongs to the first games, or one has left
        ++games;
        lead += points_of(book, earlier, row.first) - points_of(book, earlier, row.second);
    }
    if (games < book.games_of_pairing) return;
    law(std::abs(lead) < 1e-9, law_1_extra, fmt::format("game {} follows a lead of {}", row.number + 1, lead));
    law(games < book.games_of_pairing + most_extra_games, law_1_extra,
        fmt::format("game {} follows {} games", row.number + 1, games));
}

std::string words_of(const std::set<Places>& pairings) {
    std::string words;
    for (const auto& [one, other] : pairings)
        words += fmt::format("{}{} - {}", words.empty() ? "" : ", ", one + 1, other + 1);
    return words.empty() ? "none" : words;
}

/// All pairings of the last round were planned.
void check_complete(const Book& book) {
    if (book.brackets.empty()) return;
    const Bracket& last = book.brackets.rbegin()->second;
    const std::set<Places> planned = planned_pairings(book, last.round);
    law(planned.size() == last.size(), law_1_bracket,
        fmt::format("round {} has the pairings {}, and {} should be", last.round + 1, words_of(planned), last.size()));
}

void check_bracket(const Book& book, const Row& row) {
    const bool is_new = !book.brackets.contains(row.round);
    if (is_new) check_complete(book);
    const Bracket bracket = is_new ? next_bracket(book) : book.brackets.at(row.round);
    if (!bracket.is_sure) return;
    law(row.round == bracket.round, law_1_bracket,
        fmt::format("round {} is planned, not {}", row.round + 1, bracket.round + 1));
    const Places both = std::minmax({at(book, row.first).place, at(book, row.second).place});
    law(bracket.plays(both), law_1_bracket,
        fmt::format("round {}: {} does not follow; {}", row.round + 1, words_of({both}),
                    bracket.is_play_in() ? "it is a play-in" : words_of(bracket.pairings)));
}

}  // namespace

void check_end_of_knockout(const Book& book) {
    check_complete(book);
    const Bracket next = next_bracket(book);
    law(!next.is_sure || next.is_over(), law_1_bracket, "it is over, though some could still play");
}

void check_new_round(const Book& book, const Row& row) {
    if (book.format == "swiss") check_swiss_round(book, row);
    if (book.format == "knockout") check_bracket(book, row);
    if (book.format == "knockout") check_extra_pair(book, row);
}

}  // namespace simulation
