#include "referee/tournament/admit/lineup.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/core/bots/bot_files.hpp"
#include "referee/core/bots/bots_folder.hpp"
#include "referee/core/bots/entrant_names.hpp"
#include "referee/core/bots/real_words.hpp"
#include "referee/tournament/paper/store/store_compare.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

std::filesystem::path plain_path(const std::filesystem::path& path) {
    return std::filesystem::absolute(path).lexically_normal();
}

/// The path of a folder without a final separator, which would be an empty component.
std::filesystem::path plain_folder(const std::string& folder) {
    return plain_path(std::filesystem::path(folder) / "x").parent_path();
}

/// A bot of a folder of bots is run by the path of this folder, however it is named: its own files are known by it. If
/// its program is in a subfolder, all files in the subfolder are the bot's.
void run_within(Candidate& bot, const std::string& folder) {
    bot.command = named_within(std::move(bot.command), folder);
    bot.folder = named_within(bot.folder, folder);
    const std::vector<std::string>& words = bot.command.arguments;
    if (!bot.folder.empty() || words.empty()) return;
    const bool has_interpreter = words.size() > 1 && words.front().find('/') == std::string::npos;
    const std::filesystem::path program = words[has_interpreter ? 1 : 0];
    if (plain_path(program).parent_path().parent_path() == plain_folder(folder))
        bot.folder = program.parent_path().string();
}

/// A word of a command that is a path into a folder of bots.
struct WordInFolder {
    std::filesystem::path path;
    std::string folder;  ///< the innermost folder of bots that contains it
};

std::optional<WordInFolder> word_in_folder(const std::vector<std::string>& words,
                                           std::span<const std::string> folders) {
    for (const std::string& word : words) {
        if (word.empty()) continue;
        const std::filesystem::path path = plain_path(word);
        const std::string* innermost = nullptr;
        for (const std::string& folder : folders) {
            const std::filesystem::path place = plain_folder(folder);
            if (path == place || !is_within(path, place)) continue;
            if (innermost == nullptr || is_within(place, plain_folder(*innermost))) innermost = &folder;
        }
        if (innermost != nullptr) return WordInFolder{path, *innermost};
    }
    return std::nullopt;
}

/// If a bot belongs to a folder of bots, returns its own files: the file or subfolder in that folder.
std::optional<OwnFiles> own_files_of(const BotCommand& command, std::span<const std::string> folders,
                                     BotCopies* copies) {
    std::vector<std::string> words = command.arguments;
    words.front() = command.program;
    const auto found = word_in_folder(words, folders);
    if (!found) return std::nullopt;
    const std::filesystem::path place = plain_folder(found->folder);
    const auto entry = *found->path.lexically_relative(place).begin();
    const std::string own = place / entry;
    if (copies == nullptr) return OwnFiles::at(own, own);
    const BotCopy copy = copies->add(std::filesystem::path(found->folder) / entry);
    OwnFiles files = OwnFiles::at(own, *copy);
    files.copy = copy;
    return files;
}

OwnLimits own_limits_of(const StoredEntrant& stored) {
    return parse_own_limits(stored.limits, fmt::format("the limits of '{}'", stored.name));
}

void require_kept(const Contender& contender) {
    for (const std::string& word : contender.entrant.command.arguments) {
        if (can_be_kept(word)) continue;
        throw UserError(
            fmt::format("bot '{}': '{}' in its command is not UTF-8, and can't be kept in a tournament's "
                        "file: rename it",
                        contender.entrant.name, word));
    }
}

}  // namespace

StoredEntrant Contender::as_played() const {
    StoredEntrant played = stored();
    if (!entrant.own) return played;
    for (FileSum& file : played.files)
        file.path = entrant.own->source_of(file.path);
    return played;
}

std::vector<std::string> Lineup::names() const {
    std::vector<std::string> names;
    for (const Contender& contender : contenders)
        names.push_back(contender.entrant.name);
    return names;
}

std::vector<Entrant> Lineup::entrants() const {
    std::vector<Entrant> entrants;
    for (const Contender& contender : contenders)
        entrants.push_back(contender.entrant);
    return entrants;
}

Lineup find_bots(Candidates candidates, const BotPlaces& places, std::span<const std::string> taken_names) {
    Lineup lineup;
    lineup.left_out = std::move(candidates.left_out);
    for (const std::string& folder : places.own_files_in)
        std::ranges::for_each(candidates.bots, [&](Candidate& bot) { run_within(bot, folder); });
    std::vector<Entrant> entrants = entrants_of(candidates.bots, taken_names);
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        const Candidate& bot = candidates.bots[i];
        const std::string name = entrants[i].name;
        Contender contender{std::move(entrants[i]), {}, bot.if_unfit, bot.replaces};
        try {
            require_kept(contender);
            contender.entrant.own = own_files_of(bot.command, places.own_files_in, places.copies);
            contender.files = files_of_bot(bot.command, bot.folder, name, contender.entrant.own);
            lineup.contenders.push_back(std::move(contender));
            if (bot.wish.given.empty() && cleaned_name(bot.wish.fallback) != bot.wish.fallback)
                lineup.renamed.push_back({bot.wish.fallback, name});
        } catch (const UserError& error) {
            if (!may_be_left_out(bot.if_unfit)) throw;
            lineup.left_out.push_back({bot.wish.fallback, error.what()});
        }
    }
    return lineup;
}

void keep_identity(std::span<Candidate> candidates, std::span<const StoredEntrant> begun, std::string_view path) {
    for (std::size_t i = 0; i < std::min(candidates.size(), begun.size()); ++i) {
        Candidate& bot = candidates[i];
        const StoredEntrant& entrant = begun[i];
        if (real_words(bot.command.arguments, path) != real_words(entrant.command, path)) continue;
        if (bot.command.arguments != entrant.command) bot.command = bot_command_of(entrant.command, entrant.name, path);
        if (bot.wish.given.empty()) bot.wish.given = entrant.name;
    }
}

std::vector<Contender> contenders_of(std::span<const StoredEntrant> stored, const BotPlaces& places,
                                     const std::function<bool(std::size_t entrant)>& is_stored) {
    std::vector<Contender> contenders;
    for (const StoredEntrant& bot : stored) {
        if (is_stored && is_stored(contenders.size())) {
            const BotCommand command{bot.command.front(), bot.command, bot.name};
            contenders.push_back({{false, command, bot.name, std::nullopt, bot.reuse, own_limits_of(bot)}, bot.files});
            continue;
        }
        try {
            BotCommand command = bot_command_of(bot.command, bot.name, places.path);
            if (command.arguments != bot.command) {
                throw UserError(fmt::format("bot '{}': its command has changed", bot.name));
            }
            auto own = own_files_of(command, places.own_files_in, places.copies);
            // Computed outside the braces: if it throws inside, g++ 12 destroys the preceding members twice.
            auto files = rehashed(bot.files, own);
            contenders.push_back({{false, std::move(command), bot.name, std::move(own), bot.reuse, own_limits_of(bot)},
                                  std::move(files)});
        } catch (const UserError& error) {
            throw UserError(fmt::format("{}; {}", error.what(),
                                        may_have_begun_here(stored)
                                            ? record_bot_changes
                                            : "run referee in the folder in which the tournament was started, with the "
                                              "programs in their original places"));
        }
    }
    return contenders;
}

std::optional<std::string> bots_folder_of(const std::vector<std::string>& words, std::span<const std::string> folders) {
    const auto found = word_in_folder(words, folders);
    return found ? std::optional(found->folder) : std::nullopt;
}

std::vector<std::string> secrets_of(std::span<const Contender> all, std::span<const std::string> bots_folders,
                                    const BotCopies* copies, const std::string& db) {
    std::vector<std::string> secrets = secrets_of_database(db);
    secrets.push_back(secret_file(spool_of(db)));  // a spool may be left from an earlier run
    for (const std::string& folder : bots_folders)
        secrets.push_back(secret_file(folder));
    for (const Contender& contender : all) {
        const auto own = secrets_of(contender.entrant);
        secrets.insert(secrets.end(), own.begin(), own.end());
    }
    if (copies != nullptr && !copies->folder().empty()) secrets.push_back(secret_file(copies->folder()));
    return secrets;
}

void keep_to_stored_files(std::span<Contender> contenders, std::span<const StoredEntrant> stored) {
    for (Contender& contender : contenders) {
        for (const StoredEntrant& bot : stored) {
            if (bot.name != contender.entrant.name || bot.command != contender.entrant.command.arguments) continue;
            contender.files = rehashed(bot.files, contender.entrant.own);
            contender.entrant.reuse = contender.entrant.reuse || bot.reuse;
            const OwnLimits stored_limits = own_limits_of(bot);
            if (stored_limits.agree_with(contender.entrant.limits)) contender.entrant.limits = stored_limits;
        }
    }
}

}  // namespace referee::tournament
