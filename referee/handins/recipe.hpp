// Recognises what a student has handed in: its language, the command that builds it, and the command that runs it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/handins/project.hpp"

namespace referee::handins {

/// How a project is built and run. Both commands are words without a shell, in the folder of the project.
struct Recipe {
    std::vector<std::string> build;            ///< empty: nothing has to be built
    std::vector<std::string> run;              ///< empty: a program that the build makes, see find_program()
    bool is_usual = true;                      ///< the commands are those of a language, and not chosen by the student
    std::vector<std::string> more_programs{};  ///< of the system, which the commands call

    /// The programs of the system that the commands name: "g++", "python3".
    [[nodiscard]] std::vector<std::string> needs() const;
};

/// The version of the rules. It must change if equal projects may get other recipes.
inline constexpr int recipe_version = 1;

/// Whether a file may be a program or a part of one: a source in a known language, a script, a program or a bot.json.
[[nodiscard]] bool may_be_program(const ProjectFile& file);

/// Of copies such as "bot.py" and "bot (1).py", which a browser or Moodle makes of a second hand-in, keeps only the
/// newest, under the plain name. Returns a sentence for the teacher if there were several; otherwise an empty text.
[[nodiscard]] std::string keep_newest_copies(Project& project);

/// Recognises a project. In shell scripts, replaces line ends of Windows. Throws games::UserError that ends a sentence
/// about the hand-in, and says what was found and what to do.
[[nodiscard]] Recipe recognise(Project& project);

/// The command that runs a project after its build. Throws games::UserError if the build has made no program.
[[nodiscard]] std::vector<std::string> find_program(const Project& project);

}  // namespace referee::handins
