// The boards of a tournament's running games, as JSON for a browser.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/run/live/running_news.hpp"

namespace referee::serve {

/// Replays the moves that the playing process reports. If the rules of the game are a program, takes the frames that
/// process reports.
class RunningBoards {
public:
    /// `config`: the game's settings as JSON, as in a match log. `rules`: the description of a game of one's own, as in
    /// a log; empty for built-in games. `openings`: in the order in which they are played. `with_thoughts`: whether
    /// everybody may see the info that bots give with their moves.
    RunningBoards(games::GameSpec spec, std::string config, std::string rules, std::vector<GameStart> openings,
                  bool with_thoughts)
        : spec_(std::move(spec)),
          config_(std::move(config)),
          rules_(std::move(rules)),
          openings_(std::move(openings)),
          with_thoughts_(with_thoughts) {}

    /// Takes the current state of the running games. Ignores games that `store` does not have yet. A later call may
    /// find them.
    void follow(const std::map<int, tournament::RunningMatch>& games, const tournament::Store& store);

    /// {"games": [{"number", "round", "first", "second", "game", "rules", "config", "plies", "frame", "previous",
    /// "last", "next", "thoughts"}, ...]}, with "secret": true in a game with secrets, of which nothing else is told.
    /// `first` and `second` are indices of entrants. `frame` and `previous` are null if the board is too large to be
    /// sent, and `rules` is null for built-in games.
    std::string json() const;

private:
    struct Running {
        tournament::PlannedGame planned;
        std::string id;
        std::unique_ptr<games::Board> board;  ///< null if the rules are a program
        std::size_t plies = 0;
        std::string frame = "null";
        std::string previous = "null";
        std::string last = "null";
        std::string next = "null";
        tournament::Thoughts thoughts{};
        bool broken = false;  ///< a move could not be played, so later positions are unknown
    };

    std::unique_ptr<games::Board> board_of(const tournament::PlannedGame& game) const;
    void play(Running& running, const std::vector<std::string>& moves) const;
    void begin(Running& running) const;
    static void show(Running& running, const tournament::RunningMatch& now);
    std::string frame_of(const games::Board& board) const;
    std::string json_of(const Running& running) const;

    games::GameSpec spec_;
    std::string config_;
    std::string rules_;
    std::vector<GameStart> openings_;
    bool with_thoughts_;
    std::map<int, Running> games_;
};

/// For the games of the tournament with this head.
RunningBoards boards_of(const tournament::TournamentHead& head);

}  // namespace referee::serve
