#include "tests/simulation/simulation.hpp"

#include <chrono>
#include <exception>

#include <fmt/format.h>

#include "tests/simulation/director.hpp"
#include "tests/simulation/judge.hpp"
#include "tests/simulation/playback.hpp"
#include "tests/simulation/trace.hpp"

namespace simulation {

namespace {

using namespace std::chrono_literals;

constexpr auto patience_of_shrinking = 20s;

}  // namespace

std::optional<Failure> play_seed(std::uint64_t seed, int depth, const std::function<void(const std::string&)>& write) {
    History history{.seed = seed, .luck = luck_of(seed)};
    std::optional<Trace> trace;
    if (write) trace.emplace(write);
    Judge judge(trace ? &*trace : nullptr);
    if (trace) trace->begin(history, depth);
    try {
        Playback playback(seed, history.luck, judge);
        judge.watch(playback);
        Director director(seed, judge);
        while (auto step = director.next()) {
            history.steps.push_back(*std::move(step));
            playback.run(history.steps.back());
        }
    } catch (const std::exception& error) {
        return Failure{std::move(history), error.what()};
    }
    if (trace) trace->end();
    return std::nullopt;
}

std::optional<Failure> play_again(const History& history, int /*depth*/) {
    Judge judge(nullptr);
    try {
        Playback playback(history.seed, history.luck, judge);
        judge.watch(playback);
        for (const Step& step : history.steps)
            playback.run(step);
    } catch (const std::exception& error) {
        return Failure{history, error.what()};
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
    Shrinker(Failure failure, int depth) : best_(std::move(failure)), depth_(depth) {}

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
        const auto failure = play_again(history, depth_);
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
        for (std::size_t i = best_.history.steps[at].events.size(); i-- > 0;)
            attempt([i](Step& step) {
                if (i < step.events.size()) step.events.erase(step.events.begin() + static_cast<std::ptrdiff_t>(i));
                return true;
            });
        // Words are left out one by one, or together with the value that follows.
        for (std::size_t i = best_.history.steps[at].typed.size(); i-- > 1;) {
            for (const std::size_t count : {2, 1}) {
                if (i + count > best_.history.steps[at].typed.size()) continue;
                attempt([&](Step& step) {
                    const auto first = step.typed.begin() + static_cast<std::ptrdiff_t>(i);
                    step.typed.erase(first, first + static_cast<std::ptrdiff_t>(count));
                    return true;
                });
            }
        }
        return smaller;
    }

    Failure best_;
    int depth_;
    Clock::time_point end_ = Clock::now() + patience_of_shrinking;
};

}  // namespace

Failure shrunk(Failure failure, int depth) {
    return Shrinker(std::move(failure), depth).run();
}

}  // namespace simulation
