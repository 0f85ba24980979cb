// JSON in a column of a tournament's file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::tournament {

/// Converts strings to the text of a JSON array, and back; none if the text is not such an array.
std::string words_to_json(const std::vector<std::string>& words);
std::optional<std::vector<std::string>> words_of_json(std::string_view json);

/// Whether this is the text of a JSON object.
bool is_json_object(std::string_view json);

}  // namespace referee::tournament
