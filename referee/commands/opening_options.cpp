#include "referee/commands/opening_options.hpp"

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "games/words.hpp"

namespace referee {

namespace {

using games::UserError;
using tournament::OpeningOrder;
using tournament::OpeningWish;

constexpr std::int64_t max_opening_plies = 1'000;

/// A number of plies, or a file.
void read_openings_option(const std::string& text, OpeningWish& wish) {
    wish.plies.reset();
    wish.file.clear();
    const auto number = games::whole_number(text);
    if (!number) {
        if (text.empty()) throw UserError("--openings: give a number of random plies, or a file");
        wish.file = text;
        return;
    }
    if (*number < 1 || *number > max_opening_plies) {
        throw UserError(fmt::format("--openings {}: a number of plies is from 1 to {} (a file of this name: ./{})",
                                    text, max_opening_plies, text));
    }
    wish.plies = static_cast<int>(*number);
}

}  // namespace

void add_openings(CommandLine& line, OpeningWish& wish) {
    line.text("--position", "POSITION",
              "begin from this position, or the one in this file\n(docs/matches.md; replay --as-position prints one)",
              wish.position);
    line.option(
        "--openings", "N|FILE",
        "begin with N random plies, or with openings from a\nfile, one a line; the same for both games of a pair",
        [&](const std::string& text) { read_openings_option(text, wish); });
    line.list("--opening", "LINE", "an opening as a line of such a file; may be given\nagain", wish.lines);
    line.option("--openings-order", "ORDER", "of those in a file: file or random (file)", [&](const std::string& text) {
        wish.order = chosen<OpeningOrder>("--openings-order", text,
                                          {{"file", OpeningOrder::as_written}, {"random", OpeningOrder::random}});
    });
    line.number("--openings-start", 1, static_cast<int>(tournament::max_listed_openings),
                "the one in this order to begin with (1)", wish.start);
}

void check_openings(const OpeningWish& wish) {
    if (!wish.lines.empty() && (wish.plies || !wish.file.empty()))
        throw UserError("--opening and --openings: use only one of them");
    if (wish.is_list()) return;
    if (wish.order) throw UserError("--openings-order goes with --openings FILE");
    if (wish.start) throw UserError("--openings-start goes with --openings FILE");
}

}  // namespace referee
