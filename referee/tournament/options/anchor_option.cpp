#include "referee/tournament/options/anchor_option.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string>

#include "games/user_error.hpp"
#include "referee/tournament/admit/director_orders.hpp"
#include "referee/tournament/paper/schedule/field.hpp"

namespace referee {

using games::UserError;
using tournament::NamedAnchor;

namespace {

constexpr double max_anchor = 100'000;

/// Splits a text such as "NAME=1500" at the last equals sign, because names may contain equals signs, too.
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
    line.option(
        "--anchor", "NAME=ELO", "this entrant's rating is ELO, and those of all\nothers are relative to it",
        [&anchor](const std::string& text) { anchor = named_anchor(text); },
        [&anchor]() -> Arguments {
            return anchor ? Arguments{fmt::format("{}={}", anchor->name, anchor->elo)} : Arguments();
        });
}

std::optional<tournament::Anchor> anchor_of(const std::optional<NamedAnchor>& anchor,
                                            const tournament::TournamentHead& head) {
    if (!anchor) return std::nullopt;
    const std::size_t entrant = tournament::entrant_meant("--anchor", anchor->name, head);
    const tournament::Field field = head.field();
    const auto number = static_cast<int>(entrant);
    if (!field.is_annulled(number)) return {{entrant, anchor->elo}};
    const auto holder = static_cast<std::size_t>(field.holder_of(number));
    throw UserError(fmt::format("--anchor: the results of '{}' count for nobody{}", head.entrants[entrant].name,
                                holder == entrant
                                    ? std::string()
                                    : fmt::format(": name '{}', which has its place", head.entrants[holder].name)));
}

}  // namespace referee
