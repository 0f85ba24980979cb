// Output for people: results on stdout, notes on stderr, colour only where it is seen.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "games/looks.hpp"

namespace referee {

/// Writes to stdout at once; where that is a terminal, sentences that are wider are broken. A stdout that can't be
/// written to is remembered: see stdout_failed().
void print(std::string_view text);
bool stdout_failed();
/// Whether it failed because nobody reads it any more, as after `| head`. Such a failure is not reported.
bool stdout_closed();

/// Thrown where nothing is left to do without a stdout.
class StdoutFailed : public std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// Throws StdoutFailed if stdout has failed.
void check_stdout();

/// Writes to stderr at once, as it is. Nobody may be there to read it any more, a terminal may be gone: nothing depends
/// on that, and nothing is thrown.
void print_to_stderr(std::string_view text) noexcept;

/// Notes go to stderr, each on a line of its own, and harmless; on a terminal on several lines if it is too wide.
void note(std::string_view text);
void warn(std::string_view text);
/// The one line that says why the program failed.
void complain(std::string_view text);
/// Leaves out notes, not warnings.
void be_quiet();

/// Whether stdout is a terminal that shows colours and NO_COLOR (https://no-color.org) is not set.
bool colour_wanted();

/// The abilities of stdout for drawing a board: more than ASCII where the locale has UTF-8, colours where they are
/// wanted.
games::Looks looks();

/// The styles that the program writes with; all are of the 8-colour terminal.
enum class Colour { bold, dim, green, red, yellow };
/// The text in this colour, or as it is where colour is not wanted.
std::string coloured(Colour colour, std::string_view text);

/// Text from a stranger, safe to show on a terminal: control characters, marks that turn the direction of writing, and
/// bytes that are no UTF-8 are escaped.
std::string harmless(std::string_view text);

/// A message that quotes an argument or a file at any length, cut in its middle so that it has about 2,000 bytes at the
/// most: notes, warnings and complaints are. Requires: text in UTF-8.
std::string shortened(std::string text);

/// Prepares note() and warn(), which then can't fail for lack of memory. Call it once at the start.
void prepare_notes();

/// Writes what a bot puts on its stderr to ours, line by line: each behind `name: `, and harmless.
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
