#include "referee/core/bots/hint.hpp"

#include <algorithm>

#include "games/user_error.hpp"
#include "protocol/answer.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/core/players/bot_player.hpp"

namespace referee {

namespace {

using namespace std::chrono_literals;

constexpr protocol::Micros longest_wait = 5s;  // short, because a person waits for the hint

/// Passes one request for a move to a bot. The match ends with the bot's answer.
class Adviser final : public Player {
public:
    explicit Adviser(BotPlayer& bot) : bot_(bot) {}

    std::optional<Fault> start(std::string_view setup) override {
        auto fault = bot_.start(setup);
        if (fault) tell(*fault);
        return fault;
    }
    TurnReport take_turn(const TurnRequest& request) override {
        const TurnReport report = bot_.take_turn(request);
        const bool answered = report.kind == TurnReport::Kind::answered;
        if (answered && request.board.legal(report.answer)) {
            advice_ = {Hint{std::string(report.answer), protocol::last_info(bot_.take_notes().text)}, "", false};
        } else if (answered) {
            advice_.why_not = "its answer is not a valid move: " + protocol::escaped(report.answer, 40);
        } else if (report.fault) {
            tell(*report.fault);
        } else {
            advice_.why_not = "the bot was stopped";
        }
        return {};
    }
    void dismiss() override { bot_.dismiss(); }
    void end(Duration) override { bot_.end(Duration::zero()); }
    std::string stderr_tail() const override { return ""; }
    const Advice& advice() const { return advice_; }

private:
    void tell(const Fault& fault) {
        advice_.why_not = std::string(protocol::meaning_of(fault.ending));
        if (!fault.detail.empty()) advice_.why_not += " (" + fault.detail + ")";
    }

    BotPlayer& bot_;
    Advice advice_{std::nullopt, "it is not your turn", false};
};

/// The other side, which is never asked for a move.
class Nobody final : public Player {
public:
    std::optional<Fault> start(std::string_view) override { return std::nullopt; }
    TurnReport take_turn(const TurnRequest&) override { return {}; }
    void dismiss() override {}
    void end(Duration) override {}
    std::string stderr_tail() const override { return ""; }
};

protocol::Limits limits_of_hint(protocol::Limits limits) {
    if (limits.clock && !limits.move) limits.move = share_of_a_move(*limits.clock);
    limits.clock.reset();
    limits.first_move = std::min(limits.first_move.value_or(longest_wait), longest_wait);
    limits.move = std::min(limits.move.value_or(longest_wait), *limits.first_move);
    // Nobody loses by a late hint, so a busy machine may take longer than the bot is told.
    limits.margin = std::max(limits.margin, longest_wait - *limits.first_move);
    return limits;
}

}  // namespace

Advice hint_of(const Entrant& bot, const MatchPlan& plan, int player, const Isolation& isolation, int stop_fd) {
    MatchPlan asked = plan;
    asked.spec.stop_fd = stop_fd;
    asked.limits = limits_of_hint(plan.limits_of(player));
    asked.players[static_cast<std::size_t>(player)].limits.reset();
    asked.notes = NotesKept::nothing;
    MatchLauncher launcher;
    BotPlayer process(launcher, launch_request_for(bot, player, asked.spec, asked.limits, isolation), stop_fd);
    Adviser adviser(process);
    Nobody nobody;
    std::array<Player*, 2> players = {&nobody, &nobody};
    players[static_cast<std::size_t>(player)] = &adviser;
    try {
        const PlayedMatch played = play_match(asked, players, nullptr);
        // The requests that the message quotes tell secrets, and the match may go on.
        if (played.rules_failed)
            return {std::nullopt,
                    asked.spec.game->has_secrets ? "the rules of the game have failed" : played.log.result.detail,
                    true};
    } catch (const games::UserError& changed) {  // the rules of a running match
        return {std::nullopt, changed.what(), true};
    }
    return adviser.advice();
}

}  // namespace referee
