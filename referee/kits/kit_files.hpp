// The files of kits/, as they are built into the program.
#pragma once

#include <span>
#include <string_view>

namespace referee {

/// A file of kits/.
struct BuiltInFile {
    std::string_view path;  ///< below kits/: "python/board.py"
    std::string_view text;
};

/// All of them.
std::span<const BuiltInFile> kit_files();

}  // namespace referee
