#include "referee/core/check/bot_check.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "protocol/answer.hpp"
#include "referee/core/advice/own_error.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/bots/valid_match.hpp"
#include "referee/core/check/advice.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/core/match/match.hpp"
#include "referee/core/match/random_player.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/match/summary.hpp"

namespace referee {

namespace {

using protocol::Ending;
using protocol::MatchLog;
using protocol::Micros;

/// The part of the limit, in percent, that an answer may take. A slower answer may be late on a busier machine.
constexpr int safe_percent = 80;

/// The time in which a bot has to exit after its input has ended. It is longer than in a match, because good bots take
/// long on a busy machine.
constexpr auto time_to_leave = std::chrono::seconds(2);

/// The maximum number of void games for each player of a game.
constexpr int max_void_games = 2;

/// The limits are multiplied by this factor after a void game, at most twice, so that a good bot can answer even if the
/// machine stays as busy.
constexpr int patience_factor = 3;
constexpr int max_patience = patience_factor * patience_factor;

/// The number of games that a bot plays on each side in one process.
constexpr int games_in_one_process = 2;

/// The maximum length of a quote from a bot's stderr, in bytes.
constexpr std::size_t max_quoted = 100;

/// Wraps the bot as a player, and observes its behaviour.
class Observed final : public Player {
public:
    explicit Observed(std::unique_ptr<Player> bot) : bot_(std::move(bot)) {}

    void prepare() override { bot_->prepare(); }
    std::optional<Fault> start(std::string_view setup) override { return bot_->start(setup); }
    TurnReport take_turn(const TurnRequest& request) override {
        TurnReport report = bot_->take_turn(request);
        padded = padded || report.padded;
        return report;
    }
    std::optional<Fault> fault_while_waiting() override { return bot_->fault_while_waiting(); }
    std::optional<Past> past() const override { return bot_->past(); }
    void stay() override { bot_->stay(); }
    protocol::Notes take_notes() override { return bot_->take_notes(); }
    void dismiss() override { bot_->dismiss(); }
    void end(Duration patience) override {
        bot_->end(patience > Duration::zero() ? time_to_leave : patience);
        const auto* process = dynamic_cast<const BotPlayer*>(bot_.get());
        left_by_itself = process == nullptr || process->ended_by_itself();
    }
    std::string stderr_tail() const override { return bot_->stderr_tail(); }

    bool padded = false;
    bool left_by_itself = false;

private:
    std::unique_ptr<Player> bot_;
};

/// A forfeit, and the line on the bot's stderr that gives the reason.
std::string in_one_line(const MatchLog& log) {
    std::string line = protocol::sentence_of(log.result.ending, log.result.detail);
    const std::string said = line_that_tells(log.failure->stderr_tail);
    if (!said.empty()) line += fmt::format(" ({})", protocol::escaped(said, max_quoted));
    return line;
}

/// The first line that is not blank.
std::string first_line_of(std::string_view text) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
    return std::string(text.substr(0, text.find_first_of("\r\n")));
}

/// The last lines of a text: at most five lines and 1000 bytes.
std::string last_lines_of(std::string_view text) {
    constexpr std::size_t max_lines = 5, max_bytes = 1000;
    while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    std::size_t begin = text.size();
    for (std::size_t lines = 0; begin > 0 && text.size() - begin < max_bytes; --begin) {
        if (text[begin - 1] == '\n' && ++lines == max_lines) break;
    }
    return std::string(text.substr(begin));
}

class Check {
public:
    Check(const Entrant& bot, const CheckPlan& plan, const Isolation& isolation, int stop_fd,
          const CheckListener& listener, const TurnClock& clock)
        : bot_(bot),
          plan_(plan),
          isolation_(isolation),
          limits_(plan.limits),
          stop_fd_(stop_fd),
          listener_(listener),
          clock_(clock) {
        isolation_.write_into(limits_);
        limits_ = with_own(limits_, bot.limits);
    }

    CheckResult run() {
        pass("can be run", isolation_.confinement.sandbox ? "in a sandbox" : "without a sandbox");
        if (const auto folder = shared_folder_of(bot_.command); folder && isolation_.confinement.sandbox && !bot_.own) {
            mind("its files",
                 fmt::format("the sandbox hides all other files in {}: if the bot needs some of them, move it "
                             "and them to a separate folder",
                             folder->string()));
        }
        const games::GameSpec& spec = plan_.spec;
        const bool listed = spec.make_board(0)->moves_listed();
        if (!listed)
            mind("plays against random", "no: moves are not listed on a board of this size, so it plays only itself");
        const int against_random = listed ? plan_.games_a_seat : 0;
        const bool plays = play_several("plays first", spec, {0}, against_random) &&
                           play_several("plays second", spec, {1}, against_random) &&
                           play_several("plays itself", spec, {std::nullopt}, plan_.games_against_itself) &&
                           play_trial(spec) && play_on(spec);
        if (stop_is_requested()) return {false, true, {}, {}};
        if (plays) judge_manners();
        return result();
    }

private:
    CheckResult result() const {
        CheckResult result{failures_ == 0, false, problem_, last_words_, by_limit_};
        if (games_ > 0) result.game_time = std::chrono::duration_cast<Micros>(spent_ / games_);
        result.longest_turn = longest_;
        return result;
    }

    void say(CheckRemark::Kind kind, std::string_view what, std::string_view more) {
        if (listener_) listener_({kind, std::string(what), std::string(more)});
    }
    void pass(std::string_view what, std::string_view more) { say(CheckRemark::Kind::passed, what, more); }
    void mind(std::string_view what, std::string_view more) { say(CheckRemark::Kind::noted, what, more); }
    void explain(std::string_view lines) {
        if (!lines.empty()) say(CheckRemark::Kind::explained, lines, {});
    }
    /// `problem`: the description for callers without a listener.
    void fail(std::string_view what, std::string_view more, std::string_view problem) {
        if (failures_++ == 0) problem_ = fmt::format("{}: {}", what, problem);
        say(CheckRemark::Kind::failed, what, more);
    }
    void fail(std::string_view what, std::string_view more) { fail(what, more, more); }

    bool stop_is_requested() const { return is_readable(stop_fd_); }

    std::unique_ptr<Observed> new_bot(int player, const games::GameSpec& spec) {
        const Surroundings surroundings{launcher_,  terminal_, stop_fd_,         false,
                                        isolation_, nullptr,   kept_bots_.get(), clock_};
        return std::make_unique<Observed>(make_player(bot_, player, spec, limits_, surroundings));
    }

    /// Plays one game: the bot on side `seat` against a random player, or against itself if `seat` is not set. A void
    /// game is played again with higher limits.
    MatchLog play(const games::GameSpec& spec, std::optional<int> seat, std::uint64_t seed) {
        int patience = 1;
        return play_until_valid(
            [&](std::array<bool, 2> may_be_void) {
                PlayedMatch played = play_once(spec, seat, seed, may_be_void, patience);
                patience = std::min(patience * patience_factor, max_patience);
                return played;
            },
            nullptr, max_void_games);
    }

    PlayedMatch play_once(const games::GameSpec& spec, std::optional<int> seat, std::uint64_t seed,
                          std::array<bool, 2> may_be_void, int patience) {
        std::array<std::unique_ptr<Player>, 2> players;
        std::vector<Observed*> observed;
        MatchPlan plan{spec, seed, {}, limits_, {}, may_be_void};
        plan.spec.stop_fd = stop_fd_;
        if (plan.limits.move) *plan.limits.move *= patience;
        if (plan.limits.first_move) *plan.limits.first_move *= patience;
        if (plan.limits.clock) {
            plan.limits.clock->total *= patience;
            plan.limits.clock->increment *= patience;
        }
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
        const TimePoint begin = Clock::now();
        PlayedMatch played = play_match(plan, {players[0].get(), players[1].get()}, nullptr);
        cut_short_ = played.endless;
        if (played.rules_failed && !cut_short_)
            throw games::RulesFailure(played.log.result.detail + "; no bot is to blame");
        if (played.void_for) return played;
        spent_ += (Clock::now() - begin) / static_cast<int>(observed.size());
        ++games_;
        const MatchLog& log = played.log;
        for (const Observed* bot : observed) {
            padded_ = padded_ || bot->padded;
            stays_ = stays_ || (log.result.ending == Ending::by_rules && !bot->left_by_itself);
            if (errors_.empty()) errors_ = first_line_of(bot->stderr_tail());
        }
        if (patience == 1) count_times(log, seat);
        needed_patience_ = needed_patience_ || patience > 1;
        return played;
    }

    void count_times(const MatchLog& log, std::optional<int> seat) {
        std::array<bool, 2> asked = {log.players[0].games_before > 0, log.players[1].games_before > 0};
        for (const auto& ply : log.plies) {
            const auto place = static_cast<std::size_t>(ply.player);
            if (!ply.wall || (seat && *seat != ply.player)) continue;
            std::optional<Micros>& longest = asked[place] ? longest_ : longest_first_;
            longest = std::max(longest.value_or(Micros{}), *ply.cost());
            asked[place] = true;
        }
    }

    /// The side of the bot, or nothing if it plays both sides.
    using Seat = std::optional<int>;

    /// Lets the bot play `games` games in each of these seats. Returns whether the bot passed.
    bool play_several(std::string_view what, const games::GameSpec& spec, const std::vector<Seat>& seats, int games) {
        if (games == 0) return true;
        int won = 0;
        int played = 0;
        std::string endless;  // no bot is to blame
        for (int game = 0; game < games; ++game) {
            const std::uint64_t seed = plan_.seed + static_cast<std::uint64_t>(game);
            for (const Seat seat : seats) {
                const MatchLog log = play(spec, seat, seed);
                if (cut_short_) {
                    endless = log.result.detail;
                } else if (log.result.ending == Ending::aborted) {
                    if (!stop_is_requested()) fail(what, log.result.detail);
                    return false;
                }
                if (log.failure) {
                    fail(what, fmt::format("{}, seed {}", to_string(spec), seed), in_one_line(log));
                    last_words_ = last_lines_of(log.failure->stderr_tail);
                    by_limit_ = log.result.ending == Ending::timeout || log.result.ending == Ending::resource_limit;
                    if (listener_) explain_failure(log, spec);
                    return false;
                }
                won += log.result.winner && log.result.winner == seat ? 1 : 0;
                ++played;
            }
        }
        const std::string against = seats.front() ? fmt::format("against random, {} won", won) : "on both sides";
        pass(what, fmt::format("{} {} {}", played, played == 1 ? "game" : "games", against));
        if (!endless.empty()) mind("a game was cut short", endless + "; no bot is to blame");
        return true;
    }

    /// Plays with the game's trial settings.
    bool play_trial(const games::GameSpec& spec) {
        if (!plan_.other_settings || spec.game->trial.empty()) return true;
        const std::string other = fmt::format("plays {}:{}", spec.game->name, spec.game->trial);
        const bool plays = play_several(other, games::parse_settings(spec.game, spec.game->trial), {0, 1}, 1);
        if (!plays && failures_ > 0) {
            explain(fmt::format("  It can play the default settings. To check only those: --game {}\n",
                                copyable_word(option_text(spec))));
        }
        return plays;
    }

    /// If the entrant allows many games in one process, plays several games in this way. The opponent is a random
    /// player, or the bot itself if the board does not list its moves.
    bool play_on(const games::GameSpec& spec) {
        if (!bot_.reuse) return true;
        const bool against_random = spec.make_board(0)->moves_listed();
        const std::vector<Seat> seats = against_random ? std::vector<Seat>{0, 1} : std::vector<Seat>{std::nullopt};
        kept_bots_ = std::make_unique<KeptBots>();
        const bool plays = play_several("plays many games in one process", spec, seats, games_in_one_process);
        kept_bots_.reset();
        return plays;
    }

    /// The ratio of these limits to the usual limits.
    std::int64_t times_longer(const protocol::Limits& limits) const {
        return limits_.move ? *limits.move / *limits_.move : limits.clock->total / limits_.clock->total;
    }

    void explain_failure(const MatchLog& log, const games::GameSpec& spec) {
        explain(explain_forfeit(log, marks_of(*spec.make_board(log.seed))));
        if (const auto times = times_longer(log.limits_of(log.failure->player)); log.failure->limit && times > 1) {
            explain(
                fmt::format("  limit     {} times as long as usual ({}): this machine was\n"
                            "            so busy that earlier games were void\n",
                            times, in_words(limits_)));
        }
        explain(advice_on_forfeit(log, bot_, isolation_, launcher_, stop_fd_));
    }

    void judge_manners() {
        judge_time("answers its first turn", longest_first_, limits_.first_move);
        judge_time("answers", longest_, limits_.move);
        if (stays_) {
            fail("exits when its input ends", "it does not exit, and was killed");
            by_limit_ = true;
            explain("  advice    exit when reading returns end of file\n");
        } else {
            pass("exits when its input ends", "always");
        }
        if (padded_) mind("writes only answers", "they end in spaces or a CR; that is allowed");
        if (!errors_.empty()) {
            mind("stderr", fmt::format("the bot writes to it ({}); that is allowed, and shown if the bot fails",
                                       protocol::escaped(errors_, max_quoted)));
        }
    }

    void judge_time(std::string_view what, std::optional<Micros> longest, std::optional<Micros> limit) {
        if (!longest) {
            if (needed_patience_) mind(what, "not measured: this machine was so busy that the bot got longer limits");
            return;
        }
        if (!limit) return pass(what, fmt::format("within {}", rounded(*longest)));
        const std::string times = fmt::format("within {} of {}", rounded(*longest), exact(*limit));
        if (*longest * 100 > *limit * safe_percent) {
            mind(what, times + "; on a busier machine it may time out");
        } else {
            pass(what, times);
        }
    }

    const Entrant& bot_;
    const CheckPlan& plan_;
    const Isolation& isolation_;
    protocol::Limits limits_;
    int stop_fd_;
    const CheckListener& listener_;
    const TurnClock& clock_;
    MatchLauncher launcher_;
    std::unique_ptr<KeptBots> kept_bots_;  ///< set while one process of the bot plays many games
    Terminal terminal_{STDIN_FILENO, stop_fd_};

    int failures_ = 0;
    std::string problem_;
    std::string last_words_;
    bool by_limit_ = false;  ///< the failure is a limit of time or memory
    Duration spent_{};       ///< the total time of the games; a game against itself counts half
    int games_ = 0;
    bool cut_short_ = false;  ///< the last game, which its rules do not end
    bool padded_ = false;
    bool stays_ = false;
    std::string errors_;                   ///< the first line that the bot has written to stderr
    std::optional<Micros> longest_first_;  ///< not set if no game with the plan's own limits had such a turn
    std::optional<Micros> longest_;
    bool needed_patience_ = false;
};

}  // namespace

std::string text_of(const CheckRemark& remark, bool with_colours) {
    const auto& [kind, what, more] = remark;
    if (kind == CheckRemark::Kind::explained) return what;
    const auto [colour, word] = kind == CheckRemark::Kind::passed   ? std::pair(Colour::green, "ok")
                                : kind == CheckRemark::Kind::failed ? std::pair(Colour::red, "FAIL")
                                                                    : std::pair(Colour::yellow, "note");
    const std::string blanks(6 - std::string_view(word).size(), ' ');
    return fmt::format("{}{}{}: {}\n", with_colours ? coloured(colour, word) : word, blanks, what, more);
}

CheckResult check_bot(const Entrant& bot, const CheckPlan& plan, const Isolation& isolation, int stop_fd,
                      const CheckListener& listener, const TurnClock& clock) {
    return Check(bot, plan, isolation, stop_fd, listener, clock).run();
}

}  // namespace referee
