#include "referee/arena/hand_ins.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace referee::arena {

namespace {

bool is_accepted(const HandIn& hand_in) {
    return hand_in.state == HandInState::accepted;
}

}  // namespace

HandIn HeldVersions::newest_with_texts() const {
    HandIn newest = versions.front();
    newest.build_output = build_output;
    newest.check = check;
    return newest;
}

const HandIn* HeldVersions::find(int version) const {
    const auto found = std::ranges::find(versions, version, &HandIn::version);
    return found == versions.end() ? nullptr : &*found;
}

const HandIn* HeldVersions::to_play() const {
    const auto newest = std::ranges::find_if(versions, is_accepted);
    if (newest == versions.end()) return nullptr;
    const HandIn* const chosen = choice && newest->version <= choice->after ? find(choice->version) : nullptr;
    return chosen != nullptr && is_accepted(*chosen) ? chosen : &*newest;
}

bool HeldVersions::is_waiting() const {
    return std::ranges::find(versions, HandInState::waiting, &HandIn::state) != versions.end();
}

std::uint64_t HeldVersions::bytes() const {
    return std::accumulate(versions.begin(), versions.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const HandIn& hand_in) { return sum + hand_in.bytes; });
}

std::optional<Time> rests_until(std::vector<WorkDone> work) {
    std::ranges::sort(work, {}, &WorkDone::ended);
    std::chrono::milliseconds spent{};
    for (const WorkDone& one : work)
        spent += one.spent;
    std::optional<Time> until;
    for (auto one = work.begin(); spent >= work_an_hour; ++one) {
        spent -= one->spent;
        until = one->ended + std::chrono::hours(1);
    }
    return until;
}

std::vector<WorkDone> HeldVersions::work_since(Time since) const {
    std::vector<WorkDone> work;
    for (const HandIn& hand_in : versions)
        if (hand_in.judged_at > since) work.push_back({hand_in.judged_at, hand_in.spent});
    return work;
}

std::vector<HandIn> HandIns::waiting() const {
    std::vector<HandIn> found;
    for (const auto& one : held)
        std::ranges::copy_if(one->versions, std::back_inserter(found),
                             [](const HandIn& hand_in) { return hand_in.state == HandInState::waiting; });
    std::ranges::sort(found, {}, [](const HandIn& hand_in) { return std::tuple(hand_in.at, hand_in.order); });
    return found;
}

std::vector<HandIn> HandIns::newest() const {
    std::vector<HandIn> found;
    for (const auto& one : held)
        if (!one->versions.empty()) found.push_back(one->versions.front());
    return found;
}

std::vector<HandIn> HandIns::to_play() const {
    std::vector<HandIn> found;
    for (const auto& one : held)
        if (const HandIn* const hand_in = one->to_play()) found.push_back(*hand_in);
    return found;
}

std::vector<HandIn> HandIns::newest_accepted(int count) const {
    std::vector<HandIn> found;
    for (const auto& one : held) {
        int left = count;
        for (const HandIn& hand_in : one->versions)
            if (is_accepted(hand_in) && left-- > 0) found.push_back(hand_in);
    }
    return found;
}

}  // namespace referee::arena
