// A match of a person against a bot, in a thread of its own.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "referee/bots/hint.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/match/match.hpp"
#include "referee/serve/event_stream.hpp"
#include "referee/serve/match_state.hpp"
#include "referee/serve/offers.hpp"
#include "referee/serve/web_player.hpp"
#include "referee/system/wake_up.hpp"

namespace referee::serve {

/// A match of a person in a browser against a bot, played in a thread of its own.
class WebMatch final : MatchObserver {
public:
    /// Begins at once; if there is a `previous` match, whose place this one takes, its bot starts when that one is
    /// over. `isolation` and `stop` outlive the match. For one thread. Throws std::system_error if the system can't.
    WebMatch(const OfferedBot& bot, const MatchWish& wish, const protocol::Limits& limits, const Isolation& isolation,
             const StopSignal& stop, std::shared_ptr<WebMatch> previous = nullptr);
    /// Breaks off what is being played, and waits until nothing of the bot is left.
    ~WebMatch() override;

    /// The `state` event, from the beginning on.
    const std::shared_ptr<Topic>& topic() const { return topic_; }
    WebPlayer::Reception move(int ply, std::string_view move) { return person_.offer(ply, move); }
    /// The person leaves the match.
    void leave();

    /// The match is over, and the bot has ended.
    bool over() const { return over_; }
    /// Frees what only a running match needs. Requires: over().
    void settle();
    std::optional<TimePoint> waiting_since() const { return person_.waiting_since(); }
    /// The person's side.
    int you() const { return you_; }
    const games::GameSpec& spec() const { return plan_.spec; }
    /// The same match again as it was after so many plies; none if it has not come as far. For any thread.
    std::optional<MatchWish> wish_after(int ply) const;
    /// What the bot would play now in the person's place; none if it has no answer, or the match is over. Takes the
    /// bot's time, and at most some seconds. For any thread. Throws std::system_error.
    Advice hint() const;
    /// The match without its frames; none if it could not be played. Requires: over().
    const std::optional<protocol::MatchLog>& log() const { return log_; }
    /// Of the log with its frames, about. Requires: over().
    std::size_t frame_bytes() const { return state_.frame_bytes(); }

private:
    void on_position(const games::Board& board, const protocol::MatchLog& log) override;
    void take_opening();
    void run();
    protocol::MatchLog play();
    void tell();

    Entrant bot_;
    const MatchWish wish_;
    MatchPlan plan_;
    mutable std::mutex moves_mutex_;
    std::vector<std::string> moves_;  ///< that have been made
    int you_;
    const Isolation& isolation_;
    const StopSignal& stop_signal_;
    std::shared_ptr<WebMatch> previous_;         ///< of the thread
    std::optional<WakeUp> stop_{std::in_place};  ///< to break off the bot; none when the match is settled
    std::atomic<bool> left_ = false;
    WebPlayer person_;
    MatchState state_;  ///< of the thread
    std::shared_ptr<Topic> topic_ = std::make_shared<Topic>();
    std::optional<protocol::MatchLog> log_;
    std::atomic<bool> over_ = false;
    std::jthread thread_;  ///< the last: it uses the others
};

}  // namespace referee::serve
