#include "tests/simulation/book.hpp"

#include <algorithm>
#include <charconv>

#include "tests/simulation/own_game.hpp"
#include "tests/simulation/words.hpp"

namespace simulation {

namespace {

/// The names of simulated bots are of small letters, digits and other characters.
std::multiset<std::string> words_of(const std::string& name) {
    const std::string others = " #/().-_";
    std::multiset<std::string> words;
    for (std::size_t begin = 0; (begin = name.find_first_not_of(others, begin)) != std::string::npos;) {
        const std::size_t end = std::min(name.find_first_of(others, begin), name.size());
        words.insert(name.substr(begin, end - begin));
        begin = end;
    }
    return words;
}

const std::set<std::string> verbs = {"add", "withdraw", "annul", "replace", "return", "again", "rounds"};

}  // namespace

std::map<std::string, Words> orders_in(const Words& typed) {
    std::map<std::string, Words> orders;
    std::string verb;
    for (std::size_t i = 2; i < typed.size(); ++i) {
        if (typed[i].starts_with("--")) {
            ++i;  // the options of changes that matter here have values
        } else if (verbs.contains(typed[i])) {
            verb = typed[i];
            orders.try_emplace(verb);
        } else {
            orders[verb].push_back(typed[i]);
        }
    }
    return orders;
}

std::optional<std::pair<int, int>> games_in(const std::string& word) {
    if (word.find_first_not_of("0123456789-") != std::string::npos) return std::nullopt;
    const auto dash = word.find('-');
    const int first = std::stoi(word.substr(0, dash)) - 1;
    return std::pair(first, dash == std::string::npos ? first : std::stoi(word.substr(dash + 1)) - 1);
}

void law(bool holds, const char* name, const std::string& what) {
    if (!holds) throw Broken(std::string(name) + ": " + what);
}

Book::Book(const Words& typed, const std::vector<std::string>& names) {
    format = value_of(typed, "--format").value_or("round-robin");
    games_of_pairing = simulation::number_of(typed, "--games", 2);
    if (const auto given = value_of(typed, "--rounds")) rounds = std::stoi(*given);
    goal = value_of(typed, "--until").value_or("");
    has_test = has(typed, "--sprt");
    if (has_goal() && !has(typed, "--games")) games_of_pairing = 100'000;
    listed_openings = static_cast<int>(std::count(typed.begin(), typed.end(), "--opening"));
    has_own_game = simulation::has_own_game(typed);
    has_secrets = is_secret(value_of(typed, "--game").value_or(""));
    has_openings = listed_openings > 0 || has(typed, "--openings");
    for (const std::string& name : names)
        entrants.push_back({name, true, false, static_cast<int>(entrants.size())});
    first_entrants = static_cast<int>(names.size());
    if (const auto given = value_of(typed, "--challenger")) challenger = number_of(*given);
}

void Book::plan(const Row& row) {
    // All games of a round are planned at the same moment, so those who are there now have a bye unless they play.
    if (format == "swiss") {
        if (games.empty() || games.back().round != row.round)
            for (int i = 0; i < static_cast<int>(entrants.size()); ++i)
                if (entrants[static_cast<std::size_t>(i)].present) byes[row.round].insert(i);
        byes[row.round].erase(row.first);
        byes[row.round].erase(row.second);
    }
    if (format == "knockout" && !brackets.contains(row.round)) brackets[row.round] = next_bracket(*this);
    games.push_back(row);
}

void Book::finish(int game, const Outcome& outcome) {
    results[game] = outcome;
}

void Book::unplan(std::size_t left) {
    while (games.size() > left) {
        byes.erase(games.back().round);  // all games of a round are planned at the same moment
        results.erase(games.back().number);
        games.pop_back();
    }
    std::erase_if(brackets, [&](const auto& one) { return games.empty() || one.first > games.back().round; });
}

std::set<std::string> entrants_of(const std::vector<Listed>& list) {
    std::set<std::string> entrants;
    for (const Listed& student : list)
        entrants.insert(student.entrant());
    return entrants;
}

void Book::set_list(const std::vector<Listed>& list) {
    former.merge(entrants_of(students));
    students = list;
    for (const std::string& entrant : entrants_of(list))
        former.erase(entrant);
}

void Book::begin_class(const std::vector<Listed>& list, const Book* earlier) {
    students = list;
    if (earlier != nullptr) former = earlier->former;
    for (Participant& one : entrants) {
        one.student = student_named(one.name);
        for (std::size_t i = 0; earlier != nullptr && i < earlier->entrants.size(); ++i)
            if (earlier->entrants[i].name == one.name) one.student = earlier->entrants[i].student;
    }
}

std::string Book::student_named(const std::string& name) const {
    const auto mark = name.rfind(" #");
    const bool is_version =
        mark != std::string::npos && name.find_first_not_of("0123456789", mark + 2) == std::string::npos;
    const std::string stem = is_version ? name.substr(0, mark) : name;
    return entrants_of(students).contains(stem) || former.contains(stem) ? stem : "";
}

std::optional<int> Book::bot_of(const std::string& student) const {
    std::optional<int> newest;
    for (int i = 0; i < static_cast<int>(entrants.size()); ++i) {
        const Participant& one = entrants[static_cast<std::size_t>(i)];
        const bool one_plays = newest && entrants[static_cast<std::size_t>(*newest)].present;
        if (one.student == student && (one.present || !one_plays)) newest = i;
    }
    return newest;
}

std::optional<int> Book::meant_by(const std::string& name) const {
    if (entrants_of(students).contains(name) || former.contains(name)) return bot_of(name);
    for (std::size_t i = 0; i < entrants.size(); ++i)
        if (entrants[i].name == name) return static_cast<int>(i);
    if (!students.empty()) return std::nullopt;
    std::optional<int> found;  // a part of a name is enough if only one has it
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        if (!std::ranges::includes(words_of(entrants[i].name), words_of(name))) continue;
        if (found) return std::nullopt;
        found = static_cast<int>(i);
    }
    return found;
}

int Book::number_of(const std::string& name) const {
    for (std::size_t i = 0; i < entrants.size(); ++i)
        if (entrants[i].name == name) return static_cast<int>(i);
    throw std::runtime_error("the book knows no '" + name + "'");
}

int Book::present() const {
    return static_cast<int>(
        std::count_if(entrants.begin(), entrants.end(), [](const auto& one) { return one.present; }));
}

int Book::challenger_now() const {
    int holder = challenger;
    while (entrants[static_cast<std::size_t>(holder)].heir)
        holder = *entrants[static_cast<std::size_t>(holder)].heir;
    return holder;
}

int Book::pairs_of(int entrant) const {
    std::set<int> pairs;
    for (const Row& row : games) {
        const bool plays = row.first == entrant || row.second == entrant;
        const bool is_annulled = entrants[static_cast<std::size_t>(row.first)].annulled ||
                                 entrants[static_cast<std::size_t>(row.second)].annulled;
        if (plays && !is_annulled && !cancelled.contains(row.number)) pairs.insert(row.pair);
    }
    return static_cast<int>(pairs.size());
}

int Book::all_rounds() const {
    if (rounds) return *rounds;
    int usual = 1;
    for (int reach = 1; reach < first_entrants; reach *= 2)
        ++usual;
    return std::min(usual, first_entrants % 2 == 0 ? first_entrants - 1 : first_entrants);
}

bool Book::counts(int game) const {
    const auto found = results.find(game);
    const Row& row = games[static_cast<std::size_t>(game)];
    return found != results.end() && found->second.counts() &&
           !entrants[static_cast<std::size_t>(row.first)].annulled &&
           !entrants[static_cast<std::size_t>(row.second)].annulled;
}

bool Book::has_walkover(const Row& row, int entrant) const {
    const int other = row.first == entrant ? row.second : row.first;
    if (format != "swiss" || entrants[static_cast<std::size_t>(entrant)].annulled) return false;
    const auto found = cancelled.find(row.number);
    return found == cancelled.end() ? entrants[static_cast<std::size_t>(other)].annulled
                                    : !found->second.contains(entrant);
}

void Book::change(const Words& typed, const std::vector<std::string>& arrived) {
    ++changes;
    auto orders = orders_in(typed);
    for (const char* order : {"add", "withdraw", "annul", "return"})
        has_same_places = has_same_places && orders[order].empty();
    // More rounds are to be without rematches only if those take part who took part at the start.
    const bool is_replaced =
        !arrived.empty() || std::ranges::any_of(entrants, [](const Participant& one) { return one.heir.has_value(); });
    has_same_places = has_same_places && (orders["rounds"].empty() || !is_replaced);
    // What names mean is known before anything changes.
    const auto meant = [&](const Words& names) {
        std::vector<int> numbers;
        for (const std::string& name : names)
            numbers.push_back(meant_by(name.substr(0, name.find('='))).value());
        return numbers;
    };
    const std::vector<int> to_replace = meant(orders["replace"]), to_withdraw = meant(orders["withdraw"]),
                           to_annul = meant(orders["annul"]), to_return = meant(orders["return"]);
    std::set<int> to_repeat;
    for (const std::string& word : orders["again"])
        if (!games_in(word)) to_repeat.insert(meant_by(word).value());
    std::size_t next = 0;
    const auto arrive = [&] {
        const std::string& name = arrived.at(next++);
        entrants.push_back({name, true, false, static_cast<int>(entrants.size())});
        entrants.back().student = student_named(name);
        return static_cast<int>(entrants.size()) - 1;
    };
    const auto take_place = [&](int old, int heir) {
        Participant &before = entrants[static_cast<std::size_t>(old)],
                    &after = entrants[static_cast<std::size_t>(heir)];
        before.heir = heir;
        after.place = before.place;
        if (after.student.empty()) after.student = before.student;
    };
    for (std::size_t i = 0; i < orders["add"].size(); ++i)
        arrive();
    std::set<int> leavers;
    for (const int entrant : to_replace) {
        take_place(entrant, arrive());
        entrants[static_cast<std::size_t>(entrant)].annulled = format == "round-robin" || format == "gauntlet";
        leavers.insert(entrant);
    }
    leavers.insert(to_withdraw.begin(), to_withdraw.end());
    for (const int entrant : to_annul) {
        entrants[static_cast<std::size_t>(entrant)].annulled = true;
        leavers.insert(entrant);
    }
    leave(leavers);
    for (const int entrant : to_return)
        bring_back(entrant);
    if (!orders["again"].empty()) play_again(orders["again"], to_repeat);
    if (!orders["rounds"].empty()) rounds = std::stoi(orders["rounds"].front());
    // What is left over came from a folder: newer versions replace, others join.
    for (; next < arrived.size();) {
        const std::string& name = arrived[next];
        const auto mark = name.rfind(" #");
        int old = students.empty() ? -1 : bot_of(student_named(name)).value_or(-1);
        if (old >= 0 && !entrants[static_cast<std::size_t>(old)].present) old = -1;
        for (int i = 0; students.empty() && i < static_cast<int>(entrants.size()) && mark != std::string::npos; ++i) {
            const std::string& one = entrants[static_cast<std::size_t>(i)].name;
            const bool is_version = one == name.substr(0, mark) || one.starts_with(name.substr(0, mark) + " #");
            if (is_version && entrants[static_cast<std::size_t>(i)].present) old = i;
        }
        const int heir = arrive();
        has_same_places = has_same_places && old >= 0;
        if (old < 0) continue;
        take_place(old, heir);
        entrants[static_cast<std::size_t>(old)].annulled = format == "round-robin" || format == "gauntlet";
        leave({old});
    }
}

/// Games of those who leave are cancelled. But if one of them had been played, and was to be played again, its earlier
/// match counts again, unless somebody holds both places of a knockout's pairing, who plays it anew.
void Book::leave(const std::set<int>& leavers) {
    for (const int entrant : leavers)
        entrants[static_cast<std::size_t>(entrant)].present = false;
    const auto is_held = [&](int player) {
        const int place = entrants[static_cast<std::size_t>(player)].place;
        return std::ranges::any_of(entrants, [&](const auto& one) { return one.present && one.place == place; });
    };
    for (const Row& row : games) {
        std::set<int> who;
        for (const int entrant : {row.first, row.second})
            if (leavers.contains(entrant)) who.insert(entrant);
        const bool open = !cancelled.contains(row.number);
        const bool is_new = !open && cancelled_at_.at(row.number) == games.size();  // no game was planned since
        if (results.contains(row.number) || !(open ? !who.empty() : is_new)) continue;
        const bool anew = format == "knockout" && is_held(row.first) && is_held(row.second);
        std::vector<Outcome>& earlier = set_aside[row.number];
        if (!earlier.empty() && !anew) {
            results[row.number] = earlier.back();
            earlier.pop_back();
            cancelled.erase(row.number);
        } else if (open || format == "swiss") {
            cancelled[row.number].insert(who.begin(), who.end());
            cancelled_at_[row.number] = games.size();
        }
    }
}

/// In a round robin and a gauntlet the cancelled games against all who are there come back.
void Book::bring_back(int entrant) {
    ++returns;
    Participant& one = entrants[static_cast<std::size_t>(entrant)];
    one.present = true;
    one.heir.reset();
    if (format != "round-robin" && format != "gauntlet") return;
    for (const Row& row : games) {
        if (row.first != entrant && row.second != entrant) continue;
        const int other = row.first == entrant ? row.second : row.first;
        if (entrants[static_cast<std::size_t>(other)].present) cancelled.erase(row.number);
    }
}

void Book::play_again(const Words& what, const std::set<int>& players) {
    std::set<int> again;
    for (const std::string& word : what) {
        const auto range = games_in(word);
        for (int game = range ? range->first : 0; range && game <= range->second; ++game)
            again.insert(game);
    }
    for (const int entrant : players) {
        for (const Row& row : games) {
            const int other = row.first == entrant ? row.second : row.first;
            const bool plays = row.first == entrant || row.second == entrant;
            const bool both = entrants[static_cast<std::size_t>(entrant)].present &&
                              entrants[static_cast<std::size_t>(other)].present;
            if (plays && both && results.contains(row.number)) again.insert(row.number);
        }
    }
    for (const int game : again) {
        set_aside[game].push_back(results.at(game));
        results.erase(game);
    }
}

}  // namespace simulation
