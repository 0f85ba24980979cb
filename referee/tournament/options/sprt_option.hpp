// The value of the option --sprt: the settings of a sequential test.
#pragma once

#include <string>

#include "referee/tournament/figures/statistics/sprt.hpp"

namespace referee {

/// Reads "elo0=0,elo1=5,alpha=.05,beta=.05,model=logistic", or "0,5" for the bounds. Parts that are not given keep
/// their defaults. Throws games::UserError.
[[nodiscard]] tournament::SprtSettings parse_sprt(const std::string& text);

/// The text that parse_sprt() reads as these settings.
[[nodiscard]] std::string sprt_text(const tournament::SprtSettings& test);

}  // namespace referee
