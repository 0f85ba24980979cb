// Compares the names of teams, as lists and learning platforms write them.
#pragma once

#include <string>
#include <string_view>

#include "referee/handins/person_names.hpp"

namespace referee::handins {

/// The letters and digits of a name in their order, without case, accents and signs: "teama1" for "Team Á-1".
[[nodiscard]] std::string plain_letters(std::string_view name);

/// The name as GitHub writes it into an address: "team-a-1".
[[nodiscard]] std::string slug_of(std::string_view name);

/// Whether a text is the name of a team: the same words in the same order.
[[nodiscard]] bool is_team_name(const NameWords& text, const NameWords& team, Spelling spelling);

/// Whether the name of a team may also be read as that of a student, in any order and in one word.
[[nodiscard]] bool may_be_name_of(const std::string& team, const std::string& student);

}  // namespace referee::handins
