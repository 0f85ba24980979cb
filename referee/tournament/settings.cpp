#include "referee/tournament/settings.hpp"

#include <nlohmann/json.hpp>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "protocol/json_values.hpp"

namespace referee::tournament {

namespace {

using games::UserError;
using protocol::Json;

/// The mechanism that enforces limits depends on the machine, and is not a setting.
Json limits_json(const protocol::Limits& limits) {
    Json json = protocol::json_of(limits);
    json.erase("kept_by");
    return json;
}

FormatSettings format_of(const Json& json) {
    FormatSettings settings;
    const auto name = json.at("format").get<std::string>();
    const auto format = tournament::format_of(name);
    if (!format) throw UserError("settings of a tournament: there is no format '" + name + "'");
    settings.format = *format;
    settings.games = json.at("games").get<int>();
    settings.challenger = json.at("challenger").get<int>();
    settings.rounds = protocol::value_or_nothing<int>(json.at("rounds"));
    settings.extra_pairs = json.at("extra_pairs").get<int>();
    settings.batch = json.at("batch").get<int>();
    return settings;
}

Json json_of(const std::optional<SprtSettings>& sprt) {
    if (!sprt) return nullptr;
    return {{"elo0", sprt->elo0},
            {"elo1", sprt->elo1},
            {"alpha", sprt->alpha},
            {"beta", sprt->beta},
            {"model", name_of(sprt->model)}};
}

std::optional<SprtSettings> sprt_of(const Json& json) {
    if (json.is_null()) return std::nullopt;
    const auto name = json.at("model").get<std::string>();
    const auto model = elo_model_of(name);
    if (!model) throw UserError("settings of a tournament: there is no Elo model '" + name + "'");
    return SprtSettings{json.at("elo0").get<double>(), json.at("elo1").get<double>(), json.at("alpha").get<double>(),
                        json.at("beta").get<double>(), *model};
}

std::optional<Goal> until_of(const Json& json) {
    if (!json.contains("until")) return std::nullopt;
    const auto text = json.at("until").get<std::string>();
    const auto goal = goal_of(text);
    if (!goal) throw UserError("settings of a tournament: there is no goal '" + text + "'");
    return goal;
}

NotesKept notes_of(const Json& json) {
    if (!json.contains("stderr_log")) return usual_notes;
    const auto name = json.at("stderr_log").get<std::string>();
    const auto notes = notes_kept_of(name);
    if (!notes) throw UserError("settings of a tournament: stderr_log can't be '" + name + "'");
    return *notes;
}

std::optional<Anchor> anchor_of(const Json& json) {
    if (!json.contains("anchor")) return std::nullopt;
    const Json& anchor = json.at("anchor");
    return Anchor{anchor.at("entrant").get<std::size_t>(), anchor.at("elo").get<double>()};
}

OpeningList opening_list_of(const Json& json) {
    if (!json.contains("openings")) return {};
    const Json& list = json.at("openings");
    const bool random = list.at("order").get<std::string>() == "random";
    std::vector<GameStart> openings;
    for (const Json& one : list.at("moves")) {
        openings.push_back(one.is_string() ? GameStart{one.get<std::string>(), {}}
                                           : GameStart{"", one.get<std::vector<std::string>>()});
    }
    return {std::move(openings), random ? OpeningOrder::random : OpeningOrder::as_written, list.at("start").get<int>()};
}

Json json_of(const OpeningList& list) {
    Json openings = Json::array();
    for (const GameStart& one : list.openings)
        openings.push_back(one.position.empty() ? Json(one.moves) : Json(one.position));
    return {{"moves", std::move(openings)},
            {"order", list.order == OpeningOrder::random ? "random" : "file"},
            {"start", list.start}};
}

/// A list only where there are several.
Json json_of(const std::vector<std::string>& bots_folders) {
    return bots_folders.size() == 1 ? Json(bots_folders.front()) : Json(bots_folders);
}

std::vector<std::string> bots_folders_of(const Json& json) {
    if (!json.contains("bots_folder")) return {};
    const Json& folders = json.at("bots_folder");
    if (folders.is_string()) return {folders.get<std::string>()};
    return folders.get<std::vector<std::string>>();
}

}  // namespace

void fit_format_to_openings(Settings& settings) {
    settings.format.listed_openings = static_cast<int>(settings.opening_list.openings.size());
    settings.format.openings = settings.opening_plies > 0 || settings.format.listed_openings > 0;
}

void fit_format_to_goal(Settings& settings) {
    settings.format.by_cycles = settings.until.has_value();
    settings.format.by_widths = settings.until && settings.until->kind == Goal::Kind::elo;
}

void to_json(Json& json, const Settings& settings) {
    Json config = Json::object();
    for (const auto& [name, value] : settings.config)
        config[name] = protocol::json_of(value);
    const FormatSettings& format = settings.format;
    json = Json{{"game", settings.game},
                {"config", std::move(config)},
                {"limits", limits_json(settings.limits)},
                {"sandbox", settings.sandbox},
                {"sandbox_folders", settings.sandbox_folders},
                {"format", name_of(format.format)},
                {"games", format.games},
                {"challenger", format.challenger},
                {"rounds", protocol::or_null(format.rounds)},
                {"extra_pairs", format.extra_pairs},
                {"batch", format.batch},
                {"opening_plies", settings.opening_plies},
                {"sprt", json_of(settings.sprt)}};
    if (!settings.opening_list.openings.empty()) json["openings"] = json_of(settings.opening_list);
    if (settings.until) json["until"] = to_text(*settings.until);
    if (settings.anchor) json["anchor"] = {{"entrant", settings.anchor->entrant}, {"elo", settings.anchor->elo}};
    if (settings.notes != usual_notes) json["stderr_log"] = name_of(settings.notes);
    if (!settings.bots_folders.empty()) json["bots_folder"] = json_of(settings.bots_folders);
    if (settings.reference_speed) json["reference_speed"] = *settings.reference_speed;
}

std::string to_json(const Settings& settings) {
    return protocol::json_text(Json(settings));
}

void from_json(const Json& json, Settings& settings) {
    settings.game = json.at("game").get<std::string>();
    for (const auto& item : json.at("config").items())
        settings.config.emplace_back(item.key(), protocol::config_value_of(item.value()));
    settings.limits = protocol::limits_of(json.at("limits"));
    settings.sandbox = json.at("sandbox").get<bool>();
    settings.sandbox_folders = json.at("sandbox_folders").get<std::vector<std::string>>();
    settings.bots_folders = bots_folders_of(json);
    settings.format = format_of(json);
    settings.opening_plies = json.at("opening_plies").get<int>();
    settings.opening_list = opening_list_of(json);
    fit_format_to_openings(settings);
    settings.sprt = sprt_of(json.at("sprt"));
    settings.until = until_of(json);
    fit_format_to_goal(settings);
    settings.anchor = anchor_of(json);
    settings.notes = notes_of(json);
    if (json.contains("reference_speed")) settings.reference_speed = json.at("reference_speed").get<std::int64_t>();
}

Settings settings_of_json(std::string_view text) {
    try {
        return protocol::parse_json(text).get<Settings>();
    } catch (const protocol::JsonError& error) {
        throw UserError(std::string("settings of a tournament that this referee can't read: ") + error.what());
    } catch (const Json::exception& error) {
        throw UserError(std::string("settings of a tournament that this referee can't read: ") + error.what());
    }
}

}  // namespace referee::tournament
