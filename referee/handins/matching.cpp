#include "referee/handins/matching.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "games/suggestion.hpp"
#include "referee/handins/main_file.hpp"
#include "referee/handins/project.hpp"
#include "referee/handins/student_list.hpp"

namespace referee::handins {

namespace {

constexpr std::array<std::string_view, 9> names_of_ways = {
    "nothing", "name", "number", "e-mail address", "login", "platform's id", "handle", "team", "the teacher"};

constexpr std::size_t min_login_with_digits = 5;

constexpr std::array kinds_of_ids = {IdKind::number, IdKind::email, IdKind::login, IdKind::platform_id, IdKind::handle};

FoundBy found_by(IdKind kind) {
    constexpr std::array ways = {FoundBy::number, FoundBy::email, FoundBy::login, FoundBy::platform_id,
                                 FoundBy::handle};
    return ways[static_cast<std::size_t>(kind)];
}

bool has_only_digits(std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// A value as it is compared. The platform's own number may follow a word: "Participant 501", "Teilnehmer/in501".
std::string plain_value(IdKind kind, std::string_view value) {
    const auto before = value.find_last_not_of("0123456789");
    if (kind == IdKind::platform_id && before != std::string_view::npos && before + 1 < value.size())
        value.remove_prefix(before + 1);
    // A spreadsheet takes away the zeros at the beginning of a number.
    if (kind == IdKind::number && !value.empty() && has_only_digits(value))
        value.remove_prefix(std::min(value.find_first_not_of('0'), value.size() - 1));
    return in_lower_case(value);
}

/// A login in the name of an entry may also be meant as a number or an address (see as_login()); only as a login it
/// contradicts.
bool is_other_kind_of_login(const Identifier& id, const EntryName& entry) {
    return id.kind != IdKind::login && !entry.identifiers.empty() && entry.identifiers.front().kind == IdKind::login;
}

/// Whether a name is the word for a participant that Moodle writes in place of all names.
bool is_blind_word(const NameWords& name) {
    constexpr std::array<std::string_view, 6> beginnings = {"particip", "teilnehm",  "partecip",
                                                            "deelnem",  "uczestnik", "osallistuja"};
    return name.size() == 1 && std::ranges::any_of(beginnings, [&](std::string_view one) {
               return name.front().spellings.front().starts_with(one);
           });
}

/// Words that say what a file is, and not whose it is.
NameWords without_words_of_files(NameWords words) {
    constexpr std::size_t short_number = 4;
    std::erase_if(words, [](const NameWord& word) {
        return std::ranges::find(main_names, word.exact) != main_names.end() ||
               (has_only_digits(word.exact) && word.exact.size() <= short_number);
    });
    return words;
}

/// The letters of a name without accents. `sorted`: the order of the words doesn't matter.
std::string letters_of(const NameWords& name, bool sorted) {
    std::vector<std::string> texts;
    for (const NameWord& word : name)
        texts.push_back(word.spellings.front());
    if (sorted) std::ranges::sort(texts);
    return fmt::format("{}", fmt::join(texts, ""));
}

NameWords without_digits(NameWords words) {
    std::erase_if(words, [](const NameWord& word) { return has_only_digits(word.exact); });
    return words;
}

}  // namespace

std::string_view name_of(FoundBy found_by) {
    return names_of_ways[static_cast<std::size_t>(found_by)];
}

StudentFinder::StudentFinder(const std::vector<Student>& students) {
    for (const Student& student : students) {
        const std::size_t place = known_.size();
        NameWords name = words_of_name(name_in_list(student));
        const bool without_blanks = is_without_blanks(name);
        known_.push_back({&student, name, words_of_name(student.name), without_blanks});
        for (const std::string& login : {student.login, student.email.substr(0, student.email.find('@'))})
            if (!login.empty()) by_login_[in_lower_case(login)].insert(place);
        // A number with letters, such as z5000001, is what a school calls a login.
        if (student.number.size() >= min_login_with_digits && !has_only_digits(student.number) &&
            student.number.find_first_of("0123456789") != std::string::npos)
            by_login_[in_lower_case(student.number)].insert(place);
        for (const IdKind kind : kinds_of_ids)
            if (const std::string value = plain_value(kind, student.identifier(kind)); !value.empty())
                by_identifier_[{kind, value}].insert(place);
        sorted_letters_.push_back(letters_of(name, true));
        if (!name.empty()) std::rotate(name.begin(), name.end() - 1, name.end());  // the last name comes first
        joined_letters_.push_back(letters_of(name, false));
        for (const NameWord& word : known_.back().marked)
            for (const std::string& spelling : word.spellings)
                by_word_[spelling].insert(place);
    }
}

StudentFinder::Places StudentFinder::with_a_word_of(const NameWords& words) const {
    Places places;
    for (const NameWord& word : words)
        for (const std::string& spelling : word.spellings)
            if (const auto found = by_word_.find(spelling); found != by_word_.end())
                places.insert(found->second.begin(), found->second.end());
    return places;
}

StudentFinder::Places StudentFinder::named(const EntryName& entry, const NameWords& words, Spelling spelling) const {
    Places whole, marked;
    for (const std::size_t i : with_a_word_of(words)) {
        if (is_same_name(words, known_[i].name, spelling)) whole.insert(i);
        if (known_[i].marked.size() > known_[i].name.size() && is_same_name(words, known_[i].marked, spelling))
            marked.insert(i);
    }
    if (!marked.empty()) return marked;
    if (!whole.empty()) return whole;
    const NameWords joined = words_of_name(entry.joined);
    for (std::size_t i = 0; i < known_.size(); ++i) {
        const NameWords& name = known_[i].name;
        if (is_joined_name(joined, name, spelling) ||
            (known_[i].without_blanks &&
             (is_joined_name(words, name, spelling) || is_joined_name(name, words, spelling))))
            whole.insert(i);
    }
    return whole;
}

StudentFinder::Places StudentFinder::named(const EntryName& entry, const NameWords& words) const {
    Places places = named(entry, words, Spelling::exact);
    return places.empty() ? named(entry, words, Spelling::without_accents) : places;
}

/// A free text that is somebody's login, or the part of an address before the '@', unless it can be a part of another
/// student's name.
StudentFinder::Places StudentFinder::with_login(const EntryName& entry, const NameWords& words) const {
    // "bot.py" is everybody's.
    const bool is_word_of_files =
        words.size() == 1 && std::ranges::find(main_names, words.front().exact) != main_names.end();
    if (!entry.platform.empty() || is_word_of_files) return {};
    const auto found = by_login_.find(in_lower_case(entry.person));
    if (found == by_login_.end() || found->second.size() != 1) return {};
    const Places& places = found->second;
    const auto is_another = [&](std::size_t i) {
        return !places.contains(i) && common_words(words, known_[i].name) > 0;
    };
    return std::ranges::any_of(with_a_word_of(words), is_another) ? Places() : places;
}

Owner StudentFinder::owner_of(const EntryName& entry) const {
    if (entry.of_platform) return {.why_not = "it is the platform's own, and no hand-in"};
    if (!entry.unclear.empty()) return {.why_not = entry.unclear};
    const NameWords words = words_of_name(entry.name);
    Places by_name = named(entry, words);
    const NameWords fewer = without_words_of_files(words);
    if (by_name.empty() && fewer.size() < words.size()) by_name = named(entry, fewer);

    std::optional<std::pair<std::size_t, FoundBy>> identified;
    for (const Identifier& id : entry.identifiers) {
        const auto found = by_identifier_.find({id.kind, plain_value(id.kind, id.value)});
        if (found == by_identifier_.end()) continue;
        if (found->second.size() > 1 && by_name.empty())
            return {.why_not =
                        fmt::format("its {} is that of {} students", name_of(found_by(id.kind)), found->second.size())};
        if (found->second.size() > 1) continue;
        const std::size_t place = *found->second.begin();
        if (identified && identified->first != place)
            return {.why_not = fmt::format("its {} is that of '{}', and its {} that of '{}'",
                                           name_of(identified->second), known_[identified->first].student->name,
                                           name_of(found_by(id.kind)), known_[place].student->name)};
        if (!identified) identified = {place, found_by(id.kind)};
    }

    const auto contradiction = [&](std::size_t named_place) -> Owner {
        return {.why_not =
                    fmt::format("its name is that of '{}', and its {} that of '{}'", known_[named_place].student->name,
                                name_of(identified->second), known_[identified->first].student->name)};
    };
    if (identified) {
        const auto [place, how] = *identified;
        // Canvas may write the name of a group, who is no student, beside the id of one of its members.
        if (!by_name.empty() && !by_name.contains(place)) return contradiction(*by_name.begin());
        // Another name beside the number of Moodle is that of a team, or the list is that of another assignment.
        const bool is_another_name = entry.platform == "Moodle" && !words.empty() && !is_blind_word(words);
        if (by_name.empty() && is_another_name)
            return {.suggestion = known_[place].student,
                    .why_not = "its number is that of a student with another name"};
        if (by_name.empty() && entry.needs_name)
            return {.suggestion = known_[place].student, .why_not = "its login is that of a student with another name"};
        if (by_name.empty() && entry.platform.empty()) {
            const Places mentioned = with_a_word_of(without_digits(fewer));
            if (!mentioned.empty() && !mentioned.contains(place)) return contradiction(*mentioned.begin());
            for (const std::size_t other : mentioned) {
                const NameWords& name = known_[other].name;
                const bool is_named = name.size() > 1 && common_words(fewer, name) == name.size();
                if (other != place && is_named && common_words(known_[place].name, name) < name.size())
                    return contradiction(other);
            }
        }
        return {known_[place].student, how};
    }
    if (by_name.size() == 1) {
        const Student& student = *known_[*by_name.begin()].student;
        for (const Identifier& id : entry.identifiers) {
            // Somebody may write a file's name as Canvas does, with the number of the school.
            const auto number = entry.platform == "Canvas"
                                    ? by_identifier_.find({IdKind::number, plain_value(IdKind::number, id.value)})
                                    : by_identifier_.end();
            if (number != by_identifier_.end() && !number->second.contains(*by_name.begin()))
                return {.why_not = fmt::format("its name is that of '{}', and its number that of '{}'", student.name,
                                               known_[*number->second.begin()].student->name)};
            // Moodle's numbers, "Participant 17", are others in each assignment, and the list may be that of another
            // one.
            const bool may_differ = id.kind == IdKind::platform_id &&
                                    (entry.platform == "Moodle" ||
                                     (entry.platform == of_table &&
                                      !(has_only_digits(id.value) && has_only_digits(student.identifier(id.kind)))));
            const bool differs =
                !student.identifier(id.kind).empty() && !may_differ && !is_other_kind_of_login(id, entry);
            if (differs)
                return {.suggestion = &student,
                        .why_not = fmt::format("its name is that of '{}', and its {} is not", student.name,
                                               name_of(found_by(id.kind)))};
        }
        return {&student, FoundBy::name};
    }
    if (by_name.size() > 1) return {.why_not = fmt::format("{} students have this name", by_name.size())};
    if (const Places places = with_login(entry, words); !places.empty())
        return {known_[*places.begin()].student, FoundBy::login};
    return {.suggestion = suggestion_for(entry, words), .why_not = "it belongs to none of the students"};
}

/// The only student whose name has at least two words in common with the entry, and all of one of them; or else the
/// one with the most similar name.
const Student* StudentFinder::suggestion_for(const EntryName& entry, const NameWords& words) const {
    NameWords all = without_digits(without_words_of_files(words));
    if (all.empty()) all = words_of_name(entry.joined);
    std::size_t most = 1;
    Places best;
    for (const std::size_t i : with_a_word_of(all)) {
        const std::size_t common = common_words(known_[i].name, all);
        if (common > most) best.clear();
        if (common >= most && common > 1) best.insert(i);
        most = std::max(most, common);
    }
    if (best.size() == 1) {
        const Known& nearest = known_[*best.begin()];
        const auto is_another = [&](std::size_t i) {  // who is named, too
            const NameWords& name = known_[i].name;
            return name.size() > 1 && common_words(name, all) == name.size() && common_words(name, nearest.name) == 0;
        };
        return std::ranges::any_of(with_a_word_of(all), is_another) ? nullptr : nearest.student;
    }
    if (!best.empty() || all.empty()) return nullptr;
    if (nearest_looked_up_ == max_nearest) return nullptr;
    ++nearest_looked_up_;
    const std::vector<std::string>& names = entry.joined.empty() ? sorted_letters_ : joined_letters_;
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string_view nearest = games::nearest(letters_of(all, entry.joined.empty()), views);
    const auto found = std::ranges::find(names, nearest);
    return nearest.empty() || found == names.end() ? nullptr
                                                   : known_[static_cast<std::size_t>(found - names.begin())].student;
}

}  // namespace referee::handins
