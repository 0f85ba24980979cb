// `referee check-game FILE`: checks the rules of a game of one's own, for their author.
#include <fmt/format.h>

#include <cmath>

#include "games/user_error.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/progress_line.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/core/options/match_options.hpp"
#include "referee/core/rules/own_game.hpp"
#include "referee/core/rules/rules_check.hpp"
#include "referee/programs/match/match_commands.hpp"

namespace referee {

namespace {

struct CheckGameOptions {
    std::string game;
    int games = 200;
    std::optional<std::uint64_t> seed;
    IsolationOptions isolation;
};

CheckGameOptions check_game_options(const Arguments& arguments) {
    CheckGameOptions options;
    CommandLine line("referee check-game",
                     "Checks the rules of a game of your own, which are a program: plays random games,\n"
                     "compares two of its processes, and reports what is wrong or how the games went.",
                     "Exit codes: 0 nothing is wrong, 1 something is wrong, 2 wrong arguments.");
    line.text("FILE", "", "the program, and settings: ./four.py:height=8", options.game);
    line.number("--games", 1, 1'000'000, "number of random games (200)", options.games);
    line.number("--seed", 0, max_seed, "for random choices (random; always shown)", options.seed);
    add_isolation(line, options.isolation);
    line.parse(arguments);
    if (options.game.empty()) throw games::UserError("no program is given: referee check-game FILE");
    if (!rules::names_program(options.game))
        throw games::UserError(fmt::format("'{0}' is not the path of a program: write ./{0}", options.game));
    return options;
}

/// How the games ended, in the order of the hello: "four 180, full 20".
std::string endings_of(const rules::RulesReport& report, const games::OwnHello& hello) {
    std::string list;
    for (const auto& [word, meaning] : hello.endings) {
        const auto found = report.endings.find(word);
        list +=
            fmt::format("{}{} {}", list.empty() ? "" : ", ", word, found == report.endings.end() ? 0 : found->second);
    }
    return list;
}

std::string words_about(const rules::RulesMemory& memory) {
    const std::string size = fmt::format("{:.1f} MiB of memory", static_cast<double>(memory.bytes) / (1 << 20));
    if (memory.growth == 0) return size + ", which does not grow";
    const std::string growth = fmt::format("{}, and about {:.1f} KiB more with each game: ", size,
                                           static_cast<double>(memory.growth) / (1 << 10));
    if (memory.games_left <= 0) return growth + "that is more than the 1 GiB that a sandbox allows";
    return growth + fmt::format("after {} further games none is left (try --games 10000)", memory.games_left);
}

/// What was tested of a game with secrets, and the points of a game with points; empty for other games.
std::string words_about_extras(const rules::RulesReport& report, const games::OwnHello& hello) {
    std::string text;
    const rules::Secrecy& tested = report.secrecy;
    if (hello.has_secrets && tested.views == 0) {
        text += "    secrecy not tested: each changed roll and each changed move was told to the other player\n";
    } else if (hello.has_secrets) {
        text +=
            fmt::format("    secrecy: {} hidden rolls and {} hidden moves were changed, and {} views were the same\n",
                        tested.rolls, tested.moves, tested.views);
        if (tested.tried_moves > 0 && tested.moves == 0)
            text += "    each changed move was told to the other player: a game that hides moves needs `told`\n";
        if (tested.tried_rolls > 0 && tested.rolls == 0)
            text += "    each changed roll was told to both, so hidden rolls are not tested: roll one die a card\n";
    }
    if (!hello.starts.empty())
        text += report.starts > 0 ? fmt::format("    {} games began again from a written position\n", report.starts)
                                  : "    starts not tested: no position has the line `start`\n";
    if (report.takes_any_start)
        text += "    it takes the text '?' for a position: refuse what is none, with `refused WHY`\n";
    if (hello.has_score() && report.games > 0) {
        const double mean = std::round(10.0 * static_cast<double>(report.points) / report.games) / 10;
        text += fmt::format("    {}: the first player has {:+.1f} on average\n", hello.score_name, mean + 0.0);
    }
    if (report.fewer_points_won > 0)
        text += fmt::format("    in {} games the winner has fewer points than the loser\n", report.fewer_points_won);
    return text;
}

void print_report(const rules::RulesReport& report, const games::OwnHello& hello) {
    const auto mean = [](double sum, auto count) { return count > 0 ? sum / static_cast<double>(count) : 0.0; };
    print(fmt::format(
        "{}  {} random games of {:.1f} plies (the longest has {} of at most {}), {:.1f} moves a position\n"
        "    won by the first player {}, by the second {}, drawn {}; endings: {}\n"
        "    {:.0f} us a ply{}\n{}{}",
        coloured(Colour::green, "ok"), report.games, mean(static_cast<double>(report.plies), report.games),
        report.longest, hello.max_plies, mean(static_cast<double>(report.moves), report.plies), report.won[0],
        report.won[1], report.drawn, endings_of(report, hello), report.micros_a_ply,
        report.memory ? ", " + words_about(*report.memory) : "", words_about_extras(report, hello),
        report.settings.empty() ? ""
                                : fmt::format("    one more game each with {}\n", fmt::join(report.settings, ", "))));
}

/// Shows that the check goes on. Says once that the rules are slow.
class SlowRules {
public:
    explicit SlowRules(int games) : games_(games) {}

    void show(const rules::RulesProgress& progress) {
        const TimePoint now = Clock::now();
        if (now < next_) return;
        next_ = now + between_signs;
        if (!told_ && now >= begin_ + patience) {
            told_ = true;
            line_.clear();
            note(fmt::format("these rules are slow: after {} the check of {} games is {}; --games N plays fewer",
                             rounded(patience), games_, progress.place));
        }
        line_.show(fmt::format("checking {} games: {}, {} replies so far", games_, progress.place, progress.replies));
    }
    void end() { line_.clear(); }

private:
    static constexpr auto between_signs = std::chrono::milliseconds(200);
    static constexpr Duration patience = std::chrono::seconds(10);

    int games_;
    TimePoint begin_ = Clock::now();
    TimePoint next_ = begin_ + between_signs;
    bool told_ = false;
    ProgressLine line_{true};
};

int run(const CheckGameOptions& options) {
    const auto [program, values] = rules::load(options.game, options.isolation);
    const std::uint64_t seed = options.seed ? *options.seed : random_seed();
    const StopSignal stop;
    print(fmt::format("{}  seed {}\n", program->hello()->title, seed));
    SlowRules slow(options.games);
    const auto report = rules::check_rules(*program, options.isolation, values, options.games, seed, stop.fd(),
                                           [&](const rules::RulesProgress& progress) { slow.show(progress); });
    slow.end();
    if (!report.problem.empty()) {
        print(fmt::format("{}  {}: {}", coloured(Colour::red, "FAIL"), report.place, report.problem));
        return exit_failed;
    }
    if (const int signal = stop.take(); signal != 0) return exit_signal_base + signal;
    print_report(report, *program->hello());
    return exit_done;
}

}  // namespace

Task parse_check_game(const Arguments& arguments) {
    return [options = check_game_options(arguments)] { return run(options); };
}

}  // namespace referee
