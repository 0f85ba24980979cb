// What people read: results on stdout, notes on stderr, colour only where it is seen.
#pragma once

#include <string>
#include <string_view>

namespace referee {

/// Writes to stdout at once. A stdout that can't be written to is remembered: see stdout_failed().
void print(std::string_view text);
bool stdout_failed();

/// Notes go to stderr, each on a line of its own.
void note(std::string_view text);
void warn(std::string_view text);
/// Leaves out notes, not warnings.
void be_quiet();

/// Whether stdout is a terminal that shows colours and NO_COLOR (https://no-color.org) is not set.
bool colour_wanted();

enum class Colour { bold, dim, green, red, yellow };
/// The text in this colour, or as it is where colour is not wanted.
std::string coloured(Colour colour, std::string_view text);

/// Text from a stranger, safe to show on a terminal: control characters and bytes that are no ASCII are escaped.
std::string harmless(std::string_view text);

/// Writes what a bot has put on its stderr to ours: every line behind `name: `, and harmless.
void pass_on_stderr(std::string_view name, std::string_view text);

}  // namespace referee
