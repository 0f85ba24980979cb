// The terminal that a person watches on stderr: its size, and a progress line on it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace referee {

/// In character cells.
struct TerminalSize {
    int rows = 24;
    int columns = 80;
};

/// Of the terminal on stderr; the default if it is unknown.
TerminalSize terminal_size();

/// The width of the terminal behind a descriptor; nothing where this is none: what is kept, or read by programs, has no
/// breaks in its lines.
std::optional<std::size_t> columns_of_terminal(int fd);

/// Whether stderr is a terminal on which lines can be written over.
bool can_draw_on_terminal();

/// Goes to the beginning of an empty line on the terminal, if there is one: after Ctrl-C it has echoed a ^C. Throws
/// nothing.
void begin_line_on_terminal();

/// The progress of something, on one line of the terminal, until other text replaces it.
class ProgressLine {
public:
    /// `wanted`: whether to show anything, where it can be shown.
    explicit ProgressLine(bool wanted) : wanted_(wanted && can_draw_on_terminal()) {}
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// In place of what was shown before. The text is cut where the terminal ends; it is made harmless.
    void show(std::string_view text);
    /// To be called before anything else is written to the terminal.
    void clear();

private:
    bool wanted_;
    bool shown_ = false;
};

}  // namespace referee
