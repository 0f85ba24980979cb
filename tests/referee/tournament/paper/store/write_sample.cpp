// Writes a sample tournament to a file: twelve games, of which ten are played, or GAMES games.
//
//     write_sample_tournament FILE [GAMES [LOGS [NAME NAME NAME]]]
//
// If GAMES is given, all games are played. LOGS is a file of match logs, one per line, which are used in turn. If it is
// "-", the logs are made up. The NAMEs are the names of the three entrants.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "referee/tournament/paper/settings.hpp"
#include "tests/referee/tournament/paper/store/sample_tournament.hpp"

namespace {

using namespace tournament_test;

TournamentHead head_of_sample(int games, char** names, int count) {
    TournamentHead head = sample_head();
    Settings settings;
    settings.game = "magnetize:height=2,width=3";
    settings.format.games = games / 3;
    head.settings = to_json(settings);
    for (int i = 0; i < count && i < 3; ++i)
        head.entrants[static_cast<std::size_t>(i)].name = names[i];
    return head;
}

std::vector<protocol::MatchLog> logs_of(const std::string& path) {
    std::vector<protocol::MatchLog> logs;
    std::ifstream file(path);
    for (std::string line; path != "-" && std::getline(file, line);) {
        protocol::LogProblem problem;
        logs.push_back(protocol::parse_match_log(line, problem).value());
    }
    return logs;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const int games = argc > 2 ? std::atoi(argv[2]) : 12;
    const int played = argc > 2 ? games : 10;
    const auto logs = logs_of(argc > 3 ? argv[3] : "-");
    Store store = Store::create(argv[1], head_of_sample(games, argv + 4, argc - 4));
    store.add_games(sample_games(games));
    for (int number = 0; number < played;) {
        std::vector<PlayedGame> group;
        for (int i = 0; i < 100 && number < played; ++i, ++number) {
            const auto place = static_cast<std::size_t>(number) % std::max<std::size_t>(1, logs.size());
            group.push_back(played_game(sample_game(number), logs.empty() ? sample_match(number) : logs[place]));
        }
        store.add_matches(group);
    }
}
