// The part of the judge that knows the students of a class.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>

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

constexpr const char* law_14_class = "law 14 (what the docs allow is accepted, and nothing else)";
constexpr const char* law_16_table = "law 16 (the table of hand-ins says whose each one is)";
constexpr const char* law_26_class = "law 26 (an order or a game is in the file wholly or not at all)";

/// Why a hand-in without an owner does not play.
constexpr const char* none_of_them = "none of the students";

struct TableRow {
    std::string student, state;
};

/// The rows of the table of hand-ins, which has no cells with separators in the columns that matter.
std::map<std::string, TableRow> rows_of(const std::string& file) {
    std::map<std::string, TableRow> rows;
    std::ifstream table(file);
    std::string line;
    std::getline(table, line);
    while (std::getline(table, line)) {
        std::vector<std::string> cells(1);
        for (const char c : line) {
            if (c == ',')
                cells.emplace_back();
            else
                cells.back() += c;
        }
        constexpr std::size_t state = 6;
        if (cells.size() > state) rows[cells[0]] = {cells[1], cells[state]};
    }
    return rows;
}

const Listed& listed(const Book& book, const std::string& student) {
    return *std::ranges::find(book.students, student, &Listed::name);
}

}  // namespace

void Judge::begin_class(const std::string& db, Book& fresh, const Words& typed) {
    const HandIns::Reading reading = hand_ins_.read(typed, db, Book());
    law(reading.fault.empty(), law_14_class, fmt::format("{} is accepted, and {}", line_of(typed), reading.fault));
    fresh.begin_class(reading.students, nullptr);
    fresh.unowned = reading.unowned;
    std::size_t named = 1;
    while (named < typed.size() && !typed[named].starts_with("--"))
        ++named;
    std::set<std::string> students;
    for (std::size_t i = 0; i < fresh.entrants.size(); ++i) {
        const Participant& one = fresh.entrants[i];
        law(i + 1 >= named || one.student.empty(), law_16, one.name + " is the organiser's bot, and a student's name");
        if (!one.student.empty()) students.insert(one.student);
    }
    law(students == reading.fit && fresh.entrants.size() == named - 1 + students.size(), law_15_class,
        fmt::format("{} take part, and can play are {}", fmt::join(students, ", "), fmt::join(reading.fit, ", ")));
    HandIns::Known& known = hand_ins_.in(db) = reading.known;
    known.why = reading.refused;
    known.why.insert(reading.unfit.begin(), reading.unfit.end());
    for (const std::string& entry : reading.unowned)
        known.why[entry] = none_of_them;
    known.told = known.why;
    for (const std::string& student : reading.fit)
        known.played[student] = reading.newest.at(student);
    check_table(typed, reading);
}

bool Judge::may_take_up(const std::string& db, const Words& typed) const {
    const Book& book = books_.at(db);
    if (book.students.empty() || !has(typed, "--bots")) return true;
    if (has(first_commands_.at(db).typed, "--from")) return false;  // the hand-ins belong to the first stage
    const HandIns::Reading reading = hand_ins_.read(typed, db, book);
    Book after = book;
    after.set_list(reading.students);
    // Nobody gets a bot of the organiser's or of another student's by a new list.
    return reading.fault.empty() && std::ranges::all_of(book.entrants, [&](const Participant& one) {
               const std::string named = after.student_named(one.name);
               return named.empty() || named == one.student;
           });
}

int Judge::exit_when_done(const std::string& db, const Words& typed) const {
    const Book& book = books_.at(db);
    if (book.students.empty() || !has(typed, "--bots")) return 0;
    return hand_ins_.read(typed, db, book).unowned.empty() ? 0 : 6;
}

void Judge::check_table(const Words& typed, const HandIns::Reading& reading) const {
    // With a table of the teacher's, the present one is another file.
    if (has(typed, "--hand-ins") || !playback_->hears()) return;
    const std::map<std::string, TableRow> rows = rows_of(table_of_hand_ins);
    law(rows.size() == reading.owners.size(), law_16_table,
        fmt::format("the table has {} lines, not {}", rows.size(), reading.owners.size()));
    for (const auto& [entry, owner] : reading.owners) {
        law(rows.contains(entry) && rows.at(entry).student == owner, law_16_table,
            fmt::format("{} is not of '{}'", entry, owner));
        const std::string& state = rows.at(entry).state;
        law((state == "has no owner") == reading.unowned.contains(entry), law_16_table, entry + ": " + state);
        law((state == "is not the newest") == reading.older.contains(entry), law_16_table, entry + ": " + state);
    }
}

Arrivals Judge::make_in_class(const std::string& db, const Words& typed, const std::vector<std::string>& names,
                              const std::string& notes) {
    Book& book = books_.at(db);
    HandIns::Known& known = hand_ins_.in(db);
    std::map<std::string, std::string> expected;  // who joins: the entrants that are replaced; empty: none
    HandIns::Reading reading;
    const bool takes_up = has(typed, "--bots");
    if (takes_up) {
        reading = hand_ins_.read(typed, db, book);
        law(reading.fault.empty(), law_14_class, fmt::format("{} is accepted, and {}", line_of(typed), reading.fault));
        known = reading.known;
        book.set_list(reading.students);
        book.unowned = reading.unowned;
        const std::vector<std::string> playing = playing_in(db, notes);
        const auto stays_out = [&](const std::string& student) {
            const auto bot = book.bot_of(student);
            return bot &&
                   std::ranges::find(playing, book.entrants[static_cast<std::size_t>(*bot)].name) == playing.end();
        };
        std::map<std::string, std::string> refused = reading.refused;
        for (const auto& [student, why] : reading.unfit)
            if (stays_out(student))
                known.why.erase(student);  // it is not checked
            else
                refused[student] = why;
        for (const std::string& entry : reading.unowned)
            refused[entry] = none_of_them;
        for (const auto& [student, why] : refused) {
            if (known.told[student] != why) due_.insert(student);
            known.told[student] = known.why[student] = why;
        }
        for (const std::string& student : reading.fit) {
            if (stays_out(student)) {
                known.why.erase(student);
                continue;
            }
            const auto bot = book.bot_of(student);
            expected[student] = bot ? book.entrants[static_cast<std::size_t>(*bot)].name : "";
        }
        if (typed == typed_) check_table(typed, reading);
    }
    Arrivals joined = enter(book, typed, names);
    const auto orders = orders_in(typed);
    std::size_t named = 0;
    for (const char* order : {"add", "replace"})
        if (orders.contains(order)) named += orders.at(order).size();
    std::map<std::string, std::string> found;
    for (std::size_t i = 0; i < joined.size(); ++i) {
        const std::string& student = book.entrants[static_cast<std::size_t>(book.number_of(joined[i].first))].student;
        if (i >= named) found[student] = joined[i].second;
        known.why.erase(student);
        known.told.erase(student);
    }
    law(found == expected, law_15_class,
        fmt::format("{} has brought {}, and new are {}", line_of(typed), found, expected));
    for (const auto& [student, old] : found)
        known.played[student] = reading.newest.at(student);
    files_.joined(db, typed, joined);
    return joined;
}

bool Judge::has_record(const FileFacts& facts, const std::vector<Listed>& list, const HandIns::Known& known,
                       const std::set<std::string>& unowned) {
    std::multiset<std::string> seen;
    for (const auto& [hand_in, one] : known.seen)
        seen.insert(one.entrant);
    return facts.students == list && facts.decisions == known.decisions && facts.seen == seen &&
           facts.unowned == unowned;
}

bool Judge::has_taken_up(const std::string& db, const Words& typed, const FileFacts& facts) {
    const Book& book = books_.at(db);
    if (book.students.empty() || !has(typed, "--bots")) return false;
    const bool is_as_before = has_record(facts, book.students, hand_ins_.in(db), book.unowned);
    const HandIns::Reading reading = hand_ins_.read(typed, db, book);
    law(is_as_before || (reading.fault.empty() && has_record(facts, reading.students, reading.known, reading.unowned)),
        law_26_class, line_of(typed) + " is in the file in part");
    // A first hand-in that is not fit changes nothing but the journal.
    return !is_as_before || facts.left_out.size() > book.left_out_in_file;
}

Arrivals Judge::enter_unseen(const std::string& db, const Words& typed, const FileFacts& facts) {
    Book& book = books_.at(db);
    HandIns::Known& known = hand_ins_.in(db);
    HandIns::Reading reading;
    if (!book.students.empty() && has(typed, "--bots")) {
        reading = hand_ins_.read(typed, db, book);
        law(has_record(facts, reading.students, reading.known, reading.unowned), law_26_class,
            line_of(typed) + " is in the file in part");
        known = reading.known;
        book.set_list(reading.students);
        book.unowned = reading.unowned;
        for (const std::string& entry : reading.unowned)
            known.told[entry] = known.why[entry] = none_of_them;
    }
    Arrivals joined = enter(book, typed, facts.names);
    for (const auto& [name, old] : joined) {
        const std::string& student = book.entrants[static_cast<std::size_t>(book.number_of(name))].student;
        if (reading.fit.contains(student)) known.played[student] = reading.newest.at(student);
        known.why.erase(student);
        known.told.erase(student);
    }
    files_.joined(db, typed, joined);
    return joined;
}

void Judge::believe_reasons(const std::string& db) {
    HandIns::Known& known = hand_ins_.in(db);
    for (const Json& row : protocol::parse_json(playback_->students(db).out)) {
        const auto student = row.at("name").get<std::string>(), why = row.at("why").get<std::string>();
        const std::string& entrant = listed(books_.at(db), student).entrant();
        known.why.erase(entrant);
        static const std::regex reason("'[^']+', which is no program|not fit|none of the students");
        std::smatch found;
        if (std::regex_search(why, found, reason)) known.told[entrant] = known.why[entrant] = found.str();
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
    law(facts.decisions == known.decisions, law_16,
        fmt::format("the teacher has decided {}, not {}", facts.decisions, known.decisions));
    law(facts.students == book.students, law_18, "the list is another one");
    const std::vector<Json> rows = protocol::parse_json(playback_->students(db).out);
    law(rows.size() == book.students.size(), law_18, "the table has other students than the list");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string &student = book.students[i].name, &entrant = book.students[i].entrant();
        const auto why = rows[i].at("why").get<std::string>();
        law(rows[i].at("name") == student, law_18, student + " has another row");
        const bool is_refused = known.has_refusal(entrant);
        const auto bot = book.bot_of(entrant);
        const bool has_handed_in = known.handed_in.contains(entrant);
        // One of the hand-ins without an owner may be this student's.
        const bool is_in_doubt = !bot && !is_refused && !has_handed_in && !book.unowned.empty();
        const std::string doubt = why.starts_with("perhaps") ? "perhaps this student's: " : "no owner";
        const std::string expected = is_refused ? known.why.at(entrant) : is_in_doubt ? doubt : "";
        law(expected.empty() ? why.empty() : why.find(expected) != std::string::npos, law_18,
            fmt::format("why {}'s newest hand-in does not play is '{}', not '{}'", student, why, expected));
        const std::string status = bot                                         ? "played"
                                   : is_refused                                ? "refused"
                                   : is_in_doubt && why.starts_with("perhaps") ? "perhaps handed in"
                                   : has_handed_in                             ? "not in this tournament"
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
        const Listed& one = listed(book, student);
        const auto bot = book.bot_of(one.entrant());
        law(row.value("team", "") == one.team, law_18, student + " is in another team");
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
