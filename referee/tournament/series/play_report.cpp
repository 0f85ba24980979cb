#include "referee/tournament/series/play_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/terminal_size.hpp"
#include "referee/core/base/text_width.hpp"
#include "referee/core/base/version.hpp"
#include "referee/core/check/advice.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/match/summary.hpp"
#include "referee/core/options/logged_matches.hpp"
#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/figures/tables/result_text.hpp"
#include "referee/tournament/run/watchers/progress_text.hpp"

namespace referee {

namespace {

using protocol::Json;
using protocol::MatchLog;
using tournament::Account;
using tournament::EntrantAccount;
using tournament::PlayedGame;
using tournament::Tally;
using tournament::TurnTimes;

Json summary_of(const MatchLog& log) {
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

double points_of(const EntrantAccount& score) {
    return static_cast<double>(score.half_points()) / 2;
}

Json json_of(const Entrant& entrant, const EntrantAccount& score) {
    return {{"name", entrant.name},
            {"command", entrant.command.arguments},
            {"points", points_of(score)},
            {"won", score.as_first.wins + score.as_second.wins},
            {"lost", score.as_first.losses + score.as_second.losses},
            {"drawn", score.as_first.draws + score.as_second.draws},
            {"forfeits", forfeits_of(score)},
            {"longest_answer_us", score.longest_turn.value_or(protocol::Micros{}).count()}};
}

}  // namespace

PlayReport::PlayReport(const PlayOptions& options, const PlayPlan& plan, const Isolation& isolation,
                       const tournament::Account& account, const StopSignal& stop, std::unique_ptr<LogFile> log)
    : options_(options),
      plan_(plan),
      isolation_(isolation),
      account_(account),
      stop_(stop),
      log_file_(std::move(log)),
      progress_(!options.quiet && !options.pass_stderr && options.games != 1) {}

void PlayReport::say(std::string_view text) {
    progress_.clear();
    if (!stdout_is_taken()) return print(text);
    while (!options_.quiet && !text.empty()) {
        const auto end = text.find('\n');
        note(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

void PlayReport::begin() {
    begun_ = Clock::now();
    if (options_.quiet) return;
    say(fmt::format("{}  seed {}\n", headline_of(plan_.spec), plan_.seed));
    std::string many = single() ? "" : fmt::format("{} games, ", options_.games);
    if (plan_.jobs > 1) many += fmt::format("{} at a time, ", plan_.jobs);
    say(fmt::format("{} against {}: {}{}\n", plan_.entrants[0].name, plan_.entrants[1].name, many, limits_in_words()));
    for (const Entrant& entrant : plan_.entrants) {
        if (entrant.limits.any()) say(fmt::format("limits of {} alone: {}\n", entrant.name, to_text(entrant.limits)));
    }
    if (!plan_.openings_in_words.empty()) say(plan_.openings_in_words + "\n");
    if (!plan_.resumed.empty())
        say(fmt::format("resumed after ply {} of '{}'\n", plan_.resumed.size(), options_.resume));
}

/// The limits in words. A person has no time limit except the clock for the whole game.
std::string PlayReport::limits_in_words() const {
    const protocol::Limits& limits = plan_.limits;
    if (limits.clock && !limits.move) return in_words(limits);
    if (plan_.entrants[0].human && plan_.entrants[1].human)
        return limits.clock ? clock_text(*limits.clock) + " a game" : "no time limit";
    const std::string who = options_.has_person() ? plan_.entrants[plan_.entrants[0].human ? 1 : 0].name + " has " : "";
    return who + in_words(limits);
}

void PlayReport::played(const PlayedGame& game) {
    if (options_.watch) {
        watched_ = game;
    } else {
        tell(game);
    }
    write_log(*game.whole);
}

void PlayReport::tell(const PlayedGame& game) {
    for (const tournament::VoidGame& lost : game.void_games)
        tell_void(lost);
    const MatchLog& log = *game.whole;
    if (game.match.result.counts) {
        add_turns(log, times_[static_cast<std::size_t>(game.game.first)],
                  times_[static_cast<std::size_t>(game.game.second)]);
    }
    if (options_.json) matches_.push_back(summary_of(log));
    const bool aborted = log.result.ending == protocol::Ending::aborted;
    if (aborted) begin_line_on_terminal();
    if (again_.empty() && (single() || log.failure))
        again_ = advice_to_repeat(log, options_.log, single() ? std::nullopt : std::optional(matches_played_ + 1));
    const auto marks = [&] { return marks_of(*spec_of(log).make_board(log.seed)); };
    const bool is_first_aborted = aborted && !aborted_;
    aborted_ = aborted_ || aborted;
    if (single() || options_.for_people()) return tell_single(game, marks());
    if (is_first_aborted) say(headline(log, marks()) + "\n");  // only the first of several aborted games is reported
    if (aborted) return;
    if (log.failure && !options_.quiet) tell_forfeit(game, marks());
    show_progress();
}
void PlayReport::tell_void(const tournament::VoidGame& lost) {
    ++void_games_;
    if (options_.has_person()) return;  // the person was informed when the match continued
    say(fmt::format(
        "A game is void and played again: {} (if this happens often, use longer limits or a quieter machine).\n",
        lost.why));
}

void PlayReport::write_log(const MatchLog& log) {
    ++matches_played_;
    if (!log_file_) return;
    log_file_->write(log);
    ++matches_logged_;
}

void PlayReport::tell_single(const PlayedGame& game, const Marks& marks) {
    const MatchLog& log = *game.whole;
    const bool something_to_see = log.result.ending != protocol::Ending::failed_to_start && !stdout_is_taken();
    if (!options_.for_people() && !options_.quiet && something_to_see) say("\n" + last_board_of(spec_of(log), log));
    if (!options_.quiet) say("\n");
    if (log.failure && !options_.quiet) {
        say(explain_forfeit(log, marks));
        say(advice(game));
    }
    const std::string line = verdict_for_person(game) + headline(log, marks);
    say((stdout_is_taken() ? line : coloured(Colour::bold, line)) + "\n");
}

/// The result as the only person in a match sees it: "You won. ". Empty for a draw, and if there are two persons or
/// none.
std::string PlayReport::verdict_for_person(const PlayedGame& game) const {
    const std::optional<int> winner = game.whole->result.winner;
    if (!winner || plan_.entrants[0].human == plan_.entrants[1].human) return {};
    const int entrant = *winner == 0 ? game.game.first : game.game.second;
    return plan_.entrants[static_cast<std::size_t>(entrant)].human ? "You won. " : "You lost. ";
}

/// Explains the first forfeit of each kind by each bot of a series. The table counts the rest.
void PlayReport::tell_forfeit(const PlayedGame& game, const Marks& marks) {
    const MatchLog& log = *game.whole;
    if (!told_.insert({at_fault(game).name, log.result.ending}).second) return;
    say(fmt::format("\ngame {} (seed {}): ", game.game.number + 1, log.seed) + explain_forfeit(log, marks));
    if (starts_bot_again(log))
        postponed_.push_back(game);
    else
        say(advice(game));
}

const Entrant& PlayReport::at_fault(const PlayedGame& game) const {
    const int entrant = game.whole->failure->player == 0 ? game.game.first : game.game.second;
    return plan_.entrants[static_cast<std::size_t>(entrant)];
}

/// Advice for a bot that forfeits. The result does not depend on it, so failures of the system are ignored.
std::string PlayReport::advice(const PlayedGame& game) const {
    if (stop_.requested()) return {};
    try {
        MatchLauncher launcher;
        return advice_on_forfeit(*game.whole, at_fault(game), isolation_, launcher, stop_.fd());
    } catch (const std::exception&) {
        return {};
    }
}

/// Reports the advice that was postponed. Advice starts the bot again, which would have disturbed running games.
void PlayReport::tell_postponed_advice() {
    for (const PlayedGame& game : postponed_) {
        const std::string text = advice(game);
        if (!text.empty())
            say(fmt::format("\ngame {} (seed {}): {} forfeits, {}\n{}", game.game.number + 1, game.whole->seed,
                            harmless(at_fault(game).name), protocol::name_of(game.match.ending), text));
    }
}

void PlayReport::show_progress() {
    tournament::Progress progress;
    progress.played = progress.played_now = games();
    progress.total = options_.games;
    progress.running = Clock::now() - begun_;
    constexpr std::size_t short_name = 12;  // the line above shows both names in full
    std::string line = fmt::format("{} of {} games:", progress.played, options_.games);
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        line += fmt::format("{} {} {}", i == 0 ? "" : ",", tournament::cut_name(plan_.entrants[i].name, short_name),
                            points_of(account_.entrants()[i]));
    }
    const auto difference = tournament::difference_of_two(account_);
    const auto width = static_cast<std::size_t>(terminal_size().columns);
    // The most important clause comes first; a clause for which there is no room is left out.
    for (const std::string& clause : {tournament::difference_text(difference), tournament::time_left_of(progress),
                                      tournament::speed_of(progress), tournament::los_text(difference)}) {
        if (!clause.empty() && columns_of(line) + 2 + columns_of(clause) < width) line += "; " + clause;
    }
    progress_.show(line);
}

void PlayReport::finish() {
    progress_.clear();
    if (watched_) tell(*watched_);
    tell_postponed_advice();
    if (!single() && games() < options_.games)
        say(fmt::format("stopped after {} of {} games\n", games(), options_.games));
    if (options_.json) return print(protocol::escaped_json(protocol::json_text(document(), 2)) + "\n");
    if (!single() && games() > 0) {
        if (!options_.quiet) say("\n");
        say(score_table(account_, {plan_.entrants[0].name, plan_.entrants[1].name}, times_));
        say_difference();
    }
    if (void_games_ > 1 && !options_.quiet && !options_.has_person()) {
        say(fmt::format("{} games were void and played again: the machine is too busy for these limits\n",
                        void_games_));
    }
    tell_log();
}

void PlayReport::say_difference() {
    const tournament::PairSummary summary = tournament::summary_of(*account_.pairs_of_two());
    const std::string repeats =
        tournament::repeats_line(static_cast<std::uint64_t>(games()), account_.distinct_games());
    if (summary.pairs > 0) {
        say(tournament::result_title(plan_.entrants[0].name, plan_.entrants[1].name, summary.pairs) + "\n" +
            tournament::result_line(summary, tournament::difference_of_two(account_)) + "\n");
    }
    if (!repeats.empty()) say(repeats + "\n");
    if (const auto busy = tournament::busy_note(account_)) say(tournament::list_text(busy->words, busy->items));
}

/// Says where the matches are logged. A log that could not be completed still has the earlier matches.
void PlayReport::tell_log() {
    if (matches_logged_ == 0 || options_.log == "-" || options_.quiet) return;
    const std::string how_many = matches_logged_ < matches_played_
                                     ? fmt::format("the first {} of {} matches are ", matches_logged_, matches_played_)
                                     : "";
    say(fmt::format("{}logged in {}; see {} with: referee replay {}\n", how_many, harmless(options_.log),
                    how_many.empty() ? "it" : "them", copyable_path(options_.log)));
    if (matches_logged_ == matches_played_) say(again_);
}

Json PlayReport::document() const {
    Json players = Json::array();
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
        players.push_back(json_of(plan_.entrants[i], account_.entrants()[i]));
    return {{"referee", {{"version", version}}},
            {"game", to_string(plan_.spec)},
            {"seed", plan_.seed},
            {"games", games()},
            {"distinct_games", account_.distinct_games()},
            {"void_games", void_games_},
            {"players", std::move(players)},
            {"endings", endings_of(account_)},
            {"matches", matches_}};
}

std::map<std::string, std::uint64_t> endings_of(const Account& account) {
    std::map<std::string, std::uint64_t> endings = account.rules();
    for (const auto& [ending, games] : account.forfeits())
        endings[std::string(protocol::name_of(ending))] += games;
    return endings;
}

std::map<std::string, std::uint64_t> forfeits_of(const EntrantAccount& entrant) {
    std::map<std::string, std::uint64_t> forfeits;
    for (const auto& [ending, games] : entrant.forfeits)
        forfeits[std::string(protocol::name_of(ending))] = games;
    return forfeits;
}

std::string score_table(const Account& account, const std::array<std::string, 2>& names,
                        const std::array<TurnTimes, 2>& times) {
    const std::size_t width = std::max({std::size_t{3}, columns_of(names[0]), columns_of(names[1])});
    std::string out = padded("bot", width) + "  points   won  lost drawn  first w/l/d second w/l/d ms/move     max\n";
    const auto seat = [](const Tally& tally) { return fmt::format("{}/{}/{}", tally.wins, tally.losses, tally.draws); };
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        const auto& [first, second] = std::tie(account.entrants()[i].as_first, account.entrants()[i].as_second);
        const double mean = times[i].turns() == 0 ? 0 : times[i].mean_us() / 1e3;
        const auto longest = account.entrants()[i].longest_turn.value_or(protocol::Micros{});
        out += fmt::format("{} {:>7.1f} {:>5} {:>5} {:>5}  {:<11} {:<12} {:>7.2f} {:>7.1f}\n", padded(names[i], width),
                           static_cast<double>(account.entrants()[i].half_points()) / 2, first.wins + second.wins,
                           first.losses + second.losses, first.draws + second.draws, seat(first), seat(second), mean,
                           static_cast<double>(longest.count()) / 1e3);
    }
    out += "endings:";
    const char* before = " ";
    for (const auto& [ending, number] : endings_of(account)) {
        out += fmt::format("{}{} {}", before, ending, number);
        before = ", ";
    }
    out += '\n';
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        for (const auto& [ending, number] : forfeits_of(account.entrants()[i])) {
            out += fmt::format("{} forfeited {} of {} games: {}\n", names[i], number, account.results().total().games(),
                               ending);
        }
    }
    return out;
}

}  // namespace referee
