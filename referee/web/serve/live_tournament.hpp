// Follows a tournament's file while another process plays the tournament, and sends its changes as events to a browser.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "referee/core/base/clock.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/run/live/running_news.hpp"
#include "referee/web/serve/event_stream.hpp"
#include "referee/web/serve/followed_tournament.hpp"
#include "referee/web/serve/http_message.hpp"
#include "referee/web/serve/running_boards.hpp"

namespace referee::serve {

/// Works only while somebody watches, and only for a small share of the time, because bots play on this machine.
class LiveTournament {
public:
    /// Throws games::UserError if the file can't be read, or if this program does not know the tournament's game.
    explicit LiveTournament(const std::string& path);
    ~LiveTournament();
    LiveTournament(const LiveTournament&) = delete;
    LiveTournament& operator=(const LiveTournament&) = delete;

    /// The head as it was when the file was opened.
    const tournament::TournamentHead& head() const { return head_; }
    /// The events `tournament`, `games` and `running` (docs/serve.md).
    const std::shared_ptr<Topic>& events() const { return events_; }
    /// The page of a game, or a message if the game has not been played. May be called in any thread.
    Reply game(int number);

private:
    struct StoredGame {
        std::string log{};         ///< empty if the game has no match
        std::string neighbours{};  ///< {"previous", "next"}: the addresses of neighbouring games that have been played
        std::string missing{};     ///< why the game has no match, in a sentence
    };

    void follow(const std::stop_token& stop);
    void refresh_or_report();
    void look();
    void take_games();
    void publish_tables();
    void publish_running();
    void tell_running(std::string running);
    std::string state() const;
    std::string tournament_json();
    StoredGame stored_game(int number);

    const std::string path_;
    std::mutex store_mutex_;  ///< guards the store
    tournament::Store store_;
    FollowedTournament followed_;  ///< only the thread uses it
    const tournament::TournamentHead head_;
    std::shared_ptr<Topic> events_ = std::make_shared<Topic>();

    // Members that only the thread uses:
    bool behind_ = true;      ///< the file has changes that have not been taken; guarded by store_mutex_
    TimePoint next_games_{};  ///< the earliest time to take more games
    RunningBoards boards_;
    tournament::RunningReader reader_;
    bool playing_ = false;  ///< a process is writing the file
    bool tables_are_old_ = true;
    TimePoint next_tables_{};
    std::string running_;  ///< the text that was sent last
    std::string problem_;  ///< why the file can't be followed; empty if it can
    bool intervals_are_dear_ = false;

    std::jthread thread_;  ///< declared last, because the thread uses all other members
};

}  // namespace referee::serve
