// Bots whose processes play many games, one after another (docs/protocol.md, "Many games in one process").
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/core/players/bot_player.hpp"

namespace referee {

/// Bots that have finished a game and wait for their next one. All games have the same settings and limits. Must not be
/// shared between threads. Requires: whatever the bots refer to outlives this object.
class KeptBots {
public:
    /// Identifies a bot: the address of its description.
    using Key = const void*;

    /// The maximum number of kept bots. Each one is a process, with its memory and some descriptors. Further bots get a
    /// new process for each game.
    static constexpr std::size_t max_kept = 100;

    KeptBots() = default;
    ~KeptBots() { end_all(); }
    KeptBots(const KeptBots&) = delete;
    KeptBots& operator=(const KeptBots&) = delete;

    /// Ends all bots. Together they have the usual time to exit by themselves. Bots that are stopped between their
    /// turns are ended at once.
    void end_all() noexcept;
    /// Removes a bot and returns it. Returns null if the bot is not waiting here.
    [[nodiscard]] std::unique_ptr<BotPlayer> take(Key who);
    /// Requires: has_room(), and the bot's can_play_on() has returned true.
    void keep(Key who, std::unique_ptr<BotPlayer> bot);
    /// Whether another bot can be kept.
    [[nodiscard]] bool has_room() const { return waiting_.size() < max_kept; }
    /// Stops all waiting bots until they are taken. Throws std::system_error.
    void set_aside();

private:
    std::vector<std::pair<Key, std::unique_ptr<BotPlayer>>> waiting_;
};

/// A bot in one game. Its process may have played other games before, and may play more.
class ReusedBot final : public Player {
public:
    /// Creates the bot. Called if the bot is not among the kept bots.
    using Make = std::function<std::unique_ptr<BotPlayer>()>;

    /// `seat`: 0 or 1, as for MatchLauncher. Requires: `kept` outlives this object.
    ReusedBot(KeptBots& kept, KeptBots::Key who, int seat, Make make);

    void prepare() override;
    [[nodiscard]] std::optional<Fault> start(std::string_view setup) override;
    [[nodiscard]] TurnReport take_turn(const TurnRequest& request) override { return bot_->take_turn(request); }
    [[nodiscard]] std::optional<Fault> fault_while_waiting() override { return bot_->fault_while_waiting(); }
    [[nodiscard]] std::optional<Past> past() const override { return bot_->history(); }
    void stay() override { may_stay_ = true; }
    [[nodiscard]] protocol::Notes take_notes() override { return bot_ ? bot_->take_notes() : protocol::Notes(); }
    void dismiss() override;
    void end(Duration patience) override;
    [[nodiscard]] std::string stderr_tail() const override { return bot_ ? bot_->stderr_tail() : ""; }

private:
    void take();

    KeptBots& kept_;
    KeptBots::Key who_;
    int seat_;
    Make make_;
    std::unique_ptr<BotPlayer> bot_;  ///< null before prepare() or start(), and when it is kept
    bool may_stay_ = false;
};

}  // namespace referee
