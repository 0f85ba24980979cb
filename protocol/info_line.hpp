// Lines on stderr in which a bot says what it thinks: "info depth 7 score 53 nodes 120000 pv DROP 3 DROP 4", as in UCI.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace protocol {

/// A score from the view of the side to move: a number in the bot's own units, or the share of points that it expects.
struct Score {
    enum class Kind : std::uint8_t {
        units,  ///< "score 53": whatever the bot counts in
        share,  ///< "score 62.5%", or "score wdl 500 250 250": from 0 to 1
    };
    Kind kind = Kind::units;
    double value = 0;
    friend bool operator==(const Score&, const Score&) = default;
};

/// The fields of one line; a field that is missing or malformed is not set. "currmove" and other words of UCI, each
/// with one value, are skipped.
struct Info {
    std::optional<std::int64_t> depth;
    std::optional<Score> score;
    std::optional<std::int64_t> nodes;
    std::optional<std::int64_t> nps;  ///< nodes a second
    std::string pv;                   ///< the moves that it expects, separated by spaces, up to the next field
    std::string text;                 ///< what follows "string", to the end of the line
    friend bool operator==(const Info&, const Info&) = default;
};

/// Reads a line without its newline; nothing if it does not begin with "info ".
[[nodiscard]] std::optional<Info> parse_info(std::string_view line);

/// The last line of a text that is an Info with a score, otherwise the last that is an Info.
[[nodiscard]] std::optional<Info> last_info(std::string_view text);

/// "+53", "-0.25", "62.5 %".
[[nodiscard]] std::string text_of(const Score& score);

}  // namespace protocol
