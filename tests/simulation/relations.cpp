#include "tests/simulation/relations.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "protocol/json_text.hpp"
#include "tests/simulation/words.hpp"

namespace simulation {

namespace {

namespace fs = std::filesystem;
using protocol::Json;

constexpr const char* law_5 = "law 5 (orders about different entrants commute)";
constexpr const char* law_7 = "law 7 (the same question has the same answer everywhere)";
constexpr const char* law_10 = "law 10 (no numbers depend on the order of files)";
constexpr const char* law_13 = "law 13 (export plan begins the same tournament)";
constexpr const char* law_10_twice = "law 10 (no game counts twice)";

void remove_file(const std::string& db) {
    for (const char* end : {"", "-wal", "-shm"})
        fs::remove(db + end);
}

void copy_file(const std::string& from, const std::string& to) {
    remove_file(to);
    for (const char* end : {"", "-wal"})
        if (fs::exists(from + end)) fs::copy_file(from + end, to + end);
}

/// An order about one entrant, which leaves, is replaced or comes back, or about a newcomer. `file`: the program of who
/// joins.
Words order_about(const Book& book, const Participant& one, const std::string& file, Random& random) {
    if (random.one_in(6)) return {"add", "./" + file};
    if (!one.present) return {"return", one.name};
    if (random.one_in(4)) return {"replace", fmt::format("{}={}=./{}", one.name, file, file)};
    return {book.format != "knockout" && random.one_in(2) ? "annul" : "withdraw", one.name};
}

bool brings_somebody(const Words& order) {
    return order.front() == "add" || order.front() == "replace";
}

/// A tournament after some orders.
struct Changed {
    std::set<std::string> answers;  ///< to each order
    bool all_accepted = true;
    /// The rest does not depend on the order of newcomers.
    std::set<std::string> names;
    std::set<int> cancelled;
    std::map<int, Outcome> matches;
    std::map<std::string, std::string> standings;  ///< by name
    std::optional<Result> later;                   ///< after some more games
};

/// Gives each of these orders in a command of its own to a copy of a file. `goes_on`: then plays a little further.
Changed after(const std::string& db, const std::vector<Words>& orders, bool goes_on, Playback& playback) {
    const std::string copy = "x.db";
    copy_file(db, copy);
    Changed changed;
    for (const Words& order : orders) {
        Words typed = {"change", copy};
        typed.insert(typed.end(), order.begin(), order.end());
        const int exit = playback.look(typed).exit;
        changed.answers.insert(fmt::format("{} ends with {}", line_of(order), exit));
        changed.all_accepted = changed.all_accepted && exit == 0;
    }
    FileFacts facts = facts_of(copy);
    changed.names = {facts.names.begin(), facts.names.end()};
    changed.cancelled = std::move(facts.cancelled);
    changed.matches = std::move(facts.matches);
    for (Json& line : protocol::parse_json(playback.standings(copy).out)) {
        line.erase("part");  // a number after those of the entrants
        changed.standings[line.at("name").get<std::string>()] = protocol::json_text(line);
    }
    if (goes_on) {
        playback.look(
            Step{.typed = {"tournament", "--resume", "--db", copy, "--json", "--stop-after", "20"}, .fates = db});
        changed.later = result_of(copy, playback);
    }
    remove_file(copy);
    return changed;
}

/// Throws Broken unless both have come to the same.
void compare(const Changed& one, const Changed& other, const std::string& what) {
    const auto same = [&](bool holds, const std::string& how) { law(holds, law_5, fmt::format("{} ({})", how, what)); };
    same(one.names == other.names, "there are other entrants");
    same(one.cancelled == other.cancelled, "other games are cancelled");
    same(one.matches == other.matches, "there are other matches");
    for (const auto& [name, line] : one.standings)
        same(line == other.standings.at(name), "the lines differ: " + line + " and " + other.standings.at(name));
    if (!one.later || !other.later) return;
    try {
        compare(*one.later, *other.later, law_5);
    } catch (const Broken& broken) {
        throw Broken(fmt::format("{} ({})", broken.what(), what));
    }
}

}  // namespace

Result result_of(const std::string& db, Playback& playback) {
    FileFacts facts = facts_of(db);
    return {std::move(facts.games), std::move(facts.matches), playback.standings(db).out};
}

void compare(const Result& one, const Result& other, const char* name) {
    for (std::size_t i = 0; i < std::min(one.games.size(), other.games.size()); ++i)
        law(one.games[i] == other.games[i], name, fmt::format("game {} is another one", i + 1));
    law(one.games.size() == other.games.size(), name,
        fmt::format("there are {} games, and {}", one.games.size(), other.games.size()));
    for (const auto& [game, outcome] : one.matches) {
        const auto found = other.matches.find(game);
        law(found != other.matches.end() && found->second == outcome, name,
            fmt::format("game {} has another match, or none", game + 1));
    }
    law(one.matches.size() == other.matches.size(), name, "one has more matches");
    law(one.standings == other.standings, name, "the standings differ: " + one.standings + " and " + other.standings);
}

void check_commuting(const std::string& db, const Book& book, Playback& playback, Random& random) {
    if (book.has_test || book.entrants.size() < 3) return;
    std::vector<Participant> all = book.entrants;
    // A student's name means the bot that plays, so orders about two bots of one student are about one entrant.
    std::erase_if(all, [&](const Participant& one) { return book.meant_by(one.name) != book.number_of(one.name); });
    random.shuffle(all);
    if (all.size() < 2 || (!all[0].student.empty() && all[0].student == all[1].student)) return;
    for (const char* file : {"m0", "n0"})
        playback.write(file, "#!/bin/sh\n");
    const Words one = order_about(book, all[0], "m0", random), other = order_about(book, all[1], "n0", random);
    // The numbers of newcomers decide whom they meet.
    const bool goes_on = !brings_somebody(one) || !brings_somebody(other);
    const Changed first = after(db, {one, other}, goes_on, playback);
    const Changed second = after(db, {other, one}, goes_on, playback);
    const std::string what = fmt::format("{} {} and {} {}", one[0], one[1], other[0], other[1]);
    law(first.answers == second.answers, law_5,
        fmt::format("{} but {}", fmt::join(first.answers, ", "), fmt::join(second.answers, ", ")));
    compare(first, second, what);
    if (!first.all_accepted) return;
    Words both = one;
    both.insert(both.end(), other.begin() + (one.front() == other.front() ? 1 : 0), other.end());
    const Changed at_once = after(db, {both}, goes_on, playback);
    law(at_once.all_accepted, law_5, what + " are refused in one command");
    compare(first, at_once, what + " in one command");
}

void check_joined(const std::string& db, const std::string& other, Playback& playback) {
    const auto table_of = [&](const std::string& one, const std::string& with) {
        const Answer answer = playback.standings(one, with);
        law(answer.exit == 0, law_10, answer.err);
        std::map<std::string, Json> lines;
        for (Json& line : protocol::parse_json(answer.out))
            lines[line.at("name").get<std::string>()] = line;
        return lines;
    };
    const auto one = table_of(db, other), two = table_of(other, db);
    law(one.size() == two.size(), law_10, "there are other entrants");
    std::map<std::string, int> games;
    for (const std::string& file : {db, other})
        for (const Json& line :
             protocol::parse_json(playback.look({"export", file, "standings", "--format", "json"}).out))
            games[line.at("name").get<std::string>()] += line.at("games").get<int>();
    for (const auto& [name, line] : one)
        law(line.at("games") == games[name], law_10_twice,
            fmt::format("'{}' has {} games, and {} in the files", name, line.at("games").get<int>(), games[name]));
    for (const auto& [name, line] : one) {
        for (const auto& [column, value] : line.items()) {
            const Json& theirs = two.at(name).at(column);
            const bool same = value.is_number_float() && theirs.is_number_float()
                                  ? std::abs(value.get<double>() - theirs.get<double>()) < 0.02
                                  : value == theirs;
            law(same || column == "part" || column == "rank", law_10,
                fmt::format("{} of '{}' is {} and {}", column, name, protocol::json_text(value),
                            protocol::json_text(theirs)));
        }
    }
}

void check_copy(const std::string& db, Playback& playback) {
    if (facts_of(db).matches.empty()) return;
    copy_file(db, "copy.db");
    for (const char* table : {"standings", "hosts"})
        law(playback.look({"export", db, table, "--with", "copy.db"}).exit == 2, law_10_twice,
            fmt::format("{} joins a file with its copy", table));
    remove_file("copy.db");
}

void check_twins(const std::string& db, Words first, std::int64_t at_us, Playback& playback) {
    const auto file = std::find(first.begin(), first.end(), "--db");
    if (file == first.end() || has(first, "--stop-after")) return;
    *std::next(file) = "twin.db";
    append(first, {"--stop-after", "6"});
    if (playback.look_at(first, at_us).exit == 2) return;  // its bots have changed
    const FileFacts one = facts_of(db), other = facts_of("twin.db");
    if (one.matches.contains(0) && other.matches.contains(0)) {
        const Answer answer = playback.look({"export", db, "standings", "--with", "twin.db", "--format", "json"});
        law(answer.exit == 0, law_10, "another tournament that began at the same time is refused: " + answer.err);
    }
    remove_file("twin.db");
}

void check_plan_begins_the_same(const std::string& db, const Book& book, Playback& playback) {
    const Answer plan = playback.look({"export", db, "plan"});
    if (plan.exit == 2) return;  // it can't name some bots of a folder
    playback.write("again.json", plan.out);
    const Answer played = playback.look(
        Step{.typed = {"tournament", "again.json", "--db", "again.db", "--json", "--stop-after", "30"}, .fates = db});
    if (played.exit == 2) {  // a bot is no longer fit to play
        law(played.err.find("fit to play") != std::string::npos, law_13, "the plan is refused: " + played.err);
        return;
    }
    const FileFacts one = facts_of(db), other = facts_of("again.db");
    // Which bots of a folder are fit may have changed.
    std::multiset<std::string> present(other.names.begin(), other.names.end());
    for (const Participant& entrant : book.entrants)
        if (entrant.present) present.erase(entrant.name);
    const bool has_same_entrants =
        present.empty() && std::ssize(other.names) == std::ranges::count_if(book.entrants, &Participant::present);
    law(has_same_entrants || protocol::parse_json(plan.out).contains("bots"), law_13, "other entrants take part");
    if (!has_same_entrants) return remove_file("again.db");
    const auto without_file = [&](const std::string& text) {
        Json json = protocol::parse_json(text);
        json.erase("db");
        return protocol::json_text(json);
    };
    const Answer again = playback.look({"export", "again.db", "plan"});
    law(again.exit == 0, law_13, "its tournament has no plan: " + again.err);
    law(without_file(again.out) == without_file(plan.out), law_13,
        fmt::format("the plan of its tournament is another one: {} and {}", plan.out, again.out));
    // Without a change the games are the same, as long as their results are: games that were played again have others.
    for (std::size_t i = 0; book.changes == 0 && i < std::min(one.games.size(), other.games.size()); ++i) {
        law(one.games[i] == other.games[i], law_13, fmt::format("game {} of the plan is another one", i + 1));
        const auto known = one.matches.find(static_cast<int>(i)), now = other.matches.find(static_cast<int>(i));
        const bool same = known != one.matches.end() && now != other.matches.end() && known->second == now->second;
        if (!same && !book.all_meet()) break;
    }
    remove_file("again.db");
}

void check_formats(const std::string& db, Playback& playback) {
    const Json json = protocol::parse_json(playback.look({"export", db, "standings", "--format", "json"}).out);
    std::istringstream csv(playback.look({"export", db, "standings", "--format", "csv", "--columns", "all"}).out);
    std::string line;
    std::getline(csv, line);
    const auto cells_of = [](std::string text) {
        if (!text.empty() && text.back() == '\r') text.pop_back();
        std::vector<std::string> cells(1);
        bool quoted = false;
        for (const char c : text) {
            if (c == '"') quoted = !quoted;
            if (c == ',' && !quoted) {
                cells.emplace_back();
            } else if (c != '"') {
                cells.back() += c;
            }
        }
        return cells;
    };
    const std::vector<std::string> titles = cells_of(line);
    std::size_t row = 0;
    while (std::getline(csv, line)) {
        const std::vector<std::string> cells = cells_of(line);
        law(row < json.size() && cells.size() == titles.size(), law_7, "CSV and JSON have other lines");
        for (std::size_t i = 0; i < titles.size(); ++i) {
            const Json& value = json.at(row).at(titles[i]);
            bool same = value.is_null() && cells[i].empty();
            if (value.is_string()) same = value.get<std::string>() == cells[i];
            if (value.is_number() && !cells[i].empty())
                same = std::abs(value.get<double>() - std::strtod(cells[i].c_str(), nullptr)) < 1e-9;
            law(same, law_7,
                fmt::format("{} in line {}: JSON has {}, CSV '{}'", titles[i], row + 1, protocol::json_text(value),
                            cells[i]));
        }
        ++row;
    }
    law(row == json.size(), law_7, "CSV has fewer lines than JSON");
}

History twin_of(const History& history) {
    History twin = history;
    twin.steps.clear();
    bool goes_on = false;  // the last run was interrupted, and its first part already does all of it
    Random random(hash_of(history.seed, "twin"));
    std::vector<Step> files;  // they are written in another order, and so lie in another order in their folder
    for (Step step : history.steps) {
        const bool is_other_file =
            step.typed.empty() && std::ranges::none_of(files, [&](const Step& one) { return one.file == step.file; });
        if (!is_other_file) {
            random.shuffle(files);
            twin.steps.insert(twin.steps.end(), files.begin(), files.end());
            files.clear();
        }
        if (step.typed.empty()) {
            files.push_back(std::move(step));
            continue;
        }
        const bool is_run = !step.typed.empty() && step.typed.front() == "tournament";
        if (!is_run) {
            twin.steps.push_back(step);
            continue;
        }
        const bool is_rest = std::exchange(goes_on, step.is_interrupted);
        if (is_rest) continue;
        step.jobs = random.between(1, 6);
        step.order = random.next();
        if (std::exchange(step.is_interrupted, false)) {
            step.events.clear();
            step.kill.reset();
            for (const char* option : {"--stop-after", "--stop-at"}) {
                const auto found = std::find(step.typed.begin(), step.typed.end(), option);
                if (found != step.typed.end()) step.typed.erase(found, found + 2);
            }
        }
        twin.steps.push_back(step);
    }
    return twin;
}

}  // namespace simulation
