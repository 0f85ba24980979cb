// The one exception type for wrong input of the user: the message says what is wrong, where, and how to mend it.
#pragma once

#include <stdexcept>

namespace games {

/// Thrown for wrong arguments, settings and files; caught once, in main. What a bot does wrong is never an exception.
/// The message is one line without a final full stop or newline.
class UserError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace games
