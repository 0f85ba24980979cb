#include "referee/core/bots/name_words.hpp"

#include <algorithm>
#include <cstdint>

#include "protocol/utf8.hpp"

namespace referee {

namespace {

/// The letters from U+00C0 to U+017F in ASCII. A hyphen is no letter.
constexpr std::string_view latin =
    "a a a a a a aec e e e e i i i i d n o o o o o - o u u u u y thss"
    "a a a a a a aec e e e e i i i i d n o o o o o - o u u u u y thy "
    "a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g "
    "g g g g h h h h i i i i i i i i i i ijijj j k k k l l l l l l l "
    "l l l n n n n n n n n n o o o o o o oeoer r r r r r s s s s s s "
    "s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s ";
constexpr std::uint32_t first_latin = 0xc0, last_latin = 0x17f;
static_assert(latin.size() == 2 * (last_latin - first_latin + 1));

bool is_combining_mark(std::uint32_t point) {
    return point >= 0x300 && point <= 0x36f;
}

/// Appends a letter in its plain form. Returns false if the character separates words.
bool append_plain(std::string& word, std::uint32_t point) {
    if (point >= 'A' && point <= 'Z') point += 'a' - 'A';
    if ((point >= 'a' && point <= 'z') || (point >= '0' && point <= '9')) {
        word += static_cast<char>(point);
        return true;
    }
    if (point >= first_latin && point <= last_latin) {
        const std::string_view plain = latin.substr(2 * (point - first_latin), 2);
        if (plain.front() == '-') return false;
        word += plain.substr(0, plain.back() == ' ' ? 1 : 2);
        return true;
    }
    if (point < first_latin || point == protocol::no_character || (point >= 0x2000 && point <= 0x206f)) return false;
    if ((point >= 0x391 && point <= 0x3a9) || (point >= 0x410 && point <= 0x42f)) point += 0x20;
    if (point >= 0x400 && point <= 0x40f) point += 0x50;
    protocol::append_character(word, point);
    return true;
}

/// Writes the German spellings of umlauts like the umlauts without dots. It does not matter that this also changes
/// other words, because it changes both words that are compared.
std::string without_added_e(const std::string& word) {
    std::string plain;
    for (const char c : word) {
        const bool added =
            c == 'e' && !plain.empty() && std::string_view("aou").find(plain.back()) != std::string::npos;
        if (!added) plain += c;
    }
    return plain;
}

}  // namespace

std::vector<std::string> name_words(std::string_view text) {
    std::vector<std::string> words(1);
    while (!text.empty()) {
        const auto [point, length] = protocol::decoded(text);
        text.remove_prefix(length);
        const bool apostrophe = point == '\'' || point == 0x2019;
        if (!is_combining_mark(point) && !apostrophe && !append_plain(words.back(), point)) words.emplace_back();
    }
    std::erase(words, "");
    for (std::string& word : words)
        word = without_added_e(word);
    return words;
}

std::size_t shared_words(std::vector<std::string> a, std::vector<std::string> b) {
    if (a.size() > b.size()) std::swap(a, b);
    std::ranges::sort(a);
    std::ranges::sort(b);
    return std::ranges::includes(b, a) ? a.size() : 0;
}

}  // namespace referee
