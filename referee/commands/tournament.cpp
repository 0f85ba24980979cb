// `referee tournament`: many bots play each other, and a table comes of it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <csignal>
#include <ctime>
#include <filesystem>
#include <memory>
#include <numeric>

#include "games/user_error.hpp"
#include "referee/commands/commands.hpp"
#include "referee/commands/engine_options.hpp"
#include "referee/commands/tournament_arguments.hpp"
#include "referee/files/file_kind.hpp"
#include "referee/match/seed.hpp"
#include "referee/system/version.hpp"
#include "referee/terminal/output.hpp"
#include "referee/terminal/progress_line.hpp"
#include "referee/tournament/engine/batch_engine.hpp"
#include "referee/tournament/engine/transfer.hpp"
#include "referee/tournament/entrants/bot_copies.hpp"
#include "referee/tournament/entrants/fitness.hpp"
#include "referee/tournament/run/director.hpp"
#include "referee/tournament/run/forecast.hpp"
#include "referee/tournament/run/game_player.hpp"
#include "referee/tournament/run/ladder_rater.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/run.hpp"
#include "referee/tournament/run/seeding.hpp"
#include "referee/tournament/run/workers.hpp"
#include "referee/tournament/schedule/field.hpp"
#include "referee/tournament/schedule/ladder.hpp"
#include "referee/tournament/schedule/opening_list.hpp"
#include "referee/tournament/schedule/openings.hpp"
#include "referee/tournament/schedule/swiss.hpp"
#include "referee/tournament/tables/change_lines.hpp"
#include "referee/tournament/tables/hosts.hpp"
#include "referee/tournament/tables/standings_text.hpp"
#include "referee/tournament/watchers/announcer.hpp"
#include "referee/tournament/watchers/jobs.hpp"
#include "referee/tournament/watchers/json_events.hpp"
#include "referee/tournament/watchers/live_display.hpp"
#include "referee/tournament/watchers/plain_progress.hpp"

namespace referee {

namespace tournament {

namespace {

using games::UserError;
using namespace std::chrono_literals;

/// The command that goes on with a tournament as this run does.
std::string resuming_command(const TournamentOptions& options) {
    std::string command = "referee tournament --resume --db " + shell_word(options.db);
    if (options.jobs) command += fmt::format(" --jobs {}", *options.jobs);
    if (options.force) command += " --force";
    if (options.pin) command += " --pin";
    if (options.engine != "local") command += " --engine " + options.engine;
    for (const std::string& option : options.engine_options)
        command += " --engine-option " + shell_word(option);
    if (!options.hosts_file.empty()) command += " --hosts-file " + shell_word(options.hosts_file);
    if (options.transfer) command += " --transfer";
    return command;
}

/// The cores that a game keeps busy: of two bots one waits.
std::uint64_t cores_of_a_game(const Confinement& confinement) {
    return confinement.cpus.value_or(static_cast<std::uint64_t>(cores()));
}

/// A process that has played other games may play differently: which ones must not depend on how long games take.
GameShare share_of(const std::vector<Entrant>& entrants) {
    return std::ranges::any_of(entrants, &Entrant::reuse) ? GameShare::by_pair : GameShare::whoever_is_free;
}

/// A stranger's text as the tournament's file can keep it: UTF-8, and harmless but for the ends of lines.
std::string kept_text(const std::string& text) {
    std::string kept;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        kept += (begin > 0 ? "\n" : "") + harmless(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return kept;
}

class Tournament {
public:
    explicit Tournament(const TournamentOptions& options) : options_(options) {
        if (options_.quiet) be_quiet();
    }

    int run() {
        refuse_missing_file();
        const auto before = options_.resume ? std::optional(Store::head_of(options_.db)) : std::nullopt;
        refuse_existing_file();
        const auto stored = before                  ? std::optional(settings_of_json(before->settings))
                            : options_.from.empty() ? std::nullopt
                                                    : std::optional(take_earlier_stage());
        Preparation prepared = prepare(options_, stored);
        choose_jobs(cores_of_a_game(prepared.isolation.confinement));
        report_missing_sandbox(prepared.isolation);
        prepared.isolation.hide(secrets_of_database(options_.db));
        if (system_ != nullptr) prepared.isolation.hide({secret_file(site_.spool)});
        if (!gather(prepared, before)) return exit_signal_base + stop_->take();
        fit_to_entrants(prepared.settings, options_, names());
        const TournamentHead head = head_of(prepared, before);
        // Before the file is made: what is wrong with the settings must not leave one behind.
        const auto openings =
            make_openings(prepared.spec, prepared.settings.opening_plies, prepared.settings.opening_list, head.seed);
        Openings* const drawn = openings.get();
        if (!options_.resume) schedule_of(prepared.settings, head, {}, drawn);
        if (site_.transfer && !options_.resume) check_files_for_hosts(site_, batch_of(head, prepared));
        const auto plan = plan_text(prepared, head, drawn);
        if (options_.dry_run) return show_plan(head, plan);
        std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error, not an end
        stop_.emplace();
        Store store = open_store(head, before);
        if (site_.transfer && options_.resume)
            check_files_for_hosts(site_, players_only(store.head(), batch_of(store.head(), prepared)));
        const auto schedule = schedule_of(prepared.settings, store.head(), store.games(), drawn);
        FileWatch watch(played_files());
        std::vector<Entrant> entrants;
        for (const Contender& contender : contenders_)
            entrants.push_back(contender.entrant);
        announce(prepared, head, plan);
        const auto opening_moves = [drawn](const PlannedGame& game) { return drawn->at(*game.opening).start; };
        const GamePlayer player(prepared.spec, prepared.settings.limits, prepared.isolation, entrants, opening_moves,
                                watch, break_off_, *stop_, running_, prepared.settings.notes);
        return play(store, *schedule, [&]() -> std::unique_ptr<Engine> {
            if (system_ == nullptr) return std::make_unique<Workers>(jobs_, options_.pin, share_of(entrants), player);
            return batch_engine(store.head(), prepared, opening_moves);
        });
    }

private:
    /// Of this machine; those of a batch system are its own affair.
    void choose_jobs(std::uint64_t cpus) {
        if (system_ != nullptr) {
            site_ = site_of(options_);
            site_.cpus = cpus;
            site_.spool = std::filesystem::absolute(Spool::folder_of(options_.db));
        }
        const std::optional<int> asked = system_ == nullptr ? options_.jobs : std::nullopt;
        jobs_ = jobs_to_run(asked, cpus, options_.force);
        make_room_for_descriptors(jobs_);
    }

    /// How many games there are to be, and how long they may take; of a tournament that is resumed nothing.
    std::string plan_text(const Preparation& prepared, const TournamentHead& head, Openings* openings) const {
        if (options_.resume) return "";
        const auto schedule = schedule_of(prepared.settings, head, {}, openings);
        const Format format = prepared.settings.format.format;
        std::optional<int> rounds;
        if (format == Format::swiss)
            rounds = Swiss::rounds_of(prepared.settings.format, Field(static_cast<int>(contenders_.size())));
        return forecast_text(prepared.settings, prepared.spec, contenders_, schedule->total(), rounds, jobs_);
    }

    int show_plan(const TournamentHead& head, const std::string& plan) {
        std::string text = fmt::format("# {} of {} bots\n", name_of(settings_of_json(head.settings).format.format),
                                       contenders_.size());
        for (const Contender& contender : contenders_)
            text += fmt::format("#   {}: {}\n", harmless(contender.entrant.name),
                                harmless(command_line_of(contender.entrant.command.arguments)));
        if (!plan.empty()) text += fmt::format("# {}\n", plan);
        print(text);
        return show_commands(head);
    }

    int show_commands(const TournamentHead& head) {
        if (system_ == nullptr) {
            print(fmt::format("# --engine local: {} thread{} of this process, and no other commands\n", jobs_,
                              jobs_ == 1 ? "" : "s"));
            return exit_done;
        }
        site_.tournament = tournament_id(head);
        print(commands_text(*system_, site_, slots_now(*system_, site_)));
        return exit_done;
    }

    /// Without games.
    static Batch batch_of(const TournamentHead& head, const Preparation& prepared) {
        Batch batch{tournament_id(head), version, prepared.settings, head.entrants, {}};
        batch.settings.opening_list = {};  // each game brings its own moves
        return batch;
    }

    /// Without those who have left, whose files may have gone with them.
    static Batch players_only(const TournamentHead& head, Batch batch) {
        const Field field(static_cast<int>(head.entrants.size()), head.changes);
        std::vector<StoredEntrant> players;
        for (std::size_t i = 0; i < batch.entrants.size(); ++i) {
            if (field.is_in(static_cast<int>(i))) players.push_back(batch.entrants[i]);
        }
        batch.entrants = std::move(players);
        return batch;
    }

    std::unique_ptr<Engine> batch_engine(const TournamentHead& head, const Preparation& prepared,
                                         const OpeningOfGame& opening_moves) {
        site_.tournament = tournament_id(head);
        BatchEngineOptions engine{site_, 60s, options_.leave_running};
        if (options_.batch_time) engine.batch_time = std::chrono::ceil<std::chrono::milliseconds>(*options_.batch_time);
        const Batch batch = batch_of(head, prepared);
        if (site_.transfer) put_files_for_hosts(site_, players_only(head, batch));
        return std::make_unique<BatchEngine>(*system_, engine, batch, opening_moves, break_off_);
    }

    /// Its bots, and what the second stage takes over from it.
    Settings take_earlier_stage() {
        const Store earlier = Store::open(options_.from);
        seeds_ = seeds_of(earlier, options_.top);
        return settings_for_next_stage(earlier.head());
    }

    void refuse_missing_file() const {
        std::error_code error;
        if (!options_.resume || std::filesystem::exists(options_.db, error) || error) return;
        throw UserError(fmt::format("there is no tournament file '{}' to resume: name it with --db FILE", options_.db));
    }

    void refuse_existing_file() const {
        std::error_code error;
        if (options_.resume || !std::filesystem::is_regular_file(options_.db, error)) return;
        if (kind_of_file(options_.db) != FileKind::database) {
            throw UserError(
                fmt::format("'{}' already exists and is not a tournament's file: give another --db", options_.db));
        }
        throw UserError(fmt::format("tournament file '{}' already exists: continue it with {}, or give another --db",
                                    options_.db, resuming_command(options_)));
    }

    /// Gathers the entrants: those of the file, or those that the user has named, if they are fit. Returns false after
    /// a signal.
    bool gather(Preparation& prepared, const std::optional<TournamentHead>& before) {
        Isolation& isolation = prepared.isolation;
        // Without a sandbox a bot could change the copies, too.
        BotCopies* copies = isolation.confinement.sandbox ? &copies_ : nullptr;
        const std::string& folder = prepared.settings.bots_folder;
        if (!folder.empty()) isolation.hide({secret_file(folder)});
        const bool named = !options_.bots.empty() || !options_.entrants_file.empty() || !options_.bots_folder.empty();
        const bool new_bots = options_.orders.bring_bots();
        if (before && !named) {
            const Field field(static_cast<int>(before->entrants.size()), before->changes);
            contenders_ = contenders_of(before->entrants, isolation.path(), folder, copies, [&](std::size_t entrant) {
                return !field.is_in(static_cast<int>(entrant)) || leaves(before->entrants, entrant);
            });
        }
        if (!seeds_.empty()) contenders_ = contenders_of(seeds_, isolation.path(), folder, copies);
        for (std::size_t i = 0; i < seeds_.size(); ++i) {
            if (contenders_[i].files != seeds_[i].files)
                note(fmt::format("'{}' has changed since {}", harmless(seeds_[i].name), harmless(options_.from)));
        }
        for (Contender& contender : contenders_)
            contender.entrant.reuse = contender.entrant.reuse || (options_.reuse && !new_bots);
        hide(contenders_, isolation);
        std::vector<std::string> taken;
        for (const Contender& contender : contenders_)
            taken.push_back(contender.entrant.name);
        LineupSources sources{options_.bots, options_.entrants_file, options_.bots_folder,
                              taken,         isolation.path(),       folder,
                              copies,        options_.reuse};
        std::vector<std::string> joining = options_.orders.added;
        for (const Replacement& replacement : replacements_of(options_.orders, taken))
            joining.push_back(replacement.bot);
        if (new_bots) sources.bots = joining;
        if (!before || named || new_bots) {
            Lineup lineup = make_lineup(sources);
            if (before) keep_to_stored_files(lineup.contenders, before->entrants);
            hide(lineup.contenders, isolation);
            for (const Renamed& bot : lineup.renamed)
                note(fmt::format("'{}' is called '{}' here", bot.file, bot.name));
            if (!options_.bots_folder.empty() && !check(lineup, prepared)) return false;
            std::move(lineup.contenders.begin(), lineup.contenders.end(), std::back_inserter(contenders_));
            left_out_ = std::move(lineup.left_out);
        }
        return true;
    }

    /// Whether an entrant is told to leave now: its files may be gone.
    bool leaves(const std::vector<StoredEntrant>& entrants, std::size_t entrant) const {
        const DirectorOrders& orders = options_.orders;
        const std::string& name = entrants[entrant].name;
        return std::ranges::find(orders.withdrawn, name) != orders.withdrawn.end() ||
               std::ranges::find(orders.annulled, name) != orders.annulled.end() ||
               std::ranges::any_of(orders.replaced, [&](const auto& text) { return text.starts_with(name + "="); });
    }

    /// The file of the tournament, with the changes that the director has ordered.
    Store open_store(const TournamentHead& head, const std::optional<TournamentHead>& before) {
        if (!before) return Store::create(options_.db, head);
        TournamentHead known = head;
        std::vector<StoredEntrant> joined;
        if (options_.orders.bring_bots()) {
            const auto first_new = known.entrants.begin() + static_cast<std::ptrdiff_t>(before->entrants.size());
            joined.assign(first_new, known.entrants.end());
            known.entrants.erase(first_new, known.entrants.end());
        }
        Store store = Store::resume(options_.db, known);
        const std::vector<Change> changes = changes_of(options_.orders, options_.rounds, store);
        if (changes.empty()) return store;
        if (std::filesystem::exists(Spool::folder_of(options_.db)))
            throw UserError(
                "batches of this tournament may still be out: resume it first with the --engine that it had "
                "and without changes, so that their games are collected");
        store.change(changes, joined);
        for (const Change& change : changes)
            note(change_text(store.head(), change));
        return store;
    }

    /// From each other; and the copies from all.
    void hide(const std::vector<Contender>& contenders, Isolation& isolation) const {
        for (const Contender& contender : contenders)
            isolation.hide(secrets_of(contender.entrant.command, contender.entrant.own));
        if (!copies_.folder().empty()) isolation.hide({secret_file(copies_.folder())});
    }

    /// Reports the bots of a folder that are left out, and why. Returns false if a signal came.
    bool check(Lineup& lineup, const Preparation& prepared) {
        const auto found = lineup.contenders.size() + lineup.left_out.size();
        for (const LeftOut& bot : lineup.left_out)
            report_left_out(bot);
        note(lineup.left_out.empty()
                 ? fmt::format("checking {} bots", found)
                 : fmt::format("checking the other {} of {} bots", lineup.contenders.size(), found));
        stop_.emplace();
        const CheckPlan plan = quick_check(prepared.spec, prepared.settings.limits, options_.seed.value_or(seed_));
        const bool checked = check_lineup(lineup, plan, prepared.isolation, stop_->fd(), jobs_,
                                          [](const Contender& /*contender*/, const LeftOut* left_out) {
                                              if (left_out != nullptr) report_left_out(*left_out);
                                          });
        if (!checked || stop_->requested()) {
            begin_line_on_terminal();
            note("stopped while the bots were checked: nothing has been played");
            return false;
        }
        stop_.reset();
        note(fmt::format("{} of {} are fit to play", lineup.contenders.size(), found));
        return true;
    }

    static void report_left_out(const LeftOut& bot) {
        warn(fmt::format("left out: '{}': {}{}", bot.name, bot.reason, bot.hint.empty() ? "" : "; see " + bot.hint));
    }

    /// The entrants with the files that are really played, which are copies for those of a folder.
    std::vector<StoredEntrant> played_files() const {
        std::vector<StoredEntrant> entrants;
        for (const Contender& contender : contenders_) {
            entrants.push_back(contender.stored());
            if (!contender.entrant.own) continue;
            for (FileSum& file : entrants.back().files)
                file.path = contender.entrant.own->source_of(file.path);
        }
        return entrants;
    }

    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const Contender& contender : contenders_)
            names.push_back(contender.entrant.name);
        return names;
    }

    TournamentHead head_of(const Preparation& prepared, const std::optional<TournamentHead>& before) const {
        TournamentHead head;
        head.referee_version = version;
        head.created_at = now_text();
        head.settings = to_json(prepared.settings);
        head.seed = options_.seed ? *options_.seed : before ? before->seed : seed_;
        for (const Contender& contender : contenders_)
            head.entrants.push_back(contender.stored());
        if (before) return head;
        for (const LeftOut& bot : left_out_)
            head.changes.push_back({.kind = Change::Kind::left_out,
                                    .at = head.created_at,
                                    .name = kept_text(bot.name),
                                    .reason = kept_text(bot.reason),
                                    .last_words = kept_text(bot.last_words)});
        return head;
    }

    std::unique_ptr<Schedule> schedule_of(const Settings& settings, const TournamentHead& head,
                                          std::vector<PlannedGame> planned, Openings* openings) const {
        const Field field(static_cast<int>(head.entrants.size()), head.changes);
        if (settings.format.format != Format::ladder) return make_schedule(settings.format, field, head.seed, planned);
        OpeningLeft opening_left;
        if (openings != nullptr) opening_left = [openings](int pairs) { return openings->has(pairs); };
        return std::make_unique<Ladder>(settings.format, field, head.seed, rate_for_ladder, std::move(planned),
                                        std::move(opening_left));
    }

    void announce(const Preparation& prepared, const TournamentHead& head, const std::string& plan) const {
        if (options_.json_events || options_.quiet) return;
        const auto games_at_once = system_ != nullptr ? fmt::format("batches by {}", system_->name)
                                   : jobs_ == 1       ? std::string("one game at a time")
                                                      : fmt::format("{} games at a time", jobs_);
        note(fmt::format("{}, {} of {} bots, seed {}, {}; kept in {}", prepared.settings.game,
                         name_of(prepared.settings.format.format), head.entrants.size(), head.seed, games_at_once,
                         options_.db));
        if (!plan.empty()) note(plan);
        if (!options_.resume) {
            for (const std::string& warning : warnings_of(contenders_, prepared.settings.limits))
                warn(warning);
        }
        if (!busy_.empty()) warn(busy_);
        note("to watch in a browser: referee serve " + shell_word(options_.db));
    }

    int play(Store& store, Schedule& schedule, const StartEngine& start_engine) {
        std::vector<std::unique_ptr<Watcher>> watchers = watchers_for(store.head());
        std::vector<Watcher*> looking;
        for (const auto& watcher : watchers)
            looking.push_back(watcher.get());
        std::optional<RunEnd> end;
        try {
            Run run(store, schedule, {options_.stop_after, options_.stop_after_time, deadline()}, *stop_, break_off_,
                    start_engine, looking);
            end = run.play();
        } catch (...) {
            watchers.clear();
            copies_.remove();
            stop_.reset();
            note("finished games are saved; to resume: " + resuming_command(options_));
            throw;
        }
        watchers.clear();
        copies_.remove();
        if (end->signal != 0) begin_line_on_terminal();
        if (const auto why = store.gather_into_one_file())
            warn(fmt::format("{}: '{}-wal' belongs to '{}'; keep both", *why, options_.db, options_.db));
        const Account account = account_of(store);
        stop_.reset();  // the reader of the tables may stop reading, and then a signal has to end this
        if (!options_.json_events) print(standings_text(account, colour_wanted()) + hosts_text(hosts_of(store)));
        if (end->why == RunEnd::Why::signalled || end->why == RunEnd::Why::stop_after)
            note("to resume: " + resuming_command(options_));
        return exit_code(*end, account);
    }

    /// The next moment that has the time of day after which no game is to begin.
    std::optional<TimePoint> deadline() const {
        if (!options_.stop_at) return std::nullopt;
        const std::time_t now = std::time(nullptr);
        std::tm day{};
        ::localtime_r(&now, &day);
        day.tm_hour = *options_.stop_at / 60;
        day.tm_min = *options_.stop_at % 60;
        day.tm_sec = 0;
        day.tm_isdst = -1;
        if (std::mktime(&day) <= now) ++day.tm_mday;
        return Clock::now() + std::chrono::seconds(std::mktime(&day) - now);
    }

    std::vector<std::unique_ptr<Watcher>> watchers_for(const TournamentHead& head) const {
        std::vector<std::unique_ptr<Watcher>> watchers;
        watchers.push_back(std::make_unique<Announcer>(running_, identity_of(options_.db).place));
        if (options_.json_events) {
            watchers.push_back(std::make_unique<JsonEvents>(head, jobs_, stop_->fd()));
        } else if (!options_.quiet && can_draw_on_terminal()) {
            watchers.push_back(std::make_unique<LiveDisplay>(jobs_, stop_->fd()));
        } else if (!options_.quiet) {
            watchers.push_back(std::make_unique<PlainProgress>(jobs_, stop_->fd()));
        }
        return watchers;
    }

    static int exit_code(const RunEnd& end, const Account& account) {
        if (account.sprt() && account.sprt()->decided())
            return account.sprt()->state().verdict == SprtVerdict::accept_h1 ? exit_done : exit_h0;
        if (end.why == RunEnd::Why::signalled) return exit_signal_base + end.signal;
        const bool searching = account.sprt() || account.settings().until;
        const bool ended = end.why == RunEnd::Why::finished || end.why == RunEnd::Why::repeats;
        return searching && ended ? exit_undecided : exit_done;
    }

    const TournamentOptions& options_;
    const JobSystem* system_ = job_system_of(options_);  ///< null: this process plays
    Site site_;                                          ///< of the batch system
    int jobs_ = 1;
    /// Only while bots run is there anything to be ended with care; else a signal may end the program as it likes.
    std::optional<StopSignal> stop_;
    WakeUp break_off_;
    RunningGames running_;
    BotCopies copies_;
    std::vector<Contender> contenders_;
    std::vector<StoredEntrant> seeds_;  ///< of an earlier tournament
    std::vector<LeftOut> left_out_;
    const std::string busy_ = busy_warning();  ///< before the bots are checked
    std::uint64_t seed_ = random_seed();       ///< where none is given
};

}  // namespace

}  // namespace tournament

Task parse_tournament(const Arguments& arguments) {
    return [options = tournament_options(arguments)] { return tournament::Tournament(options).run(); };
}

}  // namespace referee
