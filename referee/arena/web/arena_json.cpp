#include "referee/arena/web/arena_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "protocol/json_fields.hpp"
#include "protocol/json_text.hpp"
#include "referee/arena/team_people.hpp"

namespace referee::arena {

using protocol::Json;
using protocol::json_text;

namespace {

constexpr std::size_t max_audit = 300;

std::int64_t millis(Time time) {
    return time.time_since_epoch().count();
}

Json version_json(const VersionNow& version, bool with_texts) {
    const HandIn& hand_in = version.hand_in;
    Json json = {{"version", hand_in.version},
                 {"file", hand_in.file},
                 {"bytes", hand_in.bytes},
                 {"at", millis(hand_in.at)},
                 {"state", name_of(hand_in.state)},
                 {"behind", version.waits_behind ? Json(*version.waits_behind) : Json(nullptr)},
                 {"rests_until", version.rests_until ? Json(millis(*version.rests_until)) : Json(nullptr)},
                 {"plays", version.plays},
                 {"may_return", version.may_return},
                 {"reason", hand_in.reason},
                 {"choice", hand_in.choice},
                 {"build_output", with_texts ? Json(hand_in.build_output) : Json(nullptr)},
                 {"check", with_texts ? Json(hand_in.check) : Json(nullptr)}};
    if (!version.sender.empty()) json["sender"] = version.sender;
    return json;
}

}  // namespace

std::string state_json(const ArenaState& state, const ArenaSettings& settings) {
    return json_text({{"game", state.game},
                      {"phase", name_of(state.phase)},
                      {"deadline", millis(state.deadline)},
                      {"paused", state.paused},
                      {"published", state.published},
                      {"live", state.live},
                      {"message", state.message},
                      {"pending", state.pending},
                      {"seed_hash", state.seed_hash},
                      {"final_secret", state.final_secret},
                      {"public", settings.is_public}});
}

std::string state_at(Time now, const std::string& state) {
    return fmt::format(R"({{"now":{},{})", millis(now), std::string_view(state).substr(1));
}

std::string versions_json(const std::vector<VersionNow>& versions) {
    Json list = Json::array();
    for (std::size_t i = 0; i < versions.size(); ++i)
        if (i < max_versions_shown || versions[i].plays || versions[i].may_return)
            list.push_back(version_json(versions[i], i == 0));
    const std::size_t left_out = versions.size() - list.size();
    const bool accepted = std::ranges::any_of(
        versions, [](const VersionNow& version) { return version.hand_in.state == HandInState::accepted; });
    return json_text({{"versions", std::move(list)}, {"left_out", left_out}, {"accepted", accepted}});
}

std::string texts_json(const VersionNow& version) {
    return json_text({{"build_output", version.hand_in.build_output}, {"check", version.hand_in.check}});
}

std::string try_json(const std::optional<TryNow>& tried) {
    if (!tried) return "null";
    const HandIn& hand_in = tried->tried.hand_in;
    return json_text({{"file", hand_in.file},
                      {"at", millis(hand_in.at)},
                      {"state", name_of(hand_in.state)},
                      {"behind", tried->waits_behind ? Json(*tried->waits_behind) : Json(nullptr)},
                      {"rests_until", tried->rests_until ? Json(millis(*tried->rests_until)) : Json(nullptr)},
                      {"reason", hand_in.reason},
                      {"choice", hand_in.choice},
                      {"build_output", hand_in.build_output},
                      {"check", hand_in.check},
                      {"games", tried->tried.games}});
}

std::string people_json(const std::vector<Person>& people, const std::vector<VersionNow>& newest,
                        const std::map<int, int>& playing, const std::set<int>& entered,
                        const std::map<int, std::string>& same) {
    Json list = Json::array();
    for (const Person& person : students_among(people)) {
        const auto version =
            std::ranges::find_if(newest, [&](const VersionNow& one) { return one.hand_in.person == person.holder; });
        const HandIn* const hand_in = version == newest.end() ? nullptr : &version->hand_in;
        list.push_back(
            {{"number", person.number},
             {"name", person.student.name},
             {"id", person.student.number},
             {"group", person.student.group},
             {"team", person.student.team},
             {"withdrawn", people[static_cast<std::size_t>(person.holder)].withdrawn},
             {"entered", entered.contains(person.number)},
             {"version", hand_in != nullptr ? Json(hand_in->version) : Json(nullptr)},
             {"state", hand_in != nullptr ? Json(name_of(hand_in->state)) : Json(nullptr)},
             {"behind", hand_in != nullptr && version->waits_behind ? Json(*version->waits_behind) : Json(nullptr)},
             {"rests_until",
              hand_in != nullptr && version->rests_until ? Json(millis(*version->rests_until)) : Json(nullptr)},
             {"reason", hand_in != nullptr ? hand_in->reason : ""},
             {"at", hand_in != nullptr ? Json(millis(hand_in->at)) : Json(nullptr)},
             {"plays", playing.contains(person.holder) ? Json(playing.at(person.holder)) : Json(nullptr)},
             {"same_as", same.contains(person.holder) ? same.at(person.holder) : ""}});
    }
    return json_text({{"people", std::move(list)}});
}

std::string final_progress_json(const std::optional<FinalProgress>& progress) {
    if (!progress) return "null";
    return json_text({{"played", progress->played},
                      {"games", progress->games ? Json(*progress->games) : Json(nullptr)},
                      {"seconds", progress->seconds_left ? Json(*progress->seconds_left) : Json(nullptr)}});
}

std::string forecast_json(const Forecast& forecast) {
    return json_text({{"entrants", forecast.entrants},
                      {"format", forecast.format},
                      {"games", forecast.games},
                      {"seconds", forecast.duration ? Json(forecast.duration->count()) : Json(nullptr)},
                      {"intended", forecast.intended.count()}});
}

std::string audit_json(const std::vector<AuditEntry>& audit) {
    Json list = Json::array();
    for (auto entry = audit.rbegin(); entry != audit.rend() && list.size() < max_audit; ++entry)
        list.push_back({millis(entry->at), entry->who, entry->what});
    return json_text({{"audit", std::move(list)}});
}

}  // namespace referee::arena
