// Notes: the text that a bot writes to stderr, as the match log keeps it for each ply.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/info_line.hpp"
#include "protocol/json_text.hpp"

namespace protocol {

/// The notes of one bot at one ply.
struct Notes {
    std::string text;            ///< bytes as they came
    std::uint64_t left_out = 0;  ///< bytes that came before `text` and are not kept
    std::optional<Info> info;    ///< what the last line says that is an Info with a score
    friend bool operator==(const Notes&, const Notes&) = default;

    [[nodiscard]] bool empty() const { return text.empty() && left_out == 0 && !info; }
};

/// An info as an object; what is missing has no key.
Json json_of(const Info& info);
/// The way back. Throws Json::exception if something is of another type.
Info info_of(const Json& json);
/// The notes as an object; what is missing has no key.
Json json_of(const Notes& notes);
/// The way back. Throws Json::exception if something is of another type.
Notes notes_of(const Json& json);

/// The text after a line that says how much was left out before it, if anything was: "[1234567 bytes left out]".
[[nodiscard]] std::string text_of(const Notes& notes);

}  // namespace protocol
