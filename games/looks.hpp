// What the place where a board is displayed can show.
#pragma once

namespace games {

/// What the place where a board is displayed can show. By default, plain ASCII.
struct Looks {
    bool utf8 = false;    ///< characters beyond ASCII
    bool colour = false;  ///< the colours of ECMA-48, which most terminals support
};

}  // namespace games
