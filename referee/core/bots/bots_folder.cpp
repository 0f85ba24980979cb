#include "referee/core/bots/bots_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "games/user_error.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/bots/found.hpp"
#include "referee/core/bots/sight.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;
using games::UserError;

bool leads_within(const fs::path& link, const fs::path& folder) {
    std::error_code error;
    fs::path target = fs::canonical(link, error);
    if (error) target = fs::weakly_canonical(link.parent_path() / fs::read_symlink(link, error), error);
    return !error && (is_within(target, fs::canonical(folder, error)) || belongs_to_system(target));
}

/// The message about a link whose target does not belong to the bot.
std::string complaint_about(const fs::path& link) {
    std::error_code error;
    return fmt::format("is a link to {}, outside the bot: replace it with a copy of its target",
                       fs::read_symlink(link, error).string());
}

/// Returns a link in a bot's folder whose target is outside that folder and does not belong to the system. Unreadable
/// entries are reported later, when the bot's files are listed.
std::optional<fs::path> link_that_leads_out_of(const fs::path& folder) {
    std::error_code error;
    std::size_t seen = 0;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        if (++seen > max_entries_in_folder) break;
        std::error_code of_this;
        if (entry->is_symlink(of_this) && !leads_within(entry->path(), folder)) return entry->path();
    }
    return std::nullopt;
}

}  // namespace

std::string complaint_about_links(const std::string& file_or_folder) {
    std::error_code error;
    const fs::path entry = file_or_folder;
    if (fs::is_symlink(entry, error)) return "it " + complaint_about(entry);
    const auto link = fs::is_directory(entry, error) ? link_that_leads_out_of(entry) : std::nullopt;
    return link ? fmt::format("{} {}", link->lexically_relative(entry).string(), complaint_about(*link)) : "";
}

std::optional<std::string> same_folder(const std::string& folder, std::span<const std::string> folders) {
    for (const std::string& one : folders) {
        std::error_code error;
        if (one == folder || fs::equivalent(one, folder, error)) return one;
    }
    return std::nullopt;
}

FolderContents read_bots_folder(const std::string& folder, std::string_view path) {
    if (folder.empty()) throw UserError("the name of the folder of bots is empty");
    std::error_code error;
    const auto entries = entries_of(folder, error);
    if (error) {
        throw UserError(fmt::format("folder of bots '{}' can't be read: {}", folder, error.message()));
    }
    if (entries.size() > max_entries_in_folder) {
        throw UserError(fmt::format("there are more than {} files in folder '{}': that is no folder of bots",
                                    max_entries_in_folder, folder));
    }
    FolderContents contents;
    for (const fs::path& entry : entries) {
        const std::string name = entry.filename();
        const bool is_folder = is_folder_at(entry);
        Found found = is_folder ? look_at_folder(entry, path) : look_at_file(entry, path);
        if (found.command) found.problem = complaint_about_links(entry);
        if (found.command && found.problem.empty()) {
            contents.bots.push_back({*std::move(found.command), name, is_folder ? entry.string() : ""});
        } else if (!found.problem.empty()) {
            contents.left_out.push_back({name, found.problem});
        }
    }
    return contents;
}

}  // namespace referee
