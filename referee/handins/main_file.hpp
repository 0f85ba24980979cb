// Finds the file of a project that is run, and the command that runs it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/handins/project.hpp"

namespace referee::handins {

using Words = std::vector<std::string>;
using Files = std::vector<const ProjectFile*>;

/// The names of a main file without suffix, the best first.
inline constexpr std::array<std::string_view, 4> main_names = {"bot", "main", "__main__", "index"};

/// The first of them also name the file that a driver calls.
inline constexpr std::size_t plain_main_names = 2;

/// The file that is the program: the topmost one with the name of a main file; or else, in the topmost folders, the
/// only one that does something if it is run, or the only one. `title` is the kind of the files in the message. Throws
/// games::UserError if there are several, also if files in different folders have the same name of a main file.
/// Requires: there is a file.
/// `means_nothing`: a driver runs the file, so "__main__" in it or as its name tells nothing, nor does "index", and no
/// bot.json can name the file.
enum class UseOfMain : std::uint8_t { tells_the_main_file, means_nothing };
[[nodiscard]] const ProjectFile& main_of(Files files, std::string_view title,
                                         UseOfMain use = UseOfMain::tells_the_main_file);

/// Whether a file begins with "#!".
[[nodiscard]] bool is_script(const ProjectFile& file);
/// Whether a file runs without another one: an ELF file that is neither an object nor a library.
[[nodiscard]] bool is_program(const ProjectFile& file);

/// The interpreter that the first line of a script names, with its arguments. Throws games::UserError if it names none.
/// Requires: is_script().
[[nodiscard]] Words interpreter_of(const ProjectFile& file);
/// The command that runs a script.
[[nodiscard]] Words run_script(const ProjectFile& file, Words interpreter);
/// The command that runs the class with a main method. Throws games::UserError if these Java files have none, or
/// several.
[[nodiscard]] Words java_command(const Files& files);

/// The name of a source without its suffix, and for Java with the package: "game.Strategy". Throws games::UserError if
/// it can't be the name of a class or module.
[[nodiscard]] std::string class_name_of(const ProjectFile& file);

/// The number of folders above a file: 2 for "a/b/bot.py".
[[nodiscard]] std::size_t depth_of(const ProjectFile* file);
/// The paths of a few of the files, for a message.
[[nodiscard]] std::string list_of(const Files& files);

}  // namespace referee::handins
