// The ladder or the final of an arena as its pages show it: the table, the games of a person, and ratings over time.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json_text.hpp"
#include "referee/arena/arena.hpp"
#include "referee/tournament/figures/tables/standings.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/web/serve/store_feed.hpp"

namespace referee::arena {

/// Reads the file of a stage. Only one thread may call the functions, except log().
class StageView {
public:
    /// Requires: the arena outlives the view. `store`: from Arena::view_of(). `file`: its name.
    StageView(const Arena& arena, StageName stage, tournament::Store store, std::string file);

    /// The name of the file.
    const std::string& file() const { return file_; }
    /// Reads what is new. Returns whether there is anything. Throws like StoreFeed::refresh().
    bool refresh();
    /// Computes the table anew.
    void compute();
    bool is_computed() const { return !first_; }
    /// The number of games that were read. They begin anew when the generation changes.
    std::size_t rows() const { return feed_.rows().rows.size(); }
    int generation() const { return feed_.generation(); }

    /// The table of those who take part: {"rows": [[place, name, person, version, elo, lower, upper, games, half
    /// points], ...], "games", "place": what a place means}. The bots of the teacher have neither person nor version.
    std::string table() const;
    /// The ratings of a person's versions, and the person's rating over time: {"versions": [[version, elo, lower,
    /// upper, games, half points], ...], "course": [[games of all, version, elo, lower, upper], ...], "place"}.
    std::string own(int person) const;
    /// The games of a person among all games from `from` on. Each is JSON: [stage, number, version, opponent, moved
    /// first, "won", ending, plies, whether it is a forfeit].
    std::vector<std::string> games_of(int person, std::size_t from) const;
    /// The last games of all, at most so many, the newest first: [[number, first, second, winner, ending, plies], ...],
    /// the first two as names.
    std::string last_games(std::size_t most) const;
    /// The running games as serve::RunningBoards::json() has them, without what the bots have written, and the `names`
    /// of the entrants.
    std::string running();
    /// The game that people can follow, as serve::FollowedGame::json() has it. `goes_on`: whether another one is to
    /// follow it.
    std::string followed(bool goes_on);

    tournament::TournamentHead head();
    /// The next game between bots of the teacher, of those that were read since the last call, that one of them has
    /// won. None if there is none, or if there were many.
    std::optional<protocol::MatchLog> example();

    /// The log of a game. Thread-safe.
    std::optional<std::string> log(int number);
    StageName stage() const { return stage_; }

private:
    /// The rating of an entrant after some of the games.
    struct Mark {
        std::optional<double> elo, lower, upper;
    };
    struct Moment {
        std::size_t games = 0;
        std::vector<Mark> marks;  ///< by entrant
    };

    void name_entrants();
    void take_running();
    Moment moment_now() const;
    void remember_course();
    protocol::Json own_course(int person) const;

    const Arena& arena_;
    StageName stage_;
    const std::string file_;
    serve::StoreFeed feed_;
    tournament::RunningGames::Told told_;
    std::map<int, tournament::RunningMatch> running_;
    std::vector<std::string> names_;                ///< by entrant
    std::vector<std::optional<Played>> played_by_;  ///< by entrant; none for the teacher's bots
    std::vector<std::vector<int>> entrants_of_;     ///< by person; the oldest version first
    tournament::Standings standings_;
    std::vector<std::size_t> shown_;  ///< the entrants of the table, from the top down
    std::vector<int> places_;         ///< of these
    std::size_t computed_games_ = 0;  ///< the number of games in the table
    std::vector<Moment> course_;
    bool first_ = true;
    std::size_t examined_ = 0;  ///< the number of games that example() has looked at
    int examples_ = 0;          ///< the number of games that it has returned
};

}  // namespace referee::arena
