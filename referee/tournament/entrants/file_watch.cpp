#include "referee/tournament/entrants/file_watch.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>

namespace referee::tournament {

namespace {

/// The times of files go in steps, of two seconds at most: what is written twice within a step looks the same.
bool is_settled(const FileIdentity& identity) {
    using namespace std::chrono;
    const nanoseconds now = system_clock::now().time_since_epoch();
    return nanoseconds(identity.changed_ns) + seconds(2) < now;
}

}  // namespace

std::optional<HashedFile> FileWatch::known(const std::string& path) {
    const std::lock_guard lock(access_);
    const auto found = known_.find(path);
    return found == known_.end() ? std::nullopt : std::optional(found->second);
}

std::variant<HashedFile, UnreadFile> FileWatch::look_at(const std::string& path) {
    const auto identity = identify_file(path);
    if (const auto* unread = std::get_if<UnreadFile>(&identity)) return *unread;
    if (auto file = known(path); file && file->identity == std::get<FileIdentity>(identity)) return *std::move(file);
    auto hashed = hash_file(path);
    if (const auto* file = std::get_if<HashedFile>(&hashed); file != nullptr && is_settled(file->identity)) {
        const std::lock_guard lock(access_);
        known_.insert_or_assign(path, *file);
    }
    return hashed;
}

std::optional<std::string> FileWatch::changed(int entrant) {
    const StoredEntrant& bot = entrants_.at(static_cast<std::size_t>(entrant));
    for (const auto& [path, sha256] : bot.files) {
        const auto now = look_at(path);
        if (const auto* unread = std::get_if<UnreadFile>(&now)) {
            const bool gone = unread->error == ENOENT || unread->error == ENOTDIR;
            return fmt::format("'{}': its file {} {}", bot.name, path,
                               gone ? "is gone" : "can't be read any more: " + unread->reason);
        }
        if (std::get<HashedFile>(now).sha256 != sha256) {
            return fmt::format("'{}': its file {} has changed since the tournament began", bot.name, path);
        }
    }
    return std::nullopt;
}

}  // namespace referee::tournament
