#include "referee/handins/team_names.hpp"

#include <algorithm>

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

bool may_be_name_of(const std::string& team, const std::string& student) {
    const NameWords name = words_of_name(student);
    if (is_same_name(words_of_name(team), name, Spelling::without_accents)) return true;
    return is_joined_name(words_of_name(plain_letters(team)), name, Spelling::without_accents);
}

}  // namespace referee::handins
