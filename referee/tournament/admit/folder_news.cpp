#include "referee/tournament/admit/folder_news.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/bots/bot_files.hpp"
#include "referee/core/bots/bots_folder.hpp"
#include "referee/core/bots/entrant_versions.hpp"
#include "referee/core/bots/real_words.hpp"
#include "referee/core/bots/sight.hpp"
#include "referee/tournament/paper/settings.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

std::set<std::string> real_paths_of(const std::vector<FileSum>& files) {
    std::set<std::string> paths;
    for (const FileSum& file : files)
        paths.insert(secret_file(file.path));
    return paths;
}

bool has_new_file(const std::vector<FileSum>& before, const std::vector<FileSum>& now) {
    return !std::ranges::includes(real_paths_of(before), real_paths_of(now));
}

/// Adds what is new about a bot of the folder. `known`: the last entrant that is this bot. `place`: its file or folder.
/// Throws games::UserError if the bot can't play.
void add_news_of(News& news, const TournamentHead& head, const FoundBot& bot, const std::optional<std::size_t>& known,
                 const std::string& place, std::string_view path) {
    const auto files = files_of_bot(bot.command, bot.folder, bot.name, std::nullopt);
    if (!can_be_kept(place)) throw UserError("its name is not UTF-8: rename it");
    if (!known) return news.join(candidate_of(bot, ""));
    const StoredEntrant& before = head.entrants[*known];
    if (rehashed(before.files) == before.files && !has_new_file(before.files, files)) return;
    const auto first = static_cast<std::size_t>(news.field().place_of(static_cast<int>(*known)));
    Candidate next = candidate_of(bot, version_after(news.names()[first], news.names()));
    next.command = bot_command_of(before.command, before.name, path);
    news.replace(*known, std::move(next),
                 fmt::format("restore its files and 'return' it, or let the new version join with 'add {}'", place));
}

void news_of_plain_folder(News& news, const TournamentHead& head, const std::string& given, std::string_view path) {
    const std::string folder = same_folder(given, settings_of_json(head.settings).bots_folders).value_or("");
    if (folder.empty())
        throw UserError(
            fmt::format("--bots: '{0}' is not the tournament's folder of bots: let single bots join with "
                        "'add {0}/BOT'",
                        given));
    std::vector<std::vector<std::string>> known;
    for (const StoredEntrant& entrant : head.entrants)
        known.push_back(real_words(entrant.command, path));
    FolderContents contents = read_bots_folder(folder, path);
    for (const FoundBot& bot : contents.bots) {
        const auto words = real_words(bot.command.arguments, path);
        try {
            add_news_of(news, head, bot, news.last_present([&](std::size_t i) { return known[i] == words; }),
                        (std::filesystem::path(folder) / bot.name).string(), path);
        } catch (const UserError& error) {
            contents.left_out.push_back({bot.name, error.what()});
        }
    }
    for (LeftOut& bot : contents.left_out)
        news.leave_out(std::move(bot));
}

}  // namespace

std::optional<FolderNews> folder_news(const NewsOrder& order, const TournamentHead& head, const std::string& db,
                                      bool while_played, std::string_view path, const handins::Workplace& place) {
    News news(head, db, place);
    if (!head.students.empty()) return news_of_class(std::move(news), order, head, db, while_played, path, place);
    if (!order.students.empty())
        throw UserError("--students: the tournament has no class: its list is given when it begins");
    news_of_plain_folder(news, head, order.folder, path);
    return news.take();
}

}  // namespace referee::tournament
