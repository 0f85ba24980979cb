#include "referee/handins/team_names.hpp"

#include <algorithm>
#include <set>

namespace referee::handins {

namespace {

std::string joined(const NameWords& words, std::string_view between) {
    std::string text;
    for (const NameWord& word : words)
        text.append(text.empty() ? "" : between).append(word.spellings.front());
    return text;
}

}  // namespace

std::string plain_letters(std::string_view name) {
    return joined(words_of_name(name), "");
}

std::string slug_of(std::string_view name) {
    return joined(words_of_name(name), "-");
}

bool is_team_name(const NameWords& text, const NameWords& team, Spelling spelling) {
    return !text.empty() && std::ranges::equal(text, team, [spelling](const NameWord& one, const NameWord& other) {
        if (spelling == Spelling::exact) return one.exact == other.exact;
        return std::ranges::find_first_of(one.spellings, other.spellings) != one.spellings.end();
    });
}

std::optional<std::string> TeamNames::add(const std::string& team) {
    const NameWords words = words_of_name(team);
    std::string exact;
    for (const NameWord& word : words)
        exact += word.exact;
    std::set<std::string> spellings = {plain_letters(team)};
    for (const NameWord& one : words_of_name(exact))
        spellings.insert(one.spellings.begin(), one.spellings.end());
    for (const std::string& spelling : spellings) {
        const auto [known, is_new] = by_spelling_.emplace(spelling, team);
        if (!is_new && known->second != team) return known->second;
    }
    const std::string letters = plain_letters(team);
    const auto [place, is_new] = by_letters_.emplace(letters, Known{team, words, words_of_name(letters)});
    if (!is_new) return std::nullopt;
    for (const NameWord& word : words)
        for (const std::string& spelling : word.spellings)
            by_words_.emplace(spelling, &place->second);
    return std::nullopt;
}

std::optional<std::string> TeamNames::like_student(std::string_view student) const {
    const NameWords name = words_of_name(student);
    if (name.empty()) return std::nullopt;
    for (const std::string& spelling : name.front().spellings)
        for (auto [team, end] = by_words_.equal_range(spelling); team != end; ++team)
            if (is_same_name(team->second->words, name, Spelling::without_accents)) return team->second->team;
    for (const NameWord& first : name)
        for (const std::string& spelling : first.spellings)
            for (auto team = by_letters_.lower_bound(spelling);
                 team != by_letters_.end() && team->first.starts_with(spelling); ++team)
                if (is_joined_name(team->second.joined, name, Spelling::without_accents)) return team->second.team;
    return std::nullopt;
}

}  // namespace referee::handins
