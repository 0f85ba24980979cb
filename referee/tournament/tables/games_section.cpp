// What the final text says of all games together: first move, draws, endings, forfeits; and of the sequential test.
#include <fmt/format.h>

#include <algorithm>

#include "referee/tournament/tables/grid.hpp"
#include "referee/tournament/tables/numbers.hpp"
#include "referee/tournament/tables/sections.hpp"
#include "referee/tournament/tables/standings_text.hpp"

namespace referee::tournament {

namespace {

std::string first_move_text(const FirstMove& first_move, const Tally& games) {
    const std::string seen = fmt::format("first movers' W/D/L {}", tally_text(games));
    if (!first_move.elo) return fmt::format("first move: no rating; {}\n", seen);
    const std::string interval =
        first_move.interval.lower && first_move.interval.upper
            ? fmt::format(" [{}, {}]", elo_text(*first_move.interval.lower), elo_text(*first_move.interval.upper))
            : "";
    return fmt::format("first move: {}{} Elo; {}\n", elo_text(*first_move.elo), interval, seen);
}

std::string draws_text(const DrawRate& rate) {
    if (!rate.share) return "draws: no games\n";
    return fmt::format("draws: {} of {}, {} % [{}, {}]\n", rate.draws, rate.games, number_text(100 * *rate.share, 1),
                       number_text(100 * *rate.interval.lower, 1), number_text(100 * *rate.interval.upper, 1));
}

std::string forfeits_text(const Account& account, const Standings& standings, bool colour) {
    std::string out;
    for (const StandingsLine& line : standings.lines) {
        std::vector<std::string> items;
        for (const auto& [ending, games] : account.entrants()[line.entrant].forfeits)
            items.push_back(fmt::format("{} {}", protocol::name_of(ending), games));
        if (!items.empty())
            out += list_text("  " + clean_name(account.head().entrants[line.entrant].name) + ":", items);
    }
    return out.empty() ? "forfeits: none\n" : heading("forfeits", colour) + out;
}

std::string verdict_text(const SprtCourse& course, const Account& account) {
    const auto name = [&](std::size_t entrant) { return clean_name(account.head().entrants[entrant].name); };
    const SprtSettings& settings = course.settings();
    switch (course.state().verdict) {
        case SprtVerdict::go_on: return "undecided";
        case SprtVerdict::accept_h0:
            return fmt::format("H0 accepted: {} is at most about {} Elo above {}, and not {}", name(0),
                               number_text(settings.elo0, 1), name(1), number_text(settings.elo1, 1));
        case SprtVerdict::accept_h1:
            return fmt::format("H1 accepted: {} is at least about {} Elo above {}, and not {}", name(0),
                               number_text(settings.elo1, 1), name(1), number_text(settings.elo0, 1));
    }
    return "";
}

}  // namespace

std::vector<EndingCount> endings_of(const Account& account) {
    std::vector<EndingCount> endings;
    for (const auto& [rule, games] : account.rules()) {
        const std::string name =
            rule.empty() ? std::string(protocol::name_of(protocol::Ending::by_rules)) : clean_name(rule);
        endings.push_back({name, games, DecidedBy::rule});
    }
    for (const auto& [ending, games] : account.forfeits())
        endings.push_back({std::string(protocol::name_of(ending)), games, DecidedBy::forfeit});
    if (account.void_games() > 0)
        endings.push_back({std::string(neither_started), account.void_games(), DecidedBy::nobody});
    std::stable_sort(endings.begin(), endings.end(), [](const auto& a, const auto& b) { return a.games > b.games; });
    return endings;
}

std::string endings_text(const Account& account, std::size_t width) {
    std::vector<std::string> items;
    for (const auto& [ending, games, by] : endings_of(account))
        items.push_back(fmt::format("{} {}", ending, games));
    return items.empty() ? "" : list_text("endings:", items, width);
}

std::string chances_text(const Account& account, const Standings& standings) {
    return first_move_text(standings.ratings.first_move, account.results().total()) +
           draws_text(standings.ratings.draw_rate);
}

std::string games_section(const Account& account, const Standings& standings, bool colour) {
    return chances_text(account, standings) + endings_text(account) + forfeits_text(account, standings, colour);
}

std::string sprt_section(const Account& account, bool colour) {
    if (!account.sprt()) return "";
    const SprtCourse& course = *account.sprt();
    const SprtSettings& settings = course.settings();
    const auto& counts = course.pairs().counts();
    std::string out = heading("sequential test", colour);
    out += fmt::format("  elo0 {}, elo1 {}, alpha {:g}, beta {:g} (logistic Elo)\n", number_text(settings.elo0, 1),
                       number_text(settings.elo1, 1), settings.alpha, settings.beta);
    out += fmt::format("  pairs with 0, 0.5, 1, 1.5, 2 points: {}, {}, {}, {}, {}\n", counts[0], counts[1], counts[2],
                       counts[3], counts[4]);
    out += fmt::format("  LLR {} between {} and {}\n", number_text(course.state().llr, 2),
                       number_text(course.state().lower, 2), number_text(course.state().upper, 2));
    return out + "  " + verdict_text(course, account) + "\n";
}

}  // namespace referee::tournament
