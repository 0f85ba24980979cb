// The message of a call that fails because of invalid user input.
#pragma once

#include <string>

#include "games/user_error.hpp"

/// The message of the UserError that `call` throws, or "(no error)" if it does not throw.
template <class Call>
std::string error_of(Call call) {
    try {
        call();
    } catch (const games::UserError& error) {
        return error.what();
    }
    return "(no error)";
}
