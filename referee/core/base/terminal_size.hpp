// The size of the terminal that shows the output.
#pragma once

#include <cstddef>
#include <optional>

namespace referee {

/// The size in character cells.
struct TerminalSize {
    int rows = 24;
    int columns = 80;
};

/// The size of the terminal on stderr, or the default if it is unknown.
TerminalSize terminal_size();

/// The width of the terminal that a descriptor refers to. Nothing if it is not a terminal, because lines in files or
/// for programs are not wrapped.
std::optional<std::size_t> columns_of_terminal(int fd);

}  // namespace referee
