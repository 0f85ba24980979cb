#include "referee/commands/series_report.hpp"

#include <fmt/format.h>

#include <utility>

#include "referee/check/advice.hpp"
#include "referee/commands/again.hpp"
#include "referee/match/limits.hpp"
#include "referee/match/moves_hash.hpp"
#include "referee/match/record.hpp"
#include "referee/match/show.hpp"
#include "referee/system/version.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/terminal/output.hpp"
#include "referee/terminal/shell_word.hpp"
#include "referee/terminal/text_width.hpp"
#include "referee/tournament/tables/numbers.hpp"
#include "referee/tournament/tables/result_line.hpp"
#include "referee/tournament/watchers/progress_text.hpp"

namespace referee {

namespace {

using protocol::Json;
using protocol::MatchLog;

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

Json json_of(const Entrant& entrant, const SeriesScore::Row& row) {
    return {{"name", entrant.name},     {"command", entrant.command.arguments},
            {"points", row.points()},   {"won", row.wins()},
            {"lost", row.losses()},     {"drawn", row.draws()},
            {"forfeits", row.forfeits}, {"longest_answer_us", row.longest.count()}};
}

}  // namespace

SeriesReport::SeriesReport(const PlayOptions& options, const SeriesPlan& plan, const Isolation& isolation)
    : options_(options),
      plan_(plan),
      isolation_(isolation),
      progress_(!options.quiet && !options.pass_stderr && options.games != 1) {}

void SeriesReport::say(std::string_view text) {
    progress_.clear();
    if (!stdout_is_taken()) return print(text);
    while (!options_.quiet && !text.empty()) {
        const auto end = text.find('\n');
        note(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

void SeriesReport::begin(const StopSignal& stop) {
    stop_ = &stop;
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

/// A person has as much time as it takes, or as the clock for the whole game has.
std::string SeriesReport::limits_in_words() const {
    const protocol::Limits& limits = plan_.limits;
    if (limits.clock && !limits.move) return in_words(limits);
    if (plan_.entrants[0].human && plan_.entrants[1].human)
        return limits.clock ? clock_text(*limits.clock) + " a game" : "no limit of time";
    const std::string who = options_.has_person() ? plan_.entrants[plan_.entrants[0].human ? 1 : 0].name + " has " : "";
    return who + in_words(limits);
}

void SeriesReport::add(int game, const SeriesMatch& match) {
    for (const MatchLog& lost : match.void_games)
        add_void(lost);
    const MatchLog& log = match.log;
    if (log.result.ending != protocol::Ending::aborted) count(game, log);
    if (options_.json) matches_.push_back(summary_of(log));
    tell(game, log);
}

void SeriesReport::count(int game, const MatchLog& log) {
    using tournament::Score;
    const bool a_first = game % 2 == 0;
    score_.add(log, a_first);
    const std::uint64_t moves = moves_hash_of(log);
    distinct_.emplace(a_first, moves);
    const auto& winner = log.result.winner;
    const Score of_a = !winner ? Score::draw : (*winner == 0) == a_first ? Score::win : Score::loss;
    pairs_.add(game / 2, {a_first, of_a, moves});
}

void SeriesReport::add_void(const MatchLog& log) {
    ++void_games_;
    if (options_.has_person()) return;  // who was told while it played on
    say(fmt::format("A game is void and played again: {} (if it happens often: longer limits, a quieter machine).\n",
                    log.result.detail));
}

void SeriesReport::add_logged(bool written) {
    ++matches_played_;
    matches_logged_ += written ? 1 : 0;
}

void SeriesReport::tell(int game, const MatchLog& log) {
    const Marks marks = marks_of(*spec_of(log).make_board(log.seed));
    const bool aborted = log.result.ending == protocol::Ending::aborted;
    if (aborted) begin_line_on_terminal();
    if (again_.empty() && (single() || log.failure))
        again_ = advice_to_repeat(log, options_.log, single() ? std::nullopt : std::optional(matches_played_ + 1));
    if (single() || options_.for_people()) return tell_single(game, log, marks);
    if (aborted && !std::exchange(aborted_, true)) say(headline(log, marks) + "\n");
    if (aborted) return;
    if (log.failure && !options_.quiet) tell_forfeit(game, log, marks);
    show_progress();
}

void SeriesReport::tell_single(int game, const MatchLog& log, const Marks& marks) {
    const bool something_to_see = log.result.ending != protocol::Ending::failed_to_start && !stdout_is_taken();
    if (!options_.for_people() && !options_.quiet && something_to_see) say("\n" + last_board_of(spec_of(log), log));
    if (!options_.quiet) say("\n");
    if (log.failure && !options_.quiet) {
        say(explain_forfeit(log, marks));
        say(advice(game, log));
    }
    say((stdout_is_taken() ? headline(log, marks) : coloured(Colour::bold, headline(log, marks))) + "\n");
}

/// In a series the first forfeit of each kind is told in full; the table counts the others.
void SeriesReport::tell_forfeit(int game, const MatchLog& log, const Marks& marks) {
    const auto& guilty = log.players[static_cast<std::size_t>(log.failure->player)].name;
    if (!told_.insert({guilty, log.result.ending}).second) return;
    say(fmt::format("\ngame {} (seed {}): ", game + 1, log.seed) + explain_forfeit(log, marks));
    if (starts_bot_again(log))
        postponed_.emplace_back(game, log);
    else
        say(advice(game, log));
}

const Entrant& SeriesReport::at_fault(int game, const MatchLog& log) const {
    const bool is_a = (log.failure->player == 0) == (game % 2 == 0);
    return plan_.entrants[is_a ? 0 : 1];
}

/// The result stands without it, so that no failure of the system matters here.
std::string SeriesReport::advice(int game, const MatchLog& log) const {
    if (stop_->requested()) return {};
    try {
        MatchLauncher launcher;
        return advice_on_forfeit(log, at_fault(game, log), isolation_, launcher, stop_->fd());
    } catch (const std::exception&) {
        return {};
    }
}

/// The bot starts again for it, and would disturb games that are being played.
void SeriesReport::tell_postponed_advice() {
    for (const auto& [game, log] : postponed_) {
        const std::string text = advice(game, log);
        if (!text.empty())
            say(fmt::format("\ngame {} (seed {}): {} forfeits, {}\n{}", game + 1, log.seed,
                            harmless(at_fault(game, log).name), protocol::name_of(log.result.ending), text));
    }
}

void SeriesReport::show_progress() {
    const auto& rows = score_.rows();
    tournament::Progress progress;
    progress.played = progress.played_now = score_.games();
    progress.total = options_.games;
    progress.running = Clock::now() - begun_;
    constexpr std::size_t short_name = 12;  // the line above has both in full
    std::string line = fmt::format("{} of {} games:", progress.played, options_.games);
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        line += fmt::format("{} {} {}", i == 0 ? "" : ",", tournament::cut_name(plan_.entrants[i].name, short_name),
                            rows[i].points());
    }
    const tournament::PairSummary difference = tournament::summary_of(pairs_.counts());
    const auto width = static_cast<std::size_t>(terminal_size().columns);
    // The most important clause comes first; a clause for which there is no room is left out.
    for (const std::string& clause : {tournament::difference_text(difference), tournament::time_left_of(progress),
                                      tournament::speed_of(progress), tournament::los_text(difference)}) {
        if (!clause.empty() && columns_of(line) + 2 + columns_of(clause) < width) line += "; " + clause;
    }
    progress_.show(line);
}

void SeriesReport::finish() {
    progress_.clear();
    tell_postponed_advice();
    if (!single() && score_.games() < options_.games)
        say(fmt::format("stopped after {} of {} games\n", score_.games(), options_.games));
    if (options_.json) return print(protocol::escaped_json(protocol::json_text(document(), 2)) + "\n");
    if (!single() && score_.games() > 0) {
        if (!options_.quiet) say("\n");
        say(table_of(score_, {plan_.entrants[0].name, plan_.entrants[1].name}));
        say_difference();
    }
    if (void_games_ > 1 && !options_.quiet && !options_.has_person()) {
        say(fmt::format("{} games were void and played again: the machine is too busy for these limits\n",
                        void_games_));
    }
    tell_log();
}

void SeriesReport::say_difference() {
    const tournament::PairSummary summary = tournament::summary_of(pairs_.counts());
    const std::string repeats = tournament::repeats_line(static_cast<std::uint64_t>(score_.games()), distinct_.size());
    if (summary.pairs > 0) {
        say(tournament::result_title(plan_.entrants[0].name, plan_.entrants[1].name, summary.pairs) + "\n" +
            tournament::result_line(summary) + "\n");
    }
    if (!repeats.empty()) say(repeats + "\n");
}

/// If the log can't be written any more, it still has the earlier matches.
void SeriesReport::tell_log() {
    if (matches_logged_ == 0 || options_.log == "-" || options_.quiet) return;
    const std::string how_many = matches_logged_ < matches_played_
                                     ? fmt::format("the first {} of {} matches are ", matches_logged_, matches_played_)
                                     : "";
    say(fmt::format("{}logged in {}; see {} with: referee replay {}\n", how_many, harmless(options_.log),
                    how_many.empty() ? "it" : "them", copyable_path(options_.log)));
    if (matches_logged_ == matches_played_) say(again_);
}

Json SeriesReport::document() const {
    Json players = Json::array();
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
        players.push_back(json_of(plan_.entrants[i], score_.rows()[i]));
    return {{"referee", {{"version", version}}}, {"game", to_string(plan_.spec)},      {"seed", plan_.seed},
            {"games", score_.games()},           {"distinct_games", distinct_.size()}, {"void_games", void_games_},
            {"players", std::move(players)},     {"endings", score_.endings()},        {"matches", matches_}};
}

}  // namespace referee
