// The capabilities of the place where a board is displayed.
#pragma once

#include <string>
#include <string_view>

namespace games {

/// The capabilities of the place where a board is displayed. The default is plain ASCII.
struct Looks {
    bool utf8 = false;      ///< characters beyond ASCII
    bool colour = false;    ///< the colours of ECMA-48, which most terminals support
    bool terminal = false;  ///< people look at it; a pipe may lead to a program that knows only the usual characters
};

/// A piece of a square or line that has won, where there are colours: black on green can be read on bright and on dark
/// terminals. Requires: the looks have colour.
inline std::string highlighted(std::string_view piece) {
    return "\x1b[30;42m" + std::string(piece) + "\x1b[0m";
}

}  // namespace games
