// One game of a tournament after the other, so slowly that people can follow it, as JSON for a browser.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/match_log.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/run/live/running_news.hpp"
#include "referee/web/serve/running_boards.hpp"

namespace referee::serve {

/// A move of the followed game is shown for so long at least.
inline constexpr std::chrono::milliseconds between_shown_moves{500};
/// The end of a game stays for so long.
inline constexpr std::chrono::seconds result_stays{6};

/// Everybody who watches sees the same position, because the server decides which move is shown when. Shows nothing but
/// names, moves, positions, and how a game ended: nothing of what bots have written.
class FollowedGame {
public:
    /// `boards`: of the tournament, without games.
    explicit FollowedGame(RunningBoards boards) : boards_(std::move(boards)) {}

    /// Takes the state of the tournament, and shows another move or another game if it is time. To be called a few
    /// times a second while somebody watches. The newest of the `running` games is next, or else the newest finished
    /// one, `finished`. `goes_on`: whether another game is to follow this one. Games that `store` does not have yet are
    /// ignored.
    void follow(TimePoint now, const std::map<int, tournament::RunningMatch>& running, std::optional<int> finished,
                bool goes_on, const tournament::Store& store);

    /// What is shown: {"games": [as RunningBoards::json() has it], "names": [of the first and the second entrant],
    /// "result": null before the end, or as in a log without a bot's words}. "null" if nothing is.
    [[nodiscard]] const std::string& json() const { return json_; }

private:
    struct Game {
        int number = 0;
        std::array<std::string, 2> names;
        tournament::RunningMatch known{};       ///< all that is known of it
        tournament::FrameSteps frames{};        ///< of a game of one's own that is running: as it is shown
        std::vector<std::string> all_frames{};  ///< of one that is over: at the start, and after each ply
        std::optional<protocol::Result> result{};
        bool is_running = true;
        std::size_t shown = 0;             ///< the number of moves that are shown
        std::optional<TimePoint> ended{};  ///< since when there is nothing more to show
    };

    bool choose(const std::map<int, tournament::RunningMatch>& running, std::optional<int> finished,
                const tournament::Store& store);
    static std::optional<Game> game_of(int number, const tournament::Store& store);
    bool take_log(Game& game, const tournament::Store& store);
    void learn(const std::map<int, tournament::RunningMatch>& running, const tournament::Store& store);
    static bool catch_up(Game& game);
    void step(TimePoint now);
    void show(const tournament::Store& store);

    RunningBoards boards_;
    std::optional<Game> game_;
    TimePoint called_{};  ///< the last time
    TimePoint next_{};    ///< when another move may be shown
    std::string json_ = "null";
};

}  // namespace referee::serve
