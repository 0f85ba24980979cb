// What a log keeps of the notes that the players of a match write: within bounds, for each of them by itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/notes.hpp"

namespace referee {

/// What a log keeps of what bots write to stderr.
enum class NotesKept : std::uint8_t {
    nothing,
    info,  ///< what their last info line of each turn says
    all,   ///< that, and their text
};

/// "off", "info" or "all", as an option and a setting have it.
[[nodiscard]] std::string_view name_of(NotesKept what);
/// The way back; none if it is no such name.
[[nodiscard]] std::optional<NotesKept> notes_kept_of(std::string_view name);

/// The number of bytes of text that are kept of one match: of each player the half, so that none can take the other's.
inline constexpr std::size_t max_notes_of_match = 256 * 1024;
/// The same where only info lines are kept: their moves and strings. Their numbers are always kept.
inline constexpr std::size_t max_info_of_match = 16 * 1024;

/// Of one match.
class NoteKeeper {
public:
    explicit NoteKeeper(NotesKept what);

    [[nodiscard]] NotesKept what() const { return what_; }
    /// The part of a player's notes that is kept, with its info.
    [[nodiscard]] protocol::Notes kept(int player, protocol::Notes notes);

private:
    NotesKept what_;
    std::array<std::size_t, 2> room_;  ///< bytes that are left to each player
};

/// "950", "12.3k", "1.23M": three digits.
[[nodiscard]] std::string short_count(std::int64_t count);

/// "+53, depth 7, 120k nodes, 1.3M/s, expects DROP 3 DROP 4, any text"; empty if it says nothing. `long_form`: with the
/// moves and the text. Safe to show.
[[nodiscard]] std::string info_text(const protocol::Info& info, bool long_form);

/// Lines of a title and what it has noted, each indented and with its newline: first what its info says, then its other
/// lines, at most the last `max_lines`. Empty if there is nothing. Safe to show.
[[nodiscard]] std::string notes_text(const protocol::Notes& notes, std::size_t max_lines);

}  // namespace referee
