// Publishes the running games of a tournament, move by move, to observers.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/info_line.hpp"
#include "referee/core/base/mutex.hpp"
#include "referee/core/match/match.hpp"

namespace referee::tournament {

/// The info that each player gave with its last ply, if it gave any.
using Thoughts = std::array<std::optional<protocol::Info>, 2>;

/// A larger frame of a game whose rules are a program is not published.
inline constexpr std::size_t max_published_frame = 65'536;

/// The present and the last frame of a game whose rules are a program, which an observer does not have. Empty texts:
/// the game is built in, there is no such frame, or it is too large.
struct FrameSteps {
    std::string now;
    std::string before;

    static void fields(auto& self, auto&& visit) {
        visit("now", self.now);
        visit("before", self.before);
    }
    friend bool operator==(const FrameSteps&, const FrameSteps&) = default;
};

/// The current state of a running game.
struct RunningMatch {
    std::string id;                  ///< the id of the match; a void game is played again with another id
    std::vector<std::string> moves;  ///< includes given moves; each is empty in a game with secrets
    Thoughts thoughts{};
    /// The last two frames of a game of one's own, see FrameSteps. An observer of another game plays the moves itself.
    FrameSteps frames{};
};

/// The part of a running game that is new for an observer.
struct RunningGame {
    int number = 0;                  ///< the number of the planned game
    std::string id;                  ///< the id of the match
    std::size_t from = 0;            ///< the number of moves that the observer already knows
    std::vector<std::string> moves;  ///< the new moves, including given moves
    Thoughts thoughts{};             ///< after the last move of the running game
    FrameSteps frames{};             ///< after the last move of the running game

    static void fields(auto& self, auto&& visit) {
        visit("number", self.number);
        visit("id", self.id);
        visit("from", self.from);
        visit("moves", self.moves);
        visit("thoughts", protocol::omit_if(self.thoughts == Thoughts(), self.thoughts));
        visit("frames", protocol::omit_if(self.frames == FrameSteps(), self.frames));
    }
    friend bool operator==(const RunningGame&, const RunningGame&) = default;
};

/// The running games of a tournament. Thread-safe. A game waits for an observer only while the game's own moves are
/// copied, and for another game only at its beginning and end.
class RunningGames {
    struct Shared;

public:
    /// Observes one game. The game counts as running while this object lives.
    class Entry final : public MatchObserver {
    public:
        Entry(RunningGames& games, int number) : games_(games), number_(number) {}
        ~Entry() override;
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;
        void on_position(const games::Board& board, const protocol::MatchLog& log) override;
        void on_disturbed_turn(const Disturbance& disturbance) override {
            if (disturbance.kind == Disturbance::Kind::no_core) ++starved_turns_;
        }
        /// The number of turns so far in which other processes used the bot's cores.
        int starved_turns() const { return starved_turns_; }

    private:
        void follow(const protocol::MatchLog& log, bool has_secrets);

        RunningGames& games_;
        int number_;
        std::shared_ptr<Shared> shared_;  ///< set from the first position on
        int starved_turns_ = 0;
    };

    /// The state that one observer has received so far.
    class Told {
        friend class RunningGames;
        struct Game {
            std::string id;
            std::size_t moves = 0;
        };
        std::map<int, Game> games_;
    };

    /// Puts all running games into `news`, by number, with the moves that are new for one observer. A call returns at
    /// most a few thousand moves; the next call returns the rest. Returns whether anything is new.
    bool news_for(Told& told, std::vector<RunningGame>& news) const;

private:
    struct Shared {
        Mutex mutex;
        RunningMatch match GUARDED_BY(mutex);
    };

    mutable Mutex mutex_;
    std::map<int, std::shared_ptr<Shared>> games_ GUARDED_BY(mutex_);
};

}  // namespace referee::tournament
