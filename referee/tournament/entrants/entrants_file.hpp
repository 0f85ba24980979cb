// Reads the list of bots that a user has written as JSON (docs/entrants.md, entrants.schema.json).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/bots/own_limits.hpp"

namespace referee::tournament {

/// One entry of the list.
struct ListedBot {
    std::string name;                ///< empty: none is given
    std::string text;                ///< the command as one text; empty: it is given as words
    std::vector<std::string> words;  ///< the command as words; empty: it is given as one text
    bool reuse = false;              ///< one process of it plays many games
    OwnLimits limits;                ///< that do not hold for others
    std::string place;               ///< "entrants file 'x.json', /entrants/0", for messages
};

/// Reads one entry of such a list, as it may be given in the place of a bot: {"name": "x", "command": "./x"}. The same
/// errors.
ListedBot parse_listed_bot(std::string_view json);

/// Reads `json`, the content of the file `path`. Throws games::UserError, which names the file, the place (a line, or a
/// JSON Pointer, RFC 6901) and how to mend it. Does not check whether the bots can be run, nor whether their
/// names are different.
std::vector<ListedBot> parse_entrants_file(std::string_view json, const std::string& path);

}  // namespace referee::tournament
