#include "referee/handins/matching.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "games/suggestion.hpp"
#include "referee/bots/name_words.hpp"
#include "referee/handins/project.hpp"

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

const Student* student_of(const EntryName& entry, const std::vector<Student>& students) {
    const auto words = name_words(entry.student);
    const auto has_word = [&](std::string_view text) {
        const auto of_text = name_words(text);
        return !of_text.empty() && shared_words(of_text, words) == of_text.size();
    };
    auto words_of_name = words;
    std::erase_if(words_of_name, has_only_digits);
    const auto by_name = [&](const Student& student) {
        const auto of_name = name_words(student.name);
        const std::size_t shared = std::max(shared_words(of_name, words), shared_words(of_name, words_of_name));
        if (shared < of_name.size() && shared < 2) return std::size_t{0};  // a first name alone is not enough
        return 2 * shared + (of_name.size() == words_of_name.size() ? 1 : 0);
    };
    const auto by_number = [&](const Student& student) -> std::size_t {
        const auto of_number = name_words(student.number);  // also "Participant 10004"
        return !of_number.empty() && std::ranges::count(words, of_number.back()) > 0 ? 1 : 0;
    };
    const auto by_email = [&](const Student& student) -> std::size_t {
        return has_word(student.email.substr(0, student.email.find('@'))) ? 1 : 0;
    };
    std::vector<const Student*> left;
    for (const Student& student : students)
        left.push_back(&student);
    bool found = false;
    const auto keep_best = [&](const auto& score) {
        std::size_t best = 1;
        for (const Student* student : left)
            best = std::max(best, score(*student));
        std::vector<const Student*> matching;
        for (const Student* student : left)
            if (score(*student) == best) matching.push_back(student);
        if (matching.empty()) return;
        found = true;
        left = std::move(matching);
    };
    // Moodle writes its own number after the name, which may be another student's number in the list.
    if (entry.from_moodle) keep_best(by_name);
    if (!found || left.size() > 1) keep_best(by_number);
    if (!found || left.size() > 1) keep_best(by_email);
    if (!entry.from_moodle && (!found || left.size() > 1)) keep_best(by_name);
    return found && left.size() == 1 ? left.front() : nullptr;
}

const Student* nearest_student(const EntryName& entry, const std::vector<Student>& students) {
    const auto plain = [](std::string_view text) {
        auto words = name_words(text);
        std::erase_if(words, has_only_digits);
        std::ranges::sort(words);
        return fmt::format("{}", fmt::join(words, " "));
    };
    std::vector<std::string> names;
    for (const Student& student : students)
        names.push_back(plain(student.name));
    const std::vector<std::string_view> known(names.begin(), names.end());
    const std::string_view nearest = games::nearest(plain(entry.student), known);
    const auto found = std::ranges::find(names, nearest);
    return nearest.empty() || found == names.end() ? nullptr
                                                   : &students[static_cast<std::size_t>(found - names.begin())];
}

}  // namespace referee::handins
