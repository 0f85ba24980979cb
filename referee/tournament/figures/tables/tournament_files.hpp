// The tournament files that a command reads: one, or several that are added up.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/figures/tables/joined_files.hpp"

namespace referee {

/// Opens the files for reading. Throws games::UserError.
[[nodiscard]] std::vector<tournament::NamedStore> open_files(const std::vector<std::string>& paths);

/// The account of one file, or of the union of several. Prints the warnings of the union on stderr. Throws
/// games::UserError. Requires: at least one file.
[[nodiscard]] tournament::Account account_of_files(std::span<const tournament::NamedStore> files);

/// Throws games::UserError if `output`, the value of `option`, is the tournament's file itself or belongs to it.
void refuse_own_file(std::string_view option, const std::string& output, const std::string& db);

}  // namespace referee
