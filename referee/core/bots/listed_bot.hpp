// Reads a bot that a user has written as JSON in a plan (docs/entrants.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/core/bots/own_limits.hpp"

namespace referee {

struct ListedBot {
    std::string name;                ///< empty if none is given
    std::string text;                ///< the command as one text; empty if it is given as words
    std::vector<std::string> words;  ///< the command as words; empty if it is given as one text
    bool reuse = false;              ///< one process of the bot plays many games
    OwnLimits limits;                ///< only for this bot
    std::string place;               ///< "bot '{...}'", for messages
};

/// Reads an object such as {"name": "x", "command": "./x"}. Throws games::UserError, which names the bot, the position
/// in it (a JSON Pointer, RFC 6901) and the correction. Does not check whether the bot can be run.
ListedBot parse_listed_bot(std::string_view json);

}  // namespace referee
