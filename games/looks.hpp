// The abilities of the place where a board is displayed.
#pragma once

namespace games {

/// The abilities of the place where a board is displayed. Nothing set: plain ASCII.
struct Looks {
    bool utf8 = false;    ///< characters beyond ASCII
    bool colour = false;  ///< the colours of ECMA-48, as most terminals have them
};

}  // namespace games
