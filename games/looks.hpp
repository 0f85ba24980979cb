// What can be shown where a board is to be displayed.
#pragma once

namespace games {

struct Looks {
    bool utf8 = false;    ///< characters beyond ASCII
    bool colour = false;  ///< the colours of ECMA-48, as most terminals have them
};

}  // namespace games
