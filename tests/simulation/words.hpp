// Reads commands as they are typed, without the program's own parser.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "tests/simulation/step.hpp"

namespace simulation {

/// The value of an option such as `--games`; nothing if it is not given.
inline std::optional<std::string> value_of(const Words& typed, const std::string& option) {
    const auto found = std::find(typed.begin(), typed.end(), option);
    if (found == typed.end() || found + 1 == typed.end()) return std::nullopt;
    return *(found + 1);
}
inline int number_of(const Words& typed, const std::string& option, int usual) {
    const auto value = value_of(typed, option);
    return value ? std::stoi(*value) : usual;
}
inline void append(Words& words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
}
inline bool has(const Words& typed, const std::string& option) {
    return std::find(typed.begin(), typed.end(), option) != typed.end();
}

}  // namespace simulation
