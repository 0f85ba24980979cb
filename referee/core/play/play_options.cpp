#include "referee/core/play/play_options.hpp"

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/bots/bot_text.hpp"
#include "referee/core/bots/listed_bot.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/core/options/match_options.hpp"
#include "referee/core/options/opening_options.hpp"

namespace referee {

namespace {

using games::UserError;

constexpr const char* play_overview =
    R"(Plays a match of two bots, or many games, and reports who wins. With one bot you
play against it.

  referee ./my_bot greedy --games 100
  referee new=./v2 old=./v1 --limits old:move=200ms --log m.json

A bot is the path of a program or of a folder that holds one, a command line in
quotes ("python3 bot.py -v"), a .py or .js file, 'human', or a bot that comes
with referee: alphabeta, greedy, random, random.py, ...)";

/// Refuses options that conflict with a watched match, which needs the terminal for itself.
void check_watch(const PlayOptions& options) {
    if (!options.watch) return;
    if (options.has_person()) throw UserError("--watch is for two bots: a person sees the board anyway");
    if (options.json) throw UserError("--json and --watch both write to stdout: use only one of them");
    if (options.log == "-") throw UserError("--log - and --watch both write to stdout: give --log a file");
    if (options.resume == "-") throw UserError("--resume - and --watch both read stdin: give --resume a file");
    if (options.show) throw UserError("--show and --watch both show the board: use only one of them");
    if (options.games > 1) {
        throw UserError(
            "--watch shows one match: omit --games, or log the series with --log and view it with referee watch");
    }
}

void check_resume(const PlayOptions& options) {
    if (!options.resume.empty() && (options.openings.any() || !options.openings.position.empty())) {
        throw UserError(fmt::format("--{} and --resume both set the start of the match: use only one of them",
                                    !options.openings.lines.empty() ? "opening"
                                    : options.openings.any()        ? "openings"
                                                                    : "position"));
    }
    if (options.at && options.resume.empty()) throw UserError("--at goes with --resume FILE");
    if (options.match && options.resume.empty()) throw UserError("--match goes with --resume FILE");
    if (options.resume == "-" && options.has_person()) {
        throw UserError("--resume - reads stdin, which the human player needs: give --resume a file");
    }
}

void check_jobs(const PlayOptions& options) {
    if (!options.jobs) return;
    if (options.games == 1) throw UserError("--jobs is for several games: give --games N, or omit it");
    if (*options.jobs == 1) return;
    if (options.has_person()) throw UserError("a person plays one game at a time: omit --jobs");
    if (options.show) throw UserError("--show shows one game at a time: omit --jobs");
}

/// Refuses options that contradict each other.
void check(const PlayOptions& options) {
    if (options.bots.empty()) throw UserError("no bot is given: referee BOT_A BOT_B, or referee --help");
    check_for_loose_plus(options.bots);
    if (options.bots.size() > 2) {
        throw UserError(fmt::format("unexpected bot '{}': a match has two bots", options.bots[2]));
    }
    if (options.reuse && options.games == 1)
        throw UserError("--reuse is for several games: give --games N, or omit it");
    if (options.force && options.log.empty() && !options.jobs)
        throw UserError("--force goes with --log FILE or --jobs");
    if (options.json && options.log == "-")
        throw UserError("--json and --log - both write to stdout: give --log a file");
    check_watch(options);
    check_jobs(options);
    check_openings(options.openings);
    check_resume(options);
    if (options.json && options.show) throw UserError("--json and --show both write to stdout: use only one of them");
}

void add_games(CommandLine& line, PlayOptions& options) {
    line.list("BOT", "", "one or two bots; the first one moves first; a bot\nmay have a name: NAME=BOT", options.bots);
    line.group("Games");
    line.text("--game", "SPEC", "game and settings, such as magnetize:width=7", options.game);
    line.number("--games", 1, 1'000'000, "how many; sides alternate (1)", options.games);
    line.number("--jobs", 1, 10'000, "games at once (half the cores)", options.jobs);
    line.number("--seed", 0, max_seed, "for random choices (random; always shown and logged)", options.seed);
    add_openings(line, options.openings);
    line.group("Games", false);
    line.file("--resume", "FILE", "continue a logged match (- is stdin)", options.resume);
    add_match(line, "with --resume: the match of this number, from 1", options.match);
    line.number("--at", 0, max_plies, "with --resume: after this ply", options.at);
}

void add_rules_for_bots(CommandLine& line, PlayOptions& options, GivenLimits& limits) {
    line.group("Limits and sandbox");
    add_limits(line, {&limits, &options.isolation, &options.own_limits});
    line.group("Limits and sandbox", false);
    add_traditional_time(line, options.traditional_time);
    add_isolation(line, options.isolation);
    add_reuse(line, options.reuse);
    line.flag("--pin", "referee and bots share the same core", options.pin);
}

void add_output(CommandLine& line, PlayOptions& options, std::optional<NotesKept>& notes) {
    line.group("Output");
    line.file("--log", "FILE",
              "write the matches to FILE (- is stdout): one as\nJSON, several as JSON lines; without it a person's\n"
              "are kept in last.json",
              options.log);
    line.flag("--show", "show the board after every ply; to a person, what\nthe bot notes, too", options.show);
    line.flag("--watch", "show the match full-screen, with keys to step back\nand play (? lists them)", options.watch);
    line.group("Output", false);
    line.flag("--force", "overwrite a match log; more jobs than cores", options.force);
    line.flag("--quiet", "only the result", options.quiet);
    line.flag("--json", "the result as a JSON document", options.json);
    line.flag("--stderr", "show what the bots write to stderr", options.pass_stderr);
    add_stderr_log(line, options.notes, notes);
}

/// Reads a bot that is given as a JSON object, as in a plan. Sets its name and limits, and returns its command.
std::string take_listed(const std::string& json, std::string& name, OwnLimits& limits) {
    const ListedBot listed = parse_listed_bot(json);
    if (listed.reuse) throw UserError(listed.place + ": in a match both bots must be reused, or neither: use --reuse");
    name = listed.name;
    limits = listed.limits;
    std::string command = listed.text;
    for (const std::string& word : listed.words)
        command += (command.empty() ? "" : " ") + shell_word(word);
    return command;
}

/// Splits bots such as "deep=./alphabeta" into a name and a command.
void take_names(PlayOptions& options) {
    options.names.resize(std::max<std::size_t>(2, options.bots.size()));
    options.limits_of_bots.resize(options.names.size());
    for (std::size_t i = 0; i < options.bots.size(); ++i) {
        std::string& bot = options.bots[i];
        if (bot.starts_with('{')) {
            bot = take_listed(bot, options.names[i], options.limits_of_bots[i]);
            continue;
        }
        NamedBot named = named_bot(bot);
        options.names[i] = std::move(named.name);
        bot = std::move(named.command);
    }
}

}  // namespace

PlayOptions play_options(const Arguments& arguments) {
    PlayOptions options;
    GivenLimits limits;
    std::optional<NotesKept> notes;
    CommandLine line("referee play", play_overview, exit_codes_of_matches);
    add_games(line, options);
    add_rules_for_bots(line, options, limits);
    add_output(line, options, notes);
    line.parse(arguments);
    options.game_given = line.given("--game");
    options.limits = with_given(usual_limits(), limits);
    options.notes = notes.value_or(options.notes);
    check_traditional_time(options.traditional_time, limits);
    take_names(options);
    check(options);
    options.resume = file_of_log(options.resume);
    if (options.bots.size() == 1) options.bots.emplace_back("human");
    return options;
}

}  // namespace referee
