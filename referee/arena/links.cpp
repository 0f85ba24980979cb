#include "referee/arena/links.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <system_error>

#include "games/words.hpp"
#include "referee/arena/arena_folder.hpp"
#include "referee/arena/link_cards.hpp"
#include "referee/arena/team_people.hpp"
#include "referee/core/base/random_bits.hpp"
#include "referee/core/base/sha256.hpp"
#include "referee/tournament/figures/tables/sheet.hpp"

namespace referee::arena {

namespace {

constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t token_length = 26;
constexpr std::size_t group_length = 5;

}  // namespace

std::string new_token() {
    std::string token;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < token_length; ++i) {
        if (i % 12 == 0) bits = random_bits();  // 12 characters take 60 bits
        token += alphabet[bits % alphabet.size()];
        bits /= alphabet.size();
    }
    return token;
}

std::optional<std::string> normal_token(std::string_view text) {
    std::string token;
    for (const char given : text) {
        if (given == '-' || std::isspace(static_cast<unsigned char>(given)) != 0) continue;
        char letter = static_cast<char>(std::toupper(static_cast<unsigned char>(given)));
        if (letter == 'O') letter = '0';
        if (letter == 'I' || letter == 'L') letter = '1';
        if (alphabet.find(letter) == std::string_view::npos || token.size() == token_length) return std::nullopt;
        token += letter;
    }
    return token.size() == token_length ? std::optional(token) : std::nullopt;
}

std::string link_of(const std::string& address, std::string_view token) {
    std::string link = address;
    if (!link.ends_with('/')) link += '/';
    for (std::size_t i = 0; i < token.size(); ++i) {
        link += i == 0 ? "#" : i % group_length == 0 ? "-" : "";
        link += token[i];
    }
    return link;
}

std::optional<std::string> token_of_link(std::string_view link) {
    const auto begin = link.find('#');
    return begin == std::string_view::npos ? std::nullopt : normal_token(link.substr(begin + 1));
}

constexpr std::string_view digits = "0123456789";

/// The number of the person is the first one of its line, and the token is behind the last '#'. So it does not matter
/// how a spreadsheet that saved the file separates and quotes the cells.
std::map<int, std::string> LinksFile::tokens() const {
    std::map<int, std::string> tokens;
    const auto text = folder_.read(links_csv);
    if (!text) return tokens;
    for (std::size_t begin = 0; begin < text->size();) {
        const std::size_t end = std::min(text->find('\n', begin), text->size());
        const std::string_view line = std::string_view(*text).substr(begin, end - begin);
        begin = end + 1;
        const auto token_begin = line.rfind('#');
        const auto number_begin = line.find_first_of(digits);
        if (token_begin == std::string_view::npos || number_begin > token_begin) continue;
        const std::string_view rest = line.substr(token_begin + 1);
        const auto token = normal_token(rest.substr(0, rest.find_first_of("\",;\t")));
        const auto number =
            games::whole_number(line.substr(number_begin, line.find_first_not_of(digits, number_begin) - number_begin));
        if (token && number) tokens[static_cast<int>(*number)] = *token;
    }
    return tokens;
}

void LinksFile::write(const std::vector<Person>& people, const std::map<int, std::string>& tokens,
                      const std::string& address) const {
    using tournament::ColumnKind;
    tournament::ResultTable table{{{"person"}, {"name", "", ColumnKind::name}, {"number"}, {"email"}, {"group"}}, {}};
    const bool has_teams = std::ranges::any_of(people, [](const Person& person) { return person.is_team(); });
    if (has_teams) table.columns.push_back({"team"});
    table.columns.push_back({"link"});
    for (const Person& person : students_among(people)) {
        const auto token = tokens.find(person.number);
        const handins::Student& student = person.student;
        table.rows.push_back({std::int64_t{person.number}, student.name, student.number, student.email, student.group});
        if (has_teams) table.rows.back().emplace_back(student.team);
        table.rows.back().emplace_back(token == tokens.end() ? "" : link_of(address, token->second));
    }
    std::string text;
    write_sheet(table, tournament::SheetFormat::csv, [&](std::string_view part) { text += part; });
    if (const int error = folder_.write(links_csv, text); error != 0)
        throw std::system_error(error, std::generic_category(), "writing 'links.csv'");
    std::map<int, std::string> all;
    for (const auto& [person, token] : tokens)
        all.emplace(person, link_of(address, token));
    const std::string cards = link_cards(people, all, address);
    const int error = cards.empty() ? 0 : folder_.write(links_html, cards);
    if (error != 0) throw std::system_error(error, std::generic_category(), "writing 'links.html'");
    if (cards.empty()) static_cast<void>(folder_.remove(links_html));  // an earlier one has another address
}

namespace {

std::optional<int> owner_in(const std::map<std::string, int>& keys, std::string_view key) {
    const auto found = keys.find(sha256_of(key));
    return found == keys.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<int> Keys::owner_of_link(std::string_view token) const {
    return owner_in(links, token);
}

std::optional<int> Keys::owner_of_cookie(std::string_view cookie) const {
    return owner_in(cookies, cookie);
}

bool Keys::has_link(int person) const {
    return std::ranges::any_of(links, [&](const auto& link) { return link.second == person; });
}

}  // namespace referee::arena
