// Describes the differences between two tournaments in words.
#pragma once

#include <string>

#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// The differences that prevent `now` from continuing `file`, and a remedy, in one line; empty if there are none. `db`:
/// the path of the file. Missing bots may be in the same folder.
std::string differences(const TournamentHead& file, const TournamentHead& now, const std::string& db);

/// Converts strings to the text of a JSON array, and back; none if the text is not such an array.
std::string words_to_json(const std::vector<std::string>& words);
std::optional<std::vector<std::string>> words_of_json(std::string_view json);

/// Whether this is the text of a JSON object.
bool is_json_object(std::string_view json);

}  // namespace referee::tournament
