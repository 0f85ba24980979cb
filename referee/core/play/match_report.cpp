#include "referee/core/play/match_report.hpp"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "referee/core/base/progress_line.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/version.hpp"
#include "referee/core/check/advice.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/options/logged_matches.hpp"

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

Json json_of(const Entrant& entrant, const PlayerResults& results) {
    return {{"name", entrant.name},         {"command", entrant.command.arguments},
            {"points", results.points},     {"won", results.won},
            {"lost", results.lost},         {"drawn", results.drawn},
            {"forfeits", results.forfeits}, {"longest_answer_us", results.longest_answer.count()}};
}

}  // namespace

MatchReport::MatchReport(const MatchSetup& setup, const StopSignal& stop, std::unique_ptr<LogFile> log)
    : setup_(setup), stop_(stop), log_file_(std::move(log)) {
    if (keeps_last_match(options())) last_match_.emplace();
}

void MatchReport::say(std::string_view text) const {
    if (!stdout_is_taken()) return print(text);
    while (!options().quiet && !text.empty()) {
        const auto end = text.find('\n');
        note(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

void MatchReport::begin() const {
    if (options().quiet) return;
    say(fmt::format("{}  seed {}\n", headline_of(plan().spec), plan().seed));
    std::string many = single() ? "" : fmt::format("{} games, ", options().games);
    if (plan().jobs > 1) many += fmt::format("{} at a time, ", plan().jobs);
    say(fmt::format("{} against {}: {}{}\n", plan().entrants[0].name, plan().entrants[1].name, many,
                    limits_in_words()));
    for (const Entrant& entrant : plan().entrants) {
        if (entrant.limits.any()) say(fmt::format("limits of {} alone: {}\n", entrant.name, to_text(entrant.limits)));
    }
    if (!plan().openings_in_words.empty()) say(plan().openings_in_words + "\n");
    if (!plan().resumed.empty())
        say(fmt::format("resumed after ply {} of '{}'\n", plan().resumed.size(), options().resume));
}

/// The limits in words. A person has no time limit except the clock for the whole game.
std::string MatchReport::limits_in_words() const {
    const protocol::Limits& limits = plan().limits;
    if (limits.clock && !limits.move) return in_words(limits);
    if (plan().entrants[0].human && plan().entrants[1].human)
        return limits.clock ? clock_text(*limits.clock) + " a game" : "no time limit";
    const std::string who =
        options().has_person() ? plan().entrants[plan().entrants[0].human ? 1 : 0].name + " has " : "";
    return who + in_words(limits);
}

void MatchReport::tell_void(const std::string& why) {
    ++void_games_;
    if (options().has_person()) return;  // the person was informed when the match continued
    say(fmt::format(
        "A game is void and played again: {} (if this happens often, use longer limits or a quieter machine).\n", why));
}

bool MatchReport::note_end(const MatchLog& log) {
    if (options().json) matches_.push_back(summary_of(log));
    const bool aborted = log.result.ending == protocol::Ending::aborted;
    if (aborted) begin_line_on_terminal();
    if (again_.empty() && (single() || log.failure))
        again_ = advice_to_repeat(log, options().log, single() ? std::nullopt : std::optional(matches_played_ + 1));
    const bool is_first = aborted && !aborted_;
    aborted_ = aborted_ || aborted;
    return is_first;
}

void MatchReport::tell(const MatchLog& log, int first) {
    results_ = results_of(log);
    note_end(log);
    tell_result(log, first);
}

void MatchReport::tell_result(const MatchLog& log, int first) {
    const Marks marks = marks_of(*spec_of(log).make_board(log.seed));
    const bool something_to_see = log.result.ending != protocol::Ending::failed_to_start && !stdout_is_taken();
    if (!options().for_people() && !options().quiet && something_to_see) say("\n" + last_board_of(spec_of(log), log));
    if (!options().quiet) say("\n");
    if (log.failure && !options().quiet) {
        say(explain_forfeit(log, marks));
        say(advice(log, first));
    }
    const std::string line = verdict_for_person(log, first) + headline(log, marks);
    say((stdout_is_taken() ? line : coloured(Colour::bold, line)) + "\n");
}

/// The result as the only person in a match sees it: "You won. ". Empty for a draw, and if there are two persons or
/// none.
std::string MatchReport::verdict_for_person(const MatchLog& log, int first) const {
    const std::optional<int> winner = log.result.winner;
    if (!winner || plan().entrants[0].human == plan().entrants[1].human) return {};
    const int entrant = *winner == 0 ? first : 1 - first;
    return plan().entrants[static_cast<std::size_t>(entrant)].human ? "You won. " : "You lost. ";
}

void MatchReport::write_log(const MatchLog& log) {
    if (last_match_) {
        const int game = matches_played_;
        last_match_->add(log, setup_.start_of(game / 2, setup_.seed_of(game)).moves.size());
    }
    ++matches_played_;
    if (!log_file_) return;
    log_file_->write(log);
    ++matches_logged_;
}

const Entrant& MatchReport::at_fault(const MatchLog& log, int first) const {
    const int entrant = log.failure->player == 0 ? first : 1 - first;
    return plan().entrants[static_cast<std::size_t>(entrant)];
}

std::string MatchReport::advice(const MatchLog& log, int first) const {
    if (stop_.requested()) return {};
    try {
        MatchLauncher launcher;
        return advice_on_forfeit(log, at_fault(log, first), setup_.isolation, launcher, stop_.fd());
    } catch (const std::exception&) {
        return {};
    }
}

void MatchReport::finish() {
    if (options().json) return print_document(results_);
    tell_void_games();
    tell_log();
}

void MatchReport::tell_void_games() const {
    if (void_games_ <= 1 || options().quiet || options().has_person()) return;
    say(fmt::format("{} games were void and played again: the machine is too busy for these limits\n", void_games_));
}

void MatchReport::tell_log() const {
    const std::string kept = last_match_ ? last_match_->keep() : "";
    if (!options().quiet) say(kept);
    std::error_code error;
    if (matches_logged_ == 0 || options().log == "-" || options().quiet) return;
    // If the system doesn't say what it is, it is what was just written: a file.
    const auto type = std::filesystem::status(options().log, error).type();
    if (type != std::filesystem::file_type::regular && type != std::filesystem::file_type::none) return;
    const std::string how_many = matches_logged_ < matches_played_
                                     ? fmt::format("the first {} of {} matches are ", matches_logged_, matches_played_)
                                     : "";
    say(fmt::format("{}logged in {}; see {} with: referee replay {}\n", how_many, harmless(options().log),
                    how_many.empty() ? "it" : "them", copyable_path(options().log)));
    if (matches_logged_ == matches_played_) say(again_);
}

void MatchReport::print_document(const PlayResults& results) const {
    Json players = Json::array();
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
        players.push_back(json_of(plan().entrants[i], results.players[i]));
    const Json document = {{"referee", {{"version", version}}},
                           {"game", to_string(plan().spec)},
                           {"seed", plan().seed},
                           {"games", results.games},
                           {"distinct_games", results.distinct_games},
                           {"void_games", void_games_},
                           {"players", std::move(players)},
                           {"endings", results.endings},
                           {"matches", matches_}};
    print(protocol::escaped_json(protocol::json_text(document, 2)) + "\n");
}

PlayResults results_of(const MatchLog& log) {
    const auto& [winner, ending, detail, score] = log.result;
    PlayResults results;
    if (ending == protocol::Ending::aborted) return results;
    results.games = results.distinct_games = 1;
    results.endings[protocol::is_forfeit(ending) ? std::string(protocol::name_of(ending)) : detail] = 1;
    for (const int player : {0, 1}) {
        PlayerResults& of_player = results.players[static_cast<std::size_t>(player)];
        (!winner ? of_player.drawn : *winner == player ? of_player.won : of_player.lost) = 1;
        of_player.points = !winner ? 0.5 : *winner == player ? 1 : 0;
        if (protocol::is_forfeit(ending) && winner && *winner != player)
            of_player.forfeits[std::string(protocol::name_of(ending))] = 1;
        of_player.longest_answer = longest_turn(log, player).value_or(protocol::Micros{});
    }
    return results;
}

}  // namespace referee
