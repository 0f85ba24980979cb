// The notes that players write to stderr: the part that a log keeps, and their text on a terminal.
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
    info,  ///< only the last info line of each turn
    all,   ///< the last info line of each turn, and the text
};

/// The word for a value in options and settings: "off", "info" or "all".
[[nodiscard]] std::string_view name_of(NotesKept what);
/// The inverse of name_of(). Nothing for any other text.
[[nodiscard]] std::optional<NotesKept> notes_kept_of(std::string_view name);

/// The maximum number of bytes of text that are kept of one match. Each player may use one half.
inline constexpr std::size_t max_notes_of_match = std::size_t{256} * 1024;
/// The same maximum if only info lines are kept. It applies to their moves and strings. Their numbers are always kept.
inline constexpr std::size_t max_info_of_match = std::size_t{16} * 1024;

/// Keeps the notes of one match within bounds.
class NoteKeeper {
public:
    explicit NoteKeeper(NotesKept what);

    [[nodiscard]] NotesKept what() const { return what_; }
    /// The part of a player's notes that is kept, and the info in them.
    [[nodiscard]] protocol::Notes kept(int player, protocol::Notes notes);

private:
    NotesKept what_;
    std::array<std::size_t, 2> room_;  ///< the number of bytes that each player may still use
};

/// Writes a count with at most three significant digits: "950", "12.3k", "1.23M".
[[nodiscard]] std::string short_count(std::int64_t count);

/// Writes an info in words: "+53, depth 7, 120k nodes, 1.3M/s, expects DROP 3 DROP 4, any text". Empty if the info is
/// empty. `long_form` adds the speed, the expected moves and the text. The result is safe to show.
[[nodiscard]] std::string info_text(const protocol::Info& info, bool long_form);

/// Writes notes as indented lines: first the info, then the other lines, but at most the last `max_lines`. Empty if
/// there are no notes. The result is safe to show.
[[nodiscard]] std::string notes_text(const protocol::Notes& notes, std::size_t max_lines);

}  // namespace referee
