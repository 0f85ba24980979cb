#include "referee/arena/web/uploads_zip.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>

#include "referee/core/bots/name_words.hpp"

namespace referee::arena {

std::string name_in_archive(std::string name) {
    std::ranges::replace_if(
        name,
        [](char c) {
            return static_cast<unsigned char>(c) < ' ' || c == '\x7f' ||
                   std::string_view("\\/:*?\"<>|").find(c) != std::string_view::npos;
        },
        '_');
    while (name.ends_with('.') || name.ends_with(' '))
        name.pop_back();
    return name.empty() || name.starts_with('.') ? "_" + name : name;
}

UploadsZip::UploadsZip(const Arena& arena) : arena_(arena) {
    std::set<std::string> folders;
    for (const Person& person : arena.people()) {
        std::string folder = name_in_archive(person.student.name);
        // Many systems take names for the same that differ in case or accents only.
        while (!folders.insert(fmt::format("{}", fmt::join(name_words(folder), " "))).second)
            folder += fmt::format(" ({})", person.number);
        for (const VersionNow& version : arena.versions_held_by(person.number))
            entries_.push_back(
                {person.number, version.hand_in.version,
                 fmt::format("{}/{} {}", folder, version.hand_in.version, name_in_archive(version.hand_in.file))});
    }
}

std::string UploadsZip::next() {
    if (next_ > entries_.size()) return {};
    const std::size_t at = next_++;
    if (at == entries_.size()) return writer_.finish();
    const Entry& entry = entries_[at];
    auto bytes = arena_.bytes_of(entry.person, entry.version);
    if (!bytes) throw std::runtime_error(fmt::format("the upload '{}' is missing", entry.path));
    return writer_.add({entry.path, *std::move(bytes), false});
}

}  // namespace referee::arena
