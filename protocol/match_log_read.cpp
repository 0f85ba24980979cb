// Reads match logs strictly: a damaged log is told with the place of its first fault.
#include <nlohmann/json.hpp>

#include "protocol/json_text.hpp"
#include "protocol/json_values.hpp"
#include "protocol/match_log.hpp"
#include "protocol/match_log_schema.hpp"
#include "protocol/schema.hpp"

namespace protocol {

namespace {

// The functions below read what the schema has found valid: every key is there, every number is in its range.

std::optional<Micros> micros_or_nothing(const Json& value) {
    return value.is_null() ? std::nullopt : std::optional(Micros(value.get<std::int64_t>()));
}

LoggedPlayer player_of(const Json& player) {
    LoggedPlayer logged{player.at("name"), player.at("command"), player.at("isolation")};
    if (const auto games = player.find("games_before"); games != player.end()) logged.games_before = games->get<int>();
    if (const auto limits = player.find("limits"); limits != player.end()) logged.limits = limits_of(*limits);
    return logged;
}

LoggedPly ply_of(const Json& json) {
    LoggedPly ply;
    ply.player = json.at("player");
    ply.move = json.at("move");
    ply.wall = micros_or_nothing(json.at("wall_us"));
    ply.cpu = micros_or_nothing(json.at("cpu_us"));
    if (const auto charged = json.find("charged_us"); charged != json.end()) ply.charged = micros_or_nothing(*charged);
    ply.lost = json.at("lost").get<std::vector<int>>();
    if (const auto hand = json.find("hand"); hand != json.end()) ply.hand = hand->get<std::vector<int>>();
    ply.frame = json.at("frame").dump();
    if (const auto notes = json.find("notes"); notes != json.end()) ply.notes = notes_of(*notes);
    return ply;
}

Result result_of(const Json& json) {
    Result result;
    result.winner = value_or_nothing<int>(json.at("winner"));
    result.ending = ending_of(json.at("ending").get_ref<const std::string&>()).value();
    result.detail = value_or_nothing<std::string>(json.at("detail")).value_or("");
    return result;
}

Failure failure_of(const Json& json) {
    Failure failure;
    failure.player = json.at("player");
    failure.line = value_or_nothing<std::string>(json.at("line"));
    failure.exit_code = value_or_nothing<int>(json.at("exit_code"));
    failure.signal = value_or_nothing<int>(json.at("signal"));
    failure.elapsed = micros_or_nothing(json.at("elapsed_us"));
    failure.limit = micros_or_nothing(json.at("limit_us"));
    if (json.contains("cpu_us")) failure.cpu = micros_or_nothing(json.at("cpu_us"));
    if (json.contains("waited_us")) failure.waited = micros_or_nothing(json.at("waited_us"));
    failure.stderr_tail = json.at("stderr_tail");
    failure.valid_moves = json.at("valid_moves").get<std::vector<std::string>>();
    return failure;
}

MatchLog match_of(const Json& json) {
    MatchLog match;
    match.referee_version = json.at("referee").at("version");
    match.id = json.at("id");
    match.started_at = json.at("started_at");
    match.game = json.at("game").at("name");
    for (const auto& item : json.at("game").at("config").items())
        match.config.emplace_back(item.key(), config_value_of(item.value()));
    match.seed = json.at("game").at("seed");
    for (std::size_t i = 0; i < match.players.size(); ++i)
        match.players[i] = player_of(json.at("players").at(i));
    match.limits = limits_of(json.at("limits"));
    match.initial = json.at("initial").dump();
    for (const Json& ply : json.at("plies"))
        match.plies.push_back(ply_of(ply));
    match.opening = json.at("opening");
    match.result = result_of(json.at("result"));
    if (const Json& failure = json.at("failure"); !failure.is_null()) match.failure = failure_of(failure);
    if (const auto notes = json.find("last_notes"); notes != json.end()) {
        for (std::size_t i = 0; i < match.last_notes.size(); ++i) {
            if (!notes->at(i).is_null()) match.last_notes[i] = notes_of(notes->at(i));
        }
    }
    return match;
}

/// Checks a document against the schema, and for what no schema can say. Returns the first problem.
std::optional<std::string> problem_of(const Json& document) {
    static const Schema schema(match_log_schema());
    if (auto problem = schema.problem(document, "the log")) return problem;
    const std::size_t plies = document.at("plies").size();
    if (document.at("opening").get<std::size_t>() <= plies) return std::nullopt;
    return "opening is out of range: there are only " + std::to_string(plies) + " plies";
}

/// Whether it is a log, but of a version that the schema is not about.
bool is_of_another_version(const Json& document) {
    if (!document.is_object()) return false;
    const auto format = document.find("format");
    if (format == document.end() || !format->is_string()) return false;
    const auto& name = format->get_ref<const std::string&>();
    return name.starts_with(match_log_family) && name != match_log_format;
}

}  // namespace

std::optional<MatchLog> parse_match_log(std::string_view json, LogProblem& problem) {
    try {
        const auto document = parse_json(json);
        const auto wrong = problem_of(document);
        if (!wrong) return match_of(document);
        problem = {is_of_another_version(document) ? LogFault::other_version : LogFault::damaged, *wrong};
    } catch (const JsonError& error) {
        problem = {LogFault::damaged, error.what()};
    }
    return std::nullopt;
}

}  // namespace protocol
