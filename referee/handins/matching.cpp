#include "referee/handins/matching.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "games/suggestion.hpp"
#include "referee/core/bots/name_words.hpp"
#include "referee/handins/main_file.hpp"
#include "referee/handins/student_list.hpp"

namespace referee::handins {

namespace {

constexpr std::string_view mark = "_assignsubmission_";

bool has_only_digits(const std::string& text) {
    return text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

EntryName parse_entry_name(std::string_view name) {
    EntryName entry{name, name};
    const auto at = name.find(mark);
    if (at == std::string_view::npos) {
        entry.student = name.substr(0, name.size() - suffix_of(name).size());
        return entry;
    }
    entry.from_moodle = true;
    entry.student = name.substr(0, at);
    const std::string_view rest = name.substr(at + mark.size());  // "file", "file_bot.py", "onlinetext"
    entry.online_text = rest.starts_with("onlinetext");
    const auto bar = rest.find('_');
    entry.file = bar == std::string_view::npos ? name : rest.substr(bar + 1);
    return entry;
}

std::string feedback_folder(const EntryName& entry) {
    return std::string(entry.student) + (entry.from_moodle ? std::string(mark) + "file" : "");
}

StudentFinder::StudentFinder(const std::vector<Student>& students) {
    for (const Student& student : students) {
        const auto number = name_words(student.number);  // also "Participant 10004"
        Known known{&student,
                    name_words(name_in_list(student)),
                    name_words(student.name),
                    number.empty() ? "" : number.back(),
                    name_words(student.email.substr(0, student.email.find('@'))),
                    name_words(student.email)};
        std::set<std::string> words(known.marked.begin(), known.marked.end());
        words.insert(known.address.begin(), known.address.end());
        words.insert(known.number);
        for (const std::string& word : words)
            by_word_[word].push_back(known_.size());
        known_.push_back(std::move(known));
    }
}

Owner StudentFinder::student_of(const EntryName& entry) const {
    const auto words = name_words(entry.student);
    auto letters = words;
    std::erase_if(letters, has_only_digits);
    auto address = letters;
    std::erase_if(address, [](const std::string& word) { return std::ranges::count(main_names, word) > 0; });

    const auto by_name = [&](const Known& known) {
        const bool has_mark = known.marked.size() > known.name.size();
        if (has_mark && shared_words(known.marked, words) == known.marked.size()) return 2 * known.marked.size() + 1;
        const std::size_t shared = std::max(shared_words(known.name, words), shared_words(known.name, letters));
        if (shared == 0 || (shared < known.name.size() && shared < 2)) return std::size_t{0};  // only a first name
        return 2 * shared + (known.name.size() == letters.size() ? 1 : 0);
    };
    // A short number may count tasks or versions. Moodle writes a number of its own after the name.
    const auto by_number = [&](const Known& known) -> std::size_t {
        constexpr std::size_t short_number = 3;
        const bool alone = letters.empty() || (entry.from_moodle && letters.size() == 1);  // "Participant_10004"
        if (known.number.empty() || (!alone && (entry.from_moodle || known.number.size() <= short_number))) return 0;
        return std::ranges::count(words, known.number) > 0 ? 1 : 0;
    };
    const auto by_email = [&](const Known& known) -> std::size_t {
        if (known.address.empty()) return 0;
        const bool is_local_part = known.local_part == address || known.local_part == words;
        const bool has_address = shared_words(known.address, words) == known.address.size();
        return is_local_part || (has_address && known.address.size() > known.local_part.size()) ? 1 : 0;
    };

    std::set<std::size_t> candidates;
    for (const std::string& word : words)
        if (const auto found = by_word_.find(word); found != by_word_.end())
            candidates.insert(found->second.begin(), found->second.end());
    const auto best_of = [&](const std::set<std::size_t>& among, const auto& score) {
        std::size_t best = 1;
        std::set<std::size_t> found;
        for (const std::size_t i : among) {
            const std::size_t own = score(known_[i]);
            if (own > best) found.clear();
            if (own >= best) found.insert(i);
            best = std::max(best, own);
        }
        return found;
    };
    auto found = best_of(candidates, by_name);
    const auto numbered = best_of(candidates, by_number);
    const auto is_another = [&](std::size_t i) {  // also has its whole name in the entry, beside the one that was found
        const auto& name = known_[i].name;
        return !name.empty() && shared_words(name, words) == name.size() &&
               shared_words(name, known_[*found.begin()].name) < name.size();
    };
    if (!found.empty() && std::ranges::any_of(candidates, is_another)) return {};
    if (found.empty()) {
        found = numbered.empty() ? best_of(candidates, by_email) : numbered;
    } else if (!numbered.empty()) {
        found = best_of(found, by_number);  // none if the name and the number belong to different students
    }
    if (found.size() > 1)
        if (auto narrowed = best_of(found, by_email); !narrowed.empty()) found = std::move(narrowed);
    if (found.size() != 1) return {};
    const Known& known = known_[*found.begin()];
    const bool is_whole = shared_words(known.name, words) == known.name.size();
    return {known.student, !is_whole && by_number(known) == 0 && by_email(known) == 0};
}

const Student* StudentFinder::nearest_student(const EntryName& entry) const {
    const auto plain = [](std::vector<std::string> words) {
        std::erase_if(words, has_only_digits);
        std::ranges::sort(words);
        return fmt::format("{}", fmt::join(words, " "));
    };
    std::vector<std::string> names;
    for (const Known& known : known_)
        names.push_back(plain(known.name));
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string_view nearest = games::nearest(plain(name_words(entry.student)), views);
    const auto found = std::ranges::find(names, nearest);
    return nearest.empty() || found == names.end() ? nullptr
                                                   : known_[static_cast<std::size_t>(found - names.begin())].student;
}

}  // namespace referee::handins
