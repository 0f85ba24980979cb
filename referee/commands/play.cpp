// `referee BOT_A BOT_B`: plays one match or a series, logs it, and says how it went.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>

#include "games/user_error.hpp"
#include "referee/bots/entrant.hpp"
#include "referee/bots/hint.hpp"
#include "referee/bots/sample_bots.hpp"
#include "referee/bots/valid_match.hpp"
#include "referee/commands/commands.hpp"
#include "referee/commands/play_arguments.hpp"
#include "referee/commands/resumed_match.hpp"
#include "referee/commands/series_games.hpp"
#include "referee/commands/series_report.hpp"
#include "referee/files/log_file.hpp"
#include "referee/files/text_file.hpp"
#include "referee/match/limits.hpp"
#include "referee/match/match.hpp"
#include "referee/match/notes_text.hpp"
#include "referee/match/record.hpp"
#include "referee/match/seed.hpp"
#include "referee/match/show.hpp"
#include "referee/system/cores.hpp"
#include "referee/system/stop_signal.hpp"
#include "referee/terminal/output.hpp"
#include "referee/terminal/shell_word.hpp"
#include "referee/tournament/entrants/entrant_named.hpp"
#include "referee/tournament/watchers/jobs.hpp"
#include "referee/watch/live.hpp"
#include "referee/watch/terminal_check.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::MatchLog;
using tournament::Equipment;

SeriesPlan plan_of(const PlayOptions& options, const Isolation& isolation) {
    SeriesPlan plan{
        parse_entrants({options.bots[0], options.bots[1]}, {options.names[0], options.names[1]}, isolation.path()),
        games::parse_spec(options.game, read_text_file, options.openings.position),
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
        Entrant& entrant = plan.entrants[tournament::entrant_named("--limits", one.name, names)];
        entrant.limits.add(one.limits, "--limits " + harmless(one.name));
    }
    return plan;
}

class Series {
public:
    explicit Series(const PlayOptions& options)
        : options_(options),
          isolation_(make_isolation(options.isolation)),
          plan_(plan_of(options, isolation_)),
          report_(options, plan_, isolation_) {
        if (!options.resume.empty()) resume();
        choose_openings();
        if (options.traditional_time) plan_.limits = traditional_limits(*plan_.spec.game);
        check_uses_of_stdout();
        choose_jobs();
        if (options.quiet) be_quiet();
        isolation_.write_into(plan_.limits);
        hide_from_bots();
        report_missing_sandbox(isolation_);
        if (!options.log.empty()) log_file_ = open_log(options.log, options.games, options.force);
    }

    int run() {
        StopSignal stop;
        if (options_.watch) return run_watched(stop);
        std::optional<Terminal> persons;  // what is typed ahead is for the next game: a person plays one at a time
        const auto play_it = [&](int game, Equipment& equipment, int break_off) {
            Show show(options_.show);
            Terminal nobody(STDIN_FILENO, break_off);
            if (options_.has_person() && !persons) persons.emplace(STDIN_FILENO, break_off);
            const auto hint = [&, game](const MatchLog& log, int player) {
                return hint_for(game, log, player, break_off);
            };
            return play_one(game,
                            {equipment.launcher, persons ? *persons : nobody, break_off, options_.pass_stderr,
                             isolation_, &stop, &equipment.kept_bots, real_clock, hint},
                            options_.for_people() ? &show : nullptr);
        };
        report_.begin(stop);
        bool all_played = true;
        const auto tell = [&](int game, const SeriesMatch& match) {
            tell_of(game, match);
            if (match.log.result.ending == protocol::Ending::aborted) all_played = false;
            return all_played && !is_for_nobody();
        };
        const SeriesPace pace{options_.games, plan_.jobs, options_.pin, options_.reuse, options_.for_people()};
        try {
            SeriesGames(pace, play_it, tell).run(stop);
        } catch (const std::exception&) {
            report_.finish();  // what has been played is not lost for it
            throw;
        }
        if (stop.requested()) begin_line_on_terminal();
        report_.finish();
        if (const int signal = stop.take(); signal != 0) return exit_signal_base + signal;
        return all_played ? exit_done : exit_not_played;
    }

private:
    /// The match, in a thread of its own, with the viewer in this one. What there is to say is said when the screen is
    /// gone, but the log is written when the match ends.
    int run_watched(const StopSignal& stop) {
        report_.begin(stop);
        std::optional<SeriesMatch> played;
        std::exception_ptr log_failure;
        const auto play_it = [&](watch::Feed& feed) {
            MatchLauncher launcher(Placement{1, true, options_.pin});
            Terminal nobody(STDIN_FILENO, stop.fd());
            played = play_one(0, {launcher, nobody, stop.fd(), options_.pass_stderr, isolation_}, &feed);
            feed.finish(played->log);
            try {
                write_log(played->log);
            } catch (const std::exception&) {
                log_failure = std::current_exception();
            }
        };
        watch::play_and_show(stop, play_it, [&] {
            if (!options_.quiet) report_.say("The match continues; press Ctrl-C to stop it.\n");
        });
        report_.add(0, *played);
        if (log_failure) std::rethrow_exception(log_failure);
        report_.finish();
        if (const int signal = stop.take(); signal != 0) return exit_signal_base + signal;
        return played->log.result.ending != protocol::Ending::aborted ? exit_done : exit_not_played;
    }

    void hide_from_bots() {
        for (const Entrant& entrant : plan_.entrants) {
            if (!entrant.human) isolation_.hide(secrets_of(entrant.command, entrant.own));
        }
        if (!options_.log.empty() && options_.log != "-") isolation_.hide({secret_file(options_.log)});
    }

    void resume() {
        const MatchLog log = match_to_resume(options_, plan_.spec);
        plan_.spec = spec_of(log);
        if (!options_.seed) plan_.seed = log.seed;
        for (const auto& ply : log.plies)
            plan_.resumed.push_back(ply.move);
    }

    void choose_openings() {
        const auto& wish = options_.openings;
        const auto list = wish.is_list() ? list_of(wish, plan_.spec) : tournament::OpeningList();
        openings_ = make_openings(plan_.spec, wish.plies.value_or(0), list, plan_.seed);
        plan_.openings_in_words = openings_in_words(wish.plies.value_or(0), list);
    }

    void choose_jobs() {
        if (options_.games == 1) return;
        const bool one_by_one = options_.for_people() || options_.pass_stderr;
        plan_.jobs = tournament::jobs_to_run(one_by_one ? options_.jobs.value_or(1) : options_.jobs,
                                             tournament::cores_of_a_game(isolation_.confinement), options_.force);
        plan_.jobs = std::min(plan_.jobs, options_.games);
        tournament::make_room_for_descriptors(plan_.jobs);
    }

    /// A log is worth playing on for, though a terminal is gone.
    bool is_for_nobody() const { return stdout_failed() && (!log_file_ || options_.log == "-"); }

    void check_uses_of_stdout() const {
        if (!options_.json && options_.log != "-") return;
        const char* taker = options_.json ? "--json" : "--log -";
        if (options_.has_person())
            throw UserError(fmt::format("{} wants stdout, where a person plays: omit it", taker));
        if (options_.show) throw UserError(fmt::format("{} and --show both want stdout: use only one of them", taker));
    }

    void tell_of(int game, const SeriesMatch& match) {
        report_.add(game, match);
        write_log(match.log);
    }

    /// A log that can't be written is an error, but the match has been played.
    void write_log(const MatchLog& log) {
        try {
            if (log_file_) log_file_->write(log);
        } catch (const std::exception&) {
            report_.add_logged(false);
            throw;
        }
        report_.add_logged(log_file_ != nullptr);
    }

    /// A match with its frames. For any thread.
    SeriesMatch play_one(int game, const Surroundings& surroundings, MatchObserver* observer) const {
        const bool a_first = game % 2 == 0;
        const Entrant& first = plan_.entrants[a_first ? 0 : 1];
        const Entrant& second = plan_.entrants[a_first ? 1 : 0];
        MatchPlan plan{plan_.spec, seed_of_pair(plan_.seed, game / 2), {}, plan_.limits, plan_.resumed};
        if (openings_) {
            const tournament::Opening opening = openings_->at(game / 2);
            plan.seed = opening.seed;
            begin_with(opening.start, plan);
        }
        plan.players = {first.logged(isolation_.name()), second.logged(isolation_.name())};
        plan.players[0].limits = first.limits_under(plan_.limits);
        plan.players[1].limits = second.limits_under(plan_.limits);
        plan.notes = options_.notes;
        SeriesMatch match;
        match.log = play_valid_match(plan, {&first, &second}, surroundings, observer, [&](const MatchLog& lost, int) {
            match.void_games.push_back(lost);
            if (options_.has_person()) print(goes_on_text(lost));
        });
        add_frames(plan.spec, match.log);
        return match;
    }

    /// By the best of the sample bots, if it is there and plays this game, otherwise by the person's opponent.
    std::string hint_for(int game, const MatchLog& log, int player, int stop_fd) const {
        std::vector<Entrant> bots;
        if (const auto best = sample_bot("alphabeta"))
            bots.push_back(parse_entrants({shell_word(*best), "human"}, {"alphabeta", ""}, isolation_.path()).front());
        const Entrant& opponent = plan_.entrants[static_cast<std::size_t>((player + game + 1) % 2)];
        if (!opponent.human) bots.push_back(opponent);
        MatchPlan plan{spec_of(log), log.seed, log.players, log.limits, {}};
        go_on_from(log, log.plies.size(), plan);
        std::string why_not = "there is no bot to ask";
        for (const Entrant& bot : bots) {
            std::string why;
            try {
                const Advice advice = hint_of(bot, plan, player, isolation_, stop_fd);
                if (advice.hint) return hint_text(bot.name, *advice.hint);
                why = advice.why_not;
            } catch (const std::exception& error) {  // the match goes on without
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
        return fmt::format("\nThe match goes on from here with the bot started again{}: {}.\n",
                           clocks ? " and the clocks full" : "", lost.result.detail);
    }

    const PlayOptions& options_;
    Isolation isolation_;
    SeriesPlan plan_;
    SeriesReport report_;
    std::unique_ptr<tournament::Openings> openings_;
    std::unique_ptr<LogFile> log_file_;
};

}  // namespace

Task parse_play(const Arguments& arguments) {
    return [options = play_options(arguments)] {
        if (options.watch) {
            watch::check_terminal();
            if (options.pass_stderr && ::isatty(STDERR_FILENO) == 1)
                throw UserError("--stderr and --watch both want the terminal: send stderr to a file with 2> FILE");
        }
        return Series(options).run();
    };
}

}  // namespace referee
