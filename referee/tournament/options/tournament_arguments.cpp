#include "referee/tournament/options/tournament_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ctime>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/bot_command.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/core/options/match_options.hpp"
#include "referee/core/options/opening_options.hpp"
#include "referee/tournament/options/anchor_option.hpp"
#include "referee/tournament/options/engine_options.hpp"
#include "referee/tournament/options/plan_file.hpp"
#include "referee/tournament/options/sprt_option.hpp"
#include "referee/tournament/options/team_options.hpp"

namespace referee {

namespace {

using games::UserError;
using tournament::Format;

constexpr const char* tournament_overview =
    R"(Runs a tournament of bots, saves every game in one file, and ranks the bots.

  referee tournament ./a ./b "python3 c.py" --games 20 --db t.db
  referee tournament --bots DIR --format swiss --db class.db
  referee tournament --bots DIR --students students.csv --db class.db
  referee tournament plan.json
  referee tournament --resume --db t.db)";

constexpr const char* tournament_exit_codes =
    "Exit codes: 0 done, 1 a system error, or no game has a result, 2 wrong arguments\n"
    "or files, or a bot's files have changed, 128 + n stopped by signal n. With\n"
    "--sprt: 0 H1 accepted, 4 H0 accepted, 5 no verdict within --games or before\n"
    "--stop-after or --stop-at, or the bots only repeat their games. With --until: 0\n"
    "the goal is reached, 5 it is not, for the same reasons. In a class: 6 done, but\n"
    "hand-ins have no owner.";

std::vector<std::pair<std::string_view, Format>> formats() {
    std::vector<std::pair<std::string_view, Format>> formats;
    for (const Format format : tournament::all_formats)
        formats.emplace_back(name_of(format), format);
    return formats;
}

/// Reads "17:30" as minutes after midnight.
std::optional<int> time_of_day(const std::string& text) {
    int hours = 0, minutes = 0;
    const char* end = text.data() + text.size();
    const auto hour = std::from_chars(text.data(), end, hours);
    if (hour.ec != std::errc() || hour.ptr == end || *hour.ptr != ':' || end - hour.ptr != 3) return std::nullopt;
    const auto minute = std::from_chars(hour.ptr + 1, end, minutes);
    if (minute.ec != std::errc() || minute.ptr != end || hours < 0 || hours > 23 || minutes < 0 || minutes > 59)
        return std::nullopt;
    return 60 * hours + minutes;
}

void parse_until(const std::string& text, TournamentOptions& options) {
    options.until = tournament::goal_of(text);
    if (options.until) return;
    if (time_of_day(text)) throw UserError(fmt::format("--until '{0}': a time of day is --stop-at {0}", text));
    throw UserError(fmt::format("--until '{}': write los=95 (above 50, up to 99.99) or elo=20 (1 to 10000)", text));
}

void parse_stop_at(const std::string& text, TournamentOptions& options) {
    const auto minutes = time_of_day(text);
    if (!minutes) throw UserError(fmt::format("--stop-at '{}': write a time of day such as 17:30", text));
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    options.stop_at = std::chrono::system_clock::from_time_t(next_time_of_day(*minutes, now));
}

Arguments written_stop_at(const TournamentOptions& options) {
    if (!options.stop_at) return {};
    const std::time_t moment = std::chrono::system_clock::to_time_t(*options.stop_at);
    std::tm day{};
    ::localtime_r(&moment, &day);
    return {fmt::format("{:02}:{:02}", day.tm_hour, day.tm_min)};
}

/// Reads a number of games, or a time.
void parse_stop_after(const std::string& text, TournamentOptions& options) {
    const bool is_number = text.find_first_not_of("0123456789-+") == std::string::npos;
    if (!is_number) {
        options.stop_after_time = parse_duration(text, "--stop-after");
        return;
    }
    const auto games = games::whole_number(text);
    if (!games || *games < 1 || *games > 1'000'000'000)
        throw UserError(fmt::format("--stop-after '{}': write a number of games, or a time such as 20m", text));
    options.stop_after = static_cast<int>(*games);
}

Arguments written_stop_after(const TournamentOptions& options) {
    if (options.stop_after) return {std::to_string(*options.stop_after)};
    return options.stop_after_time ? Arguments{exact(*options.stop_after_time)} : Arguments();
}

/// Reads "FILE", or "FILE,top=4" for the first four entrants of the file's table. The file's name may contain commas.
void read_from(const std::string& text, TournamentOptions& options) {
    constexpr std::string_view top = ",top=";
    constexpr int max_top = 10'000;
    const auto part = text.rfind(top);
    options.from = file_name("--from", "FILE", text.substr(0, part));
    if (part == std::string::npos) return;
    const std::string number = text.substr(part + top.size());
    const auto entrants = games::whole_number(number);
    if (!entrants || *entrants < 2 || *entrants > max_top)
        throw UserError(fmt::format("--from: top '{}': write a whole number from 2 to {}", number, max_top));
    options.top = static_cast<int>(*entrants);
}

Arguments written_from(const TournamentOptions& options) {
    if (options.from.empty()) return {};
    return {options.from + (options.top ? fmt::format(",top={}", *options.top) : "")};
}

/// Whether an argument that is neither an option nor the value of one is meant as a plan, and not as a bot's command.
bool is_plan(const std::string& argument) {
    return !argument.starts_with('-') && argument.ends_with(".json") &&
           (argument.find_first_of(" =") == std::string::npos || exists_at(argument));
}

void check_together(const TournamentOptions& options) {
    if (const auto plan = std::ranges::find_if(options.bots, is_plan); plan != options.bots.end())
        throw UserError(fmt::format("'{}': a plan is the first argument, or is given with --plan", *plan));
    const bool named = !options.bots.empty() || !options.bots_folder.empty() || !options.from.empty();
    if (!options.from.empty() && options.resume)
        throw UserError("--resume plays the bots that are in the tournament's file: omit --from");
    if (!named && !options.resume) {
        throw UserError(
            "no bots are given: referee tournament BOT BOT..., or --bots DIR, or --from FILE, or --plan FILE");
    }
    if (options.resume && !options.bots_folder.empty()) {
        throw UserError("--resume plays the bots that are in the tournament's file: omit --bots");
    }
    if (!options.students.empty() && options.bots_folder.empty())
        throw UserError(options.resume ? "--resume plays the bots that are in the tournament's file: omit --students"
                                       : "--students goes with --bots DIR, the folder with the hand-ins");
    if ((!options.teams.empty() || options.team_size) && options.students.empty())
        throw UserError(options.resume ? "--resume knows the teams of the class: omit --teams and --team-size"
                                       : "--teams and --team-size go with --students FILE, the list of a class");
    if (options.team_size && options.teams.empty())
        throw UserError("--team-size goes with --teams, the column with the teams");
    if (!options.teams.empty()) static_cast<void>(handins::parse_teams(options.teams, {}));
    if (!options.driver.empty() && options.students.empty())
        throw UserError(options.resume ? "--driver: the driver of a class is that of its start: omit it"
                                       : "--driver goes with --students FILE, the list of a class");
    if (!options.owners.empty() && options.students.empty())
        throw UserError(
            options.resume
                ? "--hand-ins: 'referee change FILE --bots DIR --hand-ins FILE' decides whose the hand-ins are"
                : "--hand-ins goes with --students FILE, the list of a class");
    if (!options.feedback.empty() && options.students.empty() && options.from.empty() && !options.resume)
        throw UserError(
            "--feedback goes with --students FILE, the list of a class, or with --from FILE, the tournament of one");
    check_traditional_time(options.traditional_time, options.limits);
    if (std::any_of(options.db.begin(), options.db.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; })) {
        throw UserError("--db: a file's name must not hold control characters");
    }
    if (options.sprt && options.format && *options.format != Format::round_robin) {
        throw UserError("--sprt compares two bots in a round robin: omit --format");
    }
    check_openings(options.openings);
    check_engine(options.engine);
    const bool is_local = options.engine == EngineWish();
    if (is_local && options.scale_time) throw UserError("--scale-time goes with --engine slurm or parallel");
    if (!is_local && options.pause) throw UserError("--pause goes with --engine local");
    if (!is_local && options.pin) throw UserError("--pin goes with --engine local: the batch system binds cores");
    if (options.json_events && options.quiet) throw UserError("--json and --quiet: use only one of them");
    if (options.json_events && options.dry_run)
        throw UserError("--json writes the events of games, and --dry-run plays none: use only one of them");
}

void add_bots(CommandLine& line, TournamentOptions& options) {
    line.group("Bots");
    line.list("BOT", "", "bots, as for a match", options.bots);
    line.file("--bots", "DIR", "the bots are the files and folders in here; each\nis checked first",
              options.bots_folder);
    line.file("--students", "FILE",
              "a list of names (CSV): --bots has the hand-ins of\nthese students, which are unpacked and built",
              options.students);
    add_teams(line, options.teams, options.team_size);
    add_driver(line, options.driver);
    line.file("--hand-ins", "FILE",
              "whose the hand-ins are, where their names don't\ntell: hand_ins.csv with what you have written there,\n"
              "or 'suggested' for all suggestions in it",
              options.owners);
    line.file("--feedback", "DIR", "after the games, a page for each student and an\narchive for Moodle",
              options.feedback)
        .is_of_run = true;
    line.group("Bots", false);
    line.option(
        "--from", "FILE",
        "the bots are those of an earlier tournament, in the\norder of its table, or the first N of it\n(FILE,top=N); "
        "its game and limits, too",
        [&options](const std::string& text) { read_from(text, options); },
        [&options] { return written_from(options); });
    line.text("--challenger", "NAME", "gauntlet: the bot that plays all others (the first)", options.challenger);
    add_reuse(line, options.reuse);
}

void add_games(CommandLine& line, TournamentOptions& options) {
    line.group("Games");
    line.text("--game", "SPEC", "game and settings (magnetize)", options.game);
    line.choice("--format", "NAME", "round-robin, gauntlet, swiss, knockout or ladder\n(round-robin)", formats(),
                options.format);
    line.number("--games", 1, 1'000'000, "of each pairing; sides are swapped (2)", options.games);
    line.number("--rounds", 1, 10'000, "of a Swiss tournament", options.rounds);
    line.number("--seed", 0, max_seed, "for random choices (random; always shown and kept)", options.seed);
    add_openings(line, options.openings);
    line.group("Games", false);
    line.option(
        "--sprt", "TEXT",
        "stop as soon as it is clear whether the first of\ntwo bots is better: elo0=0,elo1=5,alpha=.05,\nbeta=.05; "
        "with model=normalized the bounds are\nnormalised Elo",
        [&options](const std::string& text) { options.sprt = parse_sprt(text); },
        [&options] { return options.sprt ? Arguments{sprt_text(*options.sprt)} : Arguments(); });
    line.option(
        "--until", "GOAL",
        "stop as soon as every neighbour in the table is\nbetter with 95 % (los=95), or each rating is known\nto +-20 "
        "(elo=20): ladder, round robin, gauntlet",
        [&options](const std::string& text) { parse_until(text, options); },
        [&options] { return options.until ? Arguments{to_text(*options.until)} : Arguments(); });
    add_anchor(line, options.anchor);
}

void add_rules_for_bots(CommandLine& line, TournamentOptions& options) {
    line.group("Limits and sandbox");
    add_limits(line, {&options.limits, &options.isolation, &options.own_limits});
    line.group("Limits and sandbox", false);
    add_traditional_time(line, options.traditional_time);
    line.flag("--scale-time", "slower hosts get longer limits, faster ones shorter", options.scale_time);
    add_isolation(line, options.isolation);
    add_stderr_log(line, tournament::usual_notes, options.notes);
}

/// The options that may differ between runs of one tournament.
void add_run(CommandLine& line, TournamentOptions& options) {
    line.group("Run");
    line.file("--db", "FILE", "the tournament's file (tournament.db)", options.db);
    line.flag("--resume", "continue the tournament in the file", options.resume);
    line.number("--jobs", 1, 10'000, "games at once (half the cores)", options.jobs).is_of_run = true;
    line.option(
        "--stop-after", "WHAT", "stop this run after N games, or after a time (20m)",
        [&options](const std::string& text) { parse_stop_after(text, options); },
        [&options] { return written_stop_after(options); });
    line.option(
        "--stop-at", "TIME", "begin no game after a time of day (17:30)",
        [&options](const std::string& text) { parse_stop_at(text, options); },
        [&options] { return written_stop_at(options); });
    line.flag("--dry-run", "only show what would be played, and how long it\nwould take", options.dry_run);
    line.group("Run", false);
    line.flag("--force", "more jobs than cores", options.force).is_of_run = true;
    line.flag("--pin", "the bots of a game share the same core", options.pin).is_of_run = true;
    line.duration("--pause", "pause of each job after a game", options.pause).is_of_run = true;
    add_engine(line, options.engine);
    line.flag("--quiet", "only the tables at the end", options.quiet);
    line.flag("--json", "a JSON line on stdout for each event", options.json_events);
}

/// The file given by --plan, or by a first argument that is a JSON file.
std::optional<std::string> plan_in(const Arguments& arguments) {
    if (!arguments.empty() && is_plan(arguments.front())) return arguments.front();
    const Arguments plans = values_given(arguments, "--plan");
    return plans.empty() ? std::nullopt : std::optional(plans.front());
}

/// Refuses a second JSON file. It is meant as another plan, not as a bot.
void refuse_second_plan(const Arguments& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool is_value = i > 0 && arguments[i - 1].starts_with('-');
        if (!is_value && is_plan(arguments[i]))
            throw UserError(fmt::format("'{}': only one plan can be used", arguments[i]));
    }
}

struct Sources {
    Arguments all;             ///< those of the command line, and then those of the plan
    Arguments limits_of_bots;  ///< each --limits of the plan for one bot: the command line may spell its name otherwise
};

/// The arguments of the command line and of the plan in the file `path`. Requires: this file is the first argument or
/// is given by --plan.
Sources with_plan(const std::string& path, Arguments all, const CommandLine& line) {
    const bool is_first = is_plan(all.front());
    if (is_first) all.erase(all.begin());
    const Arguments named = values_given(all, "--plan");
    if (named.size() > (is_first ? 0 : 1))
        throw UserError(fmt::format("'{}': only one plan can be used", named.back()));
    if (path.empty() || path.starts_with('-')) throw UserError("--plan needs a value: --plan FILE");
    refuse_second_plan(all);
    line.check(all);  // before a bot of the plan can become the value of the last option
    const auto end = std::ranges::find(all, "--");
    Sources found{{all.begin(), end}, {}};
    Arguments bots(end == all.end() ? end : end + 1, all.end());
    for (std::string& argument : arguments_of_plan(read_text_file(path), path, all, line.options())) {
        const auto equals = std::min(argument.find('='), argument.size());
        const bool of_one_bot = is_of_one_bot(argument.substr(0, equals), argument.substr(equals));
        (of_one_bot                   ? found.limits_of_bots
         : argument.starts_with("--") ? found.all
                                      : bots)
            .push_back(std::move(argument));
    }
    found.all.emplace_back("--");
    std::ranges::move(bots, std::back_inserter(found.all));
    return found;
}

void parse(CommandLine& line, const Sources& sources, TournamentOptions& options) {
    line.parse(sources.all);
    CommandLine of_plan("referee tournament", "");
    add_limits(of_plan, {.own = &options.own_limits_of_plan});
    of_plan.parse(sources.limits_of_bots);
    check_together(options);
}

}  // namespace

std::time_t next_time_of_day(int minutes, std::time_t now) {
    std::tm today{};
    ::localtime_r(&now, &today);
    std::time_t moment = now;
    for (int days = 0; days < 3 && moment <= now; ++days) {
        std::tm day = today;
        day.tm_mday += days;
        day.tm_hour = minutes / 60;
        day.tm_min = minutes % 60;
        day.tm_sec = 0;
        day.tm_isdst = -1;  // summer time may begin or end before that time
        moment = std::mktime(&day);
    }
    return moment;
}

void add_tournament_options(CommandLine& line, TournamentOptions& options) {
    add_bots(line, options);
    add_games(line, options);
    add_rules_for_bots(line, options);
    add_run(line, options);
}

TournamentOptions tournament_options(const Arguments& arguments) {
    TournamentOptions options;
    CommandLine line("referee tournament", tournament_overview, tournament_exit_codes);
    add_tournament_options(line, options);
    line.group("Run");
    std::string plan;  // its options are among the arguments already
    line.file("--plan", "FILE", "these options, from a JSON file: {\"games\": 4, ...}", plan);
    const auto path = plan_in(arguments);
    const Sources sources = path ? with_plan(*path, arguments, line) : Sources{arguments, {}};
    try {
        parse(line, sources, options);
    } catch (const UserError& error) {
        if (!path) throw;
        throw UserError(fmt::format("{} (with plan '{}')", error.what(), *path));
    }
    return options;
}

std::string resuming_command(const TournamentOptions& options) {
    TournamentOptions run;
    CommandLine line("referee tournament", "");
    add_tournament_options(line, run);
    run = options;
    // The rules of a game of one's own may have been moved.
    const auto is_needed = [&](const Option& option) {
        return option.is_of_run || (options.resume && option.key() == "game");
    };
    return "referee tournament --resume --db " + copyable_path(options.db) + line.arguments_text(is_needed);
}

}  // namespace referee
