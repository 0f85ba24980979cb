#include "bench/storing.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace bench {

using namespace referee::tournament;

protocol::MatchLog usual_match(int plies) {
    protocol::MatchLog log;
    log.referee_version = "1.0.0";
    log.game = "magnetize";
    log.initial = R"({"board":[]})";
    log.result = {0, protocol::Ending::by_rules, "square"};
    for (int ply = 0; ply < plies; ++ply) {
        protocol::LoggedPly& logged = log.plies.emplace_back();
        logged.player = ply % 2;
        logged.move = "DROP 3";
        logged.wall = logged.cpu = protocol::Micros(ply);
        logged.frame = fmt::format(R"({{"board":["{}"],"bits":[{}]}})", std::string(60, '.'), ply);
    }
    return log;
}

Store planned_store(const std::string& path, int games) {
    std::vector<PlannedGame> planned(static_cast<std::size_t>(games));
    for (int i = 0; i < games; ++i)
        planned[static_cast<std::size_t>(i)] = {i, 0, 0, 1, i / 2, 0, {}};
    Store store = Store::create(path, {"1.0.0", "", "{}", 1, {{"a", {}, {}}, {"b", {}, {}}}});
    store.add_games(planned);
    return store;
}

void store_games(Store& store, const protocol::MatchLog& log, int from, int count, int group) {
    for (int number = from; number < from + count;) {
        std::vector<PlayedGame> matches;
        for (int i = 0; i < group && number < from + count; ++i) {
            PlannedGame game;
            game.number = number++;
            game.second = 1;
            matches.push_back(played_game(game, log));
        }
        store.add_matches(matches);
    }
}

}  // namespace bench
