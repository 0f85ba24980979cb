#include "referee/arena/arena.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
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
      tries_(file_.database(), ArenaFile::Access::to_write),
      driver_(file_.driver().value_or(handins::Driver())),
      view_(arena_db, ArenaFile::Access::to_read),
      view_of_tries_(view_.database(), ArenaFile::Access::to_read),
      settings_(file_.settings()),
      people_(file_.people()) {
    end_tries("the arena was started again meanwhile");
    for (const std::string& name : folder_.uploads().names().value_or(std::vector<std::string>()))
        if (is_upload_of_try(name)) folder_.uploads().remove(name);
    for (const std::string& name : folder_.versions().names().value_or(std::vector<std::string>()))
        if (name.ends_with(mark_of_try)) folder_.versions().remove_all(name);
}

Arena::~Arena() = default;

void Arena::listen(NewsListener listener) {
    const std::scoped_lock lock(listener_mutex_);
    listener_ = std::move(listener);
}

void Arena::tell(const News& news) const {
    const std::scoped_lock lock(listener_mutex_);
    if (listener_) listener_(news);
}

void Arena::wake() {
    wake_.request();
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
    const std::scoped_lock lock(mutex_);
    const auto owner = view_.owner_of_link(*normal);
    return owner ? std::optional(visitor_of(*owner)) : std::nullopt;
}

std::optional<Arena::LogIn> Arena::log_in(std::string_view token) {
    const auto normal = normal_token(token);
    if (!normal) return std::nullopt;
    const std::scoped_lock lock(writing_);
    const auto owner = file_.owner_of_link(*normal);
    if (!owner) return std::nullopt;
    LogIn log_in{visitor_of(*owner), new_token()};
    file_.add_cookie(log_in.cookie, *owner, now());
    drop_tries_without_right();
    tell({News::Kind::sessions, *owner});  // the oldest cookie ends if there are many
    tell({News::Kind::people, *owner});
    return log_in;
}

std::optional<Visitor> Arena::visitor_of_cookie(std::string_view cookie) const {
    const std::scoped_lock lock(mutex_);
    const auto owner = view_.owner_of_cookie(cookie);
    return owner ? std::optional(visitor_of(*owner)) : std::nullopt;
}

void Arena::log_out(std::string_view cookie) {
    const std::scoped_lock lock(writing_);
    const auto owner = file_.owner_of_cookie(cookie);
    file_.remove_cookie(cookie);
    drop_tries_without_right();
    if (owner) tell({News::Kind::sessions, *owner});
}

// --- people and hand-ins --------------------------------------------------------------------------------------------

std::vector<Person> Arena::people() const {
    const std::scoped_lock lock(mutex_);
    return people_;
}

/// Requires: mutex_ is locked.
void Arena::require_person(int person) const {
    if (person < 0 || person >= std::ssize(people_)) throw UserError("there is no such student");
}

Person Arena::person(int number) const {
    const std::scoped_lock lock(mutex_);
    require_person(number);
    return people_[static_cast<std::size_t>(number)];
}

/// Requires: mutex_ is locked.
VersionNow Arena::with_state(HandIn hand_in, const std::vector<HandIn>& waiting) const {
    VersionNow now{std::move(hand_in)};
    HandIn& shown = now.hand_in;
    if (shown.sender >= 0) now.sender = people_[static_cast<std::size_t>(shown.sender)].student.name;
    now.plays = playing_.contains(entrant_name(people_[static_cast<std::size_t>(shown.person)], shown.version));
    if (shown.state != HandInState::waiting) return now;
    if (const auto work = work_.find({shown.person, shown.version}); work != work_.end()) {
        shown.state = work->second.state;
        shown.check = work->second.check;
        return now;
    }
    int before = 0;
    for (const HandIn& other : waiting) {
        if (other.person == shown.person && other.version == shown.version) break;
        if (!work_.contains({other.person, other.version})) ++before;
    }
    now.waits_behind = before;
    return now;
}

int Arena::holder_of(int person) const {
    return this->person(person).holder;
}

std::vector<VersionNow> Arena::versions_of(int person) const {
    return versions_held_by(holder_of(person));
}

std::vector<VersionNow> Arena::versions_held_by(int holder) const {
    std::vector<VersionNow> versions;
    std::optional<HandIn> to_play;
    Person person;
    {
        const std::scoped_lock lock(mutex_);
        require_person(holder);
        person = people_[static_cast<std::size_t>(holder)];
        to_play = view_.to_play(holder);
        const std::vector<HandIn> waiting = view_.waiting();
        const auto senders = view_.senders_of(holder);
        for (HandIn& hand_in : view_.hand_ins_of(holder)) {
            if (versions.empty()) hand_in = view_.hand_in(holder, hand_in.version).value();
            if (const auto sender = senders.find(hand_in.version); sender != senders.end())
                hand_in.sender = sender->second;
            versions.push_back(with_state(std::move(hand_in), waiting));
        }
    }
    for (VersionNow& version : versions)
        version.may_return = version.hand_in.state == HandInState::accepted &&
                             version.hand_in.version != to_play->version &&
                             is_kept(entrant_name(person, version.hand_in.version));
    return versions;
}

std::optional<VersionNow> Arena::version(int person, int version) const {
    const std::scoped_lock lock(mutex_);
    require_person(person);
    auto hand_in = view_.hand_in(people_[static_cast<std::size_t>(person)].holder, version);
    if (!hand_in) return std::nullopt;
    return with_state(*std::move(hand_in), view_.waiting());
}

std::vector<VersionNow> Arena::newest_versions() const {
    const std::scoped_lock lock(mutex_);
    const std::vector<HandIn> waiting = view_.waiting();
    std::vector<VersionNow> versions;
    for (HandIn& hand_in : view_.newest())
        versions.push_back(with_state(std::move(hand_in), waiting));
    return versions;
}

std::set<int> Arena::entered() const {
    const std::scoped_lock lock(mutex_);
    return view_.entered();
}

std::map<int, int> Arena::playing() const {
    const std::scoped_lock lock(mutex_);
    std::map<int, int> playing;
    for (const auto& [name, played] : playing_)
        playing[played.person] = played.version;
    return playing;
}

std::string Arena::check_text(int person, int version) const {
    const auto found = this->version(person, version);
    return found ? found->hand_in.check : "";
}

std::optional<std::string> Arena::bytes_of(int holder, int version) const {
    std::optional<HandIn> hand_in;
    {
        const std::scoped_lock lock(mutex_);
        hand_in = view_.hand_in(holder, version);
    }
    return hand_in ? folder_.uploads().read(hand_in->sha256) : std::nullopt;
}

// --- state ----------------------------------------------------------------------------------------------------------

ArenaSettings Arena::settings() const {
    const std::scoped_lock lock(mutex_);
    return settings_;
}

Phase Arena::phase() const {
    const std::scoped_lock lock(mutex_);
    return phase_now();
}

/// Requires: mutex_ is locked.
Phase Arena::phase_now() const {
    if (settings_.final_is_over) return Phase::done;
    if (settings_.final_has_begun) return Phase::final;  // only the teacher takes a final back, not a clock that is set
    const Time now = this->now();
    if (now < settings_.deadline) return Phase::running;
    const bool may_end_in_time = uploads_ > 0 && now < settings_.deadline + time_to_finish_upload;
    if (may_end_in_time || complete_uploads_ > 0) return Phase::closing;
    return final_may_begin() ? Phase::final : Phase::preparing;
}

/// Nobody who takes part in the final waits for a verdict. Requires: mutex_ is locked.
bool Arena::final_may_begin() const {
    return std::ranges::all_of(view_.waiting(), [&](const HandIn& hand_in) {
        return !people_[static_cast<std::size_t>(hand_in.person)].takes_part();
    });
}

ArenaState Arena::state() const {
    const std::scoped_lock lock(mutex_);
    ArenaState state;
    state.phase = phase_now();
    state.deadline = settings_.deadline;
    state.paused = settings_.paused;
    state.published = settings_.published;
    state.message = settings_.message;
    state.pending = static_cast<int>(view_.waiting().size());
    state.game = game_;
    state.rules = rules_;
    state.seed_hash = sha256_of(settings_.final_secret);
    if (state.phase == Phase::done) state.final_secret = settings_.final_secret;
    return state;
}

Forecast Arena::forecast() const {
    const std::scoped_lock lock(mutex_);
    Forecast forecast;
    forecast.intended = std::chrono::floor<std::chrono::seconds>(settings_.final_time);
    int entrants = static_cast<int>(settings_.staff.size());
    for (const HandIn& hand_in : view_.to_play())
        entrants += people_[static_cast<std::size_t>(hand_in.person)].takes_part() ? 1 : 0;
    const FinalPlan plan = plan_final(entrants, static_cast<int>(settings_.staff.size()), settings_.final_time,
                                      settings_.game_time, jobs_);
    forecast.entrants = entrants;
    forecast.format = name_of(plan.format);
    forecast.games = plan.all_games;
    forecast.duration = plan.duration;
    return forecast;
}

std::vector<AuditEntry> Arena::audit() const {
    const std::scoped_lock lock(mutex_);
    return view_.audit();
}

std::optional<tournament::Store> Arena::view_of(StageName stage) const {
    const std::scoped_lock lock(mutex_);
    const tournament::Store* store = stage == StageName::ladder ? ladder_ : final_;
    return store == nullptr ? std::nullopt : std::optional(store->view());
}

std::optional<Played> Arena::played_by(StageName stage, std::string_view entrant) const {
    const std::scoped_lock lock(mutex_);
    if (stage == StageName::ladder) return version_named(entrant, people_);
    const auto person = std::ranges::find_if(people_, [&](const Person& one) { return one.student.name == entrant; });
    if (person == people_.end()) return std::nullopt;
    const auto newest = view_.to_play();
    const auto hand_in = std::ranges::find(newest, person->number, &HandIn::person);
    return hand_in == newest.end() ? std::nullopt : std::optional(Played{person->number, hand_in->version});
}

std::string Arena::marks() const {
    {
        const std::scoped_lock lock(mutex_);
        if (phase_now() != Phase::done) throw UserError("the final is not over yet");
    }
    auto text = folder_.root().read(marks_csv);
    if (!text) throw UserError("'marks.csv' has been removed");
    return *std::move(text);
}

}  // namespace referee::arena
