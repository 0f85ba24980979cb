// A progress line on the terminal of stderr.
#pragma once

#include <string_view>

namespace referee {

/// Whether stderr is a terminal on which lines can be overwritten.
bool can_draw_on_terminal();

/// If there is a terminal, moves to the beginning of an empty line on it, because the terminal echoes ^C after Ctrl-C.
/// Does not throw.
void begin_line_on_terminal();

/// Shows progress on one line of the terminal, until other text replaces it.
class ProgressLine {
public:
    /// `wanted`: whether to show the progress if that is possible.
    explicit ProgressLine(bool wanted) : wanted_(wanted && can_draw_on_terminal()) {}
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Replaces the shown text. The new text is cut to the width of the terminal, and made harmless().
    void show(std::string_view text);
    /// Must be called before anything else is written to the terminal.
    void clear();

private:
    bool wanted_;
    bool shown_ = false;
};

}  // namespace referee
