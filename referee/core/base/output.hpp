// Readable output: results on stdout, notes on stderr, and colour on terminals.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "games/looks.hpp"

namespace referee {

/// Writes to stdout at once. On a terminal, wraps prose that is too wide. A failure is remembered, see stdout_failed().
void print(std::string_view text);
bool stdout_failed();
/// Whether stdout failed because its reader has ended, as with `| head`. Such a failure is not reported.
bool stdout_closed();

/// Thrown if the program can't go on without stdout.
class StdoutFailed : public std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// Throws StdoutFailed if stdout has failed.
void check_stdout();

/// Writes to stderr at once and unchanged. Failures are ignored, because the reader may have ended.
void print_to_stderr(std::string_view text) noexcept;

/// Write a note or a warning to stderr as one harmless() line. On a terminal, long lines are wrapped.
void note(std::string_view text);
void warn(std::string_view text);
/// Writes the one line that says why the program failed.
void complain(std::string_view text);
/// Suppresses notes from now on. Warnings are still printed.
void be_quiet();

/// Whether stdout is a terminal that shows colours, and NO_COLOR (https://no-color.org) is not set.
bool colour_wanted();

/// The capabilities of stdout for drawing a board: more than ASCII if the locale has UTF-8, and colours if they are
/// wanted.
games::Looks looks();

/// The styles of the program's output. An 8-colour terminal has all of them.
enum class Colour { bold, dim, green, red, yellow };
/// The text in this colour, or unchanged if colour is not wanted.
std::string coloured(Colour colour, std::string_view text);

/// Makes foreign text safe for a terminal: escapes control characters, characters that change the writing direction,
/// and invalid UTF-8.
std::string harmless(std::string_view text);

/// Shortens a message to about 2,000 bytes by cutting its middle, because it may quote a long argument or file. Used
/// for notes, warnings and complaints. Requires: `text` is UTF-8.
std::string shortened(std::string text);

/// Prepares note() and warn(), so that they can't fail later for lack of memory. Should be called once at the start.
void prepare_notes();

/// Copies a bot's stderr to the referee's, line by line. Each line is preceded by `name: ` and made harmless().
class StderrPrinter {
public:
    explicit StderrPrinter(std::string name) : name_(std::move(name)) {}
    /// Prints an incomplete last line.
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
