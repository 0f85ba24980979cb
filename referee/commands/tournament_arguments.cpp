#include "referee/commands/tournament_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "games/user_error.hpp"
#include "referee/commands/anchor_option.hpp"
#include "referee/commands/engine_options.hpp"
#include "referee/commands/option_parts.hpp"
#include "referee/match/seed.hpp"

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
    "Exit codes: 0 done, 1 a system error, 2 wrong arguments or files, or a bot's\n"
    "files have changed, 128 + n stopped by signal n. With --sprt: 0 H1 accepted, 4\n"
    "H0 accepted, 5 no verdict within --games, or the bots only repeat their games.\n"
    "With --until: 0 the goal is reached, 5 it is not within --games.";

Format parse_format(const std::string& text) {
    std::vector<std::pair<std::string_view, Format>> formats;
    for (const Format format : {Format::round_robin, Format::gauntlet, Format::swiss, Format::knockout, Format::ladder})
        formats.emplace_back(name_of(format), format);
    return chosen("--format", text, formats);
}

/// "elo0=0,elo1=5,alpha=.05,beta=.05,model=logistic"; what is not named has its default.
SprtSettings parse_sprt(const std::string& text) {
    SprtSettings settings;
    const std::map<std::string_view, double*> places = {
        {"elo0", &settings.elo0}, {"elo1", &settings.elo1}, {"alpha", &settings.alpha}, {"beta", &settings.beta}};
    const auto wrong = [&](std::string_view part) {
        return UserError(fmt::format(
            "--sprt '{}': '{}' is not one of elo0=0, elo1=5, alpha=.05, beta=.05, model=normalized", text, part));
    };
    if (text.empty() || text.back() == ',') throw wrong("");
    for (const auto& [part, name, value] : named_values(text)) {
        if (value && name == "model") {
            const auto model = tournament::elo_model_of(*value);
            if (!model) throw wrong(part);
            settings.model = *model;
            continue;
        }
        const auto place = places.find(name);
        if (!value || place == places.end()) throw wrong(part);
        const std::string number(*value);
        char* end = nullptr;
        *place->second = std::strtod(number.c_str(), &end);
        if (number.empty() || *end != '\0' || !std::isfinite(*place->second)) throw wrong(part);
    }
    tournament::check(settings);
    return settings;
}

tournament::Goal parse_goal(const std::string& text) {
    if (const auto goal = tournament::goal_of(text)) return *goal;
    throw UserError(fmt::format("--until '{}': it is los=95 (above 50, up to 99.99) or elo=20 (1 to 10000)", text));
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
    check_traditional_time(options.traditional_time, options.limits);
    if (std::any_of(options.db.begin(), options.db.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; })) {
        throw UserError("--db: a file's name must not hold control characters");
    }
    if (options.sprt && options.format && *options.format != Format::round_robin) {
        throw UserError("--sprt compares two bots in a round robin: omit --format");
    }
    check_engine(options);
    if (options.json_events && options.quiet) throw UserError("--json-events and --quiet: use only one of them");
}

void add_what_is_played(CommandLine& line, TournamentOptions& options) {
    line.text("--game", "SPEC", "game and settings (magnetize)", options.game);
    line.option("--format", "NAME", "round-robin, gauntlet, swiss, knockout or ladder\n(round-robin)",
                [&](const std::string& text) { options.format = parse_format(text); });
    line.number("--games", 1, 1'000'000, "of each pairing; sides are swapped (2)", options.games);
    line.number("--rounds", 1, 10'000, "of a Swiss tournament", options.rounds);
    line.text("--challenger", "NAME", "gauntlet: the bot that plays all others (the first)", options.challenger);
    line.number("--openings", 1, 1'000, "begin with N random plies, the same for both\ngames of a pair",
                options.opening_plies);
    line.number("--seed", 0, max_seed, "for random choices (random; always shown and kept)", options.seed);
    line.option(
        "--sprt", "TEXT",
        "stop as soon as it is clear whether the first of\ntwo bots is better: "
        "elo0=0,elo1=5,alpha=.05,\nbeta=.05; with model=normalized the bounds are\nnormalised Elo",
        [&](const std::string& text) { options.sprt = parse_sprt(text); });
    line.option("--until", "GOAL",
                "stop as soon as every neighbour in the table is\nbetter with 95 % (los=95), or each rating is known\n"
                "to +-20 (elo=20): ladder, round robin, gauntlet",
                [&](const std::string& text) { options.until = parse_goal(text); });
    add_anchor(line, options.anchor);
}

void add_how_it_runs(CommandLine& line, TournamentOptions& options) {
    line.number("--jobs", 1, 10'000, "games at once (half the cores)", options.jobs);
    line.flag("--force", "more jobs than cores", options.force);
    line.flag("--pin", "each job and its bots on its own core", options.pin);
    line.number("--stop-after", 1, 1'000'000'000, "stop this run after N games", options.stop_after);
    add_engine(line, options);
    line.duration("--batch", "length of a batch (60s)", options.batch_time);
    line.flag("--leave-running", "Ctrl-C ends this command, and the batches go on", options.leave_running);
    line.flag("--scale-time", "slower hosts get longer limits, faster ones shorter", options.scale_time);
    line.flag("--dry-run", "only show the commands of the engine", options.dry_run);
    line.flag("--quiet", "only the tables at the end", options.quiet);
    line.flag("--json-events", "a JSON line on stdout for each event", options.json_events);
}

}  // namespace

TournamentOptions tournament_options(const Arguments& arguments) {
    TournamentOptions options;
    CommandLine line("referee tournament", tournament_overview, tournament_exit_codes);
    line.list("BOT", "", "bots, as for a match", options.bots);
    line.file("--entrants", "FILE", "the bots are those of this JSON file", options.entrants_file);
    line.file("--bots", "DIR", "the bots are the files and folders in here; each\nis checked first",
              options.bots_folder);
    line.file("--db", "FILE", "the tournament's file (tournament.db)", options.db);
    line.flag("--resume", "continue the tournament in the file", options.resume);
    line.list("--add", "BOT", "with --resume: a bot that joins a ladder", options.added);
    add_what_is_played(line, options);
    add_limits(line, options.limits);
    line.flag("--traditional-time", "use the game's traditional limit instead", options.traditional_time);
    add_isolation(line, options.isolation);
    add_reuse(line, options.reuse);
    add_how_it_runs(line, options);
    line.parse(arguments);
    // The environment counts only for new tournaments.
    if (options.resume && !line.given("--sandbox")) options.isolation.sandbox = SandboxMode::automatic;
    check_together(options);
    return options;
}

}  // namespace referee
