#include "tests/simulation/director.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>

#include <fmt/format.h>

#include "tests/simulation/own_game.hpp"
#include "tests/simulation/words.hpp"

namespace simulation {

Luck luck_of(std::uint64_t seed) {
    Random random(hash_of(seed, "luck"));
    Luck luck;
    if (random.one_in(4)) luck = {.draws = 0, .forfeits = 0, .neither = 0, .busy = 0, .void_games = 0};
    if (random.one_in(8)) luck.neither = random.one_in(3) ? 100 : 40;
    if (random.one_in(8)) luck.forfeits = 40;
    if (random.one_in(6)) luck.lines = random.between(1, 3);
    if (random.one_in(6)) luck.draws = 80;
    luck.spread = static_cast<double>(random.between(0, 4)) * 150;
    return luck;
}

namespace {

/// The rules of a game of one's own; empty: a built-in game.
std::string game_of(std::uint64_t seed) {
    Random of_game(hash_of(seed, "game"));
    return of_game.one_in(12) ? own_game(of_game) : "";
}

}  // namespace

bool is_class(std::uint64_t seed) {
    return game_of(seed).empty() && Random(hash_of(seed, "class")).one_in(5);
}

Director::Director(std::uint64_t seed, Judge& judge) : random_(hash_of(seed, "director")), judge_(judge) {
    is_short_ = random_.one_in(4);
    legs_ = random_.one_in(4) ? 0 : random_.between(1, is_short_ ? 12 : 6);
    stages_ = random_.one_in(5) ? random_.between(1, 2) : 0;
    // A run without results ends when 20 games have ended; how many were begun depends on the number of jobs.
    has_twin_ = random_.one_in(3) && luck_of(seed).neither < 100;
    has_few_openings_ = random_.one_in(10);
    own_game_ = game_of(seed);
    if (may_fail(own_game_)) has_twin_ = false;  // it may have no results, too
    has_class_ = simulation::is_class(seed);
    is_large_swiss_ = !has_class_ && !has_few_openings_ && Random(hash_of(seed, "large swiss")).one_in(10);
    has_goal_ = !has_class_ && !has_few_openings_ && !is_large_swiss_ && Random(hash_of(seed, "goal")).one_in(10);
    if (is_large_swiss_) legs_ = std::max(legs_, random_.between(2, 4));
    Random of_class(hash_of(seed, "kind of class"));
    has_teams_ = has_class_ && of_class.one_in(2);
    decides_ = has_class_ && of_class.one_in(2);
    if (has_teams_ || decides_) legs_ += random_.between(2, 6);
    choose_weights();
}

std::optional<Step> Director::next() {
    while (todo_.empty()) {
        switch (phase_) {
            case Phase::begins: begin(); break;
            case Phase::plays: go_on(); break;
            case Phase::ends: end(); break;
            case Phase::second_stage: begin_second_stage(); break;
            case Phase::over: return std::nullopt;
        }
    }
    Step step = std::move(todo_.front());
    todo_.pop_front();
    return step;
}

void Director::write_bot(const std::string& path, const std::string& remark) {
    Step step;
    step.file = path;
    step.content = fmt::format("#!/bin/sh\n# {} {}", path, remark);
    todo_.push_back(step);
}

std::string Director::new_name() {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
    const int number = names_++;
    std::string name(1, letters[static_cast<std::size_t>(number) % letters.size()]);
    if (number >= static_cast<int>(letters.size())) name += std::to_string(number / static_cast<int>(letters.size()));
    return name;
}

void Director::add_openings(Words& typed) {
    static const std::vector<std::string> usual = {"DROP 0", "DROP 1", "DROP 2", "DROP 0, DROP 2", "MAGNET"};
    const std::vector<std::string>& lines = own_game_.empty() ? usual : lines_of_own_game();
    int kind = has_few_openings_ ? 1 : random_.between(0, 5);
    if (kind == 1 && is_secret(own_game_)) kind = 0;  // a list would tell hidden moves
    if (kind == 0) append(typed, {"--openings", std::to_string(random_.between(1, 3))});
    if (kind == 1) {
        const int count = has_few_openings_ ? random_.between(2, 3) : random_.between(1, 4);
        for (int i = 0; i < count; ++i)
            append(typed, {"--opening", lines[static_cast<std::size_t>(i)]});
        if (random_.one_in(3)) append(typed, {"--openings", "order=random"});
    }
}

void Director::add_format(Words& typed, int entrants) {
    const int kind = is_large_swiss_ ? 9
                     : has_goal_     ? random_.between(0, 8)
                                     : random_.between(0, has_few_openings_ ? 15 : 19);
    format_ = kind < 6    ? "round-robin"
              : kind < 9  ? "gauntlet"
              : kind < 13 ? "swiss"
              : kind < 16 ? "knockout"
                          : "ladder";
    is_endless_ = format_ == "ladder";
    if (format_ != "round-robin" || random_.one_in(2)) append(typed, {"--format", format_});
    const int most = entrants > 5 ? 2 : 4;
    if (has_few_openings_) {
        append(typed, {"--games", std::to_string(random_.between(5, 11))});
    } else if (format_ != "ladder" && !has_goal_ && !random_.one_in(3))
        append(typed, {"--games", std::to_string(random_.between(1, most))});
    if (is_large_swiss_)
        append(typed, {"--rounds", std::to_string(random_.between(3, 4))});
    else if (format_ == "swiss" && random_.one_in(2))
        append(typed, {"--rounds", std::to_string(random_.between(1, std::max(1, entrants - 2)))});
    if (has_goal_) {
        append(typed, {"--until", "los=" + std::to_string(random_.between(60, 90))});
        if (!has(typed, "--games")) append(typed, {"--games", "40"});
    } else if (format_ != "swiss" && format_ != "knockout" && random_.one_in(own_game_.empty() ? 6 : 3)) {
        append(typed, {"--until", random_.one_in(2) ? "los=80" : "elo=150"});
        if (format_ != "ladder" && !has(typed, "--games")) append(typed, {"--games", std::to_string(2 * most)});
    } else if (format_ == "round-robin" && entrants == 2 && random_.one_in(3)) {
        append(typed, {"--sprt", random_.one_in(2) ? "elo0=0,elo1=300" : "elo0=-10,elo1=60"});
        if (!has(typed, "--games")) append(typed, {"--games", "80"});
    }
}

Words Director::first_command() {
    Words typed = {"tournament"};
    const int most = has_few_openings_ ? 3 : is_short_ ? 4 : random_.one_in(4) ? 9 : 5;
    const int entrants = is_large_swiss_ ? random_.between(7, 10) : random_.between(2, has_goal_ ? 3 : most);
    if (has_class_) return first_command_of_class(entrants);
    from_folder_ = random_.one_in(5);
    std::vector<std::string> names;
    for (int i = 0; i < entrants; ++i) {
        const std::string name = names.emplace_back(new_name());
        write_bot((from_folder_ ? "bots/" : "") + name);
        if (from_folder_) {
            in_folder_.push_back(name);
            continue;
        }
        typed.push_back(random_.one_in(4) ? name + "=./" + name : "./" + name);
    }
    if (from_folder_) {
        append(typed, {"--bots", "bots"});
        if (random_.one_in(3)) {
            in_folder_.push_back(new_name());
            write_bot("bots/" + in_folder_.back(), "unfit");
        }
    }
    const char* const game =
        random_.one_in(3) ? "magnetize:height=3,width=3,max_plies=7" : "magnetize:height=3,width=4";
    append(typed, {"--db", db_, "--json", "--game", own_game_.empty() ? game : own_game_});
    complete(typed, names);
    return typed;
}

/// Adds the options of a first command. `names`: of those who certainly take part.
void Director::complete(Words& typed, const std::vector<std::string>& names) {
    const auto entrants = static_cast<int>(names.size());
    if (!own_game_.empty()) {
        const bool has_secrets = is_secret(own_game_);
        todo_.push_back(
            Step{.file = has_secrets ? secret_rules : own_rules, .content = text_of_own_rules(has_secrets)});
    }
    add_format(typed, entrants);
    if (format_ == "gauntlet" && random_.one_in(3)) append(typed, {"--challenger", random_.pick(names)});
    add_openings(typed);
    append(typed, {"--seed", std::to_string(random_.below(1000))});
    if (random_.one_in(8)) append(typed, {"--anchor", random_.pick(names) + "=1500"});
}

/// A run, which may be stopped by its options. It plays up to four games at once.
Step Director::run_of(Words typed) {
    Step step;
    step.jobs = random_.one_in(2) ? 1 : random_.between(2, 8);
    step.order = random_.next();
    step.typed = std::move(typed);
    return step;
}

/// Stops a run by its options or its director, or lets its machine fail. A run that does not end by itself is stopped.
void Director::let_it_be_stopped(Step& step) {
    const int kind = legs_ > 0 ? random_.between(0, 7) : random_.between(0, 12);
    const int games =
        is_short_ || random_.one_in(3) ? random_.between(1, 3) : random_.between(1, random_.one_in(3) ? 40 : 12);
    was_interrupted_ = false;
    if (kind <= 3 || (is_endless_ && has_twin_)) {
        append(step.typed, {"--stop-after", std::to_string(games)});
    } else if (kind <= 6 || is_endless_) {
        interrupt(step);
    }
    if (is_endless_ && !has_twin_ && random_.one_in(5)) step.kill = Kill{random_.between(1, 60), random_.one_in(2)};
}

/// Lets a run be stopped at a moment that depends on the machine.
void Director::interrupt(Step& step) {
    const int games = random_.one_in(3) ? random_.between(0, 3) : random_.between(0, random_.one_in(3) ? 40 : 12);
    was_interrupted_ = step.is_interrupted = true;
    switch (random_.between(0, is_endless_ ? 3 : 5)) {
        case 0:
            append(step.typed, {"--stop-after", "20m"});
            step.events.push_back({.after = games, .time_is_up = true});
            break;
        case 1:
            append(step.typed, {"--stop-at", "17:30"});
            step.events.push_back({.after = games, .time_is_up = true});
            break;
        case 2:
        case 3:
            step.events.push_back({.after = games, .signal = random_.one_in(2) ? SIGINT : SIGTERM});
            if (random_.one_in(3)) step.events.push_back({.after = games, .signal = SIGINT});
            break;
        default: step.kill = Kill{random_.between(1, 80), random_.one_in(2)}; break;
    }
}

void Director::begin() {
    first_ = first_command();
    Step step = run_of(first_);
    let_it_be_stopped(step);
    todo_.push_back(std::move(step));
    phase_ = Phase::plays;
}

void Director::go_on() {
    if (judge_.last_was_killed() && book() == nullptr) {  // at its begin
        const bool exists = std::filesystem::exists(db_);
        Step step = run_of(exists ? Words{"tournament", "--resume", "--db", db_, "--json"} : first_);
        if (is_endless_) append(step.typed, {"--stop-after", "12"});
        was_interrupted_ = false;
        return todo_.push_back(std::move(step));
    }
    if (book() == nullptr || !std::filesystem::exists(db_)) {
        phase_ = Phase::over;  // refused
        return;
    }
    if (legs_-- <= 0 && !(has_twin_ && was_interrupted_)) {
        phase_ = Phase::ends;
        return;
    }
    const bool may_change = !judge_.last_was_killed() && !book()->has_test && !(has_twin_ && was_interrupted_);
    if (may_change && !random_.one_in(4)) change();
    if (!has_twin_ && random_.one_in(6)) give_other_settings();
    Step step = run_of({"tournament", "--resume", "--db", db_, "--json"});
    if (has_twin_ && was_interrupted_ && !is_endless_) {
        was_interrupted_ = false;  // unless it is interrupted again
        if (random_.one_in(3)) interrupt(step);
    } else {
        let_it_be_stopped(step);
    }
    if (format_ == "ladder" && !has_twin_ && random_.one_in(2)) change_while_played(step);
    todo_.push_back(std::move(step));
}

/// Resumes with a setting that the first command has, or with another value of it.
void Director::give_other_settings() {
    static const std::vector<std::pair<std::string, Words>> others = {
        {"--game", {"magnetize:height=3,width=4", "magnetize:height=3,width=3,max_plies=7"}},
        {"--games", {"1", "2", "3"}},
        {"--seed", {"1", "2"}},
        {"--until", {"los=80", "elo=150"}},
        {"--format", {"round-robin", "gauntlet"}}};
    const auto& [option, values] = random_.pick(others);
    const auto before = value_of(first_, option);
    if (!before) return;
    const std::string value = random_.one_in(2) ? *before : random_.pick(values);
    todo_.push_back(run_of({"tournament", "--resume", "--db", db_, "--json", option, value, "--stop-after", "2"}));
}

/// A ladder may be changed while it is played. The run goes on for some batches.
void Director::change_while_played(Step& step) {
    step.typed = {"tournament", "--resume", "--db", db_, "--json"};
    step.events.clear();
    int games = random_.between(0, 20);
    if ((from_folder_ || is_class()) && random_.one_in(2))
        take_up_folder_meanwhile(step, games);
    else
        step.events = {{.after = games, .change = orders()}};
    games += random_.between(10, 40);
    step.events.push_back({.after = games, .signal = random_.one_in(2) ? SIGINT : SIGTERM});
    was_interrupted_ = true;
}

/// Plays the rest, or leaves it for ever.
void Director::end() {
    const bool has_next = stages_-- > 0;
    phase_ = has_next ? Phase::second_stage : Phase::over;
    if (has_next && !has_twin_ && random_.one_in(4)) return;
    Step step = run_of({"tournament", "--resume", "--db", db_, "--json"});
    if (is_endless_) append(step.typed, {"--stop-after", std::to_string(random_.between(1, 40))});
    todo_.push_back(std::move(step));
}

/// Those who are still there in an earlier tournament play on, sometimes with others.
void Director::begin_second_stage() {
    stages_played_.push_back(db_);
    const std::string from = random_.pick(stages_played_);
    db_ = stages_played_.size() == 1 ? "u.db" : "v.db";
    const int present = judge_.book(from) == nullptr ? 0 : judge_.book(from)->present();
    if (present < 2) {
        phase_ = Phase::over;
        return;
    }
    const int top = random_.one_in(2) ? present : random_.between(2, present);
    first_ = {"tournament"};
    is_large_swiss_ = has_goal_ = false;
    const int named = random_.one_in(3) ? random_.between(1, 2) : 0;
    for (int i = 0; i < named; ++i) {
        const std::string name = new_name();
        write_bot(name);
        first_.push_back(random_.one_in(2) ? "./" + name : name + "=./" + name);
    }
    append(first_, {"--from", top == present ? from : fmt::format("{},top={}", from, top), "--db", db_, "--json"});
    if (!has_class_ && random_.one_in(from_folder_ ? 2 : 4)) begin_with_folder();
    add_format(first_, top + named);
    legs_ = random_.between(0, 3);
    Step step = run_of(first_);
    let_it_be_stopped(step);
    todo_.push_back(std::move(step));
    phase_ = Phase::plays;
}

}  // namespace simulation
