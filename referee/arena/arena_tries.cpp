// The files that students only try.
#include <fmt/format.h>

#include <system_error>

#include "referee/arena/arena.hpp"
#include "referee/core/base/sha256.hpp"

namespace referee::arena {

namespace {

constexpr std::string_view no_right_to_try = "your link was replaced, or you have left";

}  // namespace

/// Takes the place of the earlier try of the person, which the desk stops if it is under way.
std::variant<UploadResult, UploadRefusal> Arena::keep_try(const Upload& upload) {
    using Kind = UploadRefusal::Kind;
    if (auto refused = upload.refusal()) return *std::move(refused);
    const std::string& bytes = upload.bytes_;
    HandIn hand_in{.person = upload.person_,
                   .version = -1,
                   .file = upload.file_,
                   .sha256 = sha256_of(bytes),
                   .bytes = bytes.size(),
                   .at = upload.begun_};
    const Lock lock(writing_);
    const auto known = snapshot();
    if (!upload.cookie_.empty() && known->keys->owner_of_cookie(upload.cookie_) != upload.person_)
        return UploadRefusal{Kind::right_ended, std::string(no_right_to_try)};
    const Time now = this->now();
    if (now >= known->settings.deadline) return UploadRefusal{Kind::closed, "the deadline has passed"};
    const int holder = known->holder_of(upload.person_);
    if (tries_.made_since(holder, now - std::chrono::hours(1)) >= limits_.tries_an_hour)
        return UploadRefusal{
            Kind::too_often,
            fmt::format("{} files were tried within an hour: try again later, or hand it in", limits_.tries_an_hour)};
    if (disk_is_full(bytes.size()))
        return UploadRefusal{Kind::disk_full, "the disk of the arena is full: tell your teacher"};
    if (const int error = folder_.uploads().write(upload_name(hand_in), bytes); error != 0)
        throw std::system_error(error, std::generic_category(), "the upload can't be stored");
    tries_.add(hand_in, holder);
    replace_snapshot(with_try_of(upload.person_));
    cookies_of_tries_[upload.person_] = upload.cookie_;
    tell({News::Kind::tried, upload.person_});
    wake();
    return UploadResult{};
}

std::optional<TryNow> Arena::try_of(int person) const {
    const auto known = snapshot();
    const auto found = known->tries.find(known->person(person).number);
    if (found == known->tries.end()) return std::nullopt;
    TryNow now{*found->second};
    HandIn& shown = now.tried.hand_in;
    if (shown.state != HandInState::waiting) return now;
    if (const auto work = known->work.find({person, shown.version}); work != known->work.end()) {
        shown.state = work->second->state;
        shown.check = work->second->check;
        return now;
    }
    int before = 0;
    for (const auto& queue : {known->hand_ins.waiting(), known->waiting_tries()})
        for (const HandIn& other : queue)
            if (!known->work.contains({other.person, other.version}) &&
                (!other.is_try() || other.version > shown.version))
                ++before;
    now.waits_behind = before;
    now.rests_until = known->rest_of(known->holder_of(person));
    return now;
}

std::optional<std::string> Arena::log_of_try(int person, int game) const {
    const Lock lock(writing_);
    return tries_.log(person, game);
}

/// Whether a try has neither ended nor been replaced.
bool Arena::awaits(const HandIn& tried) const {
    const auto known = snapshot();
    const auto found = known->tries.find(tried.person);
    return found != known->tries.end() && found->second->hand_in.version == tried.version &&
           found->second->hand_in.state == HandInState::waiting;
}

/// Ends a try, unless it has ended before, or a newer one has taken its place.
void Arena::judge_try(const HandIn& hand_in, HandInState state, const Verdict& verdict, const PlayedTry& played) {
    {
        const Lock lock(writing_);
        tries_.count_time(hand_in.version, verdict.spent, now());
        if (tries_.judge(hand_in, state, verdict, played)) {
            cookies_of_tries_.erase(hand_in.person);
            folder_.uploads().remove(upload_name(hand_in));
        }
        Snapshot next = with_try_of(hand_in.person);
        next.work.erase({hand_in.person, hand_in.version});
        replace_snapshot(std::move(next));
    }
    tell({News::Kind::tried, hand_in.person});
}

/// Ends all tries that have not ended yet.
void Arena::end_tries(const std::string& why) {
    const std::vector<HandIn> waiting = snapshot()->waiting_tries();
    if (waiting.empty()) return;
    for (const HandIn& hand_in : waiting)
        judge_try(hand_in, HandInState::ended, {.reason = why}, {});
    wake();
}

/// A right that ends also ends what is under way.
void Arena::drop_tries_without_right() {
    const auto known = snapshot();
    for (const HandIn& hand_in : known->waiting_tries()) {
        const auto cookie = cookies_of_tries_.find(hand_in.person);
        if (cookie == cookies_of_tries_.end() || cookie->second.empty() ||
            known->keys->owner_of_cookie(cookie->second) == hand_in.person)
            continue;
        tries_.judge(hand_in, HandInState::ended, {.reason = std::string(no_right_to_try)}, {});
        replace_snapshot(with_try_of(hand_in.person));
        cookies_of_tries_.erase(cookie);
        folder_.uploads().remove(upload_name(hand_in));
        tell({News::Kind::tried, hand_in.person});
        wake();
    }
}

}  // namespace referee::arena
