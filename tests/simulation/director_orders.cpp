// The part of the director that gives orders: what `referee change` is asked to do.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "tests/simulation/director.hpp"
#include "tests/simulation/words.hpp"

namespace simulation {

namespace {

/// Whether a bot, a file or a folder, has a program that can't play.
bool is_unfit(const std::string& bot) {
    const auto has_word = [](const std::string& file) { return text_on_disk(file).find("unfit") != std::string::npos; };
    if (!std::filesystem::is_directory(bot)) return has_word(bot);
    const std::filesystem::recursive_directory_iterator files(bot);
    return std::any_of(begin(files), end(files),
                       [&](const auto& one) { return one.is_regular_file() && has_word(one.path()); });
}

}  // namespace

void Director::choose_weights() {
    for (const char* order : {"add", "withdraw", "annul", "replace", "return", "again", "rounds"})
        weights_.emplace_back(order, random_.one_in(3) ? 0 : random_.between(1, 3));
    weights_.emplace_back("withdraw", 1);
    weights_.emplace_back("return", 1);
    if (is_large_swiss_) weights_.emplace_back("withdraw", 4);
}

void Director::change() {
    if (from_folder_ && !in_folder_.empty() && random_.one_in(8)) return exchange_versions_in_folder();
    if (from_folder_ && random_.one_in(2)) return take_up_folder();
    if (is_class() && random_.one_in(10)) return exchange_versions();
    if (book()->format == "knockout" && random_.one_in(6)) return break_up_pairing();
    const bool hands_in_often = has_teams_ || decides_;
    if (is_class() && (hands_in_often ? !random_.one_in(3) : random_.one_in(2))) return take_up_hand_ins();
    Step step;
    step.typed = orders();
    if (random_.one_in(5)) {
        todo_.push_back(step);
        todo_.back().typed.emplace_back("--dry-run");
    }
    if (!has_twin_ && random_.one_in(8))
        step.kill = Kill{random_.between(1, 12), random_.one_in(2)};
    else if (random_.one_in(6))
        step.meanwhile = orders();
    todo_.push_back(std::move(step));
}

/// A game of a knockout is to be played again. Then one of its bots is replaced and the other one leaves, in one
/// command or in any order, before more games are planned.
void Director::break_up_pairing() {
    const Book& known = *book();
    const auto last = std::ranges::find_if(known.games.rbegin(), known.games.rend(),
                                           [&](const Row& row) { return known.results.contains(row.number); });
    if (last == known.games.rend()) return;
    std::string one = known.entrants[static_cast<std::size_t>(last->first)].name,
                other = known.entrants[static_cast<std::size_t>(last->second)].name;
    if (random_.one_in(2)) std::swap(one, other);
    Words first = {"replace", one + "=" + new_version({})}, then = {"withdraw", other};
    if (random_.one_in(2)) std::swap(first, then);
    std::vector<Words> commands = {{"again", std::to_string(last->number + 1)}, first, then};
    if (random_.one_in(3)) {
        append(commands[1], then);
        commands.pop_back();
    }
    for (const Words& orders : commands) {
        Step step;
        step.typed = {"change", db_};
        append(step.typed, orders);
        todo_.push_back(std::move(step));
    }
}

/// A command with one to three orders. Some of them are wrong.
Words Director::orders() {
    Words typed = {"change", db_};
    std::set<std::string> named;
    const int count = random_.one_in(3) ? random_.between(2, 3) : 1;
    for (int i = 0; i < count || typed.size() == 2; ++i)
        i < 50 ? add_order(typed, named) : add_newcomer(typed);
    return typed;
}

void Director::add_newcomer(Words& typed) {
    const std::string name = new_name();
    write_bot(name);
    if (is_class() && random_.one_in(4)) {  // for a student, who perhaps plays already
        const std::string student = has_teams_ && random_.one_in(2) ? random_.pick(teams_) : random_.pick(students_);
        append(typed, {"add", fmt::format("{}{}=./{}", student, random_.one_in(2) ? " #9" : "", name)});
    } else {
        append(typed, {"add", random_.one_in(2) ? "./" + name : name + "=./" + name});
    }
    if (book()->format == "swiss" && !has(typed, "rounds") && random_.one_in(2))
        append(typed, {"rounds", std::to_string(random_.between(2, 8))});
}

void Director::add_again(Words& typed, const std::vector<std::string>& present, bool is_wrong) {
    const Book& known = *book();
    if (known.games.empty()) return;
    const bool some_have_left = known.present() < static_cast<int>(known.entrants.size());
    if (!present.empty() && random_.one_in(some_have_left ? 2 : 4)) {
        append(typed, {"again", random_.pick(present)});
    } else if (!known.results.empty() && !is_wrong) {
        append(typed, {"again"});
        std::vector<int> played, again;  // the games with a result, and those of them that were played again
        for (const auto& [game, outcome] : known.results) {
            played.push_back(game);
            const auto earlier = known.set_aside.find(game);
            if (earlier != known.set_aside.end() && !earlier->second.empty()) again.push_back(game);
        }
        for (int count = random_.between(1, 3); count > 0; --count) {
            const int game = random_.pick(!again.empty() && random_.one_in(2) ? again : played);
            typed.push_back(std::to_string(game + 1));
            const Row& row = known.games[static_cast<std::size_t>(game)];
            last_named_ = known.entrants[static_cast<std::size_t>(row.first)].name;  // an opponent may leave now
        }
    } else {
        const int first = random_.between(1, static_cast<int>(known.games.size()));
        const int last = first + (random_.one_in(3) ? random_.between(1, 3) : 0);
        append(typed, {"again", first == last ? std::to_string(first) : fmt::format("{}-{}", first, last)});
    }
}

/// One of these names. Often an opponent of the one that was named before, because their games depend on both.
std::string Director::somebody(const std::vector<std::string>& names) {
    const Book& known = *book();
    std::vector<std::string> opponents;
    for (const Row& row : known.games) {
        const std::string& first = known.entrants[static_cast<std::size_t>(row.first)].name;
        const std::string& second = known.entrants[static_cast<std::size_t>(row.second)].name;
        for (const auto& [one, other] : {std::pair(first, second), std::pair(second, first)})
            if (one == last_named_ && std::find(names.begin(), names.end(), other) != names.end())
                opponents.push_back(other);
    }
    return last_named_ = random_.pick(opponents.empty() || random_.one_in(2) ? names : opponents);
}

/// A bot that takes somebody's place: a new one or, sometimes, one that played before. `gone`: those who have left.
std::string Director::new_version(const std::vector<std::string>& gone) {
    const std::string name = new_name();
    if (!gone.empty() && random_.one_in(3)) {
        const std::string& old = random_.pick(gone);
        for (const std::string& file : {old, fmt::format("t.bots/{}", old)})
            if (std::filesystem::exists(file) && !is_unfit(file))
                return random_.one_in(2)                 ? "./" + file
                       : is_class() && random_.one_in(2) ? fmt::format("{} #9=./{}", random_.pick(students_), file)
                                                         : name + "=./" + file;
    }
    write_bot(name);
    return name + "=./" + name;
}

/// How an entrant is named; none: not at all, since its name means a newer version.
std::optional<std::string> Director::word_for(const Participant& one) const {
    const Book& known = *judge_.book(db_);
    const auto is_meant = [&](const std::string& word) {
        const auto meant = known.meant_by(word);
        return meant && known.entrants[static_cast<std::size_t>(*meant)].name == one.name;
    };
    if (!one.student.empty() && one.place % 2 == 0 && is_meant(one.student)) return one.student;
    return is_meant(one.name) ? std::optional(one.name) : std::nullopt;
}

void Director::add_order(Words& typed, std::set<std::string>& named) {
    const Book& known = *book();
    std::vector<std::string> present, gone;
    for (const Participant& one : known.entrants)
        if (const auto word = word_for(one);
            word && !named.contains(one.name) && (one.present || !one.annulled || random_.one_in(10)))
            (one.present ? present : gone).push_back(*word);
    const bool is_wrong = random_.one_in(12);
    if (is_wrong) std::swap(present, gone);
    const auto pick = [&](const std::vector<std::string>& names) {
        const std::string name = somebody(names);
        named.insert(known.entrants[static_cast<std::size_t>(known.meant_by(name).value())].name);
        return name;
    };
    std::vector<std::string> kinds;
    for (const auto& [kind, weight] : weights_)
        kinds.insert(kinds.end(), weight, kind);
    const std::string kind = random_.pick(kinds);
    if (kind == "add") add_newcomer(typed);
    if (kind == "withdraw" && (present.size() > 1 || (is_wrong && !present.empty())))
        append(typed, {"withdraw", pick(present)});
    if (kind == "annul" && !present.empty() && (known.format != "knockout" || is_wrong))
        append(typed, {"annul", random_.one_in(4) && !gone.empty() ? pick(gone) : pick(present)});
    if (kind == "replace" && !present.empty()) append(typed, {"replace", pick(present) + "=" + new_version(gone)});
    if (kind == "return" && !gone.empty()) append(typed, {"return", pick(gone)});
    if (kind == "again") add_again(typed, present, is_wrong);
    if (kind == "rounds" && (known.format == "swiss" || is_wrong) && !has(typed, "rounds"))
        append(typed, {"rounds", std::to_string(random_.between(1, 8))});
}

}  // namespace simulation
