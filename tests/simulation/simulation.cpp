#include "tests/simulation/simulation.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/simulation/director.hpp"
#include "tests/simulation/judge.hpp"
#include "tests/simulation/playback.hpp"
#include "tests/simulation/random.hpp"
#include "tests/simulation/relations.hpp"
#include "tests/simulation/symmetries.hpp"
#include "tests/simulation/trace.hpp"
#include "tests/simulation/words.hpp"

namespace simulation {

namespace {

using namespace std::chrono_literals;

constexpr auto patience_of_shrinking = 20s;
constexpr int every_of(int depth) {
    return depth == 1 ? 3 : 1;
}
constexpr const char* law_29 = "law 29 (other names change nothing else)";
constexpr const char* law_4 = "law 4 (jobs, engines, stops and kills change no plan)";

/// Asks every question about a tournament.
void show_all(const std::string& db, Playback& playback, Trace* trace) {
    const auto show = [&](const Words& typed) {
        const Answer answer = playback.look(typed);
        law(is_done(answer) || answer.exit == 2, "no law (the program fails)", line_of(typed) + ": " + answer.err);
        if (trace != nullptr) trace->show(typed, answer);
    };
    show({"standings", db});
    show({"tournament", "--resume", "--db", db, "--dry-run"});
    for (const char* what : {"standings", "games", "openings", "crosstable", "superiority", "covariance", "parameters",
                             "nash", "endings"}) {
        show({"export", db, what, "--format", "json"});
    }
    show({"export", db, "standings", "--format", "csv", "--columns", "all"});
    show({"export", db, "standings", "--format", "markdown"});
    show({"export", db, "crosstable", "--format", "csv"});
    show({"export", db, "games", "--format", "csv"});
    show({"export", db, "plan"});
    if (db == "u.db") {
        show({"standings", "t.db", "u.db"});
        show({"export", "t.db", "standings", "--with", "u.db", "--format", "json"});
        show({"export", "u.db", "standings", "--with", "t.db", "--format", "json"});
    }
    check_formats(db, playback);
}

/// The laws that compare this history with others, at its end.
void check_relations(const History& history, Judge& judge, Playback& playback) {
    Random random(hash_of(history.seed, "relations"));
    const bool is_deep = history.depth > 1;
    const bool some_commute = random.one_in(4), some_mirrors = is_deep || random.one_in(4);
    for (const auto& [db, book] : judge.books()) {
        if (!std::filesystem::exists(db)) continue;
        judge.compare_standings(db);
        judge.check_marks(db);
        if (random.one_in(6)) check_plan_begins_the_same(db, book, playback);
        if (some_commute) check_commuting(db, book, playback, random);
        if (some_mirrors) check_mirrored(db, is_deep);
        if (some_mirrors) check_series(db);
    }
    if (random.one_in(8) && std::filesystem::exists("t.db")) {
        check_copy("t.db", playback);
        if (const auto first = judge.first_command("t.db"); !first.typed.empty())
            check_twins("t.db", first.typed, first.at_us, playback);
    }
    if (random.one_in(4) && std::filesystem::exists("t.db") && judge.book("t.db") != nullptr)
        check_joined_with_empty(history, playback);
    const bool has_two = std::filesystem::exists("t.db") && std::filesystem::exists("u.db");
    if (has_two && judge.book("u.db") != nullptr) check_joined("t.db", "u.db", playback);
}

/// Plays a history again, and hands each tournament of `results` to `use`.
template <class Use>
void play_twin(const History& twin, const std::map<std::string, Result>& results, const char* name, const Use& use) {
    Judge judge(nullptr, 0);
    Playback playback(twin, judge);
    judge.watch(playback);
    for (const Step& step : twin.steps)
        playback.run(step);
    for (const auto& [db, result] : results) {
        law(std::filesystem::exists(db), name, db + " is missing");
        use(db, judge, result_of(db, playback));
    }
}

/// The tournaments whose tables decided who plays in this one.
std::vector<std::string> stages_before(const std::string& db, const Judge& judge) {
    std::vector<std::string> stages;
    std::optional<std::string> from = value_of(judge.first_command(db).typed, "--from");
    for (; from; from = value_of(judge.first_command(stages.back()).typed, "--from"))
        stages.push_back(from->substr(0, from->find(',')));
    return stages;
}

/// Plays the same history without interruptions on another machine, and sometimes with other names.
void check_twin(const History& history, const std::map<std::string, Result>& results) {
    const History twin = twin_of(history);
    std::map<std::string, Result> of_twin;
    play_twin(twin, results, law_4, [&](const std::string& db, Judge& judge, Result other) {
        // Games that are under way when a test ends depend on the number of jobs, and so do its table and later stages.
        const auto has_test = [&judge](const std::string& one) {
            const Book* const book = judge.book(one);
            return book != nullptr && book->has_test;
        };
        const auto ended_otherwise = [&](const std::string& one) {
            const auto here = results.find(one);
            const auto there = of_twin.find(one);
            return here == results.end() || there == of_twin.end() || here->second.matches != there->second.matches;
        };
        const Result& result = results.at(db);
        const bool follows_another = std::ranges::any_of(
            stages_before(db, judge), [&](const std::string& one) { return has_test(one) && ended_otherwise(one); });
        if (!follows_another)
            compare(has_test(db) ? Result{result.games, other.matches, other.standings} : result, other, law_4);
        of_twin.emplace(db, std::move(other));
    });
    if (hash_of(history.seed, "names") % 2 != 0) return;
    const History other = renamed(twin);
    play_twin(other, results, law_29, [&](const std::string& db, Judge& /*judge*/, Result result) {
        compare(with_old_names(of_twin.at(db), Names::usual), with_old_names(std::move(result), other.names), law_29);
    });
}

/// Plays a history. `next` supplies its steps, and `at_moment` is called after each of them.
template <class Next, class AtMoment>
void play(History& history, Judge& judge, const Next& next, const AtMoment& at_moment) {
    std::map<std::string, Result> results;
    {
        Playback playback(history, judge);
        judge.watch(playback);
        while (const Step* step = next()) {
            playback.run(*step);
            at_moment(playback);
        }
        check_relations(history, judge, playback);
        if (history.has_twin)
            for (const auto& [db, book] : judge.books())
                if (std::filesystem::exists(db)) results.emplace(db, result_of(db, playback));
    }
    if (history.has_twin) check_twin(history, results);
}

}  // namespace

std::optional<Failure> play_seed(std::uint64_t seed, int depth, const std::function<void(const std::string&)>& write) {
    History history{.seed = seed, .depth = depth, .luck = luck_of(seed)};
    history.pairs_before_rest = Random(hash_of(seed, "rest")).between(3, 30);
    std::optional<Trace> trace;
    if (write) trace.emplace(write);
    Judge judge(trace ? &*trace : nullptr, every_of(depth));
    Director director(seed, judge);
    history.has_twin = director.has_twin();
    Random random(hash_of(seed, "moments"));
    int moments = 0;
    if (trace) trace->begin(history);
    const auto next = [&]() -> const Step* {
        auto step = director.next();
        if (!step) return nullptr;
        history.steps.push_back(*std::move(step));
        history.steps.back().number = static_cast<int>(history.steps.size());
        return &history.steps.back();
    };
    const auto at_moment = [&](Playback& playback) {
        const Step& step = history.steps.back();
        if (depth < 2 || step.typed.empty() || judge.book(file_of(step.typed)) == nullptr) return;
        if (!director.is_over() && (moments >= 2 || !random.one_in(2))) return;
        ++moments;
        show_all(file_of(step.typed), playback, trace ? &*trace : nullptr);
    };
    try {
        play(history, judge, next, at_moment);
    } catch (const std::exception& error) {
        return Failure{std::move(history), error.what()};
    }
    if (trace) trace->end();
    return std::nullopt;
}

std::optional<Failure> play_again(const History& given) {
    History history = given;
    Judge judge(nullptr, every_of(history.depth));
    std::size_t done = 0;
    const auto next = [&]() -> const Step* { return done < history.steps.size() ? &history.steps[done++] : nullptr; };
    const auto at_moment = [&](Playback& playback) {
        const Step& step = history.steps[done - 1];
        if (history.depth < 2 || step.typed.empty() || judge.book(file_of(step.typed)) == nullptr) return;
        show_all(file_of(step.typed), playback, nullptr);
    };
    try {
        play(history, judge, next, at_moment);
    } catch (const std::exception& error) {
        return Failure{std::move(history), error.what()};
    }
    return std::nullopt;
}

bool is_same(const Failure& one, const Failure& other) {
    return one.what.substr(0, one.what.find(':')) == other.what.substr(0, other.what.find(':'));
}

namespace {

/// Tries histories that lack something, and keeps those that still fail.
class Shrinker {
public:
    explicit Shrinker(Failure failure) : best_(std::move(failure)) {}

    Failure run() {
        bool smaller = true;
        while (smaller && Clock::now() < end_) {
            smaller = false;
            for (std::size_t size = std::max<std::size_t>(1, best_.history.steps.size() / 2); size > 0; size /= 2)
                for (std::size_t at = best_.history.steps.size(); at-- > 0;)
                    smaller = without_steps(at, size) || smaller;
            for (std::size_t at = 0; at < best_.history.steps.size(); ++at)
                smaller = with_less(at) || smaller;
        }
        return best_;
    }

private:
    using Clock = std::chrono::steady_clock;

    bool keep(const History& history) {
        if (Clock::now() >= end_) return false;
        const auto failure = play_again(history);
        if (!failure || !is_same(*failure, best_)) return false;
        best_ = *failure;
        return true;
    }

    bool without_steps(std::size_t at, std::size_t count) {
        History fewer = best_.history;
        if (at + count > fewer.steps.size()) return false;
        const auto first = fewer.steps.begin() + static_cast<std::ptrdiff_t>(at);
        fewer.steps.erase(first, first + static_cast<std::ptrdiff_t>(count));
        return keep(fewer);
    }

    bool with_less(std::size_t at) {
        bool smaller = false;
        const auto attempt = [&](const auto& change) {
            History simpler = best_.history;
            if (change(simpler.steps[at])) smaller = keep(simpler) || smaller;
        };
        attempt([](Step& step) { return std::exchange(step.jobs, 1) != 1; });
        attempt([](Step& step) { return std::exchange(step.kill, std::nullopt).has_value(); });
        attempt([](Step& step) { return !std::exchange(step.meanwhile, {}).empty(); });
        for (std::size_t i = best_.history.steps[at].events.size(); i-- > 0;)
            attempt([i](Step& step) {
                if (i < step.events.size()) step.events.erase(step.events.begin() + static_cast<std::ptrdiff_t>(i));
                return true;
            });
        // Words are left out one by one, or together with the value that follows.
        for (std::size_t i = best_.history.steps[at].typed.size(); i-- > 1;) {
            for (const std::size_t count : {2U, 1U}) {
                if (i + count > best_.history.steps[at].typed.size()) continue;
                attempt([&](Step& step) {
                    // An option and its value go together.
                    static const std::set<std::string> flags = {"--json", "--resume", "--dry-run"};
                    const auto has_value = [](const std::string& word) {
                        return word.starts_with("--") && !flags.contains(word);
                    };
                    const auto first = step.typed.begin() + static_cast<std::ptrdiff_t>(i);
                    if (has_value(*(first - 1)) || (count == 1) == has_value(*first)) return false;
                    step.typed.erase(first, first + static_cast<std::ptrdiff_t>(count));
                    return true;
                });
            }
        }
        return smaller;
    }

    Failure best_;
    Clock::time_point end_ = Clock::now() + patience_of_shrinking;
};

}  // namespace

Failure shrunk(Failure failure) {
    return Shrinker(std::move(failure)).run();
}

}  // namespace simulation
