#include "referee/core/match/match.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <ctime>
#include <stdexcept>

#include "games/explains.hpp"
#include "protocol/answer.hpp"
#include "referee/core/base/random_bits.hpp"
#include "referee/core/base/version.hpp"
#include "referee/core/match/game_clock.hpp"
#include "referee/core/match/record.hpp"

namespace referee {

namespace {

using games::Board;
using games::Side;
using protocol::Ending;
using protocol::MatchLog;
using protocol::Micros;

Micros micros(std::chrono::nanoseconds time) {
    return std::chrono::duration_cast<Micros>(time);
}

/// The log reserves memory for this number of plies. Nearly all matches have fewer. Without the reservation, the plies
/// would be moved whenever their array grows, which would cost more than the rest of the log. Reserved memory that is
/// not used costs nothing.
constexpr std::size_t room_for_plies = 8192;

/// A unique name for the match: 64 random bits.
std::string new_id() {
    return fmt::format("{:016x}", random_bits());
}

class Match {
public:
    Match(const MatchPlan& plan, std::array<Player*, 2> players, MatchObserver* observer)
        : plan_(plan), players_(players), observer_(observer), notes_(plan.notes) {
        log_.referee_version = version;
        log_.id = new_id();
        log_.started_at = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
        log_.game = plan.spec.game->name;
        log_.config = config_of(plan.spec);
        log_.seed = plan.seed;
        log_.rules = plan.spec.game->record;
        log_.players = plan.players;
        log_.limits = plan.limits;
        log_.plies.reserve(room_for_plies);
        log_.opening = static_cast<int>(plan.opening.size());
    }

    PlayedMatch play() {
        try {
            board_ = plan_.spec.make_board(plan_.seed);
            if (writes_frames()) board_->write_frame(log_.initial);
            play_opening();
            if (start_players()) {
                while (!games::is_over(board_->outcome()) && play_turn()) {
                }
                if (games::is_over(board_->outcome())) end_by_rules();
            }
        } catch (const games::Abandoned& stopped) {
            PlayedMatch played = fail(stopped);
            played.rules_failed = false;
            return played;
        } catch (const games::EndlessGame& failure) {
            PlayedMatch played = fail(failure);
            played.endless = true;
            return played;
        } catch (const games::RulesFailure& failure) {
            return fail(failure);
        }
        if (started_) end_players();
        return {std::move(log_), void_for_, back_to_};
    }

    PlayedMatch fail(const games::RulesFailure& failure) {
        log_.result = {std::nullopt, Ending::aborted, failure.what()};
        if (log_.initial.empty()) log_.initial = R"({"board":[],"turn":0})";
        if (started_) end_players();
        PlayedMatch played{std::move(log_)};
        played.rules_failed = true;
        return played;
    }

private:
    static std::size_t place(Side side) { return static_cast<std::size_t>(games::index(side)); }

    /// Whether the frames are written during the match, see games::GameInfo::record.
    bool writes_frames() const { return !log_.rules.empty(); }

    /// Returns whether both players are ready. If neither could be started, neither is blamed.
    bool start_players() {
        std::array<std::optional<Fault>, 2> faults;
        started_ = true;
        for (Player* player : players_)
            player->prepare();
        for (const Side side : {Side::first, Side::second}) {
            std::string setup;
            board_->write_setup(side, setup);
            faults[place(side)] = players_[place(side)]->start(setup);
            if (const auto past = players_[place(side)]->past()) {
                log_.players[place(side)].games_before = past->games;
                asked_[place(side)] = past->has_answered;
            }
        }
        if (faults[0] && faults[1]) {
            log_.result = {std::nullopt, Ending::aborted,
                           fmt::format("neither could be started: {}: {}; {}: {}", log_.players[0].name,
                                       faults[0]->detail, log_.players[1].name, faults[1]->detail)};
        } else if (faults[0] || faults[1]) {
            const Side guilty = faults[0] ? Side::first : Side::second;
            forfeit(guilty, *faults[place(guilty)], {}, {});
        }
        return !faults[0] && !faults[1];
    }

    /// The given plies were legal when they were drawn or logged. Only a program may reply otherwise now.
    [[noreturn]] void fail_at_given(std::string_view move, std::string_view why) const {
        const auto what = fmt::format("ply {} is '{}', but {}", log_.plies.size() + 1, protocol::escaped(move), why);
        if (!log_.rules.empty()) {
            throw games::RulesFailure(fmt::format(
                "the rules of {} have failed: they do not reply to the same requests as before: {}", log_.game, what));
        }
        throw std::runtime_error("the match can't begin with the given plies: " + what);
    }

    void play_opening() {
        // What a game with secrets tells at its start is not told again.
        if (observer_ != nullptr && (plan_.opening.empty() || board_->has_secrets()))
            observer_->on_position(*board_, log_);
        for (const auto& move : plan_.opening) {
            if (games::is_over(board_->outcome())) fail_at_given(move, "the game was over before it");
            const Side mover = board_->to_move();
            auto hand = board_->hand();
            if (board_->play(move) != games::Verdict::played) fail_at_given(move, "it is not legal");
            record(mover, move, std::move(hand), nullptr, {});
        }
    }

    /// Plays one turn. Returns false if the turn has ended the match, but not by the rules.
    bool play_turn() {
        const Side side = board_->to_move();
        const protocol::Limits& limits = plan_.limits_of(games::index(side));
        const auto of_turn =
            players_[place(side)]->limited_by_move() ? limits.of_turn(!asked_[place(side)]) : std::nullopt;
        const auto [limit, margin] = clocks_[place(side)].allowance(of_turn);
        asked_[place(side)] = true;
        block_.clear();
        board_->write_turn(block_);
        const games::PlayersBoard seen(*board_, side);
        const TurnReport report = players_[place(side)]->take_turn({block_, limit, margin, *seen, log_});
        const bool ended = report.kind == TurnReport::Kind::answered || report.kind == TurnReport::Kind::faulted;
        if (const auto fault = ended ? players_[place(games::opponent(side))]->fault_while_waiting() : std::nullopt) {
            forfeit(games::opponent(side), *fault, {}, {});
            return false;
        }
        const auto unfair = report.disturbed ? report.disturbed : report.given;
        if (unfair && observer_ != nullptr) observer_->on_disturbed_turn(*unfair);
        if (report.disturbed && plan_.may_be_void[place(side)]) return make_void(side, *report.disturbed);
        switch (report.kind) {
            case TurnReport::Kind::stopped:
                log_.result = {std::nullopt, Ending::aborted, "the referee was stopped"};
                return false;
            case TurnReport::Kind::left:
                log_.result = {std::nullopt, Ending::aborted, log_.players[place(side)].name + " has left the match"};
                return false;
            case TurnReport::Kind::back: return take_back(side);
            case TurnReport::Kind::faulted: forfeit(side, *report.fault, report.elapsed, limit); return false;
            case TurnReport::Kind::answered: break;
        }
        // Copy the answer, because the player may reuse its memory.
        const std::string answer(report.answer);
        auto hand = board_->hand();
        switch (board_->play(answer)) {
            case games::Verdict::played: break;
            case games::Verdict::unreadable:
                forfeit(side, refused(Ending::unreadable_move, answer), report.elapsed, limit);
                return false;
            case games::Verdict::illegal:
                forfeit(side, refused(Ending::invalid_move, answer), report.elapsed, limit);
                return false;
        }
        record(side, answer, std::move(hand), &report, notes_of(games::index(side)));
        return true;
    }

    bool take_back(Side side) {
        const auto own = std::find_if(log_.plies.rbegin(), log_.plies.rend(),
                                      [&](const auto& ply) { return ply.player == games::index(side); });
        assert(own != log_.plies.rend());
        back_to_ = static_cast<std::size_t>(log_.plies.rend() - own) - 1;
        log_.result = {std::nullopt, Ending::aborted, log_.players[place(side)].name + " has taken back a move"};
        return false;
    }

    protocol::Notes notes_of(int player) {
        if (notes_.what() == NotesKept::nothing) return {};
        return notes_.kept(player, players_[static_cast<std::size_t>(player)]->take_notes());
    }

    bool make_void(Side side, const Disturbance& disturbance) {
        void_for_ = games::index(side);
        log_.result = {std::nullopt, Ending::aborted, in_words(disturbance, log_.players[place(side)].name)};
        return false;
    }

    static std::string in_words(const Disturbance& disturbance, const std::string& name) {
        const auto length = std::chrono::duration_cast<std::chrono::milliseconds>(disturbance.length).count();
        switch (disturbance.kind) {
            case Disturbance::Kind::referee_late:
                return fmt::format("the referee itself was {} ms late in a turn of {}", length, name);
            case Disturbance::Kind::not_obeyed:
                return fmt::format("{} could not be stopped or resumed for {} ms", name, length);
            case Disturbance::Kind::no_core: break;
        }
        return fmt::format("other programs kept {} off the CPU for {} ms of its turn", name, length);
    }

    Fault refused(Ending ending, std::string_view answer) const {
        std::string why = "it is not written as a move of this game";
        if (ending == Ending::invalid_move) {
            const auto* explains = dynamic_cast<const games::Explains*>(board_.get());
            why = explains != nullptr ? explains->why_illegal(answer) : "";
            if (why.empty()) why = "the move is not among the valid ones";
        }
        return Fault{ending, std::move(why), protocol::escaped(answer), {}, {}};
    }

    /// Records a ply, and charges the cost of its turn. `report` is null for a given ply.
    void record(Side mover, std::string move, std::optional<std::vector<int>> hand, const TurnReport* report,
                protocol::Notes notes) {
        protocol::LoggedPly& ply = log_.plies.emplace_back();
        ply.player = games::index(mover);
        ply.move = std::move(move);
        ply.hand = std::move(hand);
        if (report != nullptr) {
            ply.wall = micros(report->elapsed);
            if (report->cost() != report->elapsed) ply.charged = micros(report->cost());
            if (report->cpu) ply.cpu = micros(*report->cpu);
            clocks_[place(mover)].charge(*ply.cost());
        }
        ply.notes = std::move(notes);
        if (writes_frames()) board_->write_frame(ply.frame);
        for (const Side side : board_->lost_turns())
            ply.lost.push_back(games::index(side));
        if (observer_ != nullptr) observer_->on_position(*board_, log_);
    }

    void end_by_rules() {
        const auto winner = games::winner(board_->outcome());
        log_.result.ending = Ending::by_rules;
        log_.result.detail = board_->reason();
        if (winner) log_.result.winner = games::index(*winner);
        log_.result.score = board_->score();
    }

    void forfeit(Side guilty, const Fault& fault, std::optional<Duration> elapsed, std::optional<Micros> limit) {
        log_.result = {games::index(games::opponent(guilty)), fault.ending, fault.detail};
        protocol::Failure& failure = log_.failure.emplace();
        failure.player = games::index(guilty);
        failure.line = fault.line;
        failure.exit_code = fault.exit_code;
        failure.signal = fault.signal;
        if (elapsed) failure.elapsed = micros(*elapsed);
        failure.limit = limit;
        if (fault.cpu_use) {
            failure.cpu = micros(fault.cpu_use->used);
            failure.waited = micros(fault.cpu_use->waited);
        }
        if (fault.taken) failure.taken = micros(*fault.taken);
        failure.valid_moves = board_->legal_moves();
    }

    /// Ends both players. A player at fault neither stays nor gets time to exit. The same is true for both players of
    /// an aborted match.
    void end_players() {
        const bool stopped = log_.result.ending == Ending::aborted;
        const auto has_failed = [&](int player) { return stopped || (log_.failure && log_.failure->player == player); };
        for (const int player : {0, 1}) {
            if (!has_failed(player)) players_[static_cast<std::size_t>(player)]->stay();
        }
        for (Player* player : players_)
            player->dismiss();
        for (const int player : {0, 1}) {
            log_.last_notes[static_cast<std::size_t>(player)] = notes_of(player);
            players_[static_cast<std::size_t>(player)]->end(has_failed(player) ? Duration::zero()
                                                                               : plan_.exit_patience);
        }
        if (log_.failure) {
            log_.failure->stderr_tail = players_[static_cast<std::size_t>(log_.failure->player)]->stderr_tail();
        }
    }

    const MatchPlan& plan_;
    std::array<Player*, 2> players_;
    MatchObserver* observer_;
    std::unique_ptr<Board> board_;
    NoteKeeper notes_;
    MatchLog log_;
    std::string block_;
    std::array<GameClock, 2> clocks_{GameClock(plan_.limits_of(0)), GameClock(plan_.limits_of(1))};
    bool started_ = false;         ///< start() of the players has been called
    std::array<bool, 2> asked_{};  ///< was asked in this match, or its process has answered in an earlier one
    std::optional<int> void_for_;
    std::optional<std::size_t> back_to_;
};

}  // namespace

void go_on_from(const protocol::MatchLog& played, std::size_t plies, MatchPlan& plan) {
    plan.opening.clear();
    for (std::size_t i = 0; i < plies; ++i)
        plan.opening.push_back(played.plies.at(i).move);
}

void begin_with(const GameStart& start, MatchPlan& plan) {
    if (!start.position.empty()) {
        games::GameSpec begun = games::with_position(plan.spec, start.position);
        plan.spec_of_run = std::exchange(plan.spec, std::move(begun));
    }
    plan.opening = start.moves;
}

PlayedMatch play_match(const MatchPlan& plan, std::array<Player*, 2> players, MatchObserver* observer) {
    return Match(plan, players, observer).play();
}

protocol::MatchLog match_without_rules(const MatchPlan& plan, const games::RulesFailure& failure) {
    return Match(plan, {}, nullptr).fail(failure).log;
}

}  // namespace referee
