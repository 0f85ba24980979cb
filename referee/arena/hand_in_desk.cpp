#include "referee/arena/hand_in_desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <set>
#include <utility>

#include "games/user_error.hpp"
#include "referee/arena/try_games.hpp"
#include "referee/core/base/output.hpp"
#include "referee/tournament/paper/journal.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/run/director.hpp"

namespace referee::arena {

using tournament::Change;
using tournament::Contender;
using tournament::Newcomer;
using tournament::Seated;
using tournament::StoredEntrant;
using tournament::TournamentHead;

HandInDesk::HandInDesk(Arena& arena, Parts parts) : arena_(arena), parts_(parts) {}

void HandInDesk::add_to(std::vector<pollfd>& descriptors) const {
    descriptors.push_back({arena_.wake_.fd(), POLLIN, 0});
}

void HandInDesk::serve(tournament::Engine& engine) {
    arena_.wake_.clear();
    if (arena_.phase() > Phase::running) arena_.close_tries();
    stop_unwanted_tries();
    end_inspections();
    if (const bool was_full = std::exchange(disk_was_full_, arena_.disk_is_full()); disk_was_full_ && !was_full) {
        warn("the disk is almost full: no game of the ladder begins, and no upload is taken, until there is more room");
        arena_.entries_changed_ = true;  // older versions make room
    }
    if (!closed_) begin_inspections(engine);
}

/// Looks at each inspection once: one that ends meanwhile is taken the next time.
void HandInDesk::end_inspections() {
    std::vector<std::shared_ptr<Inspection>> ended;
    std::erase_if(inspections_, [&](const auto& inspection) {
        const bool done = inspection->done;
        if (done) ended.push_back(inspection);
        return done;
    });
    for (const auto& inspection : ended) {
        if (parts_.jobs == 1) games_until_ = Clock::now() + inspection->took;
        judge(*inspection);
    }
}

void HandInDesk::judge(const Inspection& inspection) {
    if (inspection.hand_in.is_try()) return judge_try(inspection);
    const std::pair key(inspection.hand_in.person, inspection.hand_in.version);
    if (inspection.verdict) {
        arena_.judge(key.first, key.second, *inspection.verdict);
        failures_.erase(key);
    } else if (!closed_) {  // otherwise it was stopped
        Failures& failures = failures_[key];
        failures.not_before = Clock::now() + time_before_next_try * (1 << failures.count);
        if (++failures.count < max_failures) return;
        arena_.judge(
            key.first, key.second,
            {.reason = "the machine of the arena could not try it: tell your teacher", .may_be_repeated = true});
        failures_.erase(key);
    }
}

/// A failure of the system ends a try: it can be sent again.
void HandInDesk::judge_try(const Inspection& inspection) {
    if (!inspection.verdict && closed_) return;  // it was stopped
    Verdict verdict = inspection.verdict.value_or(Verdict{.reason = "the machine of the arena could not try it"});
    verdict.spent = std::chrono::ceil<std::chrono::milliseconds>(inspection.took);
    const HandInState state = !inspection.verdict ? HandInState::ended
                              : verdict.accepted  ? HandInState::accepted
                                                  : HandInState::refused;
    arena_.judge_try(inspection.hand_in, state, verdict, inspection.played.value_or(PlayedTry()));
}

/// A newer try takes the place of one that is under way, and a right or the deadline may have ended it.
void HandInDesk::stop_unwanted_tries() {
    for (const auto& inspection : inspections_)
        if (inspection->hand_in.is_try() && !arena_.awaits(inspection->hand_in)) inspection->cancel.request();
}

void HandInDesk::begin_inspections(tournament::Engine& engine) {
    const bool rush = arena_.now() >= arena_.settings().deadline - rush_before_deadline;
    engine.prefer_jobs(rush);
    const bool games_wait = lets_games_begin() && !parts_.ledger.rests();
    if (!rush && games_wait && Clock::now() < games_until_) return;
    const auto max = static_cast<std::size_t>(rush ? parts_.jobs : std::max(1, parts_.jobs / 2));
    const auto max_with_try = static_cast<std::size_t>(std::max(1, parts_.jobs / 2));
    const bool may_try = !games_wait || Clock::now() >= games_until_;
    while (inspections_.size() < max) {
        auto next = next_hand_in();
        if (!next && may_try && inspections_.size() < max_with_try) next = next_try();
        if (!next) return;
        auto inspection = std::make_shared<Inspection>();
        inspection->person = arena_.person(next->person);
        inspection->hand_in = *std::move(next);
        inspections_.push_back(inspection);
        engine.add_job(job_of(inspection));
    }
}

/// The hand-in that has waited longest, of a person with time left.
std::optional<HandIn> HandInDesk::next_hand_in() const {
    for (HandIn& hand_in : arena_.snapshot()->hand_ins.waiting()) {
        const auto is_inspected = [&](const auto& inspection) {
            return !inspection->hand_in.is_try() && inspection->hand_in.person == hand_in.person;
        };
        const auto failures = failures_.find({hand_in.person, hand_in.version});
        const bool rests = failures != failures_.end() && Clock::now() < failures->second.not_before;
        if (!rests && std::ranges::none_of(inspections_, is_inspected) && arena_.has_time_for(hand_in.person))
            return std::move(hand_in);
    }
    return std::nullopt;
}

/// The try that has waited longest, of a person with time left. None while another one is under way.
std::optional<HandIn> HandInDesk::next_try() const {
    const auto is_try = [](const auto& inspection) { return inspection->hand_in.is_try(); };
    if (std::ranges::any_of(inspections_, is_try)) return std::nullopt;
    for (HandIn& hand_in : arena_.snapshot()->waiting_tries())
        if (arena_.has_time_for(arena_.holder_of(hand_in.person))) return std::move(hand_in);
    return std::nullopt;
}

tournament::Job HandInDesk::job_of(const std::shared_ptr<Inspection>& inspection) const {
    return [inspection, &arena = arena_, &inspector = parts_.inspector, &player = parts_.player] {
        const int stop_fd = inspection->cancel.fd();
        const int person = inspection->hand_in.person, version = inspection->hand_in.version;
        const Inspector::Listener listener{
            [&arena, person, version] { arena.work_on(person, version, HandInState::checking, ""); },
            [&arena, person, version](const std::string& lines) {
                arena.work_on(person, version, HandInState::checking, lines);
            }};
        arena.work_on(person, version, HandInState::building, "");
        const TimePoint begin = Clock::now();
        inspection->verdict = inspector.inspect(inspection->person, inspection->hand_in, stop_fd, listener);
        if (inspection->hand_in.is_try()) play(*inspection, arena, *player.settings());
        if (!inspection->verdict) arena.stop_work_on(person, version);
        inspection->took = Clock::now() - begin;
        inspection->done = true;
    };
}

/// Lets a try that is fit play its games, and removes its files. What fails is no verdict.
void HandInDesk::play(Inspection& inspection, Arena& arena, const tournament::GameSettings& ladder) {
    const HandIn& hand_in = inspection.hand_in;
    const std::string entrant = entrant_name(inspection.person, hand_in.version);
    try {
        if (inspection.verdict && inspection.verdict->accepted) {
            arena.work_on(hand_in.person, hand_in.version, HandInState::playing, "");
            inspection.played = play_try(entrant, ladder, inspection.cancel.fd());
            if (!inspection.played) inspection.verdict.reset();
        }
    } catch (const std::exception& error) {
        warn(fmt::format("{} can't play now: {}", entrant, error.what()));
        inspection.verdict.reset();
    }
    remove_version(entrant);
}

/// The bot of an entrant. Returns nothing for a version whose files are gone, and refuses it.
std::optional<Contender> HandInDesk::find(const std::string& entrant) {
    try {
        return lineup_of_versions({entrant}, parts_.isolation).contenders.front();
    } catch (const games::UserError& error) {
        warn(error.what());
        const auto version = version_named(entrant, arena_.people());
        arena_.judge(
            version->person, version->version,
            {.reason = "its files are gone from the machine of the arena: hand it in again", .may_be_repeated = true});
        return std::nullopt;
    }
}

std::vector<Change> HandInDesk::make_changes() {
    if (!arena_.entries_changed_.exchange(false)) return {};
    std::vector<Change> changes = enter();
    remove_old_versions();
    return changes;
}

/// Keeps what plays or waits, and the versions that students may let play again. What is left of the others in the
/// tournament's file needs no files.
void HandInDesk::remove_old_versions() const {
    const auto now = arena_.snapshot();
    const std::vector<std::string>& staff = now->settings.staff;
    std::set<std::string> needed(staff.begin(), staff.end());
    for (const auto& hand_ins : {now->hand_ins.to_play(), now->hand_ins.waiting(),
                                 now->hand_ins.newest_accepted(disk_was_full_ ? 0 : kept_versions)})
        for (const HandIn& hand_in : hand_ins)
            needed.insert(entrant_name(now->person(hand_in.person), hand_in.version));
    for (const auto& inspection : inspections_)
        needed.insert(entrant_name(inspection->person, inspection->hand_in.version));
    remove_versions_except(needed);
}

/// Lets accepted versions join, replaces earlier ones, and takes out who was withdrawn.
std::vector<Change> HandInDesk::enter() {
    const TournamentHead& head = parts_.ledger.head();
    const auto now = arena_.snapshot();
    const Entering entering = arena::entering(head, *now->people, now->hand_ins.to_play());
    if (entering.empty()) return {};
    std::vector<Contender> bots;
    std::vector<std::size_t> places;
    std::vector<StoredEntrant> joined;
    bool all_found = true;
    const auto take = [&](const std::string& name, std::size_t place) {
        auto bot = find(name);
        all_found = all_found && bot;
        if (!bot) return;
        bots.push_back(*std::move(bot));
        places.push_back(place);
    };
    for (const Newcomer& newcomer : entering.newcomers)
        take(newcomer.bot, head.entrants.size() + places.size());
    for (const Contender& bot : bots)
        joined.push_back(bot.stored());
    for (const std::string& name : entering.orders.returned) {
        const auto place = std::ranges::find(head.entrants, name, &StoredEntrant::name);
        take(name, static_cast<std::size_t>(place - head.entrants.begin()));
    }
    if (!all_found) return enter();
    std::vector<Seated> seated;
    for (std::size_t i = 0; i < bots.size(); ++i)
        seated.push_back({places[i], bots[i]});
    const std::vector<Change> changes = parts_.ledger.changes_by(
        entering.orders, entering.newcomers, std::nullopt, tournament::journal_time(std::chrono::system_clock::now()));
    parts_.ledger.change(changes, joined);
    tournament::seat(seated, {}, parts_.player, parts_.watch);
    arena_.set_ladder_head(parts_.ledger.head());
    return changes;
}

void HandInDesk::close() noexcept {
    closed_ = true;
    for (const auto& inspection : inspections_)
        inspection->cancel.request();
}

bool HandInDesk::awaits_changes() const {
    return arena_.phase() < Phase::final;
}

bool HandInDesk::lets_games_begin() const {
    return arena_.phase() == Phase::running && !arena_.settings().paused && !arena_.disk_is_full();
}

}  // namespace referee::arena
