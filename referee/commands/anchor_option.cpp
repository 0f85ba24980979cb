#include "referee/commands/anchor_option.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <vector>

#include "games/user_error.hpp"
#include "referee/tournament/entrants/entrant_named.hpp"

namespace referee {

using games::UserError;
using tournament::NamedAnchor;

namespace {

constexpr double max_anchor = 100'000;

/// The last equals sign divides: names may have some.
NamedAnchor named_anchor(const std::string& text) {
    const std::size_t sign = text.rfind('=');
    NamedAnchor anchor;
    if (sign != std::string::npos && sign > 0) {
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data() + sign + 1, end, anchor.elo);
        if (error == std::errc() && stop == end && std::abs(anchor.elo) <= max_anchor) {
            anchor.name = text.substr(0, sign);
            return anchor;
        }
    }
    throw UserError(fmt::format("--anchor '{}': write NAME=ELO, such as {}=1500, with a number from {} to {}", text,
                                sign > 0 ? text.substr(0, sign) : "NAME", -max_anchor, max_anchor));
}

}  // namespace

void add_anchor(CommandLine& line, std::optional<NamedAnchor>& anchor) {
    line.option("--anchor", "NAME=ELO", "this entrant's rating is ELO, and those of all\nothers are relative to it",
                [&](const std::string& text) { anchor = named_anchor(text); });
}

std::optional<tournament::Anchor> anchor_of(const std::optional<NamedAnchor>& anchor,
                                            const tournament::TournamentHead& head) {
    if (!anchor) return std::nullopt;
    std::vector<std::string> names;
    for (const tournament::StoredEntrant& entrant : head.entrants)
        names.push_back(entrant.name);
    return {{tournament::entrant_named("--anchor", anchor->name, names), anchor->elo}};
}

}  // namespace referee
