// The sequential test in words.
#pragma once

#include <string>
#include <vector>

#include "referee/tournament/tables/account.hpp"

namespace referee::tournament {

/// "LLR 0.52; -2.94 decides for H0, 2.94 for H1": how far a sequential test is.
std::string llr_text(const Sprt& state);

/// Hypotheses, pairs, ratio, estimate, and the verdict as the last line. Empty if there is no test.
std::vector<std::string> test_lines(const Account& account);

}  // namespace referee::tournament
