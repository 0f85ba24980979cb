// `referee check BOT`: tests whether a bot is fit to play, for its author.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/harmless_lines.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/progress_line.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/bots/bots_folder.hpp"
#include "referee/core/bots/candidate.hpp"
#include "referee/core/bots/real_words.hpp"
#include "referee/core/check/bot_check.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/core/options/match_options.hpp"
#include "referee/core/rules/own_game.hpp"
#include "referee/programs/match/match_commands.hpp"

namespace referee {

namespace {

struct CheckOptions {
    std::string bot;
    std::string driver;  ///< the program that calls the bot, which is a hand-in; empty: the bot is a program itself
    std::string own;  ///< the only file or folder that the bot sees; empty: it also sees the files beside its program
    std::string game = "magnetize";
    std::optional<std::uint64_t> seed;
    protocol::Limits limits;
    IsolationOptions isolation;
    bool reuse = false;  ///< one process of the bot plays many games
};

CheckOptions check_options(const Arguments& arguments) {
    CheckOptions options;
    GivenLimits limits;
    CommandLine line("referee check",
                     "Checks whether a bot is fit to play: starts it, plays games with it, and reports\n"
                     "what is wrong with it and how to fix it.",
                     "Exit codes: 0 the bot is fit, 1 it is not, 2 wrong arguments.");
    line.text("BOT", "", "as for a match", options.bot);
    line.file("--driver", "FILE",
              "BOT is a hand-in, and this program calls its\nfunction: function.py, java, c, or one of your own;\n"
              "without BOT, the driver's example is checked",
              options.driver);
    line.text("--own", "PATH", "in a sandbox, show it only this file or folder, as\nfor --bots of a tournament",
              options.own);
    line.text("--game", "SPEC", "game and settings; without settings, other\nsettings are tried, too", options.game);
    line.number("--seed", 0, max_seed, "for random choices (random; always shown)", options.seed);
    add_limits(line, {&limits, &options.isolation});
    add_isolation(line, options.isolation);
    add_reuse(line, options.reuse);
    line.parse(arguments);
    if (options.bot.empty() && options.driver.empty()) throw games::UserError("no bot is given: referee check BOT");
    if (!options.driver.empty() && !options.own.empty())
        throw games::UserError("--own: with --driver, the bot sees only its own files anyway: omit it");
    if (options.bot.empty() && std::ranges::find(arguments, "") != arguments.end())
        throw games::UserError("the name of the hand-in is empty: omit it to check the driver's example");
    options.limits = with_given(usual_limits(), limits);
    return options;
}

void show(const CheckRemark& remark) {
    print(text_of(remark, true));
}

int check(const CheckOptions& options, const games::GameSpec& spec, const Entrant& bot, const Isolation& isolation) {
    const StopSignal stop;
    report_missing_sandbox(isolation);
    CheckPlan plan{spec, options.seed ? *options.seed : random_seed(), options.limits};
    // Other settings are tried only if the user has chosen none.
    plan.other_settings = options.game.find(':') == std::string::npos;
    print(fmt::format("{}  {}  seed {}\n", harmless(bot.name), to_string(plan.spec), plan.seed));
    const CheckResult verdict = check_bot(bot, plan, isolation, stop.fd(), show);
    if (const int signal = stop.take(); signal != 0) {
        begin_line_on_terminal();
        note("stopped before the check was over");
        return exit_signal_base + signal;
    }
    print(fmt::format("\n{} is {}\n", harmless(bot.name), verdict.fit ? "fit to play." : "not fit to play yet."));
    return verdict.fit ? exit_done : exit_failed;
}

/// The own files of a bot: only those at `path`. Throws games::UserError if the bot's program or script is elsewhere.
OwnFiles own_files_of(const BotCommand& command, const std::string& path) {
    if (!exists_at(path)) throw games::UserError(fmt::format("--own '{}': no such file", path));
    // Removes a separator at the end, which would count as a component of the path.
    const std::string place = (std::filesystem::absolute(path) / "x").lexically_normal().parent_path();
    OwnFiles own = OwnFiles::at(place, place);
    const auto& words = command.arguments;
    if (own.place_of(command.program)) return own;
    if (std::any_of(words.begin(), words.end(), [&](const auto& word) { return own.place_of(word).has_value(); }))
        return own;
    throw games::UserError(fmt::format("--own '{}' does not contain the bot: name the submitted file or folder", path));
}

int refuse(std::string_view why) {
    print(fmt::format("{}  can be run: {}\n", coloured(Colour::red, "FAIL"), harmless(why)));
    return exit_failed;
}

/// The bot that the driver makes of a hand-in. Nothing if it is refused; `exit_code` is then set.
std::optional<Entrant> driven_bot(const CheckOptions& options, const WithDriver& with_driver,
                                  const Isolation& isolation, DrivenBot& made, int& exit_code) {
    const StopSignal stop;
    made = with_driver.make_bot(options.driver, options.bot, isolation, stop.fd());
    if (const int signal = stop.take(); signal != 0 || made.stopped) {
        exit_code = exit_signal_base + signal;
        return std::nullopt;
    }
    if (!made.output.empty()) print(harmless_lines(made.output) + "\n");
    if (!made.remark.empty()) print(text_of({CheckRemark::Kind::noted, "its files", harmless(made.remark)}, true));
    if (!made.refusal.empty()) {
        exit_code = refuse(made.refusal);
        return std::nullopt;
    }
    Entrant bot = entrants_of(std::array{candidate_at(made.folder, "hand-in", isolation.path())}).front();
    const auto name_at = [](const std::string& path) {
        return (std::filesystem::absolute(path) / "x").lexically_normal().parent_path().filename().string();
    };
    bot.name = options.bot.empty() ? "the example" : name_at(options.bot);
    bot.own = OwnFiles::at(made.folder, made.folder);
    return bot;
}

int run(const CheckOptions& options, const WithDriver* with_driver) {
    if (!options.driver.empty() && with_driver == nullptr)
        throw games::UserError("--driver: drivers come with 'make build'");
    // Checked first, because invalid arguments are not the bot's fault.
    const games::GameSpec spec = rules::parse_game(options.game, options.isolation);
    if (options.bot.empty() && !spec.make_board(0)->moves_listed())
        throw games::UserError(
            "no moves are listed on a board of this size, and the example plays the first of them: name a hand-in");
    Isolation isolation = make_isolation(options.isolation);
    isolation.hide(spec.game->secrets);
    std::optional<Entrant> bot;
    DrivenBot made;  // outlives the bot
    int exit_code = exit_done;
    if (!options.driver.empty()) {
        bot = driven_bot(options, *with_driver, isolation, made, exit_code);
        if (!bot) return exit_code;
    } else {
        try {
            bot = entrants_of(std::array{player_of(options.bot, "", isolation.path())}).front();
        } catch (const games::UserError& error) {
            return refuse(error.what());
        }
    }
    if (bot->human) throw games::UserError("'human' is not a bot: there is nothing to check");
    bot->reuse = options.reuse;
    if (const auto why = bot->reuse ? refusal_of(*bot, *spec.game) : std::nullopt)
        throw games::UserError(fmt::format("'{}' {}", bot->name, *why));
    if (!options.own.empty()) {
        bot->command = named_within(std::move(bot->command), options.own);
        bot->own = own_files_of(bot->command, options.own);
        if (const auto link = complaint_about_links(bot->own->place); !link.empty())
            return refuse(link + ", so --bots leaves it out");
        if (!isolation.confinement.sandbox) note("--own does nothing without a sandbox: the bot sees all files");
    }
    try {
        static_cast<void>(launch_request_for(*bot, 0, spec, options.limits, isolation));
    } catch (const games::UserError& error) {  // a sandbox can't show its files
        return refuse(error.what());
    }
    return check(options, spec, *bot, isolation);
}

}  // namespace

Task parse_check(const Arguments& arguments, const WithDriver* with_driver) {
    return [options = check_options(arguments), with_driver] { return run(options, with_driver); };
}

}  // namespace referee
