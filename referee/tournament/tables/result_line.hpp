// The difference of two bots in words: one line, live as well as at the end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/statistics/pair_summary.hpp"
#include "referee/tournament/tables/account.hpp"
#include "referee/tournament/tables/grid.hpp"

namespace referee::tournament {

/// "+236 Elo [+180, +300]"; without an estimate a bound, "above +28 Elo". Empty before the first pair.
std::string difference_text(const PairSummary& summary);

/// "LOS >99 %"; empty where it is not known.
std::string los_text(const PairSummary& summary);

/// "+236 Elo [+180, +300], nElo +150, LOS >99 %, score 62.0 %, pairs 3.25, even 10 %": docs/tables.md says what it
/// means. Broken only where it is longer than `width`; no newline at its end. Empty before the first pair.
std::string result_line(const PairSummary& summary, std::size_t width = text_width);

/// "new against old, 60 pairs", of at most `width` columns.
std::string result_title(std::string_view first, std::string_view second, std::uint64_t pairs,
                         std::size_t width = text_width);

/// A title and a result line of a tournament of two entrants; empty if there are more, or no pair is finished yet.
std::vector<std::string> difference_lines(const Account& account, std::size_t width = text_width);

/// "120 distinct games of 240; the others repeat them move by move". Empty if nothing repeats.
std::string repeats_line(std::uint64_t games, std::uint64_t distinct);

}  // namespace referee::tournament
