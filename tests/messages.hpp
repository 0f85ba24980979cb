// The message of a call that fails because of invalid user input, and the search for a part of a text.
#pragma once

#include <string>
#include <string_view>

#include "games/user_error.hpp"

/// The message of the UserError that `call` throws, or "(no error)" if it does not throw.
template <class Call>
std::string error_of(Call call) {
    try {
        static_cast<void>(call());
    } catch (const games::UserError& error) {
        return error.what();
    }
    return "(no error)";
}

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}
