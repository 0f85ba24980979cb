// The notes that players write to stderr: the part that a log keeps, and their text for a terminal.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/notes.hpp"

namespace referee {

/// The part of the bots' stderr that a log keeps.
enum class NotesKept : std::uint8_t {
    nothing,
    info,  ///< the last info line of each turn
    all,   ///< also the text
};

/// "off", "info" or "all", as in options and settings.
[[nodiscard]] std::string_view name_of(NotesKept what);
/// The way back; nothing for any other text.
[[nodiscard]] std::optional<NotesKept> notes_kept_of(std::string_view name);

/// The number of bytes of text that are kept of one match. Each player has one half.
inline constexpr std::size_t max_notes_of_match = 256 * 1024;
/// The same if only info lines are kept: for their moves and strings. Their numbers are always kept.
inline constexpr std::size_t max_info_of_match = 16 * 1024;

/// Keeps the notes of one match within bounds.
class NoteKeeper {
public:
    explicit NoteKeeper(NotesKept what);

    [[nodiscard]] NotesKept what() const { return what_; }
    /// The kept part of a player's notes, with its info.
    [[nodiscard]] protocol::Notes kept(int player, protocol::Notes notes);

private:
    NotesKept what_;
    std::array<std::size_t, 2> room_;  ///< free bytes of each player
};

/// "950", "12.3k", "1.23M": a count with three digits.
[[nodiscard]] std::string short_count(std::int64_t count);

/// "+53, depth 7, 120k nodes, 1.3M/s, expects DROP 3 DROP 4, any text"; empty if the info is. `long_form`: with the
/// moves and the text. Safe to show.
[[nodiscard]] std::string info_text(const protocol::Info& info, bool long_form);

/// Indented lines: first the info, then the other lines, at most the last `max_lines`. Empty if there are no notes.
/// Safe to show.
[[nodiscard]] std::string notes_text(const protocol::Notes& notes, std::size_t max_lines);

}  // namespace referee
