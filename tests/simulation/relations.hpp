// Laws that compare a history with another one: the same orders in another order, other engines and no interruptions,
// joined files.
#pragma once

#include "tests/simulation/judge.hpp"
#include "tests/simulation/playback.hpp"
#include "tests/simulation/random.hpp"

namespace simulation {

/// Orders about different entrants commute. Works on copies of the file.
void check_commuting(const std::string& db, const Book& book, Playback& playback, Random& random);
/// The tables of two files do not depend on their order, and have the games of both.
void check_joined(const std::string& db, const std::string& other, Playback& playback);
/// A file is not joined with its copy.
void check_copy(const std::string& db, Playback& playback);
/// A tournament that begins with the same command in the same second is another one. `first`: this command of `db`.
void check_twins(const std::string& db, Words first, std::int64_t at_us, Playback& playback);
/// The plan of a tournament begins the same one: it has the same plan, and if nothing was changed, the same games.
void check_plan_begins_the_same(const std::string& db, const Book& book, Playback& playback);
/// All formats of an export have the same numbers.
void check_formats(const std::string& db, Playback& playback);

/// What a tournament has come to.
struct Result {
    std::vector<Row> games;
    std::map<int, Outcome> matches;
    std::string standings;  ///< exported as JSON

    friend bool operator==(const Result&, const Result&) = default;
};
[[nodiscard]] Result result_of(const std::string& db, Playback& playback);
/// Throws Broken, as a breach of the law of this name, unless both are equal.
void compare(const Result& one, const Result& other, const char* name);

/// The same history on another machine, without interruptions.
[[nodiscard]] History twin_of(const History& history);

}  // namespace simulation
