#include "referee/web/serve/web_match.hpp"

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/start_thread.hpp"
#include "referee/core/bots/entrant_names.hpp"
#include "referee/core/bots/valid_match.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/core/match/seen_by.hpp"
#include "referee/core/players/bot_player.hpp"

namespace referee::serve {

namespace {

/// Returns a name for the person that differs from the bot's name.
std::string name_beside(const std::string& bot) {
    const NameWish wish{"", "human", {}};
    return unique_names({&wish, 1}, {&bot, 1}).front();
}

MatchPlan plan_of(const OfferedBot& bot, const MatchWish& wish, const protocol::Limits& limits,
                  const Isolation& isolation) {
    Entrant person;
    person.human = true;
    person.name = name_beside(bot.entrant.name);
    std::array<const Entrant*, 2> entrants = {&person, &bot.entrant};
    if (wish.you == 1) std::swap(entrants[0], entrants[1]);
    MatchPlan plan = plan_between(entrants, wish.spec, wish.seed.value_or(random_seed()), limits, {}, isolation);
    isolation.write_into(plan.limits);
    plan.opening = wish.opening;
    return plan;
}

}  // namespace

WebMatch::WebMatch(const OfferedBot& bot, const MatchWish& wish, const protocol::Limits& limits,
                   const Isolation& isolation, const StopSignal& stop, std::shared_ptr<WebMatch> previous)
    : bot_(bot.entrant),
      is_discreet_(bot.is_discreet),
      wish_(wish),
      plan_(plan_of(bot, wish, limits, isolation)),
      you_(wish.you),
      isolation_(isolation),
      stop_signal_(stop),
      previous_(std::move(previous)),
      state_(plan_, you_) {
    plan_.spec.stop_fd = stop_->fd();
    thread_ = start_thread("a match", [this] { run(); });
}

/// Publishes the position after the opening. It may come from rules that are a program, for which the server's thread
/// must not wait. Throws games::RulesFailure, and games::UserError if the rules refuse the opening.
void WebMatch::show_start() {
    const auto board = plan_.spec.make_board(plan_.seed);
    state_.begin(*board);
    for (const std::string& move : plan_.opening) {
        if (games::is_over(board->outcome()) || !board->legal(move))
            throw games::UserError(
                fmt::format("the match can't begin with the given plies: '{}' is not valid", harmless(move)));
        protocol::LoggedPly ply;
        ply.player = games::index(board->to_move());
        ply.move = move;
        board->play_legal(move);
        for (const games::Side side : board->lost_turns())
            ply.lost.push_back(games::index(side));
        state_.add(*board, ply);
        const Lock lock(moves_mutex_);
        moves_.push_back(move);
    }
    if (games::is_over(board->outcome())) throw games::UserError("the game is over after the given plies");
    tell();
}

WebMatch::~WebMatch() {
    leave();
    settle();
}

void WebMatch::settle() {
    if (thread_.joinable()) thread_.join();
    stop_.reset();
}

void WebMatch::leave() {
    left_ = true;
    person_.leave();
    if (stop_) stop_->request();
}

void WebMatch::await_previous() {
    if (previous_) previous_->over_.wait(false);
    previous_.reset();
}

void WebMatch::run() {
    try {
        show_start();
        await_previous();
        log_ = play();
        log_bytes_ = to_json(*log_, protocol::Layout::one_line).size();
        state_.finish(*log_);
    } catch (const std::exception& error) {  // the system has failed; the bot is not to blame
        log_.reset();
        if (!left_) warn(error.what());
        state_.fail(is_discreet_ ? "the match could not be played" : error.what());
    }
    await_previous();  // also if the match could not begin
    over_ = true;      // set before the listeners are notified, because they may request the log at once
    over_.notify_all();
    tell();
}

std::optional<MatchWish> WebMatch::wish_after(int ply) const {
    MatchWish wish = wish_;
    const Lock lock(moves_mutex_);
    if (ply < 0 || static_cast<std::size_t>(ply) > moves_.size()) return std::nullopt;
    wish.seed = plan_.seed;
    wish.opening.assign(moves_.begin(), moves_.begin() + ply);
    return wish;
}

Advice WebMatch::hint() const {
    std::vector<std::string> moves;
    {
        const Lock lock(moves_mutex_);
        moves = moves_;
    }
    const MatchPlan plan{plan_.spec, plan_.seed, plan_.players, plan_.limits, std::move(moves)};
    Advice advice = hint_of(bot_, plan, you_, isolation_, stop_signal_.fd());
    if (is_discreet_) {
        if (advice.hint) advice.hint->info.reset();
        advice.why_not = advice.rules_failed ? "the rules of the game have failed"
                                             : "it is not your turn, or the bot has no valid answer";
    }
    return advice;
}

/// Plays the match. After a void match the person does not begin again. Instead, the bot is restarted and gets the
/// moves so far.
protocol::MatchLog WebMatch::play() {
    MatchLauncher launcher;
    const auto side = static_cast<std::size_t>(1 - you_);
    const auto play_once = [&](std::array<bool, 2> may_be_void) {
        plan_.may_be_void = may_be_void;
        BotPlayer bot(launcher, launch_request_for(bot_, 1 - you_, plan_.spec, plan_.limits, isolation_), stop_->fd(),
                      nullptr, &stop_signal_);
        std::array<Player*, 2> players = {&person_, &person_};
        players[side] = &bot;
        return play_match(plan_, players, this);
    };
    protocol::MatchLog log = play_until_valid(
        play_once, [this](const protocol::MatchLog& lost, int) { go_on_from(lost, lost.plies.size(), plan_); });
    if (is_discreet_) log = seen_by(std::nullopt, std::move(log));
    const bool aborted = log.result.ending == protocol::Ending::aborted;
    if (aborted && left_) log.result.detail = log.players[1 - side].name + " has left the match";
    return log;
}

/// Ignores positions that are already known. They are repeated after a void match.
void WebMatch::on_position(const games::Board& board, const protocol::MatchLog& log) {
    if (log.plies.size() <= static_cast<std::size_t>(state_.plies())) return;
    {
        const Lock lock(moves_mutex_);
        moves_.push_back(log.plies.back().move);
    }
    state_.add(board, log.plies.back());
    tell();
}

/// Asks the player before the state is published, because a listener that sees the turn may answer at once.
void WebMatch::tell() {
    if (state_.is_yours()) person_.ask(state_.plies(), state_.moves());
    topic_->publish("state", state_.json());
}

}  // namespace referee::serve
