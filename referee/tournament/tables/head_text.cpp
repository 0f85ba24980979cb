// The head of the final text: what is played, and how much of it has been.
#include <fmt/format.h>

#include "referee/tournament/tables/grid.hpp"
#include "referee/tournament/tables/numbers.hpp"
#include "referee/tournament/tables/sections.hpp"

namespace referee::tournament {

namespace {

std::string counted(std::uint64_t number, std::string_view what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string format_text(const Account& account) {
    const FormatSettings& format = account.planned().settings();
    const std::string entrants = counted(account.entrants().size(), "entrant");
    if (account.sprt()) return "sequential test of " + entrants;
    const std::string games = counted(static_cast<std::uint64_t>(format.games), "game") + " a pairing";
    switch (format.format) {
        case Format::round_robin: return fmt::format("round robin of {}, {}", entrants, games);
        case Format::gauntlet: return fmt::format("gauntlet of {}, {}", entrants, games);
        case Format::swiss: return fmt::format("swiss of {}, {}", entrants, games);
        case Format::knockout: return fmt::format("knockout of {}, {}", entrants, games);
        case Format::ladder: return fmt::format("ladder of {}", entrants);
    }
    return "";
}

std::string progress_text(const Account& account) {
    if (account.sprt()) {
        if (account.sprt()->decided()) return "decided by " + counted(account.played(), "game");
        const auto max_games = static_cast<std::uint64_t>(account.planned().settings().games);
        return fmt::format("{} of at most {} played", account.played(), counted(max_games, "game"));
    }
    const auto total = account.total();
    if (!total) return counted(account.played(), "game") + " played, open-ended";
    return fmt::format("{} of {} played", account.played(), counted(static_cast<std::uint64_t>(*total), "game"));
}

/// Why there are no more games, where that has to be said.
std::string unfinished_text(const Account& account) {
    if (account.finished() || account.planned().settings().format == Format::ladder) return "";
    return "not finished: these are the tables of the games so far\n";
}

}  // namespace

std::string head_text(const Account& account, bool colour) {
    std::string out = heading(clean_name(account.settings().game), colour);
    out += fmt::format("{}, seed {}\n", format_text(account), account.head().seed);
    if (const int plies = account.settings().opening_plies; plies > 0) {
        out += fmt::format("{} of {}\n",
                           counted(static_cast<std::uint64_t>(account.settings().format.openings), "opening"),
                           plies == 1 ? std::string("1 random ply") : fmt::format("{} random plies", plies));
    }
    return out + progress_text(account) + "\n" + unfinished_text(account);
}

}  // namespace referee::tournament
