// The capabilities of the place where a board is displayed.
#pragma once

namespace games {

/// The capabilities of the place where a board is displayed. The default is plain ASCII.
struct Looks {
    bool utf8 = false;    ///< characters beyond ASCII
    bool colour = false;  ///< the colours of ECMA-48, which most terminals support
};

}  // namespace games
