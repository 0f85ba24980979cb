// A match between players that do what a test has written down, without any process.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/match.hpp"

/// The script of one player, and the calls that it has received.
class ScriptedPlayer final : public referee::Player {
public:
    using Calls = std::vector<std::string>;

    /// Every call goes into `calls` as "NAME WHAT".
    ScriptedPlayer(std::string name, Calls& calls) : name_(std::move(name)), calls_(calls) {}

    /// `disturbed`: the turn was not fair.
    ScriptedPlayer& answers(std::string answer, std::optional<referee::Disturbance> disturbed = std::nullopt);
    ScriptedPlayer& faults(protocol::Ending ending, std::string detail,
                           std::optional<referee::Disturbance> disturbed = std::nullopt);
    /// The last turn is charged with so much.
    ScriptedPlayer& charged(referee::Duration cost);
    /// Late, after this use of the cores.
    ScriptedPlayer& is_late(referee::CpuUse use);
    ScriptedPlayer& stops(referee::TurnReport::Kind kind = referee::TurnReport::Kind::stopped);
    ScriptedPlayer& fails_to_start(std::string reason);

    std::optional<referee::Fault> start(std::string_view setup) override;
    referee::TurnReport take_turn(const referee::TurnRequest& request) override;
    void dismiss() override { calls_.push_back(name_ + " dismiss"); }
    void end(referee::Duration patience) override;
    /// Written at its next turn for which nothing has been said yet.
    ScriptedPlayer& notes(std::string text);
    protocol::Notes take_notes() override { return {std::exchange(noted_, {}), 0, {}}; }
    std::string stderr_tail() const override { return name_ + "'s stderr"; }

    std::string sent;                       ///< all that the player was given: the setup and the turn blocks
    std::vector<referee::Duration> limits;  ///< of its turns
    std::vector<referee::Duration> margins;
    std::vector<std::size_t> plies_seen;  ///< in the log, at each of its turns
    bool had_patience = false;            ///< whether end() gave it time

private:
    std::string name_;
    Calls& calls_;
    std::optional<referee::Fault> start_fault_;
    std::deque<std::function<referee::TurnReport()>> turns_;
    std::string answer_;
    std::deque<std::string> notes_;
    std::string noted_;
};

/// A plan of Magnetize for players "ann" and "bob", with limits of 7 s, 3 s and 1 s of margin.
referee::MatchPlan plan_of(const std::string& game = "magnetize:height=4,width=5,square=2,maglock=2");

/// Two players and the match that they play.
struct ScriptedMatch {
    referee::MatchPlan plan = plan_of();
    ScriptedPlayer::Calls calls;
    ScriptedPlayer ann{"ann", calls};
    ScriptedPlayer bob{"bob", calls};
    std::optional<int> void_for;         ///< whose turn made the match void, if one did
    std::optional<std::size_t> back_to;  ///< as the match tells it

    /// Lets the players answer with these moves in turn, from `first` on; the lost turns are the caller's to count.
    void script(const std::vector<std::pair<int, std::string>>& moves);
    /// Plays the match, with frames.
    protocol::MatchLog play(referee::MatchObserver* observer = nullptr);
};

/// The moves of the worked example of the rules, with who makes them: white's magnet, a lost turn, black wins.
std::vector<std::pair<int, std::string>> worked_example();
