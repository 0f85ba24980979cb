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

#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/file_identity.hpp"
#include "referee/handins/project.hpp"

namespace referee::handins {

namespace {

/// What was handed in at once: entries that lie side by side, or one entry.
struct Attempt {
    std::vector<Entry> entries{};
    std::uint64_t number = 0;      ///< grows from attempt to attempt, see EntryName
    std::uint64_t of_all = 0;      ///< a number that grows with the time also from person to person; 0: unknown
    std::int64_t modified_ns = 0;  ///< the newest time of its files
};

std::vector<Attempt> attempts_of(const HandIn& hand_in) {
    std::map<std::pair<std::string, std::string>, Attempt> attempts;
    for (const Entry& entry : hand_in.entries) {
        const bool has_neighbours = entry.name.has_neighbours && is_file_at(entry.path);
        Attempt& attempt = attempts[{has_neighbours ? entry.name.person : entry.path, entry.name.batch}];
        attempt.entries.push_back(entry);
        attempt.number = entry.name.attempt;
        attempt.of_all = std::max(attempt.of_all, number_of_all(entry.name));
        attempt.modified_ns = std::max(attempt.modified_ns, entry.sum.empty() ? newest_time_of(entry.path) : entry.at);
    }
    std::vector<Attempt> all;
    for (auto& [key, attempt] : attempts)
        all.push_back(std::move(attempt));
    return all;
}

/// Whether two attempts have the same content, which is known: platforms copy the hand-in of a team for each member.
bool is_copy(const Attempt& one, const Attempt& other) {
    const auto contents_of = [](const Attempt& attempt) {
        std::multiset<std::string> contents;
        for (const Entry& entry : attempt.entries)
            contents.insert(entry.sum);
        return contents;
    };
    const std::multiset<std::string> contents = contents_of(one);
    return !contents.contains("") && contents == contents_of(other);
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
        const auto is_plain = [&plain = plain](const Entry& entry) { return entry.name.file == plain; };
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

std::int64_t newest_time_of(const std::string& path) {
    constexpr int max_entries = 10'000;
    namespace fs = std::filesystem;
    std::error_code error;
    std::int64_t newest = 0;
    int entries = 0;
    // An archive has the time of a file, and its folders have that of the unpacking.
    for (fs::recursive_directory_iterator entry(path, fs::directory_options::skip_permission_denied, error), end;
         !error && entry != end && entries < max_entries; entry.increment(error), ++entries)
        if (entry->symlink_status(error).type() == fs::file_type::regular)
            newest = std::max(newest, identity_of(entry->path()).modified_ns);
    return newest > 0 ? newest : identity_of(path).modified_ns;
}

std::string keep_what_counts(HandIn& hand_in) {
    auto& entries = hand_in.entries;
    if (std::ranges::any_of(entries, [](const Entry& entry) { return !entry.name.online_text; }))
        std::erase_if(entries, [](const Entry& entry) { return entry.name.online_text; });
    const std::string& owner = hand_in.student->entrant();
    const bool of_several = !hand_in.student->team.empty() && std::ranges::any_of(entries, [&](const Entry& entry) {
        return entry.name.person != entries.front().name.person;
    });
    std::vector<Attempt> attempts = attempts_of(hand_in);
    if (of_several)
        for (Attempt& attempt : attempts)
            attempt.number = attempt.of_all;
    if (attempts.size() == 1) return keep_latest_of_names(owner, entries);
    const auto is_numbered = [&](const Attempt& one) {
        return one.number > 0 && one.entries.front().name.platform == attempts.front().entries.front().name.platform;
    };
    const bool numbered = std::ranges::all_of(attempts, is_numbered);
    const auto newest = std::ranges::max_element(
        attempts, {}, [&](const Attempt& one) { return std::pair(numbered ? one.number : 0, one.modified_ns); });
    std::ptrdiff_t different = 1;
    for (const Attempt& attempt : attempts) {
        if (&attempt == &*newest) continue;
        const bool copied = is_copy(attempt, *newest);
        different += copied ? 0 : 1;
        if (copied) hand_in.copies.push_back(attempt.entries.front().name.person);
    }
    const bool is_open = !numbered && std::ranges::any_of(attempts, [&](const Attempt& one) {
        return &one != &*newest && one.modified_ns == newest->modified_ns && !is_copy(one, *newest);
    });
    std::string told = fmt::format(
        "'{}' has {} hand-ins: {}, '{}', counts", owner, different,
        numbered ? "the newest"
        : is_open
            ? "several have the same time, and nothing else tells which is the newest, so the first of them by name"
            : "the newest by the times of the files",
        file_name(newest->entries.front().path));
    entries = std::move(newest->entries);
    std::string of_names = keep_latest_of_names(owner, entries);
    return different == 1 ? of_names : told;
}

}  // namespace referee::handins
