// What the store says of what it refuses.
#pragma once

#include <string>

#include "games/user_error.hpp"

namespace tournament_test {

/// The message of the UserError that the action throws; empty if it throws none.
template <class Action>
std::string refusal(Action action) {
    try {
        action();
    } catch (const games::UserError& error) {
        return error.what();
    }
    return "";
}

}  // namespace tournament_test
