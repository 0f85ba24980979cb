// `referee check BOT`: what a bot's author wants to know before others do.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <random>

#include "games/user_error.hpp"
#include "referee/advice.hpp"
#include "referee/commands.hpp"
#include "referee/duration.hpp"
#include "referee/entrant.hpp"
#include "referee/match.hpp"
#include "referee/output.hpp"
#include "referee/random_player.hpp"
#include "referee/record.hpp"
#include "referee/report.hpp"
#include "referee/stop_signal.hpp"
#include "referee/text_file.hpp"

namespace referee {

namespace {

using protocol::Ending;
using protocol::MatchLog;
using protocol::Micros;

constexpr int games_a_seat = 3;
constexpr int games_against_itself = 2;

/// Above this part of the limit an answer is too close to it for a busier machine.
constexpr int safe_percent = 80;

/// The bot as a player, and what it shows of its manners on the way.
class Observed final : public Player {
public:
    explicit Observed(std::unique_ptr<Player> bot) : bot_(std::move(bot)) {}

    std::optional<Fault> start(std::string_view setup) override { return bot_->start(setup); }
    TurnReport take_turn(const TurnRequest& request) override {
        TurnReport report = bot_->take_turn(request);
        padded = padded || report.padded;
        return report;
    }
    void dismiss() override { bot_->dismiss(); }
    void end(TimePoint patience) override {
        bot_->end(patience);
        left_by_itself = static_cast<BotPlayer&>(*bot_).ended_by_itself();
    }
    std::string stderr_tail() const override { return bot_->stderr_tail(); }

    bool padded = false;
    bool left_by_itself = false;

private:
    std::unique_ptr<Player> bot_;
};

class Check {
public:
    Check(const CheckOptions& options, const Entrant& bot, const Isolation& isolation)
        : options_(options), bot_(bot), isolation_(isolation), limits_(options.limits) {
        isolation_.write_into(limits_);
        seed_ = options.seed ? *options.seed : std::random_device{}();
    }

    int run() {
        tell_of_missing_sandbox(isolation_);
        const auto spec = games::parse_spec(options_.game, read_text_file);
        print(fmt::format("{}  {}  seed {}\n", harmless(bot_.name), to_string(spec), seed_));
        pass("can be run", isolation_.confinement.sandbox ? "in a sandbox" : "without a sandbox");
        const bool plays = play_several("plays first", spec, {0}, games_a_seat) &&
                           play_several("plays second", spec, {1}, games_a_seat) &&
                           play_several("plays itself", spec, {std::nullopt}, games_against_itself) && play_trial(spec);
        if (const int signal = stop_.take(); signal != 0) return exit_signal_base + signal;
        if (plays) judge_manners();
        if (failures_ > 0) {
            print(fmt::format("\n{} is not fit to play yet.\n", harmless(bot_.name)));
            return exit_failed;
        }
        print(fmt::format("\n{} is fit to play.\n", harmless(bot_.name)));
        return exit_done;
    }

private:
    void pass(std::string_view what, std::string_view more) {
        print(fmt::format("{}    {}: {}\n", coloured(Colour::green, "ok"), what, more));
    }
    void fail(std::string_view what, std::string_view more) {
        ++failures_;
        print(fmt::format("{}  {}: {}\n", coloured(Colour::red, "FAIL"), what, more));
    }
    void mind(std::string_view what, std::string_view more) {
        print(fmt::format("{}  {}: {}\n", coloured(Colour::yellow, "note"), what, more));
    }

    std::unique_ptr<Observed> new_bot(int player, const games::GameSpec& spec) {
        const Surroundings surroundings{launcher_, terminal_, stop_.fd(), false, isolation_};
        return std::make_unique<Observed>(make_player(bot_, player, spec, limits_, surroundings));
    }

    /// Plays one game: the bot on side `seat` against a random player, or against itself on both sides.
    MatchLog play(const games::GameSpec& spec, std::optional<int> seat, std::uint64_t seed) {
        std::array<std::unique_ptr<Player>, 2> players;
        std::vector<Observed*> observed;
        MatchPlan plan{spec, seed, {}, limits_, {}};
        for (const int player : {0, 1}) {
            const auto place = static_cast<std::size_t>(player);
            const bool is_bot = !seat || *seat == player;
            plan.players[place] =
                is_bot ? bot_.logged(isolation_.name()) : protocol::LoggedPlayer{"random", {}, "none"};
            if (is_bot) {
                auto bot = new_bot(player, spec);
                observed.push_back(bot.get());
                players[place] = std::move(bot);
            } else {
                players[place] = std::make_unique<RandomPlayer>(seed);
            }
        }
        MatchLog log = play_match(plan, {players[0].get(), players[1].get()}, nullptr).log;
        for (const Observed* bot : observed) {
            padded_ = padded_ || bot->padded;
            stays_ = stays_ || (log.result.ending == Ending::by_rules && !bot->left_by_itself);
            writes_errors_ = writes_errors_ || !bot->stderr_tail().empty();
        }
        count_times(log, seat);
        return log;
    }

    void count_times(const MatchLog& log, std::optional<int> seat) {
        std::array<bool, 2> asked{};
        for (const auto& ply : log.plies) {
            const auto place = static_cast<std::size_t>(ply.player);
            if (!ply.wall || (seat && *seat != ply.player)) continue;
            Micros& longest = asked[place] ? longest_ : longest_first_;
            longest = std::max(longest, *ply.wall);
            asked[place] = true;
        }
    }

    /// Which side the bot is on; nothing: both.
    using Seat = std::optional<int>;

    /// Lets the bot play `games` games in each of these seats. Returns whether all went well.
    bool play_several(std::string_view what, const games::GameSpec& spec, const std::vector<Seat>& seats, int games) {
        int won = 0;
        int played = 0;
        for (int game = 0; game < games; ++game) {
            const std::uint64_t seed = seed_ + static_cast<std::uint64_t>(game);
            for (const Seat seat : seats) {
                const MatchLog log = play(spec, seat, seed);
                if (log.result.ending == Ending::aborted) {
                    if (!stop_.requested()) fail(what, log.result.detail);
                    return false;
                }
                if (log.failure) {
                    fail(what, fmt::format("{}, seed {}", to_string(spec), seed));
                    explain(log, spec);
                    return false;
                }
                won += log.result.winner && log.result.winner == seat ? 1 : 0;
                ++played;
            }
        }
        const std::string against = seats.front() ? fmt::format("against random, {} won", won) : "on both sides";
        pass(what, fmt::format("{} games {}", played, against));
        return true;
    }

    /// Other settings than the defaults, unless the user has said which ones count.
    bool play_trial(const games::GameSpec& spec) {
        if (options_.game.find(':') != std::string::npos || spec.game->trial.empty()) return true;
        const std::string other = fmt::format("{}:{}", spec.game->name, spec.game->trial);
        const bool plays = play_several(fmt::format("plays {}", other), games::parse_spec(other), {0, 1}, 1);
        if (!plays && failures_ > 0) {
            print(fmt::format("  It plays the default settings. If only those matter: --game {}\n", to_string(spec)));
        }
        return plays;
    }

    void explain(const MatchLog& log, const games::GameSpec& spec) {
        print(explain_forfeit(log, marks_of(*spec.make_board(log.seed))));
        if (const auto advice =
                advice_for(log, launch_request_for(bot_, log.failure->player, spec, limits_, isolation_), launcher_);
            !advice.empty()) {
            print(fmt::format("  {:<9} {}\n", "advice", advice));
        }
        // Not tried here: whoever has asked for a sandbox must not have the bot run without one behind their back.
        const bool might_be_the_sandbox =
            isolation_.confinement.sandbox &&
            (log.result.ending == Ending::exited || log.result.ending == Ending::crashed ||
             log.result.ending == Ending::failed_to_start);
        if (!might_be_the_sandbox) return;
        print(
            "            It ran in a sandbox, which shows no files outside its folder, and where only /tmp can be\n"
            "            written to. If you trust it, try it with --sandbox=off.\n");
    }

    void judge_manners() {
        judge_time("answers its first turn", longest_first_, limits_.first_move);
        judge_time("answers", longest_, limits_.move);
        if (stays_) {
            fail("exits when its input ends", "it does not, and has to be killed");
            print("  advice    end the program when reading a line finds the end of the input\n");
        } else {
            pass("exits when its input ends", "always");
        }
        if (padded_) mind("writes only answers", "there are spaces or a CR behind them; that is allowed");
        if (writes_errors_) mind("stderr", "it writes to it; that is allowed, and shown with a failure");
    }

    void judge_time(std::string_view what, Micros longest, Micros limit) {
        const std::string times = fmt::format("within {} of {}", rounded(longest), exact(limit));
        if (longest * 100 > limit * safe_percent) {
            mind(what, times + "; on a busier machine that may be too late");
        } else {
            pass(what, times);
        }
    }

    const CheckOptions& options_;
    const Entrant& bot_;
    const Isolation& isolation_;
    protocol::Limits limits_;
    std::uint64_t seed_ = 0;
    StopSignal stop_;
    Launcher launcher_;
    Terminal terminal_{STDIN_FILENO, stop_.fd()};

    int failures_ = 0;
    bool padded_ = false;
    bool stays_ = false;
    bool writes_errors_ = false;
    Micros longest_first_{};
    Micros longest_{};
};

}  // namespace

int run_check(const CheckOptions& options) {
    // What is wrong with the arguments is not the bot's fault.
    if (!games::parse_spec(options.game, read_text_file).make_board(0)->moves_listed()) {
        throw games::UserError(
            "moves are not listed on so large a board, and so there is no random opponent: check the "
            "bot on a smaller one");
    }
    const Isolation isolation = make_isolation(options.isolation);
    std::optional<Entrant> bot;
    try {
        bot = parse_entrants({options.bot, "human"}, {"", ""}, isolation.path())[0];
    } catch (const games::UserError& error) {
        print(fmt::format("{}  can be run: {}\n", coloured(Colour::red, "FAIL"), error.what()));
        return exit_failed;
    }
    if (bot->human) throw games::UserError("'human' is not a bot: there is nothing to check");
    return Check(options, *bot, isolation).run();
}

}  // namespace referee
