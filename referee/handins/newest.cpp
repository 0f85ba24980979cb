#include "referee/handins/newest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/regex.hpp>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/core/base/file_identity.hpp"
#include "referee/handins/project.hpp"

namespace referee::handins {

namespace {

/// Whether persons of a platform have the name of one student, so nobody knows which of them is the student.
bool has_several_persons(const HandIn& hand_in) {
    std::set<std::string> persons;
    for (const Entry& entry : hand_in.entries)
        if (entry.found_by == FoundBy::name && !entry.name.platform.empty()) persons.insert(entry.name.person);
    return persons.size() > 1;
}

/// What was handed in at once: entries that lie side by side, or one entry.
struct Attempt {
    std::vector<Entry> entries{};
    std::uint64_t number = 0;      ///< grows from attempt to attempt, see EntryName
    std::int64_t modified_ns = 0;  ///< the newest time of its files
};

std::vector<Attempt> attempts_of(const HandIn& hand_in) {
    std::map<std::pair<std::string, std::string>, Attempt> attempts;
    for (const Entry& entry : hand_in.entries) {
        std::error_code error;
        const bool has_neighbours = entry.name.has_neighbours && std::filesystem::is_regular_file(entry.path, error);
        Attempt& attempt = attempts[{has_neighbours ? entry.name.person : entry.path, entry.name.batch}];
        attempt.entries.push_back(entry);
        attempt.number = entry.name.attempt;
        attempt.modified_ns = std::max(attempt.modified_ns, identity_of(entry.path).modified_ns);
    }
    std::vector<Attempt> all;
    for (auto& [key, attempt] : attempts)
        all.push_back(std::move(attempt));
    return all;
}

/// The name of a file without the number that Canvas adds to one that it has stored before: "bot.py" for "bot-1.py".
std::string without_number(const std::string& name) {
    static const boost::regex with_number(R"((.+)-\d{1,2}((?:\.[A-Za-z0-9]+)+))");
    boost::smatch match;
    return boost::regex_match(name, match, with_number) ? match[1].str() + match[2].str() : name;
}

/// Of files that Canvas has stored one after the other under one name, keeps the last one under this name: "bot-1.py"
/// is a later "bot.py". If nothing has the name without a number, "data-1.txt" and "data-2.txt" are the student's own
/// names. Returns a sentence for the teacher if there were several.
std::string keep_latest_of_names(const std::string& student, std::vector<Entry>& entries) {
    if (std::ranges::any_of(entries, [](const Entry& entry) { return entry.name.serial == 0; })) return {};
    std::map<std::string, std::vector<Entry>> same;  // by the name without a number
    for (const Entry& entry : entries)
        same[without_number(entry.name.file)].push_back(entry);
    std::map<std::string, Entry> kept;
    std::string told;
    for (const auto& [plain, files] : same) {
        const auto is_plain = [&](const Entry& entry) { return entry.name.file == plain; };
        const bool are_one = files.size() == 1 || std::ranges::any_of(files, is_plain);
        for (const Entry& file : files) {
            const std::string& name = are_one ? plain : file.name.file;
            const auto [known, is_new] = kept.emplace(name, file);
            if (!is_new && file.name.serial > known->second.name.serial) known->second = file;
            known->second.name.file = name;
            if (!is_new)
                told = fmt::format("'{}' has several files '{}': the last one, '{}', counts", student, name,
                                   file_name(known->second.path));
        }
    }
    entries.clear();
    for (auto& [name, entry] : kept)
        entries.push_back(std::move(entry));
    return told;
}

}  // namespace

std::string keep_what_counts(HandIn& hand_in) {
    auto& entries = hand_in.entries;
    if (std::ranges::any_of(entries, [](const Entry& entry) { return !entry.name.online_text; }))
        std::erase_if(entries, [](const Entry& entry) { return entry.name.online_text; });
    if (has_several_persons(hand_in)) {
        std::erase_if(entries, [](const Entry& entry) { return entry.name.platform.empty(); });
        return {};
    }
    std::vector<Attempt> attempts = attempts_of(hand_in);
    if (attempts.size() == 1) return keep_latest_of_names(hand_in.student->name, entries);
    const auto is_numbered = [&](const Attempt& one) {
        return one.number > 0 && one.entries.front().name.platform == attempts.front().entries.front().name.platform;
    };
    const bool numbered = std::ranges::all_of(attempts, is_numbered);
    const auto newest = std::ranges::max_element(
        attempts, {}, [&](const Attempt& one) { return std::pair(numbered ? one.number : 0, one.modified_ns); });
    std::string told =
        fmt::format("'{}' has {} hand-ins: the newest{}, '{}', counts", hand_in.student->name, attempts.size(),
                    numbered ? "" : " by the times of the files", file_name(newest->entries.front().path));
    entries = std::move(newest->entries);
    static_cast<void>(keep_latest_of_names(hand_in.student->name, entries));
    return told;
}

}  // namespace referee::handins
