#include "referee/tournament/paper/store/store_compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/tournament/paper/store/json_column.hpp"

namespace referee::tournament {

namespace {

using protocol::Json;

constexpr std::size_t max_shown = 6;

/// The differences, grouped by remedy.
struct Found {
    std::vector<std::string> versions;
    std::vector<std::string> settings;
    std::vector<std::string> missing;  ///< the paths of missing files
    std::string first_missing;         ///< the first missing file, in words
    std::vector<std::string> bots;
};

/// The numbers of a version such as 1.2.3, which order versions; nullopt if this is none.
std::optional<std::array<unsigned, 3>> numbers_of(const std::string& version) {
    std::array<unsigned, 3> numbers{};
    if (std::sscanf(version.c_str(), "%u.%u.%u", &numbers[0], &numbers[1], &numbers[2]) != 3) return std::nullopt;
    return numbers;
}

/// The name of an entrant, for a number in the settings.
std::string entrant_at(const TournamentHead& head, const Json& number) {
    const auto at = number.get<std::size_t>();
    return at < head.entrants.size() ? head.entrants[at].name : std::to_string(at);
}

/// The settings as a user has given them: a name in place of an entrant's number, and nothing that only follows from
/// another setting.
Json as_given(const TournamentHead& head) {
    Json settings = protocol::parse_json(head.settings);
    settings.erase("elo_scale");      // in older files, and without a meaning now
    settings.erase("rules_program");  // the rules may have been moved; their sums are in "rules"
    if (const auto anchor = settings.find("anchor"); anchor != settings.end() && anchor->is_object())
        *anchor = fmt::format("{}={}", entrant_at(head, anchor->at("entrant")), anchor->at("elo").get<double>());
    if (const auto challenger = settings.find("challenger"); challenger != settings.end()) {
        if (settings.value("format", "") == "gauntlet")
            *challenger = entrant_at(head, *challenger);
        else
            settings.erase(challenger);
    }
    if (const auto openings = settings.find("openings"); openings != settings.end() && openings->contains("start"))
        openings->at("start") = openings->at("start").get<int>() + 1;  // counted from 1 where people read it
    return settings;
}

/// Maps JSON pointers to all values of the settings. There may be 100,000 values, because a game's tiles are settings.
/// So the result has the JSON type with sorted keys, which finds keys quickly.
nlohmann::json values_of(const TournamentHead& head) {
    return nlohmann::json(as_given(head)).flatten();
}

void compare_settings(const TournamentHead& file, const TournamentHead& now, std::vector<std::string>& found) {
    const nlohmann::json before = values_of(file);
    const nlohmann::json after = values_of(now);
    std::set<std::string> names;
    for (const auto& item : before.items())
        names.insert(item.key());
    for (const auto& item : after.items())
        names.insert(item.key());
    const auto value = [](const nlohmann::json& settings, const std::string& name) {
        const bool is_set = settings.contains(name) && !settings[name].is_null();
        return is_set ? protocol::json_text(settings[name]) : "not set";
    };
    // Another game has other settings. Naming them all would hide what else differs.
    const auto game = [&value](const nlohmann::json& settings) {
        const std::string text = value(settings, "/game");
        return text.substr(0, text.find_first_of(":\"", 1));
    };
    if (game(before) != game(after))
        std::erase_if(names, [](const std::string& name) { return name.starts_with("/config/"); });
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

void compare_entrant(const StoredEntrant& was, const StoredEntrant& is, std::size_t number, Found& found) {
    const std::string who = "entrant " + std::to_string(number + 1) + " '" + was.name + "'";
    if (was.name != is.name) return found.bots.push_back(who + " is now '" + is.name + "'");
    const std::string run_by = words_to_json(was.command);  // as in the file, which does not keep invalid UTF-8
    const std::string now_by = words_to_json(is.command);
    if (run_by != now_by) found.bots.push_back(who + " was run as " + run_by + " and is now run as " + now_by);
    if (was.reuse != is.reuse)
        found.settings.push_back(who + (is.reuse ? " had a new process for each game, but --reuse is given now"
                                                 : " had one process for many games, but --reuse is not given now"));
    if (was.limits != is.limits)
        found.settings.push_back(who + " had " + (was.limits.empty() ? "no limits of its own" : was.limits) +
                                 " and has " + (is.limits.empty() ? "none now" : is.limits));
    for (const FileSum& file : was.files) {
        const FileSum* other = find_file(is, file.path);
        if (other == nullptr && found.missing.empty())
            found.first_missing = who + " no longer has its file " + file.path;
        if (other == nullptr) found.missing.push_back(file.path);
        if (other != nullptr && other->sha256 != file.sha256)
            found.bots.push_back(who + ": its file " + file.path + " has changed");
    }
    for (const FileSum& file : is.files) {
        if (find_file(was, file.path) == nullptr) found.bots.push_back(who + " has a new file " + file.path);
    }
}

void compare_entrants(const TournamentHead& file, const TournamentHead& now, Found& found) {
    const std::size_t before = file.entrants.size();
    const std::size_t after = now.entrants.size();
    if (after != before) {
        found.bots.push_back("there were " + std::to_string(before) + " entrants, and now there are " +
                             std::to_string(after));
    }
    for (std::size_t i = 0; i < std::min(before, after); ++i) {
        compare_entrant(file.entrants[i], now.entrants[i], i, found);
    }
}

/// Explains how missing files can be found again.
std::string remedy_for_missing(const Found& found, const TournamentHead& file, const std::string& db) {
    if (std::ranges::any_of(found.missing, [](const auto& path) { return path.starts_with('/'); }))
        return "put back what is missing, or begin another tournament";
    return may_have_begun_here(file.entrants) ? record_bot_changes : folder_to_run_in(found.missing, db);
}

std::string remedy_of(const Found& found, const TournamentHead& file, const std::string& db) {
    if (!found.missing.empty()) return remedy_for_missing(found, file, db);
    if (!found.versions.empty()) return "continue with one that is not older, or begin another tournament";
    if (!found.settings.empty()) return "settings can't be changed when resuming: omit these options";
    return record_bot_changes;
}

}  // namespace

std::string differences(const TournamentHead& file, const TournamentHead& now, const std::string& db) {
    Found found;
    const auto started_with = numbers_of(file.referee_version);
    if (!started_with || started_with > numbers_of(now.referee_version))
        found.versions.push_back("it was started with referee " + file.referee_version + ", and this is version " +
                                 now.referee_version);
    compare_settings(file, now, found.settings);
    compare_entrants(file, now, found);
    std::vector<std::string> all = found.versions;
    all.insert(all.end(), found.settings.begin(), found.settings.end());
    if (!found.missing.empty()) {
        const auto all_missing = found.missing.size();
        all.push_back(found.first_missing +
                      (all_missing > 1 ? " (" + std::to_string(all_missing) + " files are missing in all)" : ""));
    }
    all.insert(all.end(), found.bots.begin(), found.bots.end());
    if (all.empty()) return "";
    std::string line;
    for (std::size_t i = 0; i < all.size() && i < max_shown; ++i)
        line.append(i == 0 ? "" : "; ").append(all[i]);
    if (all.size() > max_shown) line += "; and " + std::to_string(all.size() - max_shown) + " more";
    return line + "; " + remedy_of(found, file, db);
}

void require_same(const TournamentHead& file, const TournamentHead& now, const std::string& db) {
    const std::string different = differences(file, now, db);
    if (!different.empty()) throw games::UserError("tournament file '" + db + "' can't be resumed: " + different);
}

bool may_have_begun_here(std::span<const StoredEntrant> entrants) {
    bool is_any_relative = false;
    for (const StoredEntrant& entrant : entrants) {
        for (const FileSum& file : entrant.files) {
            const std::filesystem::path path = file.path;
            if (path.is_absolute()) continue;
            if (exists_at(path)) return true;
            if (path.has_parent_path() && exists_at(path.parent_path())) return true;
            is_any_relative = true;
        }
    }
    return !is_any_relative;
}

std::string folder_to_run_in(std::span<const std::string> relative, const std::string& db) {
    const auto folder = std::filesystem::absolute(db).lexically_normal().parent_path();
    const bool are_there =
        std::ranges::all_of(relative, [&](const std::string& path) { return is_file_at(folder / path); });
    if (!are_there) return "run referee in the folder in which the tournament was started";
    return "run referee in " + folder.string() + ", which contains its bots";
}

}  // namespace referee::tournament
