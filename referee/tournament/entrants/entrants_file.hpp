// Reads the list of bots that a user has written as JSON (docs/entrants.md, entrants.schema.json).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace referee::tournament {

/// One entry of the list.
struct ListedBot {
    std::string name;                ///< empty: none is given
    std::string text;                ///< the command as one text; empty: it is given as words
    std::vector<std::string> words;  ///< the command as words; empty: it is given as one text
    bool reuse = false;              ///< one process of it plays many games
    std::string place;               ///< "entrants file 'x.json', /entrants/0", for messages
};

/// Reads `json`, the content of the file `path`. Throws games::UserError, which names the file, the place (a line, or a
/// JSON Pointer, RFC 6901) and how to mend it. Does not check whether the bots can be run, nor whether their
/// names are different.
std::vector<ListedBot> parse_entrants_file(std::string_view json, const std::string& path);

}  // namespace referee::tournament
