#include "referee/commands/score_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/terminal/text_width.hpp"

namespace referee {

using tournament::Account;
using tournament::EntrantAccount;
using tournament::Tally;
using tournament::TurnTimes;

std::map<std::string, std::uint64_t> endings_of(const Account& account) {
    std::map<std::string, std::uint64_t> endings = account.rules();
    for (const auto& [ending, games] : account.forfeits())
        endings[std::string(protocol::name_of(ending))] += games;
    return endings;
}

std::map<std::string, std::uint64_t> forfeits_of(const EntrantAccount& entrant) {
    std::map<std::string, std::uint64_t> forfeits;
    for (const auto& [ending, games] : entrant.forfeits)
        forfeits[std::string(protocol::name_of(ending))] = games;
    return forfeits;
}

std::string score_table(const Account& account, const std::array<std::string, 2>& names,
                        const std::array<TurnTimes, 2>& times) {
    const std::size_t width = std::max({std::size_t{3}, columns_of(names[0]), columns_of(names[1])});
    std::string out = padded("bot", width) + "  points   won  lost drawn  first w/l/d second w/l/d ms/move     max\n";
    const auto seat = [](const Tally& tally) { return fmt::format("{}/{}/{}", tally.wins, tally.losses, tally.draws); };
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        const auto& [first, second] = std::tie(account.entrants()[i].as_first, account.entrants()[i].as_second);
        const double mean = times[i].turns() == 0 ? 0 : times[i].mean_us() / 1e3;
        const auto longest = account.entrants()[i].longest_turn.value_or(protocol::Micros{});
        out += fmt::format("{} {:>7.1f} {:>5} {:>5} {:>5}  {:<11} {:<12} {:>7.2f} {:>7.1f}\n", padded(names[i], width),
                           static_cast<double>(account.entrants()[i].half_points()) / 2, first.wins + second.wins,
                           first.losses + second.losses, first.draws + second.draws, seat(first), seat(second), mean,
                           static_cast<double>(longest.count()) / 1e3);
    }
    out += "endings:";
    const char* before = " ";
    for (const auto& [ending, number] : endings_of(account)) {
        out += fmt::format("{}{} {}", before, ending, number);
        before = ", ";
    }
    out += '\n';
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        for (const auto& [ending, number] : forfeits_of(account.entrants()[i])) {
            out += fmt::format("{} forfeited {} of {} games: {}\n", names[i], number, account.results().total().games(),
                               ending);
        }
    }
    return out;
}

}  // namespace referee
