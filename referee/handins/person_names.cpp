#include "referee/handins/person_names.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <set>
#include <utility>

#include "protocol/utf8.hpp"

namespace referee::handins {

namespace {

/// Accented letters, and letters that NFD doesn't take apart, with their spellings in ASCII besides the base letter.
struct Letter {
    std::uint32_t point;
    std::string_view spellings;  ///< separated by blanks
};
constexpr std::array<Letter, 14> letters = {{{0xe4, "a ae"},
                                             {0xf6, "o oe"},
                                             {0xfc, "u ue"},
                                             {0xe5, "a aa"},
                                             {0xf8, "o oe"},
                                             {0xe6, "ae"},
                                             {0x153, "oe"},
                                             {0x142, "l"},
                                             {0x111, "d dj"},
                                             {0xf0, "d"},
                                             {0xfe, "th"},
                                             {0x127, "h"},
                                             {0x131, "i"},
                                             {0x133, "ij"}}};

constexpr std::uint32_t first_cyrillic = 0x400, io = 0x451, ie = 0x435;

/// The letter without its accents; itself if it has none, or if its marks are no accents.
std::uint32_t base_of(std::uint32_t point) {
    if (point == io) return ie;
    std::array<utf8proc_int32_t, 8> parts{};
    int boundary = 0;
    const auto count =
        utf8proc_decompose_char(static_cast<utf8proc_int32_t>(point), parts.data(),
                                static_cast<utf8proc_ssize_t>(parts.size()), UTF8PROC_DECOMPOSE, &boundary);
    const auto base = static_cast<std::uint32_t>(parts[0]);
    return count > 1 && base < first_cyrillic ? base : point;
}

/// The spellings of a letter that differ from it; none if it has no accent.
std::vector<std::string> spellings_of(std::uint32_t point) {
    std::vector<std::string> all;
    const auto known = std::ranges::find(letters, point, &Letter::point);
    if (known != letters.end()) {
        for (std::string_view rest = known->spellings; !rest.empty();) {
            const auto end = std::min(rest.find(' '), rest.size());
            all.emplace_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    } else if (const std::uint32_t base = base_of(point); base != point) {
        protocol::append_character(all.emplace_back(), base);
    }
    return all;
}

NameWord word_of(const std::string& text) {
    constexpr std::size_t max_spellings = 64;  // of a word; more than six letters with two spellings each are no name
    constexpr std::size_t max_letters = 100;   // in bytes; a longer word is none of a name
    if (text.size() > max_letters) return {text, {text}};
    NameWord word{text, {""}};
    for (std::string_view rest = text; !rest.empty();) {
        const auto [point, length] = protocol::decoded(rest);
        std::vector<std::string> choices = spellings_of(point);
        if (choices.empty()) choices.emplace_back(rest.substr(0, length));
        if (word.spellings.size() * choices.size() > max_spellings) choices.resize(1);
        std::vector<std::string> longer;
        for (const std::string& spelling : word.spellings)
            for (const std::string& choice : choices)
                longer.push_back(spelling + choice);
        word.spellings = std::move(longer);
        rest.remove_prefix(length);
    }
    word.spellings.push_back(text);
    std::ranges::sort(word.spellings);
    word.spellings.erase(std::unique(word.spellings.begin(), word.spellings.end()), word.spellings.end());
    return word;
}

bool is_apostrophe(std::uint32_t point) {
    return point == '\'' || point == 0x2019 || point == 0x2bc || point == 0xb4 || point == '`';
}

bool is_part_of_word(std::uint32_t point) {
    const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(point));
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;  // letters, marks, numbers
}

bool is_invisible(std::uint32_t point) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(point)) == UTF8PROC_CATEGORY_CF;
}

bool is_same_word(const NameWord& a, const NameWord& b, Spelling spelling) {
    if (spelling == Spelling::exact) return a.exact == b.exact;
    return std::ranges::any_of(a.spellings,
                               [&](const std::string& one) { return std::ranges::binary_search(b.spellings, one); });
}

/// Whether all words of `from` have a partner of their own in `other`.
bool all_have_partners(const NameWords& from, std::size_t first, const NameWords& other, std::vector<bool>& taken,
                       Spelling spelling) {
    if (first == from.size()) return true;
    for (std::size_t i = 0; i < other.size(); ++i) {
        if (taken[i] || !is_same_word(from[first], other[i], spelling)) continue;
        taken[i] = true;
        if (all_have_partners(from, first + 1, other, taken, spelling)) return true;
        taken[i] = false;
    }
    return false;
}

constexpr std::size_t max_words = 8;  // of a name; more are a sentence

/// Whether a text is the words of a name from the one at `first` on, in a circle.
bool is_text_of(std::string_view text, const NameWords& name, std::size_t first, Spelling spelling) {
    std::set<std::size_t> ends = {0};  // where the words so far may end
    for (std::size_t i = 0; i < name.size() && !ends.empty(); ++i) {
        const NameWord& word = name[(first + i) % name.size()];
        std::set<std::size_t> next;
        const auto go_on = [&](const std::string& one) {
            for (const std::size_t end : ends)
                if (text.substr(end).starts_with(one)) next.insert(end + one.size());
        };
        if (spelling == Spelling::exact) {
            go_on(word.exact);
        } else {
            std::ranges::for_each(word.spellings, go_on);
        }
        ends = std::move(next);
    }
    return ends.contains(text.size());
}

}  // namespace

std::string in_nfc(const std::string& text, Case letters_are) {
    const int fold = letters_are == Case::folded ? UTF8PROC_CASEFOLD : 0;
    utf8proc_uint8_t* bytes = nullptr;
    const auto size =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),  // NOLINT: the library's type
                     static_cast<utf8proc_ssize_t>(text.size()), &bytes,
                     static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | fold));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(bytes, &std::free);
    if (size < 0) return text;
    return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};  // NOLINT: the library's type
}

NameWords words_of_name(std::string_view text) {
    std::vector<std::string> words(1);
    while (!text.empty()) {
        const auto [point, length] = protocol::decoded(text);
        const std::string_view letter = text.substr(0, length);
        text.remove_prefix(length);
        if (point == protocol::no_character) {
            words.emplace_back();
        } else if (is_part_of_word(point) && !is_apostrophe(point)) {
            words.back() += letter;
        } else if (!is_apostrophe(point) && !is_invisible(point)) {
            words.emplace_back();
        }
    }
    NameWords all;
    for (const std::string& word : words)
        if (!word.empty()) all.push_back(word_of(in_nfc(word, Case::folded)));
    return all;
}

bool is_same_name(const NameWords& a, const NameWords& b, Spelling spelling) {
    if (a.empty() || a.size() != b.size()) return false;
    if (spelling == Spelling::exact) {
        std::multiset<std::string_view> words_of_a, words_of_b;
        for (std::size_t i = 0; i < a.size(); ++i) {
            words_of_a.insert(a[i].exact);
            words_of_b.insert(b[i].exact);
        }
        return words_of_a == words_of_b;
    }
    if (a.size() > max_words) return false;
    std::vector<bool> taken(b.size());
    return all_have_partners(a, 0, b, taken, spelling);
}

bool is_joined_name(const NameWords& joined, const NameWords& name, Spelling spelling) {
    if (joined.size() != 1 || name.empty() || name.size() > max_words) return false;
    const auto fits = [&](const std::string& text) {
        for (std::size_t first = 0; first < name.size(); ++first)
            if (is_text_of(text, name, first, spelling)) return true;
        return false;
    };
    return spelling == Spelling::exact ? fits(joined.front().exact)
                                       : std::ranges::any_of(joined.front().spellings, fits);
}

bool is_without_blanks(const NameWords& name) {
    const auto without = [](std::uint32_t point) {
        return (point >= 0x0e00 && point <= 0x0e7f) || (point >= 0x1100 && point <= 0x11ff) ||
               (point >= 0x2e80 && point <= 0xd7af) || (point >= 0xf900 && point <= 0xfaff) ||
               (point >= 0xff66 && point <= 0xff9f) || (point >= 0x20000 && point <= 0x3ffff);
    };
    for (const NameWord& word : name)
        for (std::string_view rest = word.exact; !rest.empty();) {
            const auto [point, length] = protocol::decoded(rest);
            if (!without(point)) return false;
            rest.remove_prefix(length);
        }
    return !name.empty();
}

std::size_t common_words(const NameWords& a, const NameWords& b) {
    const NameWords& few = a.size() <= b.size() ? a : b;
    const NameWords& many = a.size() <= b.size() ? b : a;
    if (few.empty() || many.size() > max_words) return 0;
    std::vector<bool> taken(many.size());
    return all_have_partners(few, 0, many, taken, Spelling::without_accents) ? few.size() : 0;
}

}  // namespace referee::handins
