// What can be shown where a board is to be displayed.
#pragma once

namespace games {

/// What the place where a board is shown is able to show. Nothing set: plain ASCII.
struct Looks {
    bool utf8 = false;    ///< characters beyond ASCII
    bool colour = false;  ///< the colours of ECMA-48, as most terminals have them
};

}  // namespace games
