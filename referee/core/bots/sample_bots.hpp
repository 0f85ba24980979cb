// The bots that are shipped with the program, and hints for a user who names a bot that does not exist.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/catalogue.hpp"

namespace referee {

/// The folder of the sample bots of a referee program. If the program is installed, it is libexec/referee/bots beside
/// the program's bin/. Otherwise it is the program's own folder.
[[nodiscard]] std::filesystem::path sample_bots_folder(const std::filesystem::path& program);
/// The folder of the sample bots of the running program. Empty if the system does not report the program's path.
[[nodiscard]] std::filesystem::path sample_bots_folder();

/// The path of the sample bot with this file name. Nothing if there is none that can be run.
[[nodiscard]] std::optional<std::string> sample_bot(const std::string& name);

/// The file name of the sample bot that this program is. Nothing if it is none; but the folder may hold other programs,
/// too.
[[nodiscard]] std::optional<std::string> name_of_sample_bot(const std::string& program);

/// The path of the driver with this name that is shipped with the program ("function.py", "java"; see
/// referee/handins/driver.hpp). Nothing if there is none.
[[nodiscard]] std::optional<std::string> shipped_driver(const std::string& name);

/// The names of all drivers that are shipped with the program, in order.
[[nodiscard]] std::vector<std::string> shipped_drivers();

/// Whether `word` is an existing path, the name of a sample bot, or a program on the user's PATH.
[[nodiscard]] bool names_something(const std::string& word);

/// The sample bot that plays games of one's own, too: it needs only the list of valid moves.
inline constexpr const char* bot_for_own_games = "random.py";

/// Why a sample bot can't play this game: "plays only fitz". Nothing if it can, or if the program is no sample bot.
[[nodiscard]] std::optional<std::string> refusal_of_sample_bot(const std::string& program, const games::GameInfo& game);

/// Returns "; did you mean 'x'?" if there is a similar name: that of a file in the same folder or, for a bare name,
/// that of a sample bot or of an interpreter in the folders of `path`. Otherwise returns an empty text.
[[nodiscard]] std::string meant_instead_of(const std::filesystem::path& missing, std::string_view path = {});

/// A hint at the reason why a program is missing. `program` is the program of the bot that the user named `text`.
/// Possible reasons are: its source is not compiled, another file has a similar name, or `text` looks like
/// "name=command" but is not. The hint begins with ", " or "; ". Empty if there is no hint. `path` as in
/// meant_instead_of().
[[nodiscard]] std::string hint_on_missing(std::string_view text, const std::string& program,
                                          std::string_view path = {});

/// The complaint about a word that is neither a file nor a program in the folders of `path`, followed by a hint.
[[nodiscard]] std::string about_unknown_word(std::string_view text, const std::string& program, std::string_view path);

}  // namespace referee
