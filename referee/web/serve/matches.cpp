#include "referee/web/serve/matches.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace referee::serve {

namespace {

std::string new_id() {
    std::array<unsigned char, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        throw std::system_error(errno, std::generic_category(), "getrandom");
    }
    return fmt::format("{:02x}", fmt::join(bytes, ""));
}

}  // namespace

Matches::Matches(const Offers& offers, const Isolation& isolation, MatchLimits limits, const StopSignal& stop)
    : offers_(offers), isolation_(isolation), limits_(limits), stop_(stop) {}

std::optional<std::string> Matches::begin(const MatchWish& wish) {
    if (!has_place()) return std::nullopt;
    return add(wish, nullptr, {}, 0);
}

/// Whether another match may run. A match that has a continuation does not count, because the continuation has taken
/// its place.
bool Matches::has_place() const {
    const auto played = std::count_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
        return !entry.match->over() && continuation_of(entry.id) == nullptr;
    });
    return static_cast<std::size_t>(played) < limits_.at_once;
}

std::string Matches::add(const MatchWish& wish, std::shared_ptr<WebMatch> previous, std::string continues,
                         int from_ply) {
    std::list<Entry> entry;  // allocated first, so that nothing can fail after the match has begun
    entry.push_back({new_id(), nullptr, std::move(continues), from_ply});
    std::string id = entry.front().id;
    entry.front().match = std::make_shared<WebMatch>(offers_.bots()[wish.bot], wish, offers_.limits(wish.move_time),
                                                     isolation_, stop_, std::move(previous));
    entries_.splice(entries_.end(), entry);
    return id;
}

Matches::Continuation Matches::go_back(std::string_view id, int ply) {
    using Kind = Continuation::Kind;
    if (const Entry* other = continuation_of(id))
        return other->from_ply == ply ? Continuation{Kind::begun_before, other->id}
                                      : Continuation{Kind::gone_on_elsewhere};
    const std::shared_ptr<WebMatch> match = find(id);
    if (match->over() && !has_place()) return {Kind::too_many};
    Continuation continuation{Kind::begun, add(*match->wish_after(ply), match, std::string(id), ply)};
    match->leave();
    return continuation;
}

std::shared_ptr<void> Matches::place_for_hint() {
    if (*hints_ >= limits_.hints_at_once) return nullptr;
    ++*hints_;
    return {hints_.get(), [hints = hints_](void*) { --*hints; }};
}

const Matches::Entry* Matches::continuation_of(std::string_view id) const {
    const auto found = std::ranges::find(entries_, id, &Entry::continues);
    return found == entries_.end() ? nullptr : &*found;
}

std::shared_ptr<WebMatch> Matches::find(std::string_view id) const {
    const auto found = std::ranges::find(entries_, id, &Entry::id);
    return found == entries_.end() ? nullptr : found->match;
}

void Matches::maintain() {
    const TimePoint now = Clock::now();
    std::size_t over = 0;
    std::uint64_t bytes = 0;
    for (const Entry& entry : entries_) {
        WebMatch& match = *entry.match;
        if (match.over()) {
            match.settle();
            ++over;
            bytes += match.log_bytes();
            continue;
        }
        const auto waiting = match.waiting_since();
        const bool unwatched = match.topic()->alone_since() + limits_.unwatched < now;
        if (unwatched || (waiting && *waiting + limits_.unanswered < now)) match.leave();
    }
    const auto too_many = [&] { return over > limits_.kept || (over > 1 && bytes > limits_.kept_bytes); };
    for (auto entry = entries_.begin(); entry != entries_.end() && too_many();) {
        if (!entry->match->over()) {
            ++entry;
            continue;
        }
        entry->match->topic()->end();
        bytes -= entry->match->log_bytes();
        entry = entries_.erase(entry);
        --over;
    }
}

void Matches::stop() {
    for (const Entry& entry : entries_)
        entry.match->leave();
    entries_.clear();
}

}  // namespace referee::serve
