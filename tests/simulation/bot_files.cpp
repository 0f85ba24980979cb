#include "tests/simulation/bot_files.hpp"

#include <algorithm>
#include <filesystem>

#include "tests/simulation/book.hpp"
#include "tests/simulation/hand_ins.hpp"
#include "tests/simulation/words.hpp"

namespace simulation {

namespace {

namespace fs = std::filesystem;

std::string normal(const std::string& path) {
    return fs::path(path).lexically_normal().string();
}

/// The path in `path` or `name=path`.
std::string path_in(const std::string& bot) {
    return normal(bot.substr(bot.find('=') + 1));
}

bool is_in(const std::string& file, const std::string& folder) {
    return fs::path(file).parent_path() == fs::path(folder);
}

bool is_fit(const std::string& content) {
    return content.find("unfit") == std::string::npos;
}

/// The files of the bots that the orders name, in the order in which they come.
std::vector<std::string> newcomers_in(const Words& typed) {
    std::vector<std::string> files;
    auto orders = orders_in(typed);
    for (const std::string& bot : orders["add"])
        files.push_back(path_in(bot));
    for (const std::string& order : orders["replace"])
        files.push_back(path_in(order.substr(order.find('=') + 1)));
    return files;
}

std::string name_in(const std::string& bot) {
    const auto equals = bot.find('=');
    return equals == std::string::npos ? fs::path(bot).filename().string() : bot.substr(0, equals);
}

}  // namespace

void BotFiles::wrote(const std::string& file, const std::string& content) {
    if (content.empty())
        files_.erase(normal(file));
    else
        files_[normal(file)] = content;
}

std::string BotFiles::content_of(const std::string& file) const {
    const auto found = files_.find(file);
    return found == files_.end() ? "" : found->second;
}

void BotFiles::plays(const std::string& db, const std::string& entrant, const std::string& file) {
    played_[db][entrant] = {file, content_of(file)};
    told_[db].erase(file);
}

std::string BotFiles::folder_of(const std::string& db, const Words& typed) const {
    return classes_.contains(db) ? bots_beside(db) : value_of(typed, "--bots").value_or(".");
}

void BotFiles::begun(const std::string& db, const Words& typed, const std::vector<std::string>& entrants) {
    if (has(typed, "--students")) classes_.insert(db);
    const auto from = value_of(typed, "--from");
    const std::string earlier = from ? from->substr(0, from->find(",top=")) : "";
    for (const std::string& entrant : entrants) {
        std::string file = normal(folder_of(db, typed) + "/" + entrant);
        for (std::size_t i = 1; i < typed.size() && !typed[i].starts_with("--"); ++i)
            if (name_in(typed[i]) == entrant) file = path_in(typed[i]);
        if (const auto& before = played_[earlier]; before.contains(entrant)) file = before.at(entrant).file;
        plays(db, entrant, file);
    }
    const std::map<std::string, Played>& known = played_[db];
    for (const auto& [file, content] : files_) {
        const auto is_of_file = [&file = file](const auto& entrant) { return entrant.second.file == file; };
        if (is_in(file, folder_of(db, typed)) && !is_fit(content) && std::ranges::none_of(known, is_of_file))
            told_[db].insert(file);
    }
}

void BotFiles::was_left_out(const std::string& db, const std::string& folder, const std::vector<std::string>& names) {
    for (const std::string& name : names)
        told_[db].insert(normal(folder + "/" + name));
}

void BotFiles::joined(const std::string& db, const Words& typed, const Arrivals& arrivals) {
    const std::vector<std::string> named = newcomers_in(typed);
    const std::string folder = folder_of(db, typed);
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
        const auto& [name, old] = arrivals[i];
        plays(db, name,
              i < named.size()                         ? named[i]
              : !old.empty() && !classes_.contains(db) ? played_[db][old].file
                                                       : normal(folder + "/" + fs::path(name).filename().string()));
    }
}

bool BotFiles::brings_unfit(const Words& typed) const {
    return !std::ranges::all_of(newcomers_in(typed), [&](const std::string& file) { return is_fit(content_of(file)); });
}

bool BotFiles::has_changed(const std::string& db, const std::string& entrant) const {
    const Played& played = played_.at(db).at(entrant);
    return content_of(played.file) != played.content;
}

std::set<std::string> BotFiles::others_in(const std::string& folder, const std::string& db,
                                          const std::set<std::string>& entrants) const {
    std::set<std::string> others;
    const std::map<std::string, Played>& known = played_.at(db);
    for (const auto& [file, content] : files_) {
        const auto plays_it = [&known, &file = file](const std::string& entrant) {
            return known.at(entrant).file == file;
        };
        if (is_in(file, folder) && is_fit(content) && std::ranges::none_of(entrants, plays_it))
            others.insert(fs::path(file).filename().string());
    }
    return others;
}

std::vector<std::string> BotFiles::news_in(const std::string& folder, const std::string& db,
                                           const std::vector<std::string>& present) const {
    std::vector<std::string> news;
    const std::map<std::string, Played>& known = played_.at(db);
    for (const auto& [file, content] : files_) {
        if (!is_in(file, folder) || !is_fit(content)) continue;
        const auto is_of_file = [&file = file](const auto& entrant) { return entrant.second.file == file; };
        if (std::ranges::none_of(known, is_of_file)) news.push_back(fs::path(file).filename().string());
        std::string newest;  // the last one of this file that takes part
        for (const std::string& name : present)
            if (known.at(name).file == file) newest = name;
        if (!newest.empty() && known.at(newest).content != content) news.push_back(newest);
    }
    return news;
}

std::set<std::string> BotFiles::left_out_now(const std::string& folder, const std::string& db,
                                             const std::vector<std::string>& present) {
    std::set<std::string> left_out;
    const std::map<std::string, Played>& known = played_[db];
    for (const auto& [file, content] : files_) {
        if (!is_in(file, folder) || is_fit(content)) continue;
        std::string name = fs::path(file).filename().string();
        bool plays = false, is_known = false, is_as_before = false;
        for (const auto& [entrant, played] : known) {
            if (played.file != file) continue;
            is_known = true;
            is_as_before = is_as_before || played.content == content;
        }
        for (const std::string& entrant : present) {
            if (known.at(entrant).file != file) continue;
            plays = true;
            name = entrant;
        }
        if (!is_as_before && (plays || !is_known) && told_[db].insert(file).second) left_out.insert(name);
    }
    return left_out;
}

}  // namespace simulation
