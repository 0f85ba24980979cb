#include "referee/core/play/match_setup.hpp"

#include <fmt/format.h>

#include <array>
#include <exception>
#include <optional>

#include "games/user_error.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/bots/candidate.hpp"
#include "referee/core/bots/hint.hpp"
#include "referee/core/bots/named_entrant.hpp"
#include "referee/core/bots/sample_bots.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/core/match/match.hpp"
#include "referee/core/match/notes.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/rules/own_game.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::MatchLog;

PlayPlan plan_of(const PlayOptions& options, const Isolation& isolation) {
    std::vector<Candidate> players;
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        players.push_back(player_of(options.bots[i], options.names[i], isolation.path()));
        players.back().reuse = options.reuse;
        players.back().limits = options.limits_of_bots[i];
    }
    const std::vector<Entrant> entrants = entrants_of(players);
    PlayPlan plan{{entrants[0], entrants[1]},
                  rules::parse_game(options.game, options.isolation, options.openings.position),
                  options.seed ? *options.seed : random_seed(),
                  options.limits,
                  {},
                  {}};
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

/// In a game with chance, the log's seed has dealt the hands. Refuses options that would deal other hands. In a game
/// with secrets also refuses a second game, in which both would know the hidden moves of the log.
void check_chance(const PlayOptions& options, const games::GameSpec& game, const MatchLog& log) {
    if (log.plies.empty()) return;
    if (game.game->has_secrets && options.games > 1)
        throw UserError(
            fmt::format("--games {} contradicts '{}': {} has secrets, and each of its games has hands of "
                        "its own; go on with one game",
                        options.games, options.resume, game.game->name));
    if (!has_chance(game, log)) return;
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

/// Continues a logged match.
void resume(const PlayOptions& options, PlayPlan& plan) {
    const MatchLog log = match_to_resume(options, plan.spec);
    if (log.rules.empty()) plan.spec = spec_of(log);
    if (!options.seed) plan.seed = log.seed;
    for (const auto& ply : log.plies)
        plan.resumed.push_back(ply.move);
}

void refuse_other_games(const PlayPlan& plan) {
    for (const Entrant& entrant : plan.entrants) {
        if (const auto why = refusal_of(entrant, *plan.spec.game))
            throw UserError(fmt::format("'{}' {}", entrant.name, *why));
    }
}

/// A person at the terminal must not see what the game hides from this side.
void refuse_lost_secrets(const PlayOptions& options, const PlayPlan& plan) {
    if (!plan.spec.game->has_secrets || !options.has_person()) return;
    if (plan.entrants[0].human && plan.entrants[1].human)
        throw UserError(fmt::format("{} has secrets: two persons can't play it at one terminal", plan.spec.game->name));
    if (options.pass_stderr)
        throw UserError(
            fmt::format("{} has secrets: the bot may write its own to stderr; omit --stderr", plan.spec.game->name));
    if (!options.resume.empty())
        throw UserError(fmt::format("{} has secrets: a person can't go on from a log, which tells them (--resume)",
                                    plan.spec.game->name));
}

void check_uses_of_stdout(const PlayOptions& options) {
    if (!options.json && options.log != "-") return;
    const char* taker = options.json ? "--json" : "--log -";
    if (options.has_person())
        throw UserError(fmt::format("{} writes to stdout, which the human player needs: omit it", taker));
    if (options.show) throw UserError(fmt::format("{} and --show both write to stdout: use only one of them", taker));
}

void hide_from_bots(const PlayOptions& options, const PlayPlan& plan, Isolation& isolation) {
    for (const Entrant& entrant : plan.entrants)
        isolation.hide(secrets_of(entrant));
    isolation.hide(plan.spec.game->secrets);
    if (!options.log.empty() && options.log != "-") isolation.hide({secret_file(options.log)});
    if (!options.resume.empty()) isolation.hide({secret_file(options.resume)});  // it tells what is drawn
}

std::string hint_text(const std::string& bot, const Hint& hint) {
    const std::string said = hint.info ? info_text(*hint.info, true) : "";
    return fmt::format("{} would play {}{}\n", bot, hint.move, said.empty() ? "" : " (" + said + ")");
}

}  // namespace

MatchSetup::MatchSetup(const PlayOptions& given)
    : options(given), isolation(make_isolation(given.isolation)), plan(plan_of(given, isolation)), seed(0) {
    if (!options.resume.empty()) resume(options, plan);
    seed = RunSeed(plan.seed);
    const auto list = options.openings.is_list() ? list_of(options.openings, plan.spec) : OpeningList();
    openings = make_openings(plan.spec, options.openings.plies.value_or(0), list, seed);
    plan.openings_in_words = openings_in_words(options.openings.plies.value_or(0), list);
    if (options.traditional_time) plan.limits = traditional_limits(*plan.spec.game);
    refuse_other_games(plan);
    refuse_lost_secrets(options, plan);
    check_uses_of_stdout(options);
    if (options.quiet) be_quiet();
    isolation.write_into(plan.limits);
    hide_from_bots(options, plan, isolation);
    report_missing_sandbox(isolation);
}

GameStart MatchSetup::start_of(int pair, std::uint64_t game_seed) const {
    return openings ? openings->start_of(pair, game_seed) : GameStart{{}, plan.resumed};
}

std::uint64_t MatchSetup::seed_of(int game) const {
    const bool own_draws = plan.spec.game->has_secrets;
    const int draws = draws_of_game(game, game / 2, own_draws);
    return openings ? opening_seed(seed, draws)
                    : seed_of_draws(seed, draws, draws_of_game(options.games, (options.games + 1) / 2, own_draws));
}

std::string hint_for(const MatchSetup& setup, int other, const MatchLog& log, int player, int stop_fd) {
    std::vector<Entrant> bots;
    if (const auto best = sample_bot("alphabeta"); best && !refusal_of_sample_bot(*best, *setup.plan.spec.game))
        bots = entrants_of(std::array{candidate_at(shell_word(*best), "alphabeta", setup.isolation.path())});
    const Entrant& opponent = setup.plan.entrants[static_cast<std::size_t>(other)];
    if (!opponent.human) bots.push_back(opponent);
    MatchPlan plan{log.rules.empty() ? referee::spec_of(log) : setup.plan.spec, log.seed, log.players, log.limits, {}};
    go_on_from(log, log.plies.size(), plan);
    std::string why_not = "there is no bot to ask";
    for (const Entrant& bot : bots) {
        std::string why;
        try {
            const Advice advice = hint_of(bot, plan, player, setup.isolation, stop_fd);
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

std::string goes_on_text(const MatchLog& lost) {
    const bool clocks = lost.limits.clock || lost.limits_of(0).clock || lost.limits_of(1).clock;
    return fmt::format("\nThe match continues from here with the bot restarted{}: {}.\n",
                       clocks ? " and the clocks reset" : "", lost.result.detail);
}

}  // namespace referee
