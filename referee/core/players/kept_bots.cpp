#include "referee/core/players/kept_bots.hpp"

#include <algorithm>
#include <cassert>
#include <exception>

#include "referee/core/match/match.hpp"

namespace referee {

void KeptBots::end_all() noexcept {
    try {
        for (const auto& [who, bot] : waiting_) {
            bot->dismiss();
            if (!bot->ends_at_once()) bot->wake();
        }
        const TimePoint deadline = Clock::now() + usual_exit_patience;
        for (const auto& [who, bot] : waiting_)
            bot->end(bot->ends_at_once() ? Duration::zero() : std::max(Duration::zero(), deadline - Clock::now()));
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): the destructors of the bots end the other bots
    }
    waiting_.clear();
}

std::unique_ptr<BotPlayer> KeptBots::take(Key who) {
    const auto found = std::ranges::find(waiting_, who, [](const auto& one) { return one.first; });
    if (found == waiting_.end()) return nullptr;
    auto bot = std::move(found->second);
    waiting_.erase(found);
    return bot;
}

void KeptBots::keep(Key who, std::unique_ptr<BotPlayer> bot) {
    assert(has_room());
    waiting_.emplace_back(who, std::move(bot));
}

void KeptBots::set_aside() {
    for (const auto& [who, bot] : waiting_)
        bot->set_aside();
}

ReusedBot::ReusedBot(KeptBots& kept, KeptBots::Key who, int seat, Make make)
    : kept_(kept), who_(who), seat_(seat), make_(std::move(make)) {}

void ReusedBot::take() {
    if (bot_) return;
    bot_ = kept_.take(who_);
    if (!bot_) bot_ = make_();
    bot_->take_seat(seat_);
}

void ReusedBot::prepare() {
    take();
    bot_->prepare();
}

/// The bots that are set aside do not play in this match, because prepare() has taken both of its players.
std::optional<Fault> ReusedBot::start(std::string_view setup) {
    take();
    kept_.set_aside();
    return bot_->start(setup);
}

void ReusedBot::dismiss() {
    if (!bot_) return;
    may_stay_ = may_stay_ && kept_.has_room() && bot_->can_play_on();
    if (!may_stay_) bot_->dismiss();
}

void ReusedBot::end(Duration patience) {
    if (!bot_) return;
    if (may_stay_ && kept_.has_room()) {
        kept_.keep(who_, std::move(bot_));
    } else {
        if (may_stay_) bot_->dismiss();  // the other player of the match has taken the last place
        bot_->end(patience);
    }
}

}  // namespace referee
