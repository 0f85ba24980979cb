// The standings of the final text, and what has to be said below them.
#include <fmt/format.h>

#include <algorithm>

#include "referee/tournament/tables/bracket.hpp"
#include "referee/tournament/tables/grid.hpp"
#include "referee/tournament/tables/numbers.hpp"
#include "referee/tournament/tables/sections.hpp"

namespace referee::tournament {

namespace {

using Kind = GridColumn::Kind;

std::string name_of_entrant(const Account& account, std::size_t entrant) {
    return clean_name(account.head().entrants[entrant].name);
}

/// The tie-break of the format and its number, where there is one. Half points are told as points.
std::string tie_break_title(Format format) {
    return format == Format::swiss ? "buchholz" : format == Format::round_robin ? "s-b" : "";
}
std::string tie_break_text(Format format, const StandingsLine& line) {
    return format == Format::swiss ? points_text(line.buchholz)
                                   : number_text(static_cast<double>(line.sonneborn_berger) / 4, 2);
}

Grid standings_grid(const Account& account, const Standings& standings, bool tie_break, bool brief) {
    const Format format = account.planned().settings().format;
    std::vector<GridColumn> columns = {{"#"}, {"name", Kind::name}, {"points"}, {"games"}};
    if (tie_break) columns.push_back({tie_break_title(format)});
    columns.insert(columns.end(), {{"1st W/D/L"}, {"2nd W/D/L"}, {"Elo [95 %]", Kind::left}, {"forfeits"}});
    Grid grid(std::move(columns));
    for (const StandingsLine& line : standings.lines) {
        const EntrantAccount& entrant = account.entrants()[line.entrant];
        std::vector<std::string> cells = {std::to_string(line.rank), name_of_entrant(account, line.entrant),
                                          points_text(line.half_points), std::to_string(entrant.games())};
        if (tie_break) cells.push_back(tie_break_text(format, line));
        cells.insert(cells.end(),
                     {tally_text(entrant.as_first), tally_text(entrant.as_second),
                      rating_text(standings.ratings.entrants[line.entrant], brief, account.is_broken(line.entrant)),
                      std::to_string(entrant.forfeited())});
        grid.add(std::move(cells));
    }
    return grid;
}

/// Whether two neighbours have the same points: only then a tie-break tells something.
bool has_ties(const Standings& standings) {
    for (std::size_t i = 1; i < standings.lines.size(); ++i) {
        if (standings.lines[i].half_points == standings.lines[i - 1].half_points) return true;
    }
    return false;
}

/// The fullest table that leaves room for names.
std::string best_grid(const Account& account, const Standings& standings, bool colour) {
    constexpr std::size_t roomy_name = 14;
    const bool tie_break = has_ties(standings) && !tie_break_title(account.planned().settings().format).empty();
    for (const bool brief : {false, true}) {
        for (const bool with_tie_break : {tie_break, false}) {
            const Grid grid = standings_grid(account, standings, with_tie_break, brief);
            if (grid.fits(roomy_name)) return grid.text(colour);
        }
    }
    return standings_grid(account, standings, false, true).text(colour);
}

std::string byes_text(const Account& account, const Standings& standings) {
    std::vector<std::string> names;
    for (const StandingsLine& line : standings.lines) {
        if (line.byes == 0) continue;
        names.push_back(name_of_entrant(account, line.entrant) +
                        (line.byes > 1 ? fmt::format(" ({} times)", line.byes) : ""));
    }
    if (names.empty()) return "";
    const auto worth = 2 * static_cast<std::uint64_t>(account.planned().settings().games);
    return list_text(fmt::format("a bye, worth {} points:", points_text(worth)), names);
}

/// Ratings of entrants between whom there is no chain of games don't compare.
std::string parts_text(const Account& account, const Ratings& ratings) {
    std::string out;
    int groups = 0;
    for (const Part& part : ratings.parts) {
        if (part.members.size() < 2) continue;
        std::vector<std::string> names;
        for (const std::size_t member : part.members)
            names.push_back(name_of_entrant(account, member));
        out += list_text(" ", names);
        ++groups;
    }
    return groups < 2 ? "" : "no games between these groups, so ratings compare only within each:\n" + out;
}

std::string void_text(const Account& account) {
    const auto games = account.void_games();
    if (games == 0) return "";
    return fmt::format("neither bot could be started: {} {}, for nobody\n", games, games == 1 ? "game" : "games");
}

std::string unrated_text(const Account& account) {
    const auto games = account.results().total().games() - account.results_for_ratings().total().games();
    if (games == 0) return "";
    return fmt::format("not in the ratings: {} {} between bots that forfeit half of theirs or more\n", games,
                       games == 1 ? "game" : "games");
}

/// One pairing on a line, the winner first. Names are cut where the line would get too wide.
std::string score_text(const Account& account, const BracketPairing& pairing) {
    const bool b_first = pairing.winner == pairing.b;
    const auto points = [](std::uint64_t one, std::uint64_t other) {
        return fmt::format("  {} : {}", points_text(one), points_text(other));
    };
    const std::string between = pairing.winner ? " beats " : " - ";
    const std::string end = (b_first ? points(pairing.half_points_b, pairing.half_points_a)
                                     : points(pairing.half_points_a, pairing.half_points_b)) +
                            (!pairing.winner   ? ", open"
                             : pairing.by_seed ? ", as the better seed"
                                               : "");
    const std::size_t most = (text_width - 2 - between.size() - end.size()) / 2;
    const auto name = [&](int entrant) { return name_of_entrant(account, static_cast<std::size_t>(entrant)); };
    std::string first = name(b_first ? pairing.b : pairing.a), second = name(b_first ? pairing.a : pairing.b);
    if (first.size() + second.size() > 2 * most) {
        // What a short name leaves belongs to the long one.
        const std::size_t spared = most - std::min({most, first.size(), second.size()});
        first = cut_name(first, first.size() > most ? most + spared : most);
        second = cut_name(second, second.size() > most ? most + spared : most);
    }
    return fmt::format("  {}{}{}{}\n", first, between, second, end);
}

}  // namespace

std::string standings_section(const Account& account, const Standings& standings, bool colour) {
    return best_grid(account, standings, colour) + byes_text(account, standings) +
           parts_text(account, standings.ratings) + unrated_text(account) + void_text(account);
}

std::string bracket_section(const Account& account, bool colour) {
    if (account.planned().settings().format != Format::knockout) return "";
    const Bracket bracket = bracket_of(account);
    std::string out;
    for (std::size_t i = 0; i < bracket.rounds.size(); ++i) {
        out += heading(round_name(static_cast<int>(i), bracket.total_rounds), colour);
        for (const BracketPairing& pairing : bracket.rounds[i].pairings)
            out += score_text(account, pairing);
        std::vector<std::string> byes;
        for (const int entrant : bracket.rounds[i].byes)
            byes.push_back(name_of_entrant(account, static_cast<std::size_t>(entrant)));
        if (!byes.empty()) out += list_text("  a bye:", byes);
    }
    return out;
}

}  // namespace referee::tournament
