// The part of the referee that runs inside the sandbox in which a hand-in is unpacked or built.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace referee::handins {

/// The hidden command of the program that calls run_step().
inline constexpr std::string_view step_command = "hand-in-step";

/// The line before the bytes that a step reads from its stdin, with their number. The end of stdin comes later: it
/// tells the step that the time of its command is over.
[[nodiscard]] std::string line_before(std::string_view bytes);

/// Runs one step, and writes its parcel to stdout. The words are "unpack", with the bytes of a zip archive, or "build"
/// and the command that builds, with those of a parcel of the sources. The command runs without a shell in a copy of
/// the sources in /tmp, beside which a driver lies. "extract" and a command unpack the archive on stdin, which lies at
/// archive_file, into the working folder. Returns the exit code. Throws games::UserError for other words, and
/// std::runtime_error.
int run_step(std::span<const std::string> words);

}  // namespace referee::handins
