// The part of the judge that knows the students of a class.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/simulation/judge.hpp"
#include "tests/simulation/laws.hpp"
#include "tests/simulation/words.hpp"

namespace simulation {

namespace {

using protocol::Json;

constexpr const char* law_15_class = "law 15 (a class brings the newest hand-ins that can play, and nothing else)";
constexpr const char* law_16 = "law 16 (a hand-in belongs to its student)";
constexpr const char* law_18 =
    "law 18 (each student's row tells of the newest version that plays, and of what does not)";

std::set<std::string> set_of(const std::vector<std::string>& names) {
    return {names.begin(), names.end()};
}

}  // namespace

void Judge::begin_class(const std::string& db, Book& fresh, const Words& typed) {
    const std::vector<std::string> list = hand_ins_.list_in(value_of(typed, "--students").value());
    const std::string folder = value_of(typed, "--bots").value();
    const HandIns::News news = hand_ins_.news_in(folder, db, list);
    fresh.begin_class(list, nullptr);
    fresh.unowned = hand_ins_.unowned_in(folder, list);
    std::size_t named = 1;
    while (named < typed.size() && !typed[named].starts_with("--"))
        ++named;
    std::set<std::string> students;
    for (std::size_t i = 0; i < fresh.entrants.size(); ++i) {
        const Participant& one = fresh.entrants[i];
        law(i + 1 >= named || one.student.empty(), law_16, one.name + " is the organiser's bot, and a student's name");
        if (!one.student.empty()) students.insert(one.student);
    }
    law(students == news.fit && fresh.entrants.size() == named - 1 + students.size(), law_15_class,
        fmt::format("{} take part, and can play are {}", fmt::join(students, ", "), fmt::join(news.fit, ", ")));
    HandIns::Known& known = hand_ins_.in(db);
    known = {news.handed_in, {}, news.refused};
    known.why.insert(news.unfit.begin(), news.unfit.end());
    for (const std::string& student : news.fit)
        hand_ins_.takes_part(db, folder, student);
}

bool Judge::may_take_up(const std::string& db, const Words& typed) const {
    const Book& book = books_.at(db);
    if (book.students.empty() || !has(typed, "--bots")) return true;
    if (has(first_commands_.at(db).typed, "--from")) return false;  // the hand-ins belong to the first stage
    const auto file = value_of(typed, "--students");
    if (!file) return true;
    const std::set<std::string> list = set_of(hand_ins_.list_in(*file));
    const auto is_listed = [&](const std::string& student) { return list.contains(student); };
    // Nobody becomes a student whose bot is the organiser's.
    const auto is_taken = [&](const Participant& one) { return one.student.empty() && list.contains(one.name); };
    return std::ranges::all_of(book.students, is_listed) && std::ranges::none_of(book.entrants, is_taken);
}

int Judge::exit_when_done(const std::string& db, const Words& typed) const {
    const std::vector<std::string>& students = books_.at(db).students;
    const auto folder = value_of(typed, "--bots");
    if (students.empty() || !folder) return 0;
    const auto file = value_of(typed, "--students");
    return hand_ins_.unowned_in(*folder, file ? hand_ins_.list_in(*file) : students).empty() ? 0 : 6;
}

Arrivals Judge::make_in_class(const std::string& db, const Words& typed, const std::vector<std::string>& names,
                              const std::string& notes) {
    Book& book = books_.at(db);
    const auto folder = value_of(typed, "--bots");
    std::map<std::string, std::string> expected;  // who joins: the entrants that are replaced; empty: none
    if (const auto file = value_of(typed, "--students")) book.students = hand_ins_.list_in(*file);
    if (folder) {
        HandIns::News news = hand_ins_.news_in(*folder, db, book.students);
        book.unowned = hand_ins_.unowned_in(*folder, book.students);
        HandIns::Known& known = hand_ins_.in(db);
        known.handed_in.insert(news.handed_in.begin(), news.handed_in.end());
        const std::vector<std::string> playing = playing_in(db, notes);
        const auto stays_out = [&](const std::string& student) {
            const auto bot = book.bot_of(student);
            return bot &&
                   std::ranges::find(playing, book.entrants[static_cast<std::size_t>(*bot)].name) == playing.end();
        };
        std::erase_if(news.unfit, [&](const auto& one) { return stays_out(one.first); });  // it is not checked
        news.refused.insert(news.unfit.begin(), news.unfit.end());
        for (const auto& [student, why] : news.refused) {
            if (known.why[student] != why) due_.insert(student);
            known.why[student] = why;
        }
        for (const std::string& student : news.fit) {
            if (stays_out(student)) continue;
            const auto bot = book.bot_of(student);
            expected[student] = bot ? book.entrants[static_cast<std::size_t>(*bot)].name : "";
        }
    }
    Arrivals joined = enter(book, typed, names);
    const auto orders = orders_in(typed);
    std::size_t named = 0;
    for (const char* order : {"add", "replace"})
        if (orders.contains(order)) named += orders.at(order).size();
    std::map<std::string, std::string> found;
    for (std::size_t i = 0; i < joined.size(); ++i) {
        const std::string& student = book.entrants[static_cast<std::size_t>(book.number_of(joined[i].first))].student;
        if (i >= named)
            found[student] = joined[i].second;
        else
            hand_ins_.in(db).why.erase(student);
    }
    law(found == expected, law_15_class,
        fmt::format("{} has brought {}, and new are {}", line_of(typed), found, expected));
    for (const auto& [student, old] : found)
        hand_ins_.takes_part(db, folder.value_or(""), student);
    files_.joined(db, typed, joined);
    return joined;
}

Arrivals Judge::enter_unseen(const std::string& db, const Words& typed, const FileFacts& facts) {
    Book& book = books_.at(db);
    if (const auto file = value_of(typed, "--students")) book.students = hand_ins_.list_in(*file);
    Arrivals joined = enter(book, typed, facts.names);
    for (const auto& [name, old] : joined) {
        const std::string& student = book.entrants[static_cast<std::size_t>(book.number_of(name))].student;
        if (const auto folder = value_of(typed, "--bots"); folder && !student.empty())
            hand_ins_.takes_part(db, *folder, student);
        else
            hand_ins_.in(db).why.erase(student);
    }
    files_.joined(db, typed, joined);
    return joined;
}

void Judge::believe_list(const std::string& db, const FileFacts& facts) {
    HandIns::Known& known = hand_ins_.in(db);
    Book& book = books_.at(db);
    book.unowned = facts.unowned;
    for (const auto& [student, handed_in] : facts.students) {
        if (handed_in) known.handed_in.insert(student);
        if (std::ranges::find(book.students, student) == book.students.end()) book.students.push_back(student);
    }
    for (const Json& row : protocol::parse_json(playback_->students(db).out)) {
        const auto student = row.at("name").get<std::string>(), why = row.at("why").get<std::string>();
        known.why.erase(student);
        for (const char* part : {"no program", "not fit", "none of the students"})
            if (why.find(part) != std::string::npos) known.why[student] = part;
    }
}

void Judge::check_students(const std::string& db, const FileFacts& facts) {
    const Book& book = books_.at(db);
    const HandIns::Known& known = hand_ins_.in(db);
    std::map<std::string, std::string> present;
    for (const Participant& one : book.entrants) {
        if (!one.present || one.student.empty()) continue;
        const auto [other, is_first] = present.try_emplace(one.student, one.name);
        law(is_first, law_17, fmt::format("{} and {} are bots of {}", other->second, one.name, one.student));
    }
    law(facts.unowned == book.unowned, law_16,
        fmt::format("without an owner are {}, not {}", facts.unowned, book.unowned));
    law(facts.students.size() == book.students.size(), law_18,
        fmt::format("the list has {} students, not {}", facts.students.size(), book.students.size()));
    const std::vector<Json> rows = protocol::parse_json(playback_->students(db).out);
    law(rows.size() == book.students.size(), law_18, "the table has other students than the list");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string& student = book.students[i];
        const auto why = rows[i].at("why").get<std::string>();
        law(rows[i].at("name") == student, law_18, student + " has another row");
        const auto reason = known.why.find(student);
        const bool is_refused = reason != known.why.end();
        const auto bot = book.bot_of(student);
        // One of the hand-ins without an owner may be this student's.
        const bool is_in_doubt = !bot && !is_refused && !known.handed_in.contains(student) && !book.unowned.empty();
        const std::string doubt = why.starts_with("perhaps") ? "perhaps this student's: " : "no owner";
        const std::string expected = is_refused ? reason->second : is_in_doubt ? doubt : "";
        law(expected.empty() ? why.empty() : why.find(expected) != std::string::npos, law_18,
            fmt::format("why {}'s newest hand-in does not play is '{}', not '{}'", student, why, expected));
        const std::string status = bot                                         ? "played"
                                   : is_refused                                ? "refused"
                                   : is_in_doubt && why.starts_with("perhaps") ? "perhaps handed in"
                                   : known.handed_in.contains(student)         ? "not in this tournament"
                                                                               : "nothing handed in";
        law(rows[i].at("status") == status, law_18,
            fmt::format("{} is '{}', not '{}'", student, rows[i].at("status").get<std::string>(), status));
        const std::string plays = bot ? book.entrants[static_cast<std::size_t>(*bot)].name : "";
        law(rows[i].at("entrant") == plays, law_18,
            fmt::format("{} has the row of '{}', not of '{}'", student, rows[i].at("entrant").get<std::string>(),
                        plays));
    }
}

void Judge::check_marks(const std::string& db) const {
    const Book& book = books_.at(db);
    if (book.students.empty()) return;
    const Answer shown = playback_->look({"export", db, "students", "--format", "json"});
    law(shown.exit == 0, law_18, shown.err);
    std::map<std::string, Json> lines;
    for (Json& line : protocol::parse_json(playback_->look({"export", db, "standings", "--format", "json"}).out))
        lines[line.at("name").get<std::string>()] = line;
    for (const Json& row : protocol::parse_json(shown.out)) {
        const auto student = row.at("name").get<std::string>();
        const auto bot = book.bot_of(student);
        if (!bot) {
            law(row.at("points").is_null(), law_18, student + " has points and no bot");
            continue;
        }
        const Json& line = lines.at(book.entrants[static_cast<std::size_t>(*bot)].name);
        for (const char* column : {"rank", "points", "games", "forfeits"})
            law(row.at(column) == line.at(column), law_18, fmt::format("{} of {} differ", column, student));
        for (std::size_t i = 0; i < book.entrants.size(); ++i) {
            const Participant& other = book.entrants[i];
            if (!other.present || !other.student.empty()) continue;
            double points = 0;
            for (const Row& game : book.games) {
                const bool is_first = game.first == *bot && game.second == static_cast<int>(i);
                if (!book.counts(game.number) ||
                    !(is_first || (game.second == *bot && game.first == static_cast<int>(i))))
                    continue;
                const int winner = book.results.at(game.number).winner;
                points += winner < 0 ? 0.5 : (winner == 0) == is_first ? 1 : 0;
            }
            law(row.at("points_against_" + other.name) == points, law_18,
                fmt::format("points of {} against {} are not {}", student, other.name, points));
        }
    }
}

}  // namespace simulation
