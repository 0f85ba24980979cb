// A match of a person in a browser against a bot.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "referee/core/base/mutex.hpp"
#include "referee/core/base/wake_up.hpp"
#include "referee/core/bots/hint.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/match/match.hpp"
#include "referee/web/serve/event_stream.hpp"
#include "referee/web/serve/match_state.hpp"
#include "referee/web/serve/offers.hpp"
#include "referee/web/serve/web_player.hpp"

namespace referee::serve {

/// A match of a person in a browser against a bot, played in its own thread.
class WebMatch final : MatchObserver {
public:
    /// Begins the match at once. If it continues a `previous` match, its bot starts when that match is over. Unless
    /// noted otherwise, all calls must come from one thread. Throws std::system_error if the system fails. Requires:
    /// `isolation` and `stop` outlive the match.
    WebMatch(const OfferedBot& bot, const MatchWish& wish, const protocol::Limits& limits, const Isolation& isolation,
             const StopSignal& stop, std::shared_ptr<WebMatch> previous = nullptr);
    /// Breaks off a running match, and waits until nothing is left of the bot.
    ~WebMatch() override;

    /// The topic of the `state` event. The first state is published as soon as the rules have given the first position.
    const std::shared_ptr<Topic>& topic() const { return topic_; }
    WebPlayer::Reception move(int ply, std::string_view move) { return person_.offer(ply, move); }
    /// Must be called when the person leaves the match.
    void leave();

    /// Whether the match is over and the bot has ended.
    bool over() const { return over_; }
    /// Joins the thread of the match, and frees what only a running match needs. Requires: over().
    void settle();
    std::optional<TimePoint> waiting_since() const { return person_.waiting_since(); }
    /// The person's side.
    int you() const { return you_; }
    const games::GameSpec& spec() const { return plan_.spec; }
    /// The request for the same match from its position after `ply` plies; none if there are fewer plies. May be called
    /// in any thread.
    std::optional<MatchWish> wish_after(int ply) const;
    /// The move that the bot would play now in the person's place; none if it has no answer, or if the match is over.
    /// Takes the bot's time for a move, at most a few seconds. May be called in any thread. Throws std::system_error.
    Advice hint() const;
    /// The log without frames; none if the match could not be played. Requires: over().
    const std::optional<protocol::MatchLog>& log() const { return log_; }
    /// The size of this log as JSON; 0 if there is none. Requires: over().
    std::size_t log_bytes() const { return log_bytes_; }
    /// The approximate size of the log with frames. Requires: over().
    std::size_t frame_bytes() const { return state_.frame_bytes(); }

private:
    void on_position(const games::Board& board, const protocol::MatchLog& log) override;
    void show_start();
    void await_previous();
    void run();
    protocol::MatchLog play();
    void tell();

    Entrant bot_;
    bool is_discreet_;  ///< see OfferedBot
    const MatchWish wish_;
    MatchPlan plan_;
    mutable Mutex moves_mutex_;
    std::vector<std::string> moves_ GUARDED_BY(moves_mutex_);  ///< the moves made so far
    int you_;
    const Isolation& isolation_;
    const StopSignal& stop_signal_;
    std::shared_ptr<WebMatch> previous_;         ///< used only by the thread
    std::optional<WakeUp> stop_{std::in_place};  ///< stops the bot; none after settle()
    std::atomic<bool> left_ = false;
    WebPlayer person_;
    MatchState state_;  ///< used only by the thread until over()
    std::shared_ptr<Topic> topic_ = std::make_shared<Topic>();
    std::optional<protocol::MatchLog> log_;
    std::size_t log_bytes_ = 0;
    std::atomic<bool> over_ = false;
    std::jthread thread_;  ///< declared last, because the thread uses the other members
};

}  // namespace referee::serve
