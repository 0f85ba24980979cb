// The laws that can be judged by a book alone, or by a book and what the program prints.
#pragma once

#include <string>

#include "protocol/json_fields.hpp"
#include "tests/simulation/book.hpp"
#include "tests/simulation/judge.hpp"
#include "tests/simulation/playback.hpp"

namespace simulation {

inline constexpr const char* law_17 = "law 17 (a student has at most one bot that takes part)";

/// A game that is planned now continues its pairing, and has the opening that is next. Call it before book.plan(row).
void check_new_game(const Book& book, const Row& row);
/// A round of a Swiss tournament is paired as the docs say, and extra pairs of a knockout follow ties. Call it before
/// book.plan(row).
void check_new_round(const Book& book, const Row& row);
/// A knockout is over when nobody can play any more. Call it when no game is left.
void check_end_of_knockout(const Book& book);
/// A ladder plans no games if each of its bots has enough. Call it before book.plan() of the next game.
void check_new_batch(const Book& book);
/// Pairs, sides, and in a finished round robin or gauntlet that everybody has met. `finished`: no game is left.
void check_plan(const Book& book, bool finished);
/// The file holds what happened, and nothing else.
void check_file(const Book& book, const FileFacts& facts);
/// The table of standings has the points of the games. `standings`: exported as JSON.
void check_standings(const Book& book, const protocol::Json& standings);
/// Exit code, reason and events of a run agree with the file. `events`: those that it printed. `most_games`: the value
/// of --stop-after.
void check_end(const Book& book, const Answer& answer, const std::vector<protocol::Json>& events,
               const std::optional<int>& most_games);
/// A run ends if none of its first games has a result. `games`: those of a run that was played by `jobs` at once.
void check_run_without_results(const Book& book, const std::set<int>& games, int jobs);
/// The events that a run with --json has printed.
[[nodiscard]] std::vector<protocol::Json> events_in(const std::string& out);

}  // namespace simulation
