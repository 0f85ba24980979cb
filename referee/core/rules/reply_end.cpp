#include "referee/core/rules/reply_end.hpp"

#include "games/own_hello.hpp"
#include "games/own_position.hpp"
#include "games/words.hpp"

namespace referee::rules {

namespace {

/// The number of lines of data that a line announces. The reader of the reply refuses a wrong number.
std::int64_t announced_by(std::string_view line) {
    const auto space = line.find(' ');
    if (space == std::string_view::npos) return 0;
    const auto word = line.substr(0, space);
    const auto max = word == "rows"    ? static_cast<std::int64_t>(games::max_own_rows)
                     : word == "moves" ? games::max_own_moves
                                       : 0;
    const auto number = games::whole_number(line.substr(space + 1));
    return number && *number > 0 && *number <= max ? *number : 0;
}

}  // namespace

std::optional<std::size_t> ReplyEnd::find(std::string_view text) {
    for (auto end = text.find('\n', next_); end != std::string_view::npos; end = text.find('\n', next_)) {
        const auto begin = next_;
        const auto line = text.substr(begin, end - begin);
        next_ = end + 1;
        if (missing_ > 0) {
            if (--missing_ == 0 && line != "end") block_.clear();  // otherwise the block may be too short
            continue;
        }
        block_.clear();
        if (line == "end") return begin;
        missing_ = announced_by(line);
        if (missing_ > 0) block_ = line;
    }
    return std::nullopt;
}

}  // namespace referee::rules
