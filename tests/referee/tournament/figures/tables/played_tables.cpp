#include "tests/referee/tournament/figures/tables/played_tables.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace tournament_test {

TournamentHead head_of(const std::vector<std::string>& names, Settings settings) {
    if (settings.game.empty()) settings.game = "magnetize:height=2,width=3";
    TournamentHead head;
    head.referee_version = "0.1.0";
    head.created_at = "2026-11-21T10:00:00Z";
    head.settings = to_json(settings);
    head.seed = 7;
    for (const std::string& name : names)
        head.entrants.push_back({name, {"./" + name}, {{"/bots/" + name, std::string(64, 'a')}}});
    return head;
}

Settings settings_for(Format format, int games) {
    Settings settings;
    settings.format.format = format;
    settings.format.games = games;
    return settings;
}

Played::Played(const TournamentHead& head) : account(head) {
    const FormatSettings& format = account.settings().format;
    if (format.format == Format::knockout)
        knockout_.emplace(format, static_cast<int>(head.entrants.size()), account.settings().run_seed(head.seed));
}

Played& Played::game(int first, int second, char result, int round, protocol::Ending ending, const std::string& detail,
                     bool busy) {
    if (knockout_) {
        const auto planned = scheduled(first, second);
        if (!planned || result == '?') return *this;
        const bool swapped = planned->first != first && (result == '0' || result == '1');
        add(*planned, swapped ? (result == '0' ? '1' : '0') : result, ending, detail);
        return *this;
    }
    PlannedGame planned;
    planned.number = number_;
    planned.round = round;
    planned.first = first;
    planned.second = second;
    planned.pair = number_ / 2;
    account.plan({&planned, 1});
    ++number_;
    if (result != '?') add(planned, result, ending, detail, busy);
    return *this;
}

std::optional<PlannedGame> Played::scheduled(int a, int b) {
    const auto& games = knockout_->ready(results_);
    account.plan(std::span(games).subspan(static_cast<std::size_t>(number_)));
    number_ = static_cast<int>(games.size());
    for (const PlannedGame& game : games) {
        if (results_.find(game.number) == nullptr && std::minmax(game.first, game.second) == std::minmax(a, b))
            return game;
    }
    return std::nullopt;
}

void Played::add(const PlannedGame& planned, char result, protocol::Ending ending, const std::string& detail,
                 bool busy) {
    StoredMatch match;
    match.result.number = planned.number;
    match.result.counts = result != 'x';
    if (result == '1') match.result.winner = 0;
    if (result == '0') match.result.winner = 1;
    match.first = planned.first;
    match.second = planned.second;
    match.ending = result == 'x' ? protocol::Ending::aborted : ending;
    match.result.forfeit = protocol::is_forfeit(match.ending);
    match.detail = detail;
    match.busy = busy;
    match.moves_hash = repeating_ ? 0 : static_cast<std::uint64_t>(planned.number) + 1;
    account.add(match);
    results_.add(match.result);
}

Played& Played::games(int first, int second, const std::string& results, int round) {
    for (const char result : results) {
        game(first, second, result, round);
        std::swap(first, second);
    }
    return *this;
}

}  // namespace tournament_test
