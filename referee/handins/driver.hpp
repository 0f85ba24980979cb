// The teacher's program that calls a function or a class of each hand-in, which is no program itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.hpp"
#include "referee/handins/project.hpp"
#include "referee/handins/recipe.hpp"

namespace referee::handins {

/// A file of a driver. All are texts in UTF-8, since a tournament's file keeps them.
struct DriverFile {
    std::string path;
    std::string text{};
    bool executable = false;

    static void fields(auto& self, auto&& visit) {
        visit("path", self.path);
        visit("text", self.text);
        visit("executable", protocol::may_lack(self.executable));
    }
    friend bool operator==(const DriverFile&, const DriverFile&) = default;
};

/// A script in Python, or a folder with a bot.json. It lies beside each project, whose files can't replace it.
struct Driver {
    std::string name{};  ///< of the file or folder; empty: there is no driver
    std::string text{};  ///< of the script; empty: it is a folder
    /// Of a folder: its files. Of a script: its example, as "example.py", if it has one.
    std::vector<DriverFile> files{};

    static void fields(auto& self, auto&& visit) {
        visit("name", self.name);
        visit("text", self.text);
        visit("files", protocol::may_lack(self.files));
    }
    [[nodiscard]] bool is_folder() const { return text.empty(); }
    friend bool operator==(const Driver&, const Driver&) = default;
};

/// The example of "mine.py" is "mine_example.py" in the same folder.
inline constexpr std::string_view end_of_example = "_example.py";

/// Reads a driver: a file, a folder, or one that is shipped with the program ("function.py", "java"). Throws
/// games::UserError if it is no Python file in UTF-8, a file larger than 256 KiB, a folder of more than 100 files or
/// 1 MiB, or if its bot.json is wrong.
[[nodiscard]] Driver read_driver(const std::string& given);

/// The files that lie beside a project, with paths in the folder of the bot: "function.py", "driver/Driver.java".
[[nodiscard]] Project beside_project(const Driver& driver);

/// The hand-in that comes with the driver; empty if there is none. A single file is called "bot" and its suffix.
[[nodiscard]] Project example_of(const Driver& driver);

/// Removes the driver's files from a hand-in: what lies where a starter kit has them, and copies of the same name
/// anywhere. Returns a sentence if one of them is not as the driver has it; otherwise an empty text.
[[nodiscard]] std::string drop_copies_of(const Driver& driver, Project& project);

/// The path of the file of a hand-in that the driver calls; one of them, if it calls several. Throws games::UserError
/// as recipe_with() does.
[[nodiscard]] std::string main_file_of(const Driver& driver, const Project& project);

/// How a project is run by a driver, and built: by the driver, or else as its own bot.json says. The driver names the
/// main file; of several files it is the one with the name of a main file. Throws games::UserError that ends a sentence
/// about the hand-in.
[[nodiscard]] Recipe recipe_with(const Driver& driver, const Project& project);

}  // namespace referee::handins
