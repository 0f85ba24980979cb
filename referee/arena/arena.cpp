#include "referee/arena/arena.hpp"

#include <utility>

#include "games/user_error.hpp"
#include "referee/arena/final_plan.hpp"
#include "referee/arena/links.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/random_bits.hpp"
#include "referee/core/base/sha256.hpp"

namespace referee::arena {

using games::UserError;

Arena::Arena(WallClock clock, UploadLimits limits)
    : clock_(std::move(clock)),
      limits_(limits),
      file_(arena_db, ArenaFile::Access::to_write),
      tries_(file_.database()),
      driver_(file_.driver().value_or(handins::Driver())),
      snapshot_(std::make_shared<Snapshot>(file_.read())) {
    {
        const Lock lock(writing_);
        Snapshot next = *snapshot();
        for (const Person& person : *next.people)
            if (auto tried = tries_.of(person.number)) next.tries[person.number] = shared(*std::move(tried));
        replace_snapshot(std::move(next));
    }
    end_tries("the arena was started again meanwhile");
    for (const std::string& name : folder_.uploads().names().value_or(std::vector<std::string>()))
        if (is_upload_of_try(name)) folder_.uploads().remove(name);
    for (const std::string& name : folder_.versions().names().value_or(std::vector<std::string>()))
        if (name.ends_with(mark_of_try)) folder_.versions().remove_all(name);
}

Arena::~Arena() = default;

void Arena::listen(NewsListener listener) {
    const Lock lock(listener_mutex_);
    listener_ = std::move(listener);
}

void Arena::tell(const News& news) const {
    const Lock lock(listener_mutex_);
    if (listener_) listener_(news);
}

void Arena::wake() {
    wake_.request();
}

// --- the snapshot ---------------------------------------------------------------------------------------------------

std::shared_ptr<const Snapshot> Arena::snapshot() const {
    const Lock lock(mutex_);
    return snapshot_;
}

/// Requires: the changes of `next` are on the disk.
void Arena::replace_snapshot(Snapshot next) {
    std::shared_ptr<const Snapshot> fresh = std::make_shared<Snapshot>(std::move(next));
    const Lock lock(mutex_);
    snapshot_.swap(fresh);  // the last one may be destroyed after the lock
}

/// A copy of the snapshot with the links and the cookies that are in the file now.
Snapshot Arena::with_keys() const {
    Snapshot next = *snapshot();
    next.keys = shared(file_.keys());
    next.entered = shared(file_.entered());
    return next;
}

/// Likewise with the versions of a holder.
Snapshot Arena::with_hand_ins_of(int person) const {
    Snapshot next = *snapshot();
    next.hand_ins.held[static_cast<std::size_t>(person)] = shared(file_.hand_ins_of(person));
    return next;
}

/// Likewise with the try of a person.
Snapshot Arena::with_try_of(int person) const {
    Snapshot next = *snapshot();
    next.tries[person] = shared(tries_.of(person).value());
    return next;
}

// --- visitors -------------------------------------------------------------------------------------------------------

namespace {

Visitor visitor_of(int person) {
    return {person < 0 ? Role::teacher : Role::student, person};
}

}  // namespace

std::optional<Visitor> Arena::visitor_of_link(std::string_view token) const {
    const auto normal = normal_token(token);
    if (!normal) return std::nullopt;
    const auto owner = snapshot()->keys->owner_of_link(*normal);
    return owner ? std::optional(visitor_of(*owner)) : std::nullopt;
}

std::optional<Arena::LogIn> Arena::log_in(std::string_view token) {
    const auto normal = normal_token(token);
    if (!normal) return std::nullopt;
    const Lock lock(writing_);
    const auto owner = snapshot()->keys->owner_of_link(*normal);
    if (!owner) return std::nullopt;
    LogIn log_in{visitor_of(*owner), new_token()};
    file_.add_cookie(log_in.cookie, *owner, now());
    replace_snapshot(with_keys());
    drop_tries_without_right();
    tell({News::Kind::sessions, *owner});  // the oldest cookie ends if there are many
    tell({News::Kind::people, *owner});
    return log_in;
}

std::optional<Visitor> Arena::visitor_of_cookie(std::string_view cookie) const {
    const auto owner = snapshot()->keys->owner_of_cookie(cookie);
    return owner ? std::optional(visitor_of(*owner)) : std::nullopt;
}

void Arena::log_out(std::string_view cookie) {
    const Lock lock(writing_);
    const auto owner = snapshot()->keys->owner_of_cookie(cookie);
    file_.remove_cookie(cookie);
    replace_snapshot(with_keys());
    drop_tries_without_right();
    if (owner) tell({News::Kind::sessions, *owner});
}

// --- people and hand-ins --------------------------------------------------------------------------------------------

std::vector<VersionNow> Arena::versions_of(int person) const {
    return versions_held_by(holder_of(person));
}

std::vector<VersionNow> Arena::versions_held_by(int holder) const {
    const auto now = snapshot();
    const Person& person = now->person(holder);
    const HeldVersions& held = now->hand_ins.of(holder);
    const HandIn* const to_play = held.to_play();
    std::vector<VersionNow> versions;
    for (const HandIn& hand_in : held.versions) {
        versions.push_back(now->with_state(versions.empty() ? held.newest_with_texts() : hand_in));
        versions.back().may_return = hand_in.state == HandInState::accepted && hand_in.version != to_play->version &&
                                     is_kept(entrant_name(person, hand_in.version));
    }
    return versions;
}

std::optional<VersionNow> Arena::version(int person, int version) const {
    const auto now = snapshot();
    const int holder = now->holder_of(person);
    const HeldVersions& held = now->hand_ins.of(holder);
    if (held.find(version) == nullptr) return std::nullopt;
    if (held.versions.front().version == version) return now->with_state(held.newest_with_texts());
    const Lock lock(writing_);
    return now->with_state(file_.hand_in(holder, version).value());
}

std::string Arena::check_text(int person, int version) const {
    const auto found = this->version(person, version);
    return found ? found->hand_in.check : "";
}

std::optional<std::string> Arena::bytes_of(int holder, int version) const {
    const auto now = snapshot();
    const HandIn* const hand_in = now->hand_ins.of(now->person(holder).number).find(version);
    return hand_in == nullptr ? std::nullopt : folder_.uploads().read(hand_in->sha256);
}

// --- state ----------------------------------------------------------------------------------------------------------

Arena::Seen Arena::seen() const {
    std::shared_ptr<const Snapshot> now_shown;
    bool is_sent = false, is_complete = false;
    Time now;
    {  // together: an upload that has ended is in the snapshot, and one that begins is in time
        const Lock lock(mutex_);
        now_shown = snapshot_;
        is_sent = uploads_ > 0;
        is_complete = complete_uploads_ > 0;
        now = this->now();
    }
    const ArenaSettings& settings = now_shown->settings;
    const auto phase = [&] {
        if (settings.final_is_over) return Phase::done;
        if (settings.final_has_begun) return Phase::final;  // only the teacher takes a final back, not a clock
        if (now < settings.deadline) return Phase::running;
        if (is_complete || (is_sent && now < settings.deadline + time_to_finish_upload)) return Phase::closing;
        return now_shown->final_may_begin() ? Phase::final : Phase::preparing;
    }();
    return {std::move(now_shown), phase};
}

Phase Arena::phase() const {
    return seen().phase;
}

ArenaState Arena::state() const {
    const auto [now, phase] = seen();
    ArenaState state;
    state.phase = phase;
    state.deadline = now->settings.deadline;
    state.paused = now->settings.paused;
    state.published = now->settings.published;
    state.live = now->settings.live;
    state.message = now->settings.message;
    state.pending = static_cast<int>(now->hand_ins.waiting().size());
    state.game = now->game;
    state.rules = now->rules;
    state.seed_hash = sha256_of(now->settings.final_secret);
    if (state.phase == Phase::done) state.final_secret = now->settings.final_secret;
    return state;
}

std::optional<FinalProgress> Arena::final_progress() const {
    if (phase() != Phase::final) return std::nullopt;
    const Lock lock(mutex_);
    return final_progress_;
}

Forecast Arena::forecast() const {
    const auto now = snapshot();
    const ArenaSettings& settings = now->settings;
    Forecast forecast;
    forecast.intended = std::chrono::floor<std::chrono::seconds>(settings.final_time);
    int entrants = static_cast<int>(settings.staff.size());
    for (const HandIn& hand_in : now->hand_ins.to_play())
        entrants += now->person(hand_in.person).takes_part() ? 1 : 0;
    const FinalPlan plan = plan_final(entrants, static_cast<int>(settings.staff.size()), settings.final_time,
                                      settings.game_time, now->jobs);
    forecast.entrants = entrants;
    forecast.format = name_of(plan.format);
    forecast.games = plan.all_games;
    forecast.duration = plan.duration;
    return forecast;
}

std::optional<tournament::Store> Arena::view_of(StageName stage) const {
    const Lock lock(writing_);
    const tournament::Store* store = stage == StageName::ladder ? ladder_ : final_;
    if (stage == StageName::final && file_of_final_ != final_file(settings())) return std::nullopt;
    return store == nullptr ? std::nullopt : std::optional(store->view());
}

std::string Arena::marks() const {
    if (phase() != Phase::done) throw UserError("the final is not over yet");
    auto text = folder_.root().read(marks_csv);
    if (!text) throw UserError("'marks.csv' has been removed");
    return *std::move(text);
}

}  // namespace referee::arena
