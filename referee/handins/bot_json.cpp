#include "referee/handins/bot_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "games/user_error.hpp"
#include "referee/core/base/text_file.hpp"

namespace referee::handins {

using games::UserError;

protocol::Json object_in_bot_json(const ProjectFile& file, std::span<const std::string_view> keys,
                                  std::string_view how_to_write) {
    constexpr std::size_t max_size = 16384;  // a command must fit into the arguments of a process
    if (file.bytes.size() > max_size) throw UserError("bot.json: it is larger than 16 KiB");
    protocol::Json json = parse_written_json(file.bytes, "bot.json");
    if (!json.is_object() || json.empty()) throw UserError(std::string(how_to_write));
    for (const auto& [key, value] : json.items())
        if (std::ranges::find(keys, key) == keys.end())
            throw UserError(fmt::format("bot.json: there is no key '{}', only {}", key, fmt::join(keys, " and ")));
    return json;
}

Words words_in_bot_json(const protocol::Json& json, std::string_view key, Leads leads) {
    const auto wrong = [&](std::string_view why) { return UserError(fmt::format("bot.json, /{}: {}", key, why)); };
    if (!json.is_array() || json.empty()) throw wrong("write a list of words: [\"python3\", \"bot.py\"]");
    Words words;
    for (const auto& word : json) {
        if (!word.is_string() || word.get_ref<const std::string&>().empty()) throw wrong("each word must be a text");
        words.push_back(word);
        if (std::ranges::any_of(words.back(), [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; }))
            throw wrong("a word must not contain control characters");
        const std::string path = "/" + words.back() + "/";
        if ((leads == Leads::into_the_project && words.back().starts_with('/')) ||
            path.find("/../") != std::string::npos)
            throw wrong(fmt::format("'{}' leads out of the project", words.back()));
    }
    return words;
}

CommandsInJson commands_in_json(const ProjectFile& file, const Project& project, std::string_view how_to_write) {
    static constexpr std::array<std::string_view, 2> keys = {"run", "build"};
    const protocol::Json json = object_in_bot_json(file, keys, how_to_write);
    const auto words = [&](const char* key) {
        if (!json.contains(key)) return Words();
        Words found = words_in_bot_json(json[key], key);
        if (file_called(project, found.front()) != nullptr) found.front().insert(0, "./");
        return found;
    };
    return {words("build"), words("run")};
}

}  // namespace referee::handins
