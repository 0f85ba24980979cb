// The running games of a tournament, move by move, for observers.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "protocol/info_line.hpp"
#include "referee/match/match.hpp"

namespace referee::tournament {

/// What each player said of its position at its last ply, if anything.
using Thoughts = std::array<std::optional<protocol::Info>, 2>;

/// A running game as far as it has come.
struct RunningMatch {
    std::string id;                  ///< a void game is played again as another match
    std::vector<std::string> moves;  ///< given ones included
    Thoughts thoughts{};
};

/// The news of a running game.
struct RunningGame {
    int number = 0;                  ///< of the planned game
    std::string id;                  ///< of the match
    std::size_t from = 0;            ///< how many moves were known before
    std::vector<std::string> moves;  ///< those that are new, given ones included
    Thoughts thoughts{};             ///< after the last move of the running game

    static void fields(auto& self, auto&& visit) {
        visit("number", self.number);
        visit("id", self.id);
        visit("from", self.from);
        visit("moves", self.moves);
        visit("thoughts", protocol::omit_if(self.thoughts == Thoughts(), self.thoughts));
    }
    friend bool operator==(const RunningGame&, const RunningGame&) = default;
};

/// May be used from several threads. A game never waits for an observer, except for the copying of its own moves, and
/// for another game only at its begin and end.
class RunningGames {
    struct Shared;

public:
    /// Observes one game, which is among the running ones as long as this lives.
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
        /// The turns so far in which others had the cores that the bot needed.
        int starved_turns() const { return starved_turns_; }

    private:
        void follow(const protocol::MatchLog& log);

        RunningGames& games_;
        int number_;
        std::shared_ptr<Shared> shared_;  ///< from its first position on
        int starved_turns_ = 0;
    };

    /// The state that one observer has been sent.
    class Told {
        friend class RunningGames;
        struct Game {
            std::string id;
            std::size_t moves = 0;
        };
        std::map<int, Game> games_;
    };

    /// All running games, by number, with what is new in them for an onlooker; no more than some thousand moves, the
    /// rest the next time. Returns whether there is anything new.
    bool news_for(Told& told, std::vector<RunningGame>& news) const;

private:
    struct Shared {
        std::mutex mutex;
        RunningMatch match;
    };

    mutable std::mutex mutex_;
    std::map<int, std::shared_ptr<Shared>> games_;
};

}  // namespace referee::tournament
