// Notes: the text that a bot writes to stderr, as the match log keeps it for each ply.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/info_line.hpp"

namespace protocol {

/// The notes of one bot at one ply.
struct Notes {
    std::string text;            ///< bytes as they came
    std::uint64_t left_out = 0;  ///< bytes that came before `text` and are not kept
    std::optional<Info> info;    ///< what the last line says that is an Info with a score
    friend bool operator==(const Notes&, const Notes&) = default;

    [[nodiscard]] bool empty() const { return text.empty() && left_out == 0 && !info; }

    static void fields(auto& self, auto&& visit) {
        visit("info", if_any(self.info));
        visit("left_out", omit_if(self.left_out == 0, self.left_out));
        visit("text", omit_if(self.text.empty(), self.text));
    }
};

/// The text after a line that says how much was left out before it, if anything was: "[1234567 bytes left out]".
[[nodiscard]] std::string text_of(const Notes& notes);

}  // namespace protocol
