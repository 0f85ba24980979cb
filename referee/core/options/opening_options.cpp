#include "referee/core/options/opening_options.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "referee/core/base/exists_at.hpp"

namespace referee {

using games::UserError;

namespace {

constexpr std::int64_t max_opening_plies = 1'000;

/// Reads a number of plies, or the name of a file.
void read_source_of_openings(const std::string& text, OpeningWish& wish) {
    const auto number = games::whole_number(text);
    if (!number) {
        wish.file = text;
        return;
    }
    if (*number < 1 || *number > max_opening_plies) {
        throw UserError(
            fmt::format("--openings {}: write a number of plies from 1 to {} (for a file of this name: ./{})", text,
                        max_opening_plies, text));
    }
    wish.plies = static_cast<int>(*number);
}

/// Reads "6", "FILE", "FILE,order=random,start=5", or only the parts if --opening gives the list. A file name may
/// contain commas.
void read_openings(std::string text, OpeningWish& wish) {
    constexpr auto last = static_cast<std::int64_t>(max_listed_openings);
    if (text.empty()) throw UserError("--openings: give a number of random plies, or a file");
    while (!text.empty()) {
        const auto comma = text.rfind(',');
        const std::string part = comma == std::string::npos ? text : text.substr(comma + 1);
        if ((part.starts_with("order=") && wish.order) || (part.starts_with("start=") && wish.start))
            throw UserError(fmt::format("--openings: {} is given twice", part.substr(0, 5)));
        if (part.starts_with("order=")) {
            wish.order = chosen<OpeningOrder>("--openings: order", part.substr(6),
                                              {{"file", OpeningOrder::as_written}, {"random", OpeningOrder::random}});
        } else if (part.starts_with("start=")) {
            const auto start = games::whole_number(part.substr(6));
            if (!start || *start < 1 || *start > last)
                throw UserError(
                    fmt::format("--openings: start '{}': write a whole number from 1 to {}", part.substr(6), last));
            wish.start = static_cast<int>(*start);
        } else {
            if (comma != std::string::npos && part.find('=') != std::string::npos && !exists_at(text))
                throw UserError(fmt::format("--openings: '{}' is no part of it: write order=random or start=5", part));
            return read_source_of_openings(text, wish);
        }
        text.resize(comma == std::string::npos ? 0 : comma);
    }
}

Arguments written_openings(const OpeningWish& wish) {
    std::string text = wish.plies ? std::to_string(*wish.plies) : wish.file;
    const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ",") + part; };
    if (wish.order) add(*wish.order == OpeningOrder::random ? "order=random" : "order=file");
    if (wish.start) add(fmt::format("start={}", *wish.start));
    return text.empty() ? Arguments() : Arguments{text};
}

}  // namespace

void add_openings(CommandLine& line, OpeningWish& wish) {
    line.text("--position", "POSITION",
              "begin from this position, or the one in this file\n(docs/matches.md; replay --as-position prints one)",
              wish.position);
    line.option(
        "--openings", "N|FILE",
        "begin with N random plies, or with openings from a\nfile, one a line; the same for both games of a pair\n"
        "(FILE,order=random,start=5)",
        [&wish](const std::string& text) { read_openings(text, wish); }, [&wish] { return written_openings(wish); });
    line.list("--opening", "LINE", "an opening as a line of such a file; may be given\nagain", wish.lines);
}

void check_openings(const OpeningWish& wish) {
    if (!wish.lines.empty() && (wish.plies || !wish.file.empty()))
        throw UserError("--opening and --openings both give openings: use only one of them");
    if (wish.is_list()) return;
    if (wish.order) throw UserError("--openings: order goes with openings from a file: FILE,order=random");
    if (wish.start) throw UserError("--openings: start goes with openings from a file: FILE,start=5");
}

}  // namespace referee
