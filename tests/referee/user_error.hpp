// The message of a call that must fail because of its user.
#pragma once

#include <string>

#include "games/user_error.hpp"

/// The message of the UserError that `call` throws; "(no error)" if it throws none.
template <class Call>
std::string error_of(Call call) {
    try {
        call();
    } catch (const games::UserError& error) {
        return error.what();
    }
    return "(no error)";
}
