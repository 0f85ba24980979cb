// Explanations that a board can give to the author of a bot, beyond the rules. Optional: not every Board explains.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace games {

/// Other versions of a game, for which there are bots that can't play this one.
struct OtherVersions {
    std::vector<std::string> words = {};  ///< first words of their answers, in small letters
    std::string answers = {};             ///< for the author of a bot that gives such an answer
    std::string blocks = {};              ///< for the author of a bot that waits for more of its first block
};

/// A board that explains. Boards of built-in games also derive from it; ask for it with dynamic_cast.
class Explains {
public:
    virtual ~Explains() = default;

    /// Why a move is not legal here, as a clause: "column 3 is full". Empty if the answer can't be read or is legal, or
    /// if the game gives no reasons.
    [[nodiscard]] virtual std::string why_illegal(std::string_view answer) const = 0;
    /// Empty members if there are no other versions.
    [[nodiscard]] virtual OtherVersions other_versions() const = 0;
};

}  // namespace games
