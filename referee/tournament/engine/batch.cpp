#include "referee/tournament/engine/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "games/user_error.hpp"
#include "protocol/json_values.hpp"
#include "referee/tournament/store/checksum.hpp"

namespace referee::tournament {

namespace {

using protocol::Json;

constexpr std::string_view batch_format = "referee-batch/1";

void check_entrants(const Batch& batch) {
    for (const BatchGame& planned : batch.games) {
        for (const int entrant : {planned.game.first, planned.game.second}) {
            if (entrant < 0 || static_cast<std::size_t>(entrant) >= batch.entrants.size())
                throw protocol::JsonError("a game is played by nobody");
        }
    }
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
    Json json = {{"format", batch_format}};
    Batch::fields(batch, protocol::JsonWriter{json});
    return protocol::json_text(json) + "\n";
}

Batch batch_of_json(std::string_view text) {
    try {
        const Json json = protocol::parse_json(text);
        if (json.at("format") != batch_format)
            throw protocol::JsonError(fmt::format("its format is not {}", batch_format));
        auto batch = json.get<Batch>();
        check_entrants(batch);
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
