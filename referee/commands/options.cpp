#include "referee/commands/options.hpp"

#include <fmt/format.h>

#include <array>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "referee/bots/bot_command.hpp"
#include "referee/commands/option_parts.hpp"
#include "referee/commands/serve_options.hpp"
#include "referee/commands/tables_options.hpp"
#include "referee/commands/tournament_arguments.hpp"

namespace referee {

namespace {

using games::UserError;

constexpr const char* referee_overview = R"(referee lets two bots play a board game over pipes, and judges them.

  referee BOT_A BOT_B        plays a match; BOT_A moves first
  referee BOT_A              lets you play against BOT_A
  referee tournament BOT...  lets many bots play each other, and ranks them
  referee replay LOG         shows a match that was logged, and checks it
  referee watch LOG          shows it on the terminal: keys step, play and pause
  referee view LOG           makes a page of it, to be looked at in a browser
  referee standings FILE     shows the tables of a tournament
  referee report FILE        makes pages of it, to be looked at in a browser
  referee serve [FILE]       shows it in a browser, and lets you play there
  referee export FILE        writes its matches, or a table, for other programs
  referee check BOT          tells whether BOT is fit to play, or what is wrong
  referee games [NAME]       tells which games there are, and their settings
  referee tiles FILE         shows the tiles of a file, or the 'builtin' ones

A bot is the path of a program, a command line in quotes ("python3 bot.py -v"),
a .py or .js file, or 'human'.
)";

constexpr const char* referee_exit_codes =
    "Exit codes: 0 done, 1 a replay differs or the system can't, 2 wrong arguments or\n"
    "files, 3 a match was not played to its end, 128 + n stopped by signal n.";

/// A match that is watched has the terminal to itself.
void check_watch(const PlayOptions& options) {
    if (!options.watch) return;
    const bool human = options.bots.size() < 2 || options.bots[0] == "human" || options.bots[1] == "human";
    if (human) throw UserError("--watch is for two bots: a person sees the board anyway");
    if (options.json) throw UserError("--json and --watch both want stdout: use only one of them");
    if (options.log == "-") throw UserError("--log - and --watch both want stdout: give --log a file");
    if (options.show) throw UserError("--show and --watch both show the board: use only one of them");
    if (options.games > 1) {
        throw UserError("--watch shows one match: omit --games, or --log the series and see it with referee watch");
    }
}

/// What can be wrong with options together.
void check(const PlayOptions& options) {
    if (options.bots.empty()) throw UserError("no bot is given: referee BOT_A BOT_B, or referee --help");
    if (options.bots.size() > 2) {
        throw UserError(fmt::format("'{}' is one bot too many: a match has two", options.bots[2]));
    }
    if (options.at && options.resume.empty()) throw UserError("--at goes with --resume FILE");
    if (options.force && options.log.empty()) throw UserError("--force goes with --log FILE");
    if (options.json && options.log == "-") throw UserError("--json and --log - both want stdout: give --log a file");
    check_watch(options);
    if (options.json && options.show) throw UserError("--json and --show both want stdout: use only one of them");
}

Command parse_play(const std::vector<std::string>& arguments) {
    PlayOptions options;
    GivenLimits given_limits;
    CLI::App app(referee_overview, "referee");
    app.add_option("BOT", options.bots, "one or two bots; the first one moves first")->type_name("");
    auto* game =
        app.add_option("--game", options.game, "game and settings, such as magnetize:width=7")->type_name("SPEC");
    add_number(app, "--games", 1, 1'000'000, "how many; sides alternate (1)", into(options.games));
    add_number(app, "--seed", 0, largest_seed, "of all chance (random; always shown and logged)",
               [&](std::int64_t seed) { options.seed = static_cast<std::uint64_t>(seed); });
    const auto limits = add_limits(app, given_limits);
    app.add_flag("--traditional-time", options.traditional_time,
                 "instead: the limit that belongs to the game,\nwithout grace (see referee games NAME)");
    app.add_option("--name-a", options.name_a, "what BOT_A is called")->type_name("NAME");
    app.add_option("--name-b", options.name_b, "what BOT_B is called")->type_name("NAME");
    auto* log =
        app.add_option("--log", options.log, "write the matches here (- is stdout): one as\nJSON, several one a line")
            ->type_name("FILE");
    app.add_flag("--force", options.force, "overwrite the match log that is there")->disable_flag_override();
    app.add_flag("--show", options.show, "show the board after every ply")->disable_flag_override();
    app.add_flag("--watch", options.watch,
                 "show the match on a screen of its own, with keys\nto step back and play (? lists them)")
        ->disable_flag_override();
    app.add_flag("--quiet", options.quiet, "only the result")->disable_flag_override();
    app.add_flag("--json", options.json, "the result as a JSON document")->disable_flag_override();
    app.add_flag("--stderr", options.pass_stderr, "show what the bots write to stderr")->disable_flag_override();
    add_isolation(app, options.isolation);
    app.add_flag("--pin", options.pin, "referee and bots share one core")->disable_flag_override();
    auto* resume = app.add_option("--resume", options.resume, "go on from a logged match")->type_name("FILE");
    add_number(app, "--at", 0, max_plies, "with --resume: after this ply", into(options.at));
    app.footer(referee_exit_codes);
    if (auto information = parse(app, arguments)) return std::move(*information);
    options.game_given = game->count() > 0;
    options.limits = with_given(usual_limits(), given_limits);
    for (const CLI::Option* limit : limits) {
        if (!options.traditional_time || limit->count() == 0) continue;
        throw UserError(fmt::format("--traditional-time sets all limits: omit {}", limit->get_name()));
    }
    check(options);
    if (options.bots.size() == 1) options.bots.emplace_back("human");
    if (log->count() > 0 && options.log.empty()) throw UserError("--log is given no file's name");
    if (resume->count() > 0 && options.resume.empty()) throw UserError("--resume is given no file's name");
    return options;
}

Command parse_replay(const std::vector<std::string>& arguments) {
    ReplayOptions options;
    CLI::App app("Plays a logged match again with the rules, compares everything, and shows it.", "referee replay");
    app.add_option("LOG", options.log, "a log that referee has written")->type_name("");
    add_number(app, "--match", 1, max_plies, "only the match of this number, from 1", into(options.match));
    add_number(app, "--at", 0, max_plies, "show only the position after this ply", into(options.at));
    app.add_flag("--no-boards", options.no_boards, "check, and show only the results")->disable_flag_override();
    add_number(app, "--stdin-of", 0, 1, "print exactly what player 0 or 1 was sent", into(options.stdin_of));
    add_number(app, "--until", 1, max_plies, "with --stdin-of: up to the block this ply answered",
               into(options.until));
    app.footer(referee_exit_codes);
    if (auto information = parse(app, arguments)) return std::move(*information);
    if (options.log.empty()) throw UserError("no log is given: referee replay LOG");
    if (options.until && !options.stdin_of) throw UserError("--until goes with --stdin-of 0 or 1");
    return options;
}

Command parse_view(const std::vector<std::string>& arguments) {
    ViewOptions options;
    CLI::App app("Makes one file of a log, to be looked at in any browser: boards, moves, times and endings.",
                 "referee view");
    app.add_option("LOG", options.log, "a log that referee has written")->type_name("");
    auto* output =
        app.add_option("-o,--output", options.output, "the page (beside the log; - is stdout)")->type_name("FILE");
    add_number(app, "--match", 1, max_plies, "only the match of this number, from 1", into(options.match));
    app.footer(referee_exit_codes);
    if (auto information = parse(app, arguments)) return std::move(*information);
    if (options.log.empty()) throw UserError("no log is given: referee view LOG");
    if (output->count() > 0 && options.output.empty()) throw UserError("-o is given no file's name");
    return options;
}

Command parse_watch(const std::vector<std::string>& arguments) {
    WatchOptions options;
    CLI::App app("Shows a logged match on the terminal: space plays, arrows step, ? lists all keys.", "referee watch");
    app.add_option("LOG", options.log, "a log that referee has written")->type_name("");
    add_number(app, "--match", 1, max_plies, "only the match of this number, from 1", into(options.match));
    add_number(app, "--at", 0, max_plies, "begin after this ply", into(options.at));
    app.footer(referee_exit_codes);
    if (auto information = parse(app, arguments)) return std::move(*information);
    if (options.log.empty()) throw UserError("no log is given: referee watch LOG");
    return options;
}

Command parse_games(const std::vector<std::string>& arguments) {
    GamesOptions options;
    CLI::App app("Tells which games there are, and their settings.", "referee games");
    app.add_option("NAME", options.name, "only this game")->type_name("");
    if (auto information = parse(app, arguments)) return std::move(*information);
    return options;
}

Command parse_tiles(const std::vector<std::string>& arguments) {
    TilesOptions options;
    CLI::App app("Shows the tiles of a file in their four rotations.", "referee tiles");
    app.add_option("FILE", options.file, "a tile file, or 'builtin'")->type_name("");
    if (auto information = parse(app, arguments)) return std::move(*information);
    if (options.file.empty()) throw UserError("no file is given: referee tiles FILE, or referee tiles builtin");
    return options;
}

Command parse_check(const std::vector<std::string>& arguments) {
    CheckOptions options;
    GivenLimits limits;
    CLI::App app(
        "Tries whether a bot is fit to play: starts it, lets it play games, and says what is wrong\n"
        "with it and how to mend that.",
        "referee check");
    app.add_option("BOT", options.bot, "as for a match")->type_name("");
    app.add_option("--game", options.game,
                   "game and settings; without settings, others than\nthe defaults are tried too")
        ->type_name("SPEC");
    add_number(app, "--seed", 0, largest_seed, "of all chance (random; always shown)",
               [&](std::int64_t seed) { options.seed = static_cast<std::uint64_t>(seed); });
    add_limits(app, limits);
    add_isolation(app, options.isolation);
    app.footer("Exit codes: 0 the bot is fit, 1 it is not, 2 wrong arguments.");
    if (auto information = parse(app, arguments)) return std::move(*information);
    if (options.bot.empty()) throw UserError("no bot is given: referee check BOT");
    options.limits = with_given(usual_limits(), limits);
    return options;
}

/// A mistyped command would be taken for a bot.
void refuse_mistyped_command(const std::string& word) {
    static constexpr std::array<std::string_view, 13> commands = {
        "play",  "tournament", "replay", "view",   "watch", "games", "tiles",
        "check", "standings",  "report", "export", "serve", "help"};
    if (word.empty() || word == "human" || word.starts_with("-") || word.find_first_of("/ ") != std::string::npos)
        return;
    const auto meant = games::nearest(word, commands);
    if (meant.empty() || names_something(word)) return;
    throw UserError(fmt::format("there is no command or bot '{}'; did you mean '{}'?", word, meant));
}

}  // namespace

Command parse_arguments(const std::vector<std::string>& arguments) {
    const std::string first = arguments.empty() ? "" : arguments.front();
    const std::vector<std::string> rest(arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end());
    if (first == "tournament") return parse_tournament(rest);
    if (first == "replay") return parse_replay(rest);
    if (first == "view") return parse_view(rest);
    if (first == "watch") return parse_watch(rest);
    if (first == "games") return parse_games(rest);
    if (first == "tiles") return parse_tiles(rest);
    if (first == "check") return parse_check(rest);
    if (first == "standings") return parse_standings(rest);
    if (first == "report") return parse_report(rest);
    if (first == "export") return parse_export(rest);
    if (first == "serve") return parse_serve(rest);
    if (first == "help") return parse_play({"--help"});
    if (first == "play") return parse_play(rest);
    refuse_mistyped_command(first);
    return parse_play(arguments);
}

}  // namespace referee
