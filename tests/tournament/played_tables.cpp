#include "tests/tournament/played_tables.hpp"

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

Played& Played::game(int first, int second, char result, int round, protocol::Ending ending,
                     const std::string& detail) {
    PlannedGame planned;
    planned.number = number_;
    planned.round = round;
    planned.first = first;
    planned.second = second;
    planned.pair = number_ / 2;
    account.plan({&planned, 1});
    ++number_;
    if (result == '?') return *this;
    StoredMatch match;
    match.result.number = planned.number;
    match.result.counts = result != 'x';
    if (result == '1') match.result.winner = 0;
    if (result == '0') match.result.winner = 1;
    match.first = first;
    match.second = second;
    match.ending = result == 'x' ? protocol::Ending::aborted : ending;
    match.result.forfeit = protocol::is_forfeit(match.ending);
    match.detail = detail;
    account.add(match);
    return *this;
}

Played& Played::games(int first, int second, const std::string& results, int round) {
    for (const char result : results) {
        game(first, second, result, round);
        std::swap(first, second);
    }
    return *this;
}

}  // namespace tournament_test
