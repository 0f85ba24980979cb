#include "tests/referee/scripted_match.hpp"

#include <doctest/doctest.h>

#include "referee/core/match/record.hpp"

using namespace std::chrono_literals;
using referee::Fault;
using referee::TurnReport;

ScriptedPlayer& ScriptedPlayer::answers(std::string answer, std::optional<referee::Disturbance> disturbed) {
    turns_.push_back([this, answer = std::move(answer), disturbed] {
        answer_ = answer;
        TurnReport report;
        report.kind = TurnReport::Kind::answered;
        report.answer = answer_;
        report.elapsed = 1234us;
        report.disturbed = disturbed;
        report.cpu = 567us;
        return report;
    });
    return *this;
}

ScriptedPlayer& ScriptedPlayer::charged(referee::Duration cost) {
    turns_.back() = [turn = std::move(turns_.back()), cost] {
        TurnReport report = turn();
        report.charged = cost;
        return report;
    };
    return *this;
}

ScriptedPlayer& ScriptedPlayer::faults(protocol::Ending ending, std::string detail,
                                       std::optional<referee::Disturbance> disturbed) {
    turns_.push_back([ending, detail = std::move(detail), disturbed] {
        TurnReport report;
        report.kind = TurnReport::Kind::faulted;
        report.fault = Fault{ending, detail, "half a line", 3, 9};
        report.elapsed = 4321us;
        report.disturbed = disturbed;
        return report;
    });
    return *this;
}

ScriptedPlayer& ScriptedPlayer::notes(std::string text) {
    notes_.push_back(std::move(text));
    return *this;
}

ScriptedPlayer& ScriptedPlayer::is_late(referee::CpuUse use) {
    turns_.push_back([use] {
        TurnReport report;
        report.kind = TurnReport::Kind::faulted;
        report.fault = Fault{protocol::Ending::timeout, "nothing came in time", {}, {}, {}, use};
        return report;
    });
    return *this;
}

ScriptedPlayer& ScriptedPlayer::stops(TurnReport::Kind kind) {
    turns_.push_back([kind] {
        TurnReport report;
        report.kind = kind;
        return report;
    });
    return *this;
}

ScriptedPlayer& ScriptedPlayer::fails_to_start(std::string reason) {
    start_fault_ = Fault{protocol::Ending::failed_to_start, std::move(reason), {}, {}, {}};
    return *this;
}

ScriptedPlayer& ScriptedPlayer::runs_while_waiting() {
    waiting_fault_ = Fault{protocol::Ending::resource_limit, "ran while it should have been stopped", {}, {}, {}};
    return *this;
}

std::optional<Fault> ScriptedPlayer::start(std::string_view setup) {
    calls_.push_back(name_ + " start");
    sent += setup;
    return start_fault_;
}

TurnReport ScriptedPlayer::take_turn(const referee::TurnRequest& request) {
    calls_.push_back(name_ + " turn");
    sent += request.block;
    limits.push_back(request.limit);
    margins.push_back(request.margin);
    plies_seen.push_back(request.log.plies.size());
    if (!notes_.empty()) {
        noted_ += notes_.front();
        notes_.pop_front();
    }
    REQUIRE_FALSE(turns_.empty());
    const auto turn = std::move(turns_.front());
    turns_.pop_front();
    return turn();
}

void ScriptedPlayer::end(referee::Duration patience) {
    calls_.push_back(name_ + " end");
    had_patience = patience > referee::Duration::zero();
}

referee::MatchPlan plan_of(const std::string& game) {
    return {games::parse_spec(game), 42, {{{"ann", {"./ann"}, "none"}, {"bob", {}, "none"}}}, {7s, 3s, 1s}, {}};
}

void ScriptedMatch::script(const std::vector<std::pair<int, std::string>>& moves) {
    for (const auto& [player, move] : moves)
        (player == 0 ? ann : bob).answers(move);
}

protocol::MatchLog ScriptedMatch::play(referee::MatchObserver* observer) {
    referee::PlayedMatch played = referee::play_match(plan, {&ann, &bob}, observer);
    void_for = played.void_for;
    back_to = played.back_to;
    referee::add_frames(plan.spec, played.log);
    return std::move(played.log);
}

std::vector<std::pair<int, std::string>> worked_example() {
    return {{0, "DROP 1"}, {1, "DROP 3"}, {0, "DROP 0"}, {1, "DROP 1"}, {0, "DROP 1"}, {1, "DROP 4"}, {0, "DROP 3"},
            {1, "DROP 3"}, {0, "DROP 3"}, {1, "MAGNET"}, {0, "DROP 2"}, {0, "DROP 4"}, {0, "MAGNET"}};
}
