#include "referee/core/bots/bot_files.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/sha256.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;
using games::UserError;

/// Returns a path as it is written to the tournament's file. Links are not followed, because their targets may change.
std::string kept_path(const fs::path& path) {
    std::error_code error;
    const fs::path absolute = fs::absolute(path);
    fs::path normal = absolute.lexically_normal();
    if (!fs::equivalent(normal, absolute, error) || error) normal = absolute;  // ".." after a link leads elsewhere
    const fs::path here = fs::current_path();
    const auto [end, rest] = std::mismatch(here.begin(), here.end(), normal.begin(), normal.end());
    return end == here.end() && here != "/" ? normal.lexically_relative(here).string() : normal.string();
}

std::string source_of(const std::string& path, const std::optional<OwnFiles>& own) {
    return own ? own->source_of(path) : path;
}

void add_files_below(std::set<std::string>& paths, const fs::path& folder, const std::string& bot,
                     const std::optional<OwnFiles>& own) {
    std::error_code error;
    const fs::path source = source_of(folder, own);
    fs::recursive_directory_iterator entry(source, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename();
        std::error_code of_this;
        if (name.starts_with('.') || name == "__pycache__") {
            entry.disable_recursion_pending();
        } else if (entry->is_regular_file(of_this)) {
            paths.insert(kept_path(folder / entry->path().lexically_relative(source)));
        }
        if (paths.size() > max_files_of_bot) {
            throw UserError(
                fmt::format("bot '{}': there are more than {} files in its folder {}: move files that are not the "
                            "bot's elsewhere, or into a hidden folder",
                            bot, max_files_of_bot, folder.string()));
        }
    }
    if (error) throw UserError(fmt::format("bot '{}': its folder can't be read: {}", bot, error.message()));
}

}  // namespace

std::vector<FileSum> files_of_bot(const BotCommand& command, const std::string& folder, const std::string& bot,
                                  const std::optional<OwnFiles>& own) {
    std::set<std::string> paths;
    for (const fs::path& file : files_named_in(command))
        paths.insert(kept_path(file));
    if (!folder.empty()) add_files_below(paths, folder, bot, own);
    std::vector<FileSum> files;
    std::uint64_t bytes = 0;
    for (const std::string& path : paths) {
        if (!can_be_kept(path)) {
            throw UserError(fmt::format("bot '{}': the name of its file {} is not UTF-8: rename it", bot, path));
        }
        const auto hashed = hash_file(source_of(path, own), max_bytes_of_bot - bytes);
        if (const auto* unread = std::get_if<UnreadFile>(&hashed)) {
            if (unread->error == EFBIG) {
                throw UserError(
                    fmt::format("bot '{}': its files exceed {} MiB, counting {}: move files that are not "
                                "the bot's elsewhere",
                                bot, max_bytes_of_bot >> 20, path));
            }
            throw UserError(fmt::format("bot '{}': its file {} can't be read: {}", bot, path, unread->reason));
        }
        const auto& [sha256, identity] = std::get<HashedFile>(hashed);
        bytes += static_cast<std::uint64_t>(identity.size);
        files.push_back({path, sha256});
    }
    return files;
}

std::vector<FileSum> rehashed(const std::vector<FileSum>& files, const std::optional<OwnFiles>& own) {
    std::vector<FileSum> now;
    for (const FileSum& file : files) {
        const auto hashed = hash_file(source_of(file.path, own));
        const auto* unread = std::get_if<UnreadFile>(&hashed);
        if (unread == nullptr) {
            now.push_back({file.path, std::get<HashedFile>(hashed).sha256});
        } else if (unread->error != 0 && unread->error != ENOENT && unread->error != ENOTDIR) {
            throw UserError(fmt::format("a bot's file {} can't be read: {}", file.path, unread->reason));
        }
    }
    return now;
}

bool can_be_kept(const std::string& text) {
    if (text.find('\0') != std::string::npos) return false;
    try {
        protocol::Json(text).dump();
        return true;
    } catch (const protocol::Json::exception&) {
        return false;
    }
}

}  // namespace referee
