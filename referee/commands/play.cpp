// `referee BOT_A BOT_B`: plays one match or a series, logs it, and says how it went.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <set>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/bots/entrant.hpp"
#include "referee/bots/valid_match.hpp"
#include "referee/check/advice_on_end.hpp"
#include "referee/commands/again.hpp"
#include "referee/commands/commands.hpp"
#include "referee/commands/play_arguments.hpp"
#include "referee/commands/resumed_match.hpp"
#include "referee/files/log_file.hpp"
#include "referee/files/text_file.hpp"
#include "referee/match/limits.hpp"
#include "referee/match/match.hpp"
#include "referee/match/moves_hash.hpp"
#include "referee/match/record.hpp"
#include "referee/match/seed.hpp"
#include "referee/match/show.hpp"
#include "referee/match/summary.hpp"
#include "referee/system/cores.hpp"
#include "referee/system/stop_signal.hpp"
#include "referee/system/version.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/terminal/output.hpp"
#include "referee/terminal/progress_line.hpp"
#include "referee/tournament/tables/result_line.hpp"
#include "referee/watch/live.hpp"
#include "referee/watch/terminal_check.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::MatchLog;

class Series {
public:
    explicit Series(const PlayOptions& options)
        : options_(options),
          isolation_(make_isolation(options.isolation)),
          entrants_(
              parse_entrants({options.bots[0], options.bots[1]}, {options.name_a, options.name_b}, isolation_.path())),
          spec_(games::parse_spec(options.game, read_text_file)),
          seed_(options.seed ? *options.seed : random_seed()),
          limits_(options.limits),
          progress_(!options.quiet && !options.pass_stderr && options.games != 1) {
        for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
            entrants_[i].reuse = options.reuse;
            entrants_[i].limits = options.own_limits[i];
        }
        if (!options.resume.empty()) resume();
        choose_openings();
        if (options.traditional_time) limits_ = traditional_limits(*spec_.game);
        check_uses_of_stdout();
        if (options.quiet) be_quiet();
        isolation_.write_into(limits_);
        hide_from_bots();
        report_missing_sandbox(isolation_);
        if (!options.log.empty()) log_file_ = open_log(options.log, options.games, options.force);
    }

    int run() {
        std::signal(SIGXFSZ, SIG_IGN);  // a log that grows too large is an error, not an end
        StopSignal stop;
        if (options_.watch) return run_watched(stop);
        if (options_.pin) pin_to_core(0);
        Launcher launcher;
        KeptBots kept_bots;
        Terminal terminal(STDIN_FILENO, stop.fd());
        const Surroundings surroundings{launcher,   terminal, stop.fd(), options_.pass_stderr,
                                        isolation_, nullptr,  &kept_bots};
        print_head();
        bool all_played = true;
        try {
            for (int game = 0; game < options_.games && all_played && !stop.requested() && !is_for_nobody(); ++game) {
                all_played = play(game, surroundings);
            }
        } catch (const std::exception&) {
            print_end();  // what has been played is not lost for it
            throw;
        }
        if (stop.requested()) begin_line_on_terminal();
        print_end();
        if (const int signal = stop.take(); signal != 0) return exit_signal_base + signal;
        return all_played ? exit_done : exit_not_played;
    }

private:
    /// The match, in a thread of its own, with the viewer in this one. What there is to say is said when the screen is
    /// gone, but the log is written when the match ends.
    int run_watched(const StopSignal& stop) {
        print_head();
        std::optional<MatchLog> played;
        std::exception_ptr log_failure;
        const auto play_it = [&](watch::Feed& feed) {
            if (options_.pin) pin_to_core(0);
            Launcher launcher;
            Terminal nobody(STDIN_FILENO, stop.fd());
            played = play_one(0, {launcher, nobody, stop.fd(), options_.pass_stderr, isolation_}, &feed);
            feed.finish(*played);
            try {
                write_log(*played);
            } catch (const std::exception&) {
                log_failure = std::current_exception();
            }
        };
        watch::play_and_show(stop, play_it, [&] {
            if (!options_.quiet) say("The match continues; press Ctrl-C to stop it.\n");
        });
        for (const auto& lost : void_logs_)
            report_void_game(lost);
        report(0, *played);
        if (log_failure) std::rethrow_exception(log_failure);
        print_end();
        if (const int signal = stop.take(); signal != 0) return exit_signal_base + signal;
        return played->result.ending != protocol::Ending::aborted ? exit_done : exit_not_played;
    }

    void hide_from_bots() {
        for (const Entrant& entrant : entrants_) {
            if (!entrant.human) isolation_.hide(secrets_of(entrant.command, entrant.own));
        }
        if (!options_.log.empty() && options_.log != "-") isolation_.hide({secret_file(options_.log)});
    }

    void resume() {
        const MatchLog log = match_to_resume(options_, spec_);
        spec_ = spec_of(log);
        if (!options_.seed) seed_ = log.seed;
        for (const auto& ply : log.plies)
            opening_.push_back(ply.move);
    }

    void choose_openings() {
        const auto& wish = options_.openings;
        const auto list = wish.file.empty() ? tournament::OpeningList() : list_of(wish, spec_);
        openings_ = make_openings(spec_, wish.plies.value_or(0), list, seed_);
        openings_in_words_ = openings_in_words(wish.plies.value_or(0), list);
    }

    bool has_human() const { return entrants_[0].human || entrants_[1].human; }
    bool stdout_is_taken() const { return options_.json || options_.log == "-"; }
    bool single() const { return options_.games == 1; }
    /// A log is worth playing on for, though a terminal is gone.
    bool is_for_nobody() const { return stdout_failed() && (!log_file_ || options_.log == "-"); }

    void check_uses_of_stdout() const {
        if (!stdout_is_taken()) return;
        const char* taker = options_.json ? "--json" : "--log -";
        if (has_human()) throw UserError(fmt::format("{} wants stdout, where a person plays: omit it", taker));
        if (options_.show) throw UserError(fmt::format("{} and --show both want stdout: use only one of them", taker));
    }

    /// For people: on stdout, or on stderr where stdout is taken by data.
    void say(std::string_view text) {
        progress_.clear();
        if (!stdout_is_taken()) return print(text);
        while (!options_.quiet && !text.empty()) {
            const auto end = text.find('\n');
            note(text.substr(0, end));
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        }
    }

    void print_head() {
        if (options_.quiet) return;
        say(fmt::format("{}  seed {}\n", to_string(spec_), seed_));
        const std::string many = single() ? "" : fmt::format("{} games, ", options_.games);
        say(fmt::format("{} against {}: {}{}\n", entrants_[0].name, entrants_[1].name, many, limits_in_words()));
        for (const Entrant& entrant : entrants_) {
            if (entrant.limits.any())
                say(fmt::format("limits of {} alone: {}\n", entrant.name, to_text(entrant.limits)));
        }
        if (!openings_in_words_.empty()) say(openings_in_words_ + "\n");
        if (!opening_.empty()) say(fmt::format("resumed after ply {} of '{}'\n", opening_.size(), options_.resume));
    }

    /// A person has as much time as it takes, or as the clock for the whole game has.
    std::string limits_in_words() const {
        if (limits_.clock && !limits_.each_move()) return in_words(limits_);
        if (entrants_[0].human && entrants_[1].human)
            return limits_.clock ? clock_text(*limits_.clock) + " a game" : "no limit of time";
        const std::string who = has_human() ? entrants_[entrants_[0].human ? 1 : 0].name + " has " : "";
        return who + in_words(limits_);
    }

    /// Returns whether the match was played to its end.
    bool play(int game, const Surroundings& surroundings) {
        Show show;
        MatchLog log = play_one(game, surroundings, watching() ? &show : nullptr);
        const bool played = log.result.ending != protocol::Ending::aborted;
        if (played) count(game, log);
        if (options_.json) matches_.push_back(summary_of(log));
        report(game, log);
        write_log(log);
        return played;
    }

    void count(int game, const MatchLog& log) {
        using tournament::Score;
        const bool a_first = game % 2 == 0;
        score_.add(log, a_first);
        const std::uint64_t moves = moves_hash_of(log);
        distinct_.emplace(a_first, moves);
        const auto& winner = log.result.winner;
        const Score of_a = !winner ? Score::draw : (*winner == 0) == a_first ? Score::win : Score::loss;
        pairs_.add(game / 2, {a_first, of_a, moves});
    }

    void write_log(const MatchLog& log) {
        ++matches_played_;
        if (!log_file_) return;
        log_file_->write(log);
        ++matches_logged_;
    }

    /// A match with its frames.
    MatchLog play_one(int game, const Surroundings& surroundings, MatchObserver* observer) {
        const bool a_first = game % 2 == 0;
        const Entrant& first = entrants_[a_first ? 0 : 1];
        const Entrant& second = entrants_[a_first ? 1 : 0];
        MatchPlan plan{spec_, seed_of_pair(seed_, game / 2), {}, limits_, opening_};
        if (openings_) {
            tournament::Opening opening = openings_->at(game / 2);
            plan.seed = opening.seed;
            plan.opening = std::move(opening.moves);
        }
        plan.players = {first.logged(isolation_.name()), second.logged(isolation_.name())};
        plan.players[0].limits = first.limits_under(limits_);
        plan.players[1].limits = second.limits_under(limits_);
        plan.notes = options_.notes;
        MatchLog log = play_valid_match(plan, {&first, &second}, surroundings, observer, [&](const MatchLog& lost) {
            if (options_.watch)
                void_logs_.push_back(lost);
            else
                report_void_game(lost);
        });
        add_frames(spec_, log);
        return log;
    }

    void report_void_game(const MatchLog& log) {
        ++void_games_;
        say(fmt::format(
            "A game is void and played again: {} (if it happens often: longer limits, a quieter machine).\n",
            log.result.detail));
    }

    /// Whether people see each ply as it is played.
    bool watching() const { return options_.show || has_human(); }

    void report(int game, const MatchLog& log) {
        const auto board = spec_.make_board(log.seed);
        const Marks marks = marks_of(*board);
        const bool aborted = log.result.ending == protocol::Ending::aborted;
        if (aborted) begin_line_on_terminal();
        if (again_.empty() && (single() || log.failure))
            again_ = advice_to_repeat(log, options_.log, single() ? std::nullopt : std::optional(game + 1));
        if (single() || watching()) {
            const bool something_to_see = log.result.ending != protocol::Ending::failed_to_start && !stdout_is_taken();
            if (!watching() && !options_.quiet && something_to_see) say("\n" + last_board_of(spec_, log));
            if (!options_.quiet) say("\n");
            if (log.failure && !options_.quiet) say(explained(game, log, marks));
            say((stdout_is_taken() ? headline(log, marks) : coloured(Colour::bold, headline(log, marks))) + "\n");
            return;
        }
        if (aborted) return say(headline(log, marks) + "\n");
        if (log.failure && !options_.quiet) report_forfeit(game, log, marks);
        show_progress(game + 1);
    }

    /// In a series the first forfeit of each kind is told in full; the table counts the others.
    void report_forfeit(int game, const MatchLog& log, const Marks& marks) {
        const auto& guilty = log.players[static_cast<std::size_t>(log.failure->player)].name;
        if (!told_.insert({guilty, log.result.ending}).second) return;
        say(fmt::format("\ngame {} (seed {}): ", game + 1, log.seed) + explained(game, log, marks));
    }

    std::string explained(int game, const MatchLog& log, const Marks& marks) const {
        const bool is_a = (log.failure->player == 0) == (game % 2 == 0);
        const bool sandboxed = isolation_.confinement.sandbox != nullptr;
        return explain_forfeit(log, marks) + advice_on_surroundings(log, entrants_[is_a ? 0 : 1], sandboxed);
    }

    void show_progress(int done) {
        const auto& rows = score_.rows();
        constexpr std::size_t wide = 1000;  // the terminal's end cuts it
        const std::string difference = tournament::result_line(tournament::summary_of(pairs_.counts()), wide);
        progress_.show(fmt::format("{} of {} games: {} {}, {} {}{}{}", done, options_.games, entrants_[0].name,
                                   rows[0].points(), entrants_[1].name, rows[1].points(),
                                   difference.empty() ? "" : "; ", difference));
    }

    void print_end() {
        progress_.clear();
        if (!single() && score_.games() < options_.games)
            say(fmt::format("stopped after {} of {} games\n", score_.games(), options_.games));
        if (options_.json) return print(protocol::escaped_json(protocol::json_text(document(), 2)) + "\n");
        if (!single() && score_.games() > 0) {
            if (!options_.quiet) say("\n");
            say(table_of(score_, {entrants_[0].name, entrants_[1].name}));
            say_difference();
        }
        if (void_games_ > 1 && !options_.quiet) {
            say(fmt::format("{} games were void and played again: the machine is too busy for these limits\n",
                            void_games_));
        }
        report_log();
    }

    void say_difference() {
        const tournament::PairSummary summary = tournament::summary_of(pairs_.counts());
        const std::string repeats =
            tournament::repeats_line(static_cast<std::uint64_t>(score_.games()), distinct_.size());
        if (summary.pairs > 0) {
            say(tournament::result_title(entrants_[0].name, entrants_[1].name, summary.pairs) + "\n" +
                tournament::result_line(summary) + "\n");
        }
        if (!repeats.empty()) say(repeats + "\n");
    }

    /// If the log can't be written any more, it still has the earlier matches.
    void report_log() {
        if (matches_logged_ == 0 || options_.log == "-" || options_.quiet) return;
        const std::string how_many = matches_logged_ < matches_played_ ? fmt::format("the first {} of {} matches are ",
                                                                                     matches_logged_, matches_played_)
                                                                       : "";
        say(fmt::format("{}logged in {}; see {} with: referee replay {}\n", how_many, options_.log,
                        how_many.empty() ? "it" : "them", options_.log));
        if (matches_logged_ == matches_played_) say(again_);
    }

    using Json = protocol::Json;

    static Json summary_of(const MatchLog& log) {
        const auto& winner = log.result.winner;
        return {{"id", log.id},
                {"seed", log.seed},
                {"first", log.players[0].name},
                {"second", log.players[1].name},
                {"winner", winner ? Json(log.players[static_cast<std::size_t>(*winner)].name) : Json(nullptr)},
                {"ending", protocol::name_of(log.result.ending)},
                {"detail", log.result.detail},
                {"plies", log.plies.size()}};
    }

    Json document() const {
        Json players = Json::array();
        for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
            const SeriesScore::Row& row = score_.rows()[i];
            players.push_back({{"name", entrants_[i].name},
                               {"command", entrants_[i].command.arguments},
                               {"points", row.points()},
                               {"won", row.wins()},
                               {"lost", row.losses()},
                               {"drawn", row.draws()},
                               {"forfeits", row.forfeits},
                               {"longest_answer_us", row.longest.count()}});
        }
        return {{"referee", {{"version", version}}}, {"game", to_string(spec_)},           {"seed", seed_},
                {"games", score_.games()},           {"distinct_games", distinct_.size()}, {"void_games", void_games_},
                {"players", std::move(players)},     {"endings", score_.endings()},        {"matches", matches_}};
    }

    const PlayOptions& options_;
    Isolation isolation_;
    std::array<Entrant, 2> entrants_;
    games::GameSpec spec_;
    std::uint64_t seed_;
    protocol::Limits limits_;
    std::vector<std::string> opening_;  ///< of the match that is resumed
    std::unique_ptr<tournament::Openings> openings_;
    std::string openings_in_words_;
    int void_games_ = 0;
    std::vector<MatchLog> void_logs_;  ///< of a watched match, to be reported later
    std::unique_ptr<LogFile> log_file_;
    int matches_played_ = 0;
    int matches_logged_ = 0;
    std::string again_;  ///< how to repeat the turns of a loser
    ProgressLine progress_;
    SeriesScore score_;
    std::set<std::pair<bool, std::uint64_t>> distinct_;  ///< whether A moved first, and the moves
    tournament::PairCourse pairs_;
    std::set<std::pair<std::string, protocol::Ending>> told_;
    Json matches_ = Json::array();
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
