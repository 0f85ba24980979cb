#include "referee/arena/web/shown_game.hpp"

#include <iterator>
#include <nlohmann/json.hpp>

#include "protocol/json_fields.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/match/record.hpp"
#include "referee/tournament/paper/settings.hpp"

namespace referee::arena {

using protocol::Json;

namespace {

/// A longer file of a driver's example is not shown: it is in the starter kit.
constexpr std::size_t max_example_text = 8 << 10;

Json driver_json(const handins::Driver* driver) {
    if (driver == nullptr) return nullptr;
    Json files = Json::array();
    for (const handins::ProjectFile& file : handins::example_of(*driver))
        if (file.bytes.size() <= max_example_text) files.push_back({file.path, file.bytes});
    return {{"name", driver->name}, {"files", std::move(files)}};
}

}  // namespace

ShownGame shown_game_of(const tournament::TournamentHead& ladder) {
    const tournament::Settings settings = tournament::settings_of_json(ladder.settings);
    protocol::MatchLog head;
    head.game = games::name_in(settings.game);
    head.config = settings.config;
    head.rules = settings.rules;
    head.limits = settings.limits;
    head.initial = "null";  // no game is shown yet
    games::GameSpec spec = spec_of(head);
    return {std::move(spec), std::move(head)};
}

void set_example(ShownGame& game, const protocol::MatchLog& log) {
    const bool has_winner = log.result.ending == protocol::Ending::by_rules && log.result.winner;
    if (!has_winner || log.plies.empty() || !spec_of(log).make_board(log.seed)->moves_listed()) return;
    const protocol::LoggedPly& last = log.plies.back();
    const std::string& before = log.plies.size() > 1 ? log.plies[log.plies.size() - 2].frame : log.initial;
    game.picture = protocol::json_text({{"frame", protocol::parse_json(last.frame)},
                                        {"previous", protocol::parse_json(before)},
                                        {"ply", {{"player", last.player}, {"move", last.move}, {"lost", last.lost}}},
                                        {"result", log.result}});
    for (int ply = log.opening; ply < std::ssize(log.plies); ++ply) {
        if (log.plies[static_cast<std::size_t>(ply)].player != *log.result.winner) continue;
        game.first_blocks = stdin_of(log, *log.result.winner, ply + 1);
        return;
    }
}

std::string game_json(const ShownGame& game, const handins::Driver* driver) {
    const protocol::MatchLog& head = game.head;
    const auto or_null = [](const std::string& json) {
        return json.empty() ? Json(nullptr) : protocol::parse_json(json);
    };
    Json json = {{"name", head.game}, {"rules", or_null(head.rules)}, {"picture", or_null(game.picture)}};
    const Json whole = protocol::parse_json(protocol::to_json(head, protocol::Layout::one_line));
    json["config"] = whole.at("game").at("config");
    json["limits"] = whole.at("limits");
    json["driver"] = driver_json(driver);
    return protocol::json_text(json);
}

}  // namespace referee::arena
