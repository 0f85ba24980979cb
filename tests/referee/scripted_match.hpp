// A match between scripted players, without any processes.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "referee/core/match/match.hpp"

/// A player that follows a script. Records the calls that it receives.
class ScriptedPlayer final : public referee::Player {
public:
    using Calls = std::vector<std::string>;

    /// Each call is appended to `calls` as "NAME WHAT".
    ScriptedPlayer(std::string name, Calls& calls) : name_(std::move(name)), calls_(calls) {}

    /// Scripts a turn in which the player answers. `disturbed`: why the turn was not fair; none if it was fair.
    ScriptedPlayer& answers(std::string answer, std::optional<referee::Disturbance> disturbed = std::nullopt);
    ScriptedPlayer& faults(protocol::Ending ending, std::string detail,
                           std::optional<referee::Disturbance> disturbed = std::nullopt);
    /// Charges the last scripted turn with `cost`.
    ScriptedPlayer& charged(referee::Duration cost);
    /// Scripts a late answer after this use of the cores.
    ScriptedPlayer& is_late(referee::CpuUse use);
    ScriptedPlayer& stops(referee::TurnReport::Kind kind = referee::TurnReport::Kind::stopped);
    ScriptedPlayer& fails_to_start(std::string reason);
    /// The player's process runs in all turns of the other player.
    ScriptedPlayer& runs_while_waiting();

    std::optional<referee::Fault> start(std::string_view setup) override;
    referee::TurnReport take_turn(const referee::TurnRequest& request) override;
    std::optional<referee::Fault> fault_while_waiting() override { return waiting_fault_; }
    void dismiss() override { calls_.push_back(name_ + " dismiss"); }
    void end(referee::Duration patience) override;
    /// Scripts what the bot writes as notes. Each call serves one further turn, in order.
    ScriptedPlayer& notes(std::string text);
    protocol::Notes take_notes() override { return {std::exchange(noted_, {}), 0, {}}; }
    std::string stderr_tail() const override { return name_ + "'s stderr"; }

    std::string sent;                       ///< everything that the player has received: the setup and the turn blocks
    std::vector<referee::Duration> limits;  ///< the limit of each of its turns
    std::vector<referee::Duration> margins;
    std::vector<std::size_t> plies_seen;  ///< the number of plies in the log at each of its turns
    bool had_patience = false;            ///< whether end() gave the player time to exit

private:
    std::string name_;
    Calls& calls_;
    std::optional<referee::Fault> start_fault_;
    std::optional<referee::Fault> waiting_fault_;
    std::deque<std::function<referee::TurnReport()>> turns_;
    std::string answer_;
    std::deque<std::string> notes_;
    std::string noted_;
};

/// A plan of Magnetize for players "ann" and "bob". The limits are 7 s for a first move and 3 s for later moves, with a
/// margin of 1 s.
referee::MatchPlan plan_of(const std::string& game = "magnetize:height=4,width=5,square=2,maglock=2");

/// Two players and the match that they play.
struct ScriptedMatch {
    referee::MatchPlan plan = plan_of();
    ScriptedPlayer::Calls calls;
    ScriptedPlayer ann{"ann", calls};
    ScriptedPlayer bob{"bob", calls};
    std::optional<int> void_for;         ///< the player whose turn made the match void, if one did
    std::optional<std::size_t> back_to;  ///< the ply to which the match goes back, as the match reports it

    /// Scripts these moves in order, given as the player's index and the move. The caller must allow for lost turns.
    void script(const std::vector<std::pair<int, std::string>>& moves);
    /// Plays the match, with frames.
    protocol::MatchLog play(referee::MatchObserver* observer = nullptr);
};

/// The moves of the worked example of the rules, each with its player. White turns its magnet on, a turn is lost, and
/// Black wins.
std::vector<std::pair<int, std::string>> worked_example();
