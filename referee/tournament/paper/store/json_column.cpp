#include "referee/tournament/paper/store/json_column.hpp"

#include <nlohmann/json.hpp>

#include "protocol/json_text.hpp"

namespace referee::tournament {

using protocol::Json;

std::string words_to_json(const std::vector<std::string>& words) {
    return protocol::json_text(words);
}

std::optional<std::vector<std::string>> words_of_json(std::string_view json) {
    const Json words = protocol::parse_json_or_discard(json);
    if (!words.is_array()) return std::nullopt;
    std::vector<std::string> list;
    for (const Json& word : words) {
        if (!word.is_string()) return std::nullopt;
        list.push_back(word.get<std::string>());
    }
    return list;
}

bool is_json_object(std::string_view json) {
    return protocol::parse_json_or_discard(json).is_object();
}

}  // namespace referee::tournament
