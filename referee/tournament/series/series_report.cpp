#include "referee/tournament/series/series_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/terminal_size.hpp"
#include "referee/core/base/text_width.hpp"
#include "referee/core/check/advice.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/match/summary.hpp"
#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/figures/tables/result_text.hpp"
#include "referee/tournament/run/watchers/progress_text.hpp"

namespace referee::tournament {

namespace {

using protocol::MatchLog;

double points_of(const EntrantAccount& score) {
    return static_cast<double>(score.half_points()) / 2;
}

CountsByName by_name(const std::map<protocol::Ending, std::uint64_t>& endings) {
    CountsByName counts;
    for (const auto& [ending, games] : endings)
        counts[std::string(protocol::name_of(ending))] = games;
    return counts;
}

/// An ending, or the name of a rule, as people read it.
std::string ending_for_people(const std::string& name) {
    const auto ending = protocol::ending_of(name);
    return ending ? protocol::words_of(*ending) : name;
}

}  // namespace

SeriesReport::SeriesReport(const MatchSetup& setup, const Account& account, const StopSignal& stop,
                           std::unique_ptr<LogFile> log)
    : MatchReport(setup, stop, std::move(log)),
      account_(account),
      progress_(!setup.options.quiet && !setup.options.pass_stderr) {}

void SeriesReport::begin() {
    begun_ = Clock::now();
    MatchReport::begin();
}

void SeriesReport::played(const PlayedGame& game) {
    progress_.clear();
    for (const VoidGame& lost : game.void_games)
        tell_void(lost.why);
    tell_game(game);
    write_log(*game.whole);
}

void SeriesReport::tell_game(const PlayedGame& game) {
    const MatchLog& log = *game.whole;
    add_turns(log, times_[static_cast<std::size_t>(game.game.first)],
              times_[static_cast<std::size_t>(game.game.second)]);
    const bool is_first_aborted = note_end(log);
    if (options().for_people()) return tell_result(log, game.game.first);
    if (is_first_aborted)  // only the first of several aborted games is reported
        say(headline(log, marks_of(*spec_of(log).make_board(log.seed))) + "\n");
    if (log.result.ending == protocol::Ending::aborted) return;
    if (log.failure && !options().quiet) tell_forfeit(game);
    show_progress();
}

/// Explains the first forfeit of each kind by each bot. The table counts the rest.
void SeriesReport::tell_forfeit(const PlayedGame& game) {
    const MatchLog& log = *game.whole;
    if (!told_.insert({at_fault(log, game.game.first).name, log.result.ending}).second) return;
    say(fmt::format("\ngame {} (seed {}): ", game.game.number + 1, log.seed) +
        explain_forfeit(log, marks_of(*spec_of(log).make_board(log.seed))));
    if (starts_bot_again(log))
        postponed_.push_back(game);
    else
        say(advice(log, game.game.first));
}

/// Reports the advice that was postponed. Advice starts the bot again, which would have disturbed running games.
void SeriesReport::tell_postponed_advice() {
    for (const PlayedGame& game : postponed_) {
        const std::string text = advice(*game.whole, game.game.first);
        if (!text.empty())
            say(fmt::format("\ngame {} (seed {}): {} forfeits, {}\n{}", game.game.number + 1, game.whole->seed,
                            harmless(at_fault(*game.whole, game.game.first).name),
                            protocol::words_of(game.match.ending), text));
    }
}

void SeriesReport::show_progress() {
    Progress progress;
    progress.played = progress.played_now = games();
    progress.total = options().games;
    progress.running = Clock::now() - begun_;
    constexpr std::size_t short_name = 12;  // the line above shows both names in full
    std::string line = fmt::format("{} of {} games:", progress.played, options().games);
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        line += fmt::format("{} {} {}", i == 0 ? "" : ",", cut_name(plan().entrants[i].name, short_name),
                            points_of(account_.entrants()[i]));
    }
    const auto difference = difference_of_two(account_);
    const auto width = static_cast<std::size_t>(terminal_size().columns);
    // The most important clause comes first; a clause for which there is no room is left out.
    for (const std::string& clause :
         {difference_text(difference), time_left_of(progress), speed_of(progress), los_text(difference)}) {
        if (!clause.empty() && columns_of(line) + 2 + columns_of(clause) < width) line += "; " + clause;
    }
    progress_.show(line);
}

void SeriesReport::finish() {
    progress_.clear();
    tell_postponed_advice();
    if (games() < options().games) say(fmt::format("stopped after {} of {} games\n", games(), options().games));
    if (options().json) return print_document(results_of(account_));
    if (games() > 0) {
        if (!options().quiet) say("\n");
        say(score_table(account_, {plan().entrants[0].name, plan().entrants[1].name}, times_));
        say_difference();
    }
    tell_void_games();
    tell_log();
}

void SeriesReport::say_difference() {
    const PairSummary summary = summary_of(*account_.pairs_of_two());
    const std::string repeats = repeats_line(static_cast<std::uint64_t>(games()), account_.distinct_games());
    if (summary.pairs > 0) {
        say(result_title(plan().entrants[0].name, plan().entrants[1].name, summary.pairs) + "\n" +
            result_line(summary, difference_of_two(account_)) + "\n");
    }
    if (!repeats.empty()) say(repeats + "\n");
    if (const auto busy = busy_note(account_)) say(list_text(busy->words, busy->items));
}

PlayResults results_of(const Account& account) {
    PlayResults results;
    results.games = account.results().total().games();
    results.distinct_games = account.distinct_games();
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        const EntrantAccount& score = account.entrants()[i];
        results.players[i] = {points_of(score),
                              score.as_first.wins + score.as_second.wins,
                              score.as_first.losses + score.as_second.losses,
                              score.as_first.draws + score.as_second.draws,
                              by_name(score.forfeits),
                              score.longest_turn.value_or(protocol::Micros{})};
    }
    results.endings = account.rules();
    for (const auto& [ending, games] : by_name(account.forfeits()))
        results.endings[ending] += games;
    return results;
}

std::string score_table(const Account& account, const std::array<std::string, 2>& names,
                        const std::array<TurnTimes, 2>& times) {
    const PlayResults results = results_of(account);
    Grid grid({{"name", GridColumn::Kind::name},
               {"points"},
               {"won"},
               {"drawn"},
               {"lost"},
               {"1st W/D/L"},
               {"2nd W/D/L"},
               {"mean (ms)"},
               {"longest (ms)"}});
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        const auto& [first, second] = std::tie(account.entrants()[i].as_first, account.entrants()[i].as_second);
        const double mean = times[i].turns() == 0 ? 0 : times[i].mean_us() / 1e3;
        const auto longest = account.entrants()[i].longest_turn.value_or(protocol::Micros{});
        grid.add({names[i], points_text(account.entrants()[i].half_points()), std::to_string(first.wins + second.wins),
                  std::to_string(first.draws + second.draws), std::to_string(first.losses + second.losses),
                  tally_text(first), tally_text(second), number_text(mean, 2),
                  number_text(static_cast<double>(longest.count()) / 1e3, 1)});
    }
    constexpr std::size_t any_width = std::numeric_limits<std::size_t>::max();  // only whole names tell the two apart
    std::string out = grid.text(false, any_width) + "endings:";
    const char* before = " ";
    for (const auto& [ending, number] : results.endings) {
        out += fmt::format("{}{} {}", before, ending_for_people(ending), number);
        before = ", ";
    }
    out += '\n';
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        for (const auto& [ending, number] : results.players[i].forfeits) {
            out += fmt::format("{} forfeited {} of {} games: {}\n", names[i], number, account.results().total().games(),
                               ending_for_people(ending));
        }
    }
    return out;
}

}  // namespace referee::tournament
