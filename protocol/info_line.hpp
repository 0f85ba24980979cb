// Lines on stderr in which a bot reports its thinking, as in UCI: "info depth 7 score 53 nodes 120000 pv DROP 3 DROP
// 4".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/fields.hpp"

namespace protocol {

/// The fields of one line. A missing or malformed field is not set. All scores are from the point of view of the bot
/// that writes them. A line may have several scores.
struct Info {
    std::optional<std::int64_t> depth;
    std::optional<double> score;       ///< "score 53": in the bot's own units; positive if the bot is better
    std::optional<std::int64_t> mate;  ///< "score mate 3": the bot certainly wins in 3 moves; if not positive, it loses
    std::optional<double> expected;    ///< "score 62.5%" or "wdl 500 250 250": the expected share of points
    std::optional<std::int64_t> nodes;
    std::optional<std::int64_t> nps;  ///< nodes per second
    std::string pv;                   ///< the expected moves, separated by spaces
    std::string text;                 ///< the text after "string", up to the end of the line
    friend bool operator==(const Info&, const Info&) = default;

    [[nodiscard]] bool has_score() const { return score || mate || expected; }

    static void fields(auto& self, auto&& visit) {
        visit("depth", if_any(self.depth));
        visit("score", omit_if(!self.score, whole_if_whole(self.score)));  // most bots use whole numbers
        visit("mate", if_any(self.mate));
        visit("expected", if_any(self.expected));
        visit("nodes", if_any(self.nodes));
        visit("nps", if_any(self.nps));
        visit("pv", omit_if(self.pv.empty(), self.pv));
        visit("string", omit_if(self.text.empty(), self.text));
    }
};

/// The maximum length of an info line, in bytes. The rest of a longer line is ignored.
inline constexpr std::size_t max_info_line = 1024;

/// The maximum absolute value of a number. Every JSON reader can represent it.
inline constexpr std::int64_t max_info_number = (std::int64_t{1} << 53) - 1;

/// Reads a line without its newline. Returns nothing if the first word is not "info". A field ends where the next one
/// begins. A word that is not a field is skipped. Also returns nothing for lines about another variation than the best
/// one ("multipv 2").
[[nodiscard]] std::optional<Info> parse_info(std::string_view line);

/// The last info line of a text that has a score. If no info line has a score, the last info line.
[[nodiscard]] std::optional<Info> last_info(std::string_view text);

/// The scores of an info: "+53", "-0.25, 62.5 %", "wins in 3", "loses in 2"; empty if it has none.
[[nodiscard]] std::string score_text(const Info& info);

}  // namespace protocol
