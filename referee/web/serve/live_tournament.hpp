// Follows a tournament's file while another process plays the tournament, and sends its changes as events to a browser.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <thread>

#include "referee/tournament/paper/store/tournament_head.hpp"
#include "referee/tournament/run/live/running_news.hpp"
#include "referee/web/serve/event_stream.hpp"
#include "referee/web/serve/http_message.hpp"
#include "referee/web/serve/store_feed.hpp"

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
    /// The events `tournament`, `games`, `running` and `followed` (docs/serve.md).
    const std::shared_ptr<Topic>& events() const { return events_; }
    /// The page of a game, or a message if the game has not been played. May be called in any thread.
    Reply game(int number);

private:
    void follow(const std::stop_token& stop);
    void look_or_report();
    void look();
    void publish_games();
    void publish_tables();
    void publish_running(std::string running);
    void publish_followed(const std::string& followed);
    std::string tournament_json();

    StoreFeed feed_;
    const tournament::TournamentHead head_;
    std::shared_ptr<Topic> events_ = std::make_shared<Topic>();

    // Members that only the thread uses:
    tournament::RunningReader reader_;
    bool playing_ = false;        ///< a process is writing the file
    std::size_t sent_games_ = 0;  ///< the number of games in the events, and their generation
    int sent_generation_ = 0;
    bool tables_are_old_ = true;
    TimeShare tables_;
    std::string running_, followed_;  ///< the texts that were sent last
    std::string problem_;             ///< why the file can't be followed; empty if it can
    bool intervals_are_dear_ = false;

    std::jthread thread_;  ///< declared last, because the thread uses all other members
};

}  // namespace referee::serve
