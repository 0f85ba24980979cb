#include "tests/referee/tournament/paper/store/sample_tournament.hpp"

#include "tests/protocol/sample_log.hpp"

namespace tournament_test {

TournamentHead sample_head() {
    TournamentHead head;
    head.referee_version = "0.1.0";
    head.created_at = "2026-11-21T10:00:00Z";
    head.settings =
        R"({"format":"round-robin","game":"magnetize:height=2,width=3","games":2,"limits":{"move_us":1000}})";
    head.seed = (std::uint64_t{1} << 53) - 1;
    head.entrants = {
        {"ann", {"./ann", "--depth", "3"}, {{"/bots/ann", std::string(64, 'a')}}},
        {"bob's", {"./bob \"|\""}, {{"/bots/bob \"|\"", std::string(64, 'b')}}},
        {"py", {"python3", "py.py"}, {{"/usr/bin/python3", std::string(64, 'c')}, {"py.py", std::string(64, 'd')}}}};
    return head;
}

protocol::MatchLog sample_match(int number) {
    protocol::MatchLog log = sample_log();
    if (number % 5 != 0) {
        log.failure.reset();
        log.result = {std::nullopt, protocol::Ending::by_rules, ""};
        for (auto& ply : log.plies)
            ply.wall = ply.cpu = std::nullopt;
    }
    log.id = "match-" + std::to_string(number);
    if (number % 5 != 0 && number % 3 != 0) log.result.winner = number % 2;
    log.plies[1].move = "DROP " + std::to_string(number);  // makes the moves of each match different
    log.plies[0].wall = protocol::Micros(number + 1);
    return log;
}

PlannedGame sample_game(int number) {
    PlannedGame game;
    game.number = number;
    game.round = number / 6;
    game.first = number % 3;
    game.second = (number + 1) % 3;
    game.pair = number / 2;
    game.seed = static_cast<std::uint64_t>(number) << 20;
    if (number % 4 < 2) game.opening = number / 4;
    return game;
}

std::vector<PlannedGame> sample_games(int count) {
    std::vector<PlannedGame> games;
    for (int i = 0; i < count; ++i)
        games.push_back(sample_game(i));
    return games;
}

Store SampleFile::create(int games) const {
    Store store = Store::create(path, sample_head());
    store.add_games(sample_games(games));
    return store;
}

PlayedGame sample_played(int number) {
    return played_game(sample_game(number), sample_match(number));
}

}  // namespace tournament_test
