// Output for people: results on stdout, notes on stderr, and colour on terminals.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "games/looks.hpp"

namespace referee {

/// Writes to stdout at once. Breaks sentences that are wider than a terminal. Failures are remembered: see
/// stdout_failed().
void print(std::string_view text);
bool stdout_failed();
/// Whether it failed because the reader is gone, as after `| head`. Such a failure is not reported.
bool stdout_closed();

/// Thrown if the program can't go on without stdout.
class StdoutFailed : public std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// Throws StdoutFailed if stdout has failed.
void check_stdout();

/// Writes to stderr at once and unchanged. Failures are ignored, since its reader may be gone.
void print_to_stderr(std::string_view text) noexcept;

/// Notes and warnings go to stderr, one per line, made harmless; wide ones are broken on a terminal.
void note(std::string_view text);
void warn(std::string_view text);
/// The one line that says why the program failed.
void complain(std::string_view text);
/// Leaves out notes, not warnings.
void be_quiet();

/// Whether stdout is a terminal that shows colours and NO_COLOR (https://no-color.org) is not set.
bool colour_wanted();

/// The abilities of stdout for drawing a board: more than ASCII if the locale has UTF-8, colours if they are wanted.
games::Looks looks();

/// The styles of the program's output; an 8-colour terminal has all of them.
enum class Colour { bold, dim, green, red, yellow };
/// The text in this colour, or unchanged if colour is not wanted.
std::string coloured(Colour colour, std::string_view text);

/// Foreign text made safe for a terminal: control characters, marks that change the direction of writing, and invalid
/// UTF-8 are escaped.
std::string harmless(std::string_view text);

/// A message cut in its middle to at most about 2,000 bytes, since it may quote a long argument or file. Used for
/// notes, warnings and complaints. Requires: text in UTF-8.
std::string shortened(std::string text);

/// Prepares note() and warn(), which then can't fail for lack of memory. Call it once at the start.
void prepare_notes();

/// Copies a bot's stderr to ours line by line: each after `name: `, and made harmless.
class StderrPrinter {
public:
    explicit StderrPrinter(std::string name) : name_(std::move(name)) {}
    /// Prints a last line that has no end.
    ~StderrPrinter();
    StderrPrinter(const StderrPrinter&) = delete;
    StderrPrinter& operator=(const StderrPrinter&) = delete;

    void print(std::string_view text);

private:
    std::string line_of(std::string_view line) const;

    std::string name_;
    std::string unfinished_;
};

}  // namespace referee
