#include "referee/tournament/store/store_compare.hpp"

#include <nlohmann/json.hpp>
#include <set>

namespace referee::tournament {

namespace {

using Json = nlohmann::json;

constexpr std::size_t most_shown = 6;

/// Bytes that are no UTF-8 are replaced: paths are anything.
std::string text_of(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void compare_settings(const TournamentHead& file, const TournamentHead& now, std::vector<std::string>& found) {
    const Json before = Json::parse(file.settings).flatten();
    const Json after = Json::parse(now.settings).flatten();
    std::set<std::string> names;
    for (const auto& item : before.items())
        names.insert(item.key());
    for (const auto& item : after.items())
        names.insert(item.key());
    const auto value = [](const Json& settings, const std::string& name) {
        return settings.contains(name) ? text_of(settings[name]) : "not set";
    };
    for (const std::string& name : names) {
        const std::string was = value(before, name);
        const std::string is = value(after, name);
        if (was != is) found.push_back(name.substr(1) + " was " + was + " and is " + is);
    }
    if (file.seed != now.seed) {
        found.push_back("the seed was " + std::to_string(file.seed) + " and is " + std::to_string(now.seed));
    }
}

const FileSum* find_file(const StoredEntrant& entrant, const std::string& path) {
    for (const FileSum& file : entrant.files) {
        if (file.path == path) return &file;
    }
    return nullptr;
}

void compare_entrant(const StoredEntrant& was, const StoredEntrant& is, std::size_t number,
                     std::vector<std::string>& found) {
    const std::string who = "entrant " + std::to_string(number + 1) + " '" + was.name + "'";
    if (was.name != is.name) return found.push_back(who + " is now '" + is.name + "'");
    const std::string run_by = words_to_json(was.command);  // in the file's words: bytes that are no UTF-8 are not kept
    const std::string now_by = words_to_json(is.command);
    if (run_by != now_by) found.push_back(who + " was run by " + run_by + " and now by " + now_by);
    for (const FileSum& file : was.files) {
        const FileSum* other = find_file(is, file.path);
        if (other == nullptr) found.push_back(who + " no longer has its file " + file.path);
        if (other != nullptr && other->sha256 != file.sha256)
            found.push_back(who + ": its file " + file.path + " has changed");
    }
    for (const FileSum& file : is.files) {
        if (find_file(was, file.path) == nullptr) found.push_back(who + " has a new file " + file.path);
    }
}

void compare_entrants(const TournamentHead& file, const TournamentHead& now, bool may_grow,
                      std::vector<std::string>& found) {
    const std::size_t before = file.entrants.size();
    const std::size_t after = now.entrants.size();
    if (after < before || (after > before && !may_grow)) {
        found.push_back("there were " + std::to_string(before) + " entrants and are " + std::to_string(after));
    }
    for (std::size_t i = 0; i < std::min(before, after); ++i) {
        compare_entrant(file.entrants[i], now.entrants[i], i, found);
    }
}

}  // namespace

std::string differences(const TournamentHead& file, const TournamentHead& now, bool may_grow) {
    std::vector<std::string> found;
    if (file.referee_version != now.referee_version) {
        found.push_back("it was begun by referee " + file.referee_version + " and this is " + now.referee_version);
    }
    compare_settings(file, now, found);
    compare_entrants(file, now, may_grow, found);
    std::string line;
    for (std::size_t i = 0; i < found.size() && i < most_shown; ++i)
        line.append(i == 0 ? "" : "; ").append(found[i]);
    if (found.size() > most_shown) line += "; and " + std::to_string(found.size() - most_shown) + " more";
    return line;
}

std::string words_to_json(const std::vector<std::string>& words) {
    return text_of(words);
}

std::optional<std::vector<std::string>> words_of_json(std::string_view json) {
    const Json words = Json::parse(json, nullptr, false);
    if (!words.is_array()) return std::nullopt;
    std::vector<std::string> list;
    for (const Json& word : words) {
        if (!word.is_string()) return std::nullopt;
        list.push_back(word.get<std::string>());
    }
    return list;
}

bool is_json_object(std::string_view json) {
    return Json::parse(json, nullptr, false).is_object();
}

}  // namespace referee::tournament
