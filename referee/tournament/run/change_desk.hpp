// Receives the director's changes from other processes while a tournament is played.
#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/unique_fd.hpp"
#include "referee/core/base/wake_up.hpp"
#include "referee/core/bots/bot_copies.hpp"
#include "referee/core/check/bot_check.hpp"
#include "referee/tournament/admit/admit.hpp"
#include "referee/tournament/admit/file_watch.hpp"
#include "referee/tournament/run/change_request.hpp"
#include "referee/tournament/run/desk.hpp"
#include "referee/tournament/run/engine.hpp"
#include "referee/tournament/run/game_player.hpp"
#include "referee/tournament/run/ledger.hpp"
#include "referee/tournament/run/live/door.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/world.hpp"

namespace referee::tournament {

/// A request waits until its bots are checked, which is a job of the engine, and until no game is planned or played.
/// Then its changes are written to the file, and the client gets the answer. One check runs at a time. A client that
/// disconnects before that has asked for nothing. A client that hangs can't hold up the run.
class ChangeDesk final : public Desk {
public:
    /// The parts of the run that a change concerns. Requires: the objects outlive the desk.
    struct Parts {
        const std::string& db;
        StoredLedger& ledger;
        GamePlayer& player;
        FileWatch& watch;
        const Preparation& prepared;
        CheckPlan check;
        BotCopies& copies;
        const World& world;
        std::function<std::string()> refusal;  ///< why this tournament can't be changed now; empty if it can
    };

    explicit ChangeDesk(Parts parts);

    void add_to(std::vector<pollfd>& descriptors) const override;
    void serve(Engine& engine) override;
    [[nodiscard]] std::vector<Change> make_changes() override;
    void close() noexcept override;
    [[nodiscard]] bool awaits_changes() const override { return parts_.ledger.rests() && parts_.refusal().empty(); }

private:
    enum class Stage : std::uint8_t { asks, waits, is_checked, is_ready, leaves };

    /// A check in another thread. The members belong to that thread until it is done.
    struct Check {
        Admitted admitted;
        std::vector<std::string> notes;
        std::string refusal;
        std::atomic<bool> done{false};
    };
    struct Client {
        UniqueFd socket;
        TimePoint since;  ///< when the client reached its stage
        Stage stage = Stage::asks;
        std::string unread{};
        std::string unsent{};
        bool knows_it_waits = false;
        TournamentOptions wish{};
        std::optional<Admitted> admitted{};
    };

    /// Returns whether the client is still connected.
    bool receive(Client& client);
    bool send(Client& client);
    void take(Client& client, std::string_view line);
    std::vector<Change> changes_of(const Client& client) const;
    void enter(Client& client, Stage stage);
    void tell_that_it_waits(Client& client);
    void begin_check(Engine& engine);
    void end_check();
    Job check_of(const Client& client);
    std::string now() const;
    void make(Client& client, std::vector<Change>& made);
    static void require_unchanged(const Admitted& admitted, FileWatch& watch);
    void seat_bots(const Admitted& admitted, std::size_t known, const std::vector<Change>& changes);
    void answer(Client& client, AnswerKind kind, std::vector<std::string> texts);
    void refuse(Client& client, const std::string& why) { answer(client, AnswerKind::refused, {why}); }

    Parts parts_;
    Door door_;
    bool closed_ = false;
    std::list<Client> clients_;     ///< in the order in which they came
    std::shared_ptr<Check> check_;  ///< the check that runs, if any
    WakeUp cancel_;                 ///< stops the check
};

}  // namespace referee::tournament
