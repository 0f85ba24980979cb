#include "tests/simulation/bot_files.hpp"

#include <algorithm>
#include <filesystem>

#include "tests/simulation/book.hpp"
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
}

void BotFiles::begun(const std::string& db, const Words& typed, const std::vector<std::string>& entrants) {
    const auto from = value_of(typed, "--from");
    const std::string earlier = from ? from->substr(0, from->find(",top=")) : "";
    for (const std::string& entrant : entrants) {
        std::string file = normal(value_of(typed, "--bots").value_or(".") + "/" + entrant);
        for (std::size_t i = 1; i < typed.size() && !typed[i].starts_with("--"); ++i)
            if (name_in(typed[i]) == entrant) file = path_in(typed[i]);
        if (from) file = played_[earlier][entrant].file;
        plays(db, entrant, file);
    }
}

void BotFiles::joined(const std::string& db, const Words& typed, const Arrivals& arrivals) {
    std::map<std::string, std::string> named;
    auto orders = orders_in(typed);
    for (const std::string& bot : orders["add"])
        named[name_in(bot)] = path_in(bot);
    for (const std::string& order : orders["replace"]) {
        const std::string bot = order.substr(order.find('=') + 1);
        named[name_in(bot)] = path_in(bot);
    }
    const std::string folder = value_of(typed, "--bots").value_or(".");
    for (const auto& [name, old] : arrivals) {
        const auto found = named.find(name);
        plays(db, name,
              found != named.end() ? found->second
              : !old.empty()       ? played_[db][old].file
                                   : normal(folder + "/" + name));
    }
}

bool BotFiles::has_changed(const std::string& db, const std::string& entrant) const {
    const Played& played = played_.at(db).at(entrant);
    return content_of(played.file) != played.content;
}

std::vector<std::string> BotFiles::news_in(const std::string& folder, const std::string& db,
                                           const std::vector<std::string>& present) const {
    std::vector<std::string> news;
    const std::map<std::string, Played>& known = played_.at(db);
    for (const auto& [file, content] : files_) {
        if (fs::path(file).parent_path() != fs::path(folder) || content.find("unfit") != std::string::npos) continue;
        const auto is_of_file = [&](const auto& entrant) { return entrant.second.file == file; };
        if (std::ranges::none_of(known, is_of_file)) news.push_back(fs::path(file).filename().string());
        for (const auto& [name, played] : known) {
            const bool is_present = std::ranges::find(present, name) != present.end();
            if (played.file == file && is_present && played.content != content) news.push_back(name);
        }
    }
    return news;
}

}  // namespace simulation
