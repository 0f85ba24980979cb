#include "referee/tournament/series/series.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>

#include "games/user_error.hpp"
#include "referee/core/base/cores.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/bots/entrant.hpp"
#include "referee/core/bots/hint.hpp"
#include "referee/core/bots/named_entrant.hpp"
#include "referee/core/bots/sample_bots.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/core/match/match.hpp"
#include "referee/core/match/notes.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/core/match/summary.hpp"
#include "referee/core/options/command_table.hpp"
#include "referee/core/rules/own_game.hpp"
#include "referee/core/watch/screen.hpp"
#include "referee/core/watch/viewer.hpp"
#include "referee/tournament/run/game_player.hpp"
#include "referee/tournament/run/ledger.hpp"
#include "referee/tournament/run/run.hpp"
#include "referee/tournament/run/watchers/machine.hpp"
#include "referee/tournament/series/play_report.hpp"

namespace referee::tournament {

namespace {

using games::UserError;
using protocol::MatchLog;

PlayPlan plan_of(const PlayOptions& options, const Isolation& isolation) {
    PlayPlan plan{
        parse_entrants({options.bots[0], options.bots[1]}, {options.names[0], options.names[1]}, isolation.path()),
        rules::parse_game(options.game, options.isolation, options.openings.position),
        options.seed ? *options.seed : random_seed(),
        options.limits,
        {},
        {}};
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        plan.entrants[i].reuse = options.reuse;
        plan.entrants[i].limits = options.limits_of_bots[i];
    }
    const std::vector<std::string> names = {plan.entrants[0].name, plan.entrants[1].name};
    for (const NamedLimits& one : options.own_limits) {
        Entrant& entrant = plan.entrants[entrant_named("--limits", one.name, names)];
        entrant.limits = entrant.limits.replaced_by(one.limits);
    }
    return plan;
}

/// Reads the match to resume, up to the ply after which it continues.
MatchLog match_in_file(const PlayOptions& options) {
    std::optional<MatchLog> found;
    const auto use = [&](const MatchLog& log, const std::string& place) {
        if (found)
            throw UserError(fmt::format("log '{}' holds several matches: choose one with --match", options.resume));
        check_log(log, place);
        found = log;
    };
    try {
        read_logs(options.resume, use, options.match);
    } catch (const ContradictedLog& wrong) {  // the user has named an invalid log
        throw UserError(wrong.what());
    }
    const int plies = static_cast<int>(found->plies.size());
    const int at = options.at.value_or(plies);
    if (at > plies) throw UserError(fmt::format("--at {}: the match has only {} plies", at, plies));
    if (at == plies && found->result.ending == protocol::Ending::by_rules) {
        throw UserError(
            fmt::format("the match in '{}' is over: choose an earlier position with --at PLY", options.resume));
    }
    found->plies.resize(static_cast<std::size_t>(at));
    return *found;
}

/// Whether the dice of the game were used on the way to the end of this log, or there.
bool has_chance(const games::GameSpec& game, const MatchLog& log) {
    const auto board = game.make_board(log.seed);
    for (const auto& ply : log.plies) {
        if (board->hand()) return true;
        if (games::is_over(board->outcome()) || board->play(ply.move) != games::Verdict::played) return false;
    }
    return board->hand().has_value();
}

/// In a game with chance, the log's seed has dealt the hands. Refuses options that would deal other hands.
void check_chance(const PlayOptions& options, const games::GameSpec& game, const MatchLog& log) {
    if (log.plies.empty() || !has_chance(game, log)) return;
    if (options.seed && *options.seed != log.seed) {
        throw UserError(fmt::format("--seed {} contradicts '{}', whose hands were dealt with seed {}: omit --seed",
                                    *options.seed, options.resume, log.seed));
    }
    if (options.games > 2) {
        throw UserError(fmt::format(
            "--games {} contradicts '{}': each pair of games would be dealt different hands from those in the "
            "log; use at most 2",
            options.games, options.resume));
    }
}

/// The match in the file given by --resume, up to the ply after which it continues. `game`: the game given by --game.
/// If that is a program without settings, it gets those of the log. Throws games::UserError if the file has several
/// matches and --match does not choose one; if it has no such match; if the match breaks the rules; if it is over at
/// that ply; or if --game, --seed or --games contradict it.
MatchLog match_to_resume(const PlayOptions& options, games::GameSpec& game) {
    MatchLog log = match_in_file(options);
    const auto played = referee::spec_of(log);
    if (!log.rules.empty() && game.game->name == log.game && game.game->program == options.game)
        game = spec_with(game.game, log);
    if (!log.rules.empty() && game.game->record.empty()) {
        throw UserError(fmt::format("the game of '{}', {}, is a program: give it with --game FILE", options.resume,
                                    to_string(played)));
    }
    if (options.game_given && !(played == game)) {
        const char* const advice = log.rules.empty()             ? "omit it"
                                   : game.game->name == log.game ? "omit the settings"
                                                                 : "give the rules of that game";
        throw UserError(fmt::format("--game {} differs from the game of '{}' ({}): {}", to_string(game), options.resume,
                                    to_string(played), advice));
    }
    check_chance(options, log.rules.empty() ? played : game, log);
    return log;
}

/// The number of matches per thread that may be finished and wait for an earlier match or a slow disk.
constexpr int waiting_for_each = 64;

/// A tournament of two entrants whose results are kept in memory.
class Series {
public:
    explicit Series(const PlayOptions& options)
        : options_(options), isolation_(make_isolation(options.isolation)), plan_(plan_of(options, isolation_)) {
        if (!options_.resume.empty()) resume();
        seed_.emplace(plan_.seed);
        choose_openings();
        if (options.traditional_time) plan_.limits = traditional_limits(*plan_.spec.game);
        refuse_other_games();
        check_uses_of_stdout();
        choose_jobs();
        if (options.quiet) be_quiet();
        isolation_.write_into(plan_.limits);
        hide_from_bots();
        report_missing_sandbox(isolation_);
        if (!options.log.empty()) log_file_ = open_log(options.log, options.games, options.force);
    }

    int run() {
        const StopSignal stop;
        const int ahead = options_.for_people() ? 1 : plan_.jobs * waiting_for_each;
        MemoryLedger ledger(account_of_series({plan_.entrants[0].name, plan_.entrants[1].name}, options_.games),
                            options_.games, ahead, [this](int number) { return planned(number); });
        PlayReport report(options_, plan_, isolation_, ledger.account(), stop, std::move(log_file_));
        report.begin();
        int signal = 0;
        try {
            signal = options_.watch ? watch(ledger, report, stop) : play(ledger, report, stop, nullptr).signal;
        } catch (const std::exception&) {
            report.finish();  // the played matches are reported anyway
            throw;
        }
        if (stop.requested() && !options_.watch) begin_line_on_terminal();
        report.finish();
        if (signal == 0) signal = stop.take();
        if (signal != 0) return exit_signal_base + signal;
        return report.all_played() ? exit_done : exit_not_played;
    }

private:
    /// Plays the games of the ledger. `feed` may be null.
    RunEnd play(MemoryLedger& ledger, PlayReport& report, const StopSignal& stop, watch::Feed* feed) {
        const WakeUp break_off;
        const AbandonableOpenings abandonable(openings_.get(), break_off.fd());
        std::optional<Terminal> persons;  // shared by all games, so that input that was typed ahead is not lost
        const auto opening_of = [this](const PlannedGame& game) {
            return openings_ ? openings_->at(*game.opening).start : GameStart{{}, plan_.resumed};
        };
        const GameSettings settings{plan_.spec, limits_of_entrants(plan_.limits, plan_.entrants),
                                    isolation_, shared_entrants(plan_.entrants),
                                    opening_of, options_.notes};
        const auto play_it = [&](const PlannedGame& game, Equipment& equipment) {
            Show show(options_.show);
            Terminal nobody(STDIN_FILENO, break_off.fd());
            if (options_.has_person() && !persons) persons.emplace(STDIN_FILENO, break_off.fd());
            const auto hint = [&](const MatchLog& log, int player) {
                return hint_for(player == 0 ? game.second : game.first, log, player, break_off.fd());
            };
            const auto on_void = [&](const MatchLog& lost, int) {
                if (options_.has_person()) print(goes_on_text(lost));
            };
            MatchObserver* const observer = options_.for_people() ? &show : static_cast<MatchObserver*>(feed);
            PlayedGame played =
                play_planned(game, settings,
                             {equipment.launcher, persons ? *persons : nobody, break_off.fd(), options_.pass_stderr,
                              isolation_, &stop, &equipment.kept_bots, real_clock, hint},
                             observer, on_void);
            if (feed != nullptr) feed->finish(*played.whole);
            return std::optional(std::move(played));
        };
        RunSettings run_settings;
        run_settings.between_commits = Duration::zero();
        run_settings.is_enough = [&] { return stop.requested() || !report.all_played() || report.has_no_reader(); };
        // With --reuse, the process that plays a match must not depend on how long matches take.
        const ShareOf share = always(options_.reuse ? GameShare::by_pair : GameShare::whoever_is_free);
        const auto start = [&] { return std::make_unique<Workers>(plan_.jobs, options_.pin, share, play_it); };
        return Run(ledger, run_settings, stop, break_off, start, {&report}).play();
    }

    /// Plays the match in its own thread, with the viewer in this one. Returns the signal that has ended it, or 0.
    int watch(MemoryLedger& ledger, PlayReport& report, const StopSignal& stop) {
        int signal = 0;
        watch::play_and_show(
            stop, [&](watch::Feed& feed) { signal = play(ledger, report, stop, &feed).signal; },
            [&] {
                if (!options_.quiet) report.say("The match continues; press Ctrl-C to stop it.\n");
            });
        return signal;
    }

    /// Plans a game. Both games of a pair have the same start.
    PlannedGame planned(int number) const {
        PlannedGame game;
        game.number = number;
        game.pair = number / 2;
        game.first = number % 2;
        game.second = 1 - game.first;
        const int pairs = (options_.games + 1) / 2;
        game.seed = openings_ ? opening_seed(*seed_, game.pair) : seed_of_pair(*seed_, game.pair, pairs);
        if (openings_ || !plan_.resumed.empty()) game.opening = game.pair;
        return game;
    }

    void refuse_other_games() const {
        for (const Entrant& entrant : plan_.entrants) {
            if (entrant.human) continue;
            if (const auto why = refusal_of_sample_bot(entrant.command.program, *plan_.spec.game))
                throw UserError(fmt::format("'{}' {}", harmless(entrant.name), *why));
        }
    }

    void hide_from_bots() {
        for (const Entrant& entrant : plan_.entrants) {
            if (!entrant.human) isolation_.hide(secrets_of(entrant.command, entrant.own));
        }
        isolation_.hide(plan_.spec.game->secrets);
        if (!options_.log.empty() && options_.log != "-") isolation_.hide({secret_file(options_.log)});
    }

    void resume() {
        const MatchLog log = match_to_resume(options_, plan_.spec);
        if (log.rules.empty()) plan_.spec = referee::spec_of(log);
        if (!options_.seed) plan_.seed = log.seed;
        for (const auto& ply : log.plies)
            plan_.resumed.push_back(ply.move);
    }

    void choose_openings() {
        const auto& wish = options_.openings;
        const auto list = wish.is_list() ? list_of(wish, plan_.spec) : OpeningList();
        openings_ = make_openings(plan_.spec, wish.plies.value_or(0), list, *seed_);
        plan_.openings_in_words = openings_in_words(wish.plies.value_or(0), list);
    }

    void choose_jobs() {
        if (options_.games == 1) return;
        const bool one_by_one = options_.for_people() || options_.pass_stderr;
        plan_.jobs = jobs_to_run(one_by_one ? options_.jobs.value_or(1) : options_.jobs,
                                 cores_of_a_game(isolation_.confinement), options_.force);
        plan_.jobs = std::min(plan_.jobs, options_.games);
        make_room_for_descriptors(plan_.jobs);
    }

    void check_uses_of_stdout() const {
        if (!options_.json && options_.log != "-") return;
        const char* taker = options_.json ? "--json" : "--log -";
        if (options_.has_person())
            throw UserError(fmt::format("{} writes to stdout, which the human player needs: omit it", taker));
        if (options_.show)
            throw UserError(fmt::format("{} and --show both write to stdout: use only one of them", taker));
    }

    /// A hint from the best sample bot or, if that has none for this game, from the person's opponent.
    std::string hint_for(int other, const MatchLog& log, int player, int stop_fd) const {
        std::vector<Entrant> bots;
        if (const auto best = sample_bot("alphabeta"); best && !refusal_of_sample_bot(*best, *plan_.spec.game))
            bots.push_back(parse_entrants({shell_word(*best), "human"}, {"alphabeta", ""}, isolation_.path()).front());
        const Entrant& opponent = plan_.entrants[static_cast<std::size_t>(other)];
        if (!opponent.human) bots.push_back(opponent);
        MatchPlan plan{log.rules.empty() ? referee::spec_of(log) : plan_.spec, log.seed, log.players, log.limits, {}};
        go_on_from(log, log.plies.size(), plan);
        std::string why_not = "there is no bot to ask";
        for (const Entrant& bot : bots) {
            std::string why;
            try {
                const Advice advice = hint_of(bot, plan, player, isolation_, stop_fd);
                if (advice.hint) return hint_text(bot.name, *advice.hint);
                if (advice.rules_failed) return fmt::format("there is no hint: {}\n", harmless(advice.why_not));
                why = advice.why_not;
            } catch (const std::exception& error) {  // the match continues without a hint
                why = error.what();
            }
            why_not = fmt::format("{} has no hint: {}", bot.name, harmless(why));
        }
        return why_not + "\n";
    }

    static std::string hint_text(const std::string& bot, const Hint& hint) {
        const std::string said = hint.info ? info_text(*hint.info, true) : "";
        return fmt::format("{} would play {}{}\n", bot, hint.move, said.empty() ? "" : " (" + said + ")");
    }

    static std::string goes_on_text(const MatchLog& lost) {
        const bool clocks = lost.limits.clock || lost.limits_of(0).clock || lost.limits_of(1).clock;
        return fmt::format("\nThe match continues from here with the bot restarted{}: {}.\n",
                           clocks ? " and the clocks reset" : "", lost.result.detail);
    }

    const PlayOptions& options_;
    Isolation isolation_;
    PlayPlan plan_;
    std::optional<RunSeed> seed_;  ///< always set; for all games, so it is made once
    std::unique_ptr<Openings> openings_;
    std::unique_ptr<LogFile> log_file_;
};

}  // namespace

int play_series(const PlayOptions& options) {
    if (options.watch) {
        watch::check_terminal();
        if (options.pass_stderr && ::isatty(STDERR_FILENO) == 1)
            throw UserError("--stderr and --watch both use the terminal: redirect stderr to a file with 2> FILE");
    }
    return Series(options).run();
}

}  // namespace referee::tournament
