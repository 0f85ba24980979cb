// Reads bot.json, in which a project or a driver says how it is built and run.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "protocol/json_text.hpp"
#include "referee/handins/main_file.hpp"
#include "referee/handins/project.hpp"

namespace referee::handins {

/// Its name.
inline constexpr std::string_view bot_json = "bot.json";

inline constexpr std::string_view how_to_write_bot_json =
    "bot.json: write {\"run\": [\"python3\", \"bot.py\"]}, and if it must be built, \"build\"";

/// The object in bot.json with some of these keys. Throws games::UserError, which begins with "bot.json", for other
/// keys, and if the file is larger than 16 KiB; for what is no object, or an empty one, with the message
/// `how_to_write`.
[[nodiscard]] protocol::Json object_in_bot_json(const ProjectFile& file, std::span<const std::string_view> keys,
                                                std::string_view how_to_write);

/// Where the words of a command may lead.
enum class Leads : std::uint8_t { into_the_project, also_to_absolute_paths };

/// A list of words without control characters. Throws games::UserError that names `key`.
[[nodiscard]] Words words_in_bot_json(const protocol::Json& json, std::string_view key,
                                      Leads leads = Leads::into_the_project);

/// The commands of a project. Each is empty if the file does not have it.
struct CommandsInJson {
    Words build{}, run{};
};
/// Reads the file of a project. Throws games::UserError that ends a sentence about the hand-in.
[[nodiscard]] CommandsInJson commands_in_json(const ProjectFile& file, const Project& project,
                                              std::string_view how_to_write = how_to_write_bot_json);

}  // namespace referee::handins
