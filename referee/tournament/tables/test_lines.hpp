// The sequential test in words.
#pragma once

#include <string>
#include <vector>

#include "referee/tournament/tables/account.hpp"

namespace referee::tournament {

/// Hypotheses, pairs, ratio, estimate, and the verdict as the last line. Empty if there is no test.
std::vector<std::string> test_lines(const Account& account);

}  // namespace referee::tournament
