// Notes: the text that a bot writes to stderr, as it is kept in the match log for each ply.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/info_line.hpp"

namespace protocol {

/// The notes of one bot at one ply.
struct Notes {
    std::string text;            ///< the bytes as the bot wrote them
    std::uint64_t left_out = 0;  ///< the number of bytes before `text` that are not kept
    std::optional<Info> info;    ///< see last_info()
    friend bool operator==(const Notes&, const Notes&) = default;

    [[nodiscard]] bool empty() const { return text.empty() && left_out == 0 && !info; }

    static void fields(auto& self, auto&& visit) {
        visit("info", if_any(self.info));
        visit("left_out", omit_if(self.left_out == 0, self.left_out));
        visit("text", omit_if(self.text.empty(), self.text));
    }
};

/// The text of the notes. If bytes before it were left out, a line before the text says how many: "[1234567 bytes left
/// out]".
[[nodiscard]] std::string text_of(const Notes& notes);

}  // namespace protocol
