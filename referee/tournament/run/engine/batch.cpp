#include "referee/tournament/run/engine/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "games/user_error.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/json_values.hpp"
#include "referee/tournament/paper/store/checksum.hpp"

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
    const Settings settings = settings_of_json(head.settings);
    // The id is in the names of jobs, which anybody may see. The ids of files of older versions never change.
    const bool is_old = settings.draws == DrawMethod::splitmix64;
    RowSum sum;
    sum << head.created_at << (is_old ? head.seed : settings.run_seed(head.seed).draw(Purpose::id, 0)) << head.settings;
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
        throw games::UserError(fmt::format("not a tournament batch: {}", error.what()));
    } catch (const Json::exception& error) {
        throw games::UserError(fmt::format("not a tournament batch: {}", error.what()));
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

namespace {

using protocol::Json;

constexpr std::string_view sum_begins = R"({"crc32":")";
constexpr std::size_t sum_digits = 8;
constexpr std::string_view sum_ends = R"(",)";
/// Marks the beginning of the log in a line. It can't occur earlier in the line, because a quotation mark inside a JSON
/// string is escaped with a backslash.
constexpr std::string_view log_begins = R"(,"log":)";

std::string sum_text(std::string_view body) {
    return fmt::format("{:08x}", crc32_of(body));
}

}  // namespace

std::string line_of(const Record& record) {
    Json json = record;
    if (record.fault.empty()) {
        json["game"] = record.game;
        json["void_games"] = Json::array();
        json["void_players"] = Json::array();
        for (const auto& [player, why] : record.void_games) {
            json["void_games"].push_back(why);
            json["void_players"].push_back(player);
        }
    }
    std::string body = protocol::json_text(json).substr(1);
    body.pop_back();
    if (record.fault.empty()) body.append(log_begins).append(record.log);
    body += '}';
    return fmt::format("{}{}{}{}\n", sum_begins, sum_text(body), sum_ends, body);
}

std::optional<Record> record_of(std::string_view line) {
    const std::size_t head = sum_begins.size() + sum_digits + sum_ends.size();
    if (line.size() <= head || !line.starts_with(sum_begins)) return std::nullopt;
    if (!line.substr(sum_begins.size() + sum_digits).starts_with(sum_ends)) return std::nullopt;
    const std::string_view body = line.substr(head);
    if (line.substr(sum_begins.size(), sum_digits) != sum_text(body)) return std::nullopt;
    const std::size_t log_at = body.find(log_begins);
    const bool with_log = log_at != std::string_view::npos;
    const std::string rest = with_log ? fmt::format("{{{}}}", body.substr(0, log_at)) : fmt::format("{{{}", body);
    const Json json = protocol::parse_json_or_discard(rest);
    try {
        auto record = json.get<Record>();
        if (json.contains("fault")) return record;
        if (!with_log) return std::nullopt;
        record.game = json.at("game").get<int>();
        const auto reasons = json.at("void_games").get<std::vector<std::string>>();
        const auto players = json.value("void_players", std::vector<std::optional<int>>(reasons.size()));
        for (std::size_t i = 0; i < reasons.size(); ++i)
            record.void_games.push_back({players.at(i), reasons[i]});
        const std::size_t log = log_at + log_begins.size();
        record.log = body.substr(log, body.size() - log - 1);
        return record;
    } catch (const std::exception&) {
        return std::nullopt;  // undamaged, but not written by a referee
    }
}

PlayedGame played_game_of(Record record, const PlannedGame& planned, const std::string& first,
                          const std::string& second) {
    protocol::LogProblem problem;
    auto log = protocol::parse_match_log(record.log, problem);
    if (!log) throw games::UserError(fmt::format("its log can't be read: {}", problem.text));
    if (log->seed != planned.seed || log->players[0].name != first || log->players[1].name != second)
        throw games::UserError("it is not the planned game");
    PlayedGame played = played_game(planned, *std::move(log));
    played.failure.reset();  // a signal to this process does not explain why a bot ended on another machine
    played.void_games = std::move(record.void_games);
    played.on = std::move(record.on);
    return played;
}

}  // namespace referee::tournament
