#include "referee/commands/tournament_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "referee/commands/option_parts.hpp"

namespace referee {

namespace {

using games::UserError;
using tournament::Format;
using tournament::SprtSettings;

constexpr const char* tournament_overview = R"(Lets bots play each other, keeps every game in one file, and ranks them.

  referee tournament ./a ./b "python3 c.py" --games 20 --db t.db
  referee tournament --bots DIR --format swiss --db class.db
  referee tournament --resume --db t.db)";

constexpr const char* tournament_exit_codes =
    "Exit codes: 0 done, 1 the system can't, 2 wrong arguments or files, or a bot's\n"
    "files have changed, 128 + n stopped by signal n. With --sprt: 0 H1 accepted, 4 H0\n"
    "accepted, 5 no verdict within --games.";

Format parse_format(const std::string& text) {
    const auto format = tournament::format_of(text);
    if (!format) {
        throw UserError(fmt::format("--format '{}': write round-robin, gauntlet, swiss, knockout or ladder", text));
    }
    return *format;
}

/// "elo0=0,elo1=5,alpha=.05,beta=.05"; what is not named has its default.
SprtSettings parse_sprt(const std::string& text) {
    SprtSettings settings;
    const std::map<std::string_view, double*> places = {
        {"elo0", &settings.elo0}, {"elo1", &settings.elo1}, {"alpha", &settings.alpha}, {"beta", &settings.beta}};
    const auto wrong = [&](std::string_view part) {
        return UserError(
            fmt::format("--sprt '{}': '{}' is not one of elo0=0, elo1=5, alpha=.05, beta=.05", text, part));
    };
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        const auto equals = part.find('=');
        const auto place = places.find(part.substr(0, equals));
        if (equals == std::string_view::npos || place == places.end()) throw wrong(part);
        const std::string number(part.substr(equals + 1));
        char* end = nullptr;
        *place->second = std::strtod(number.c_str(), &end);
        if (number.empty() || *end != '\0' || !std::isfinite(*place->second)) throw wrong(part);
    }
    tournament::check(settings);
    return settings;
}

void check_together(const TournamentOptions& options) {
    const int sources = (options.bots.empty() ? 0 : 1) + (options.entrants_file.empty() ? 0 : 1) +
                        (options.bots_folder.empty() ? 0 : 1);
    if (sources > 1) {
        throw UserError("bots are given in several ways: take one of BOT..., --entrants FILE and --bots DIR");
    }
    if (sources == 0 && !options.resume) {
        throw UserError("no bots are given: referee tournament BOT BOT..., or --entrants FILE, or --bots DIR");
    }
    if (!options.added.empty() && !options.resume) {
        throw UserError("--add goes with --resume: a new tournament is given its bots by name");
    }
    if (options.resume && !options.bots_folder.empty()) {
        throw UserError("--resume plays the bots that are in the tournament's file: omit --bots");
    }
    if (!options.added.empty() && sources > 0) throw UserError("--add goes without other bots: omit those");
    if (options.traditional_time && (options.limits.move || options.limits.first_move || options.limits.margin)) {
        throw UserError("--traditional-time sets all limits: omit the other limits");
    }
    if (options.db.empty()) throw UserError("--db is given no file's name");
    if (std::any_of(options.db.begin(), options.db.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; })) {
        throw UserError("--db: a file's name must not hold control characters");
    }
    if (options.sprt && options.format && *options.format != Format::round_robin) {
        throw UserError("--sprt compares two bots in a round robin: omit --format");
    }
    if (options.json_events && options.quiet) throw UserError("--json-events and --quiet: use only one of them");
}

void add_what_is_played(CLI::App& app, TournamentOptions& options) {
    app.add_option("--game", options.game, "game and settings (magnetize)")->type_name("SPEC");
    app.add_option_function<std::string>(
           "--format", [&](const std::string& text) { options.format = parse_format(text); },
           "round-robin, gauntlet, swiss, knockout or ladder\n(round-robin)")
        ->type_name("NAME");
    add_number(app, "--games", 1, 1'000'000, "of each pairing; sides are swapped (2)", into(options.games));
    add_number(app, "--rounds", 1, 10'000, "of a Swiss tournament", into(options.rounds));
    app.add_option("--challenger", options.challenger, "of a gauntlet: who plays all others (the first)")
        ->type_name("NAME");
    add_number(app, "--openings", 1, 1'000, "begin with N random plies, the same for both\ngames of a pair",
               into(options.opening_plies));
    add_number(app, "--seed", 0, largest_seed, "of all chance (random; always shown and kept)",
               [&](std::int64_t seed) { options.seed = static_cast<std::uint64_t>(seed); });
    app.add_option_function<std::string>(
           "--sprt", [&](const std::string& text) { options.sprt = parse_sprt(text); },
           "stop as soon as it is clear whether the first of\ntwo bots is better: elo0=0,elo1=5,alpha=.05,beta=.05")
        ->type_name("TEXT");
}

void add_how_it_runs(CLI::App& app, TournamentOptions& options) {
    add_number(app, "--jobs", 1, 10'000, "games at once (half the cores)", into(options.jobs));
    app.add_flag("--force", options.force, "more jobs than cores")->disable_flag_override();
    app.add_flag("--pin", options.pin, "each job and its bots on a core of its own")->disable_flag_override();
    add_number(app, "--stop-after", 1, 1'000'000'000, "end this run after so many games", into(options.stop_after));
    app.add_flag("--quiet", options.quiet, "only the tables at the end")->disable_flag_override();
    app.add_flag("--json-events", options.json_events, "a JSON line on stdout for each event")->disable_flag_override();
}

}  // namespace

Command parse_tournament(const std::vector<std::string>& arguments) {
    TournamentOptions options;
    CLI::App app(tournament_overview, "referee tournament");
    app.add_option("BOT", options.bots, "bots, as for a match")->type_name("");
    app.add_option("--entrants", options.entrants_file, "the bots are those of this JSON file")->type_name("FILE");
    app.add_option("--bots", options.bots_folder, "the bots are the files and folders in here; each\nis checked first")
        ->type_name("DIR");
    app.add_option("--db", options.db, "the tournament's file (tournament.db)")->type_name("FILE");
    app.add_flag("--resume", options.resume, "go on with the tournament in the file")->disable_flag_override();
    app.add_option("--add", options.added, "with --resume: a bot that joins a ladder")
        ->type_name("BOT")
        ->allow_extra_args(false);
    add_what_is_played(app, options);
    add_limits(app, options.limits);
    app.add_flag("--traditional-time", options.traditional_time, "instead: the limit that belongs to the game")
        ->disable_flag_override();
    add_isolation(app, options.isolation);
    add_how_it_runs(app, options);
    app.footer(tournament_exit_codes);
    if (auto information = parse(app, arguments)) return std::move(*information);
    // What the environment says is for tournaments that begin.
    if (options.resume && app.count("--sandbox") == 0) options.isolation.sandbox = SandboxMode::automatic;
    check_together(options);
    return options;
}

}  // namespace referee
