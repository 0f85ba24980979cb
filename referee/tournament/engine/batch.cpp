#include "referee/tournament/engine/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "protocol/json_values.hpp"
#include "referee/tournament/store/store_schema.hpp"

namespace referee::tournament {

namespace {

using protocol::Json;

constexpr std::string_view batch_format = "referee-batch/1";

Json json_of(const StoredEntrant& entrant) {
    Json files = Json::array();
    for (const FileSum& file : entrant.files)
        files.push_back({{"path", file.path}, {"sha256", file.sha256}});
    return {{"name", entrant.name},
            {"command", entrant.command},
            {"files", std::move(files)},
            {"reuse", entrant.reuse},
            {"limits", entrant.limits}};
}

StoredEntrant entrant_of(const Json& json) {
    StoredEntrant entrant{json.at("name").get<std::string>(), json.at("command").get<std::vector<std::string>>(), {}};
    entrant.reuse = json.at("reuse").get<bool>();
    entrant.limits = json.at("limits").get<std::string>();
    for (const Json& file : json.at("files"))
        entrant.files.push_back({file.at("path").get<std::string>(), file.at("sha256").get<std::string>()});
    return entrant;
}

Json json_of(const BatchGame& planned) {
    const PlannedGame& game = planned.game;
    Json json = {{"number", game.number},
                 {"round", game.round},
                 {"first", game.first},
                 {"second", game.second},
                 {"pair", game.pair},
                 {"seed", game.seed},
                 {"opening", protocol::or_null(game.opening)},
                 {"moves", planned.opening.moves}};
    if (!planned.opening.position.empty()) json["position"] = planned.opening.position;
    return json;
}

BatchGame game_of(const Json& json, std::size_t entrants) {
    BatchGame planned;
    PlannedGame& game = planned.game;
    game.number = json.at("number").get<int>();
    game.round = json.at("round").get<int>();
    game.first = json.at("first").get<int>();
    game.second = json.at("second").get<int>();
    game.pair = json.at("pair").get<int>();
    game.seed = json.at("seed").get<std::uint64_t>();
    game.opening = protocol::value_or_nothing<int>(json.at("opening"));
    planned.opening = {json.value("position", ""), json.at("moves").get<std::vector<std::string>>()};
    for (const int entrant : {game.first, game.second}) {
        if (entrant < 0 || static_cast<std::size_t>(entrant) >= entrants)
            throw protocol::JsonError("a game is played by nobody");
    }
    return planned;
}

void scale(protocol::Limits& limits, double factor) {
    const auto scale_one = [&](protocol::Micros& limit) {
        constexpr double max = 0x1p53;
        limit = protocol::Micros(std::llround(std::min(max, static_cast<double>(limit.count()) * factor)));
    };
    if (limits.move) scale_one(*limits.move);
    if (limits.first_move) scale_one(*limits.first_move);
    if (limits.clock) {
        scale_one(limits.clock->total);
        scale_one(limits.clock->increment);
    }
}

}  // namespace

std::string tournament_id(const TournamentHead& head) {
    RowSum sum;
    sum << head.created_at << head.seed << head.settings;
    return fmt::format("{:08x}", sum.value());
}

std::string to_json(const Batch& batch) {
    Json entrants = Json::array(), games = Json::array();
    for (const StoredEntrant& entrant : batch.entrants)
        entrants.push_back(json_of(entrant));
    for (const BatchGame& game : batch.games)
        games.push_back(json_of(game));
    const Json json = {{"format", batch_format},          {"tournament", batch.tournament},
                       {"version", batch.version},        {"settings", protocol::parse_json(to_json(batch.settings))},
                       {"entrants", std::move(entrants)}, {"games", std::move(games)}};
    return protocol::json_text(json) + "\n";
}

Batch batch_of_json(std::string_view text) {
    try {
        const Json json = protocol::parse_json(text);
        if (json.at("format") != batch_format)
            throw protocol::JsonError(fmt::format("its format is not {}", batch_format));
        Batch batch;
        batch.tournament = json.at("tournament").get<std::string>();
        batch.version = json.at("version").get<std::string>();
        batch.settings = settings_of_json(protocol::json_text(json.at("settings")));
        for (const Json& entrant : json.at("entrants"))
            batch.entrants.push_back(entrant_of(entrant));
        for (const Json& game : json.at("games"))
            batch.games.push_back(game_of(game, batch.entrants.size()));
        return batch;
    } catch (const protocol::JsonError& error) {
        throw games::UserError(fmt::format("no batch of a tournament: {}", error.what()));
    } catch (const Json::exception& error) {
        throw games::UserError(fmt::format("no batch of a tournament: {}", error.what()));
    }
}

EntrantLimits limits_at(const Batch& batch, EntrantLimits limits, std::int64_t speed) {
    const auto& reference = batch.settings.reference_speed;
    if (!reference || speed <= 0) return limits;
    const double factor = static_cast<double>(*reference) / static_cast<double>(speed);
    scale(limits.common, factor);
    for (auto& own : limits.own) {
        if (own) scale(*own, factor);
    }
    return limits;
}

}  // namespace referee::tournament
