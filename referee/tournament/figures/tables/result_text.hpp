// The difference between two bots and their sequential test in words. The lines are the same during play and at the
// end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/figures/statistics/pair_summary.hpp"
#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/figures/tables/result_table.hpp"

namespace referee::tournament {

/// The difference of the ratings of two entrants: that of the tables. Nothing if there are more, or no games that
/// count. Its LOS is absent if games that a busy machine has decided change it by more than max_change_of_los.
std::optional<Difference> difference_of_two(const Account& account);

/// The number of games that were lost on time while the machine was too busy, and their effect. Nothing if there are no
/// such games.
std::optional<TableNote> busy_note(const Account& account);

/// The difference: "+236 Elo [+180, +300]". Empty if there is none.
std::string difference_text(const std::optional<Difference>& difference);

/// The likelihood of superiority: "LOS >99 %". Empty if it is not given.
std::string los_text(const std::optional<Difference>& difference);

/// The result line: "+236 Elo [+180, +300], nElo +150, LOS >99 %, score 62.0 %, pairs 3.25, even 10 %". docs/tables.md
/// explains it. It is wrapped only if it is longer than `width`, and has no newline at its end. Empty before the first
/// pair.
std::string result_line(const PairSummary& summary, const std::optional<Difference>& difference,
                        std::size_t width = text_width);

/// The title of a result: "new against old, 60 pairs". It has at most `width` columns.
std::string result_title(std::string_view first, std::string_view second, std::uint64_t pairs,
                         std::size_t width = text_width);

/// The title and the result line of a tournament of two entrants. Empty if there are more entrants, or if no pair is
/// finished yet.
std::vector<std::string> difference_lines(const Account& account, std::size_t width = text_width);

/// The line about repeats: "120 distinct games of 240; the others repeat them move by move". Empty if nothing repeats.
std::string repeats_line(std::uint64_t games, std::uint64_t distinct);

/// How much less the games count because of repeats: "50 % of the games are one line, so all count as 3.9".
std::string effective_line(std::uint64_t entrants, double games, double share_of_main_line);

/// Where the games begin: "these openings", "this position".
std::string_view starts_in_words(const Settings& settings);

/// How to get more distinct games: "begin games with --openings 6".
std::string_view advice_on_repeats(const Settings& settings);

/// The state of a sequential test: "LLR 0.52; -2.94 decides for H0, 2.94 for H1".
std::string llr_text(const Sprt& state);

/// How many more games a test takes if they go on as they have so far: "about 340 more games". Empty if it has ended,
/// or if nothing can be said (pairs_left()).
std::string games_left_text(const SprtCourse& course);

/// The lines about a sequential test: hypotheses, pairs, likelihood ratio, estimate, and the verdict as the last line.
/// Empty if there is no test.
std::vector<std::string> test_lines(const Account& account);

}  // namespace referee::tournament
