#include "referee/tournament/admit/file_watch.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>

namespace referee::tournament {

namespace {

/// Whether a later change to the file would change its identity. File times have a resolution of two seconds or better,
/// so a file that is written twice within two seconds may look the same.
bool is_settled(const FileIdentity& identity) {
    using namespace std::chrono;
    const nanoseconds now = system_clock::now().time_since_epoch();
    return nanoseconds(identity.changed_ns) + seconds(2) < now;
}

}  // namespace

FileWatch::FileWatch(std::span<const StoredEntrant> entrants) {
    for (const StoredEntrant& entrant : entrants)
        entrants_.push_back(std::make_shared<const StoredEntrant>(entrant));
}

void FileWatch::set(std::size_t entrant, StoredEntrant files) {
    auto entry = std::make_shared<const StoredEntrant>(std::move(files));
    const Lock lock(access_);
    if (entrant == entrants_.size()) entrants_.emplace_back();
    entrants_.at(entrant) = std::move(entry);
}

std::variant<HashedFile, UnreadFile> FileWatch::current(const std::string& path) {
    const auto identity = identify_file(path);
    if (const auto* unread = std::get_if<UnreadFile>(&identity)) return *unread;
    {
        const Lock lock(access_);
        const auto known = known_.find(path);
        if (known != known_.end() && known->second.identity == std::get<FileIdentity>(identity)) return known->second;
    }
    auto hashed = hash_file(path);
    if (const auto* file = std::get_if<HashedFile>(&hashed); file != nullptr && is_settled(file->identity)) {
        const Lock lock(access_);
        known_.insert_or_assign(path, *file);
    }
    return hashed;
}

std::optional<std::string> FileWatch::changed(int entrant) {
    const auto bot = [&] {
        const Lock lock(access_);
        return entrants_.at(static_cast<std::size_t>(entrant));
    }();
    return changed(*bot, "the tournament began");
}

std::optional<std::string> FileWatch::changed(const StoredEntrant& bot, std::string_view since) {
    for (const auto& [path, sha256] : bot.files) {
        const auto now = current(path);
        if (const auto* unread = std::get_if<UnreadFile>(&now)) {
            const bool gone = unread->error == ENOENT || unread->error == ENOTDIR;
            return fmt::format("'{}': its file {} {}", bot.name, path,
                               gone ? "is gone" : "can't be read any more: " + unread->reason);
        }
        if (std::get<HashedFile>(now).sha256 != sha256) {
            return fmt::format("'{}': its file {} has changed since {}", bot.name, path, since);
        }
    }
    return std::nullopt;
}

}  // namespace referee::tournament
