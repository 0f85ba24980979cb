#include "referee/core/bots/entrant_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

#include "games/user_error.hpp"
#include "protocol/unsafe_characters.hpp"
#include "protocol/utf8.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/text_width.hpp"

namespace referee {

namespace {

using games::UserError;

/// The maximum number of consecutive combining marks in a name. A longer sequence is not real text, and would cover the
/// lines above and below.
constexpr int max_marks_in_a_row = 4;

/// Whether this is a blank other than the space. Some of these blanks have no width.
bool is_other_blank(std::uint32_t point) {
    return point == 0xa0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200a) || point == 0x202f ||
           point == 0x205f || point == 0x2800 || point == 0x3000;
}

/// Whether this character is invisible, so that two names with and without it would look the same. Joiners are
/// excluded, because some scripts and emoji need them.
bool is_invisible(std::uint32_t point) {
    return point == 0xad || point == 0x34f || point == 0x115f || point == 0x1160 || point == 0x180e ||
           point == 0x200b || (point >= 0x2060 && point <= 0x206f) || point == 0x3164 || point == 0xfeff ||
           point == 0xffa0 || (point >= 0xfff9 && point <= 0xfffb) || (point >= 0xe0000 && point <= 0xe0fff);
}

/// Whether this is a joiner or a variation selector. These are invisible, but some scripts and emoji need them. At the
/// beginning of a name, or after an ASCII character, they are invalid.
bool is_joiner(std::uint32_t point) {
    return point == 0x200c || point == 0x200d || (point >= 0xfe00 && point <= 0xfe0f);
}

/// The name of a file without the suffix of a script.
std::string stem_of(const std::string& file) {
    for (const std::string_view suffix : {".py", ".js", ".sh"}) {
        if (file.size() > suffix.size() && file.ends_with(suffix)) return file.substr(0, file.size() - suffix.size());
    }
    return file;
}

/// The file or folder in `word` from which the name comes: `word` itself, or a folder in its path. Empty if there is
/// none.
std::filesystem::path named_place(const std::string& word, const std::string& name) {
    if (word.ends_with(name)) return std::filesystem::path(word).lexically_normal();
    std::filesystem::path place;
    for (const std::filesystem::path& part : std::filesystem::path(word).lexically_normal()) {
        place /= part;
        if (part == name) return place;
    }
    return {};
}

/// The index of the command's word from which the name comes, or the number of words if there is none.
std::size_t place_of_file(const NameWish& wish) {
    std::size_t place = 0;
    while (place < wish.words.size() && named_place(wish.words[place], wish.fallback).empty())
        ++place;
    return place;
}

/// The words after the one from which the name comes, each preceded by a space.
std::string arguments_of(const NameWish& wish) {
    std::string arguments;
    for (std::size_t i = place_of_file(wish) + 1; i < wish.words.size(); ++i)
        arguments += " " + wish.words[i];
    return arguments;
}

/// The name of the folder `level` levels above the file, followed by a slash. Empty if the path does not name this
/// folder.
std::string folder_of(const NameWish& wish, int level) {
    const std::size_t place = place_of_file(wish);
    if (place == wish.words.size()) return "";
    std::filesystem::path path = named_place(wish.words[place], wish.fallback);
    for (int i = 0; i < level; ++i)
        path = path.parent_path();
    const std::string folder = path.filename();
    return folder.empty() ? "" : folder + "/";
}

/// The ways to name a bot after its file, in order of preference.
using Naming = std::function<std::string(const NameWish&)>;
std::vector<Naming> namings() {
    std::vector<Naming> all = {[](const NameWish& wish) { return wish.fallback; },
                               [](const NameWish& wish) { return stem_of(wish.fallback) + arguments_of(wish); }};
    for (const bool with_arguments : {false, true}) {
        for (const int level : {1, 2, 3, 4}) {
            all.emplace_back([=](const NameWish& wish) {
                return folder_of(wish, level) + stem_of(wish.fallback) + (with_arguments ? arguments_of(wish) : "");
            });
        }
    }
    return all;
}

using Places = std::vector<std::size_t>;

/// Chooses names for the wishes at the indices `places`, whose stems are equal. Tries each of namings() and takes the
/// one that gives the most distinct names. A name in `others` does not count as distinct.
void tell_apart(std::span<const NameWish> wishes, const Places& places, const std::set<std::string>& others,
                std::vector<std::string>& names) {
    std::size_t best = others.contains(names[places.front()]) ? 0 : 1;  // distinct names if all keep the stem
    for (const Naming& naming : namings()) {
        std::vector<std::string> tried;
        for (const std::size_t place : places)
            tried.push_back(cleaned_name(naming(wishes[place])));
        std::set<std::string> own(tried.begin(), tried.end());
        std::erase_if(own, [&](const std::string& name) { return others.contains(name); });
        if (own.size() <= best) continue;
        best = own.size();
        for (std::size_t i = 0; i < places.size(); ++i)
            names[places[i]] = tried[i];
    }
}

void check_given(std::span<const NameWish> wishes, std::span<const std::string> taken) {
    std::set<std::string> seen(taken.begin(), taken.end());
    for (const auto& [given, fallback, words] : wishes) {
        if (given.empty()) continue;
        check_name(given);
        if (seen.insert(given).second) continue;
        throw UserError(wishes.size() == 2 && taken.empty()
                            ? fmt::format("both bots are called '{}': give them different names", given)
                            : fmt::format("two bots are called '{}': give them different names", given));
    }
}

std::string numbered(const std::string& name, int number) {
    const std::string suffix = fmt::format("-{}", number);
    return std::string(protocol::first_characters(name, longest_name - suffix.size())) + suffix;
}

/// The number of times that each name occurs. The names in `taken` count, too.
using Counts = std::map<std::string, int>;
Counts count(const std::vector<std::string>& names, std::span<const std::string> taken) {
    Counts counts;
    for (const auto& name : names)
        ++counts[name];
    for (const auto& name : taken)
        ++counts[name];
    return counts;
}

}  // namespace

std::string cleaned_name(std::string_view text) {
    std::string name;
    int marks = 0;
    std::uint32_t before = 0;  // the last character of `name`, so that cleaning a clean name changes nothing
    bool in_broken = false;    // whether inside an invalid character, whose bytes become one underscore
    while (!text.empty()) {
        const auto [point, length] = protocol::decoded(text);
        const std::string_view character = text.substr(0, length);
        text.remove_prefix(length);
        const bool goes_on = in_broken && protocol::continues_character(character[0]);
        in_broken = point == protocol::no_character && (goes_on || static_cast<unsigned char>(character[0]) >= 0xc0);
        const bool is_mark = point != protocol::no_character && columns_of(point) == 0;
        marks = is_mark ? marks + 1 : 0;
        const bool is_bad = protocol::is_unsafe(point) || is_invisible(point) || marks > max_marks_in_a_row ||
                            (is_joiner(point) && before < 0x80) || (is_mark && name.empty());
        const bool is_blank = point == ' ' || is_other_blank(point);
        if (goes_on || (!is_bad && is_blank && name.empty())) continue;
        before = is_bad ? '_' : is_blank ? ' ' : point;
        name += is_bad ? "_" : is_blank ? " " : character;
    }
    name = protocol::first_characters(name, longest_name);
    name.erase(name.find_last_not_of(' ') + 1);
    return name.empty() ? "_" : name;
}

void check_name(const std::string& name) {
    if (name == cleaned_name(name)) return;
    throw UserError(
        fmt::format("name '{}': a name must have at most {} characters, no control or invisible characters, and no "
                    "leading or trailing space",
                    harmless(name), longest_name));
}

std::vector<std::string> unique_names(std::span<const NameWish> wishes, std::span<const std::string> taken) {
    check_given(wishes, taken);
    std::vector<std::string> names;
    for (const NameWish& wish : wishes)
        names.push_back(wish.given.empty() ? cleaned_name(stem_of(wish.fallback)) : wish.given);

    const Counts by_stem = count(names, taken);
    std::map<std::string, Places> same;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (wishes[i].given.empty() && by_stem.at(names[i]) > 1) same[names[i]].push_back(i);
    }
    for (const auto& [stem, places] : same) {
        std::set<std::string> others(taken.begin(), taken.end());
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (std::find(places.begin(), places.end(), i) == places.end()) others.insert(names[i]);
        }
        tell_apart(wishes, places, others, names);
    }

    const Counts by_command = count(names, taken);
    std::set<std::string> used(names.begin(), names.end());
    used.insert(taken.begin(), taken.end());
    std::map<std::string, int> last_number;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!wishes[i].given.empty() || by_command.at(names[i]) == 1) continue;
        int& number = last_number[names[i]];
        std::string name = numbered(names[i], ++number);
        while (!used.insert(name).second)
            name = numbered(names[i], ++number);
        names[i] = name;
    }
    return names;
}

}  // namespace referee
