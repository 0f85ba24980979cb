// The only exception type for invalid input by the user. The message names the problem, its place, and the remedy.
#pragma once

#include <stdexcept>

namespace games {

/// Thrown for invalid arguments, settings and files, and caught once, in main. An error of a bot is never an exception.
/// The message is one line without a final full stop or newline.
class UserError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace games
