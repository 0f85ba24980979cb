// The teacher's program that calls a function or a class of each hand-in, which is no program itself.
#pragma once

#include <string>

#include "protocol/fields.hpp"
#include "referee/handins/recipe.hpp"

namespace referee::handins {

/// A script in Python. It lies beside each project, whose files can't replace it, and is run with the path of the
/// project's main file as its argument.
struct Driver {
    std::string name{};  ///< of the file; empty: there is no driver
    std::string text{};

    static void fields(auto& self, auto&& visit) {
        visit("name", self.name);
        visit("text", self.text);
    }
    friend bool operator==(const Driver&, const Driver&) = default;
};

/// Reads a driver: a file, or one that is shipped with the program ("function.py"). Throws games::UserError if it is no
/// Python file in UTF-8, or larger than 256 KiB.
[[nodiscard]] Driver read_driver(const std::string& file);

/// How a project is run by a driver. Its main file is one with the name of a main file, or the only Python file; its
/// bot.json may say how it is built. Throws games::UserError that ends a sentence about the hand-in.
[[nodiscard]] Recipe recipe_with(const Driver& driver, const Project& project);

}  // namespace referee::handins
