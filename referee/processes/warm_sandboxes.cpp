#include "referee/processes/warm_sandboxes.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace referee {

namespace {

auto find_in(auto& kept, const SandboxKind& kind) {
    return std::find_if(kept.begin(), kept.end(), [&](const auto& one) { return one.first == kind; });
}

/// A new descriptor has the least number that is free.
bool has_room_behind(int descriptor) {
    rlimit limit{};
    return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 && static_cast<rlim_t>(descriptor) < limit.rlim_cur / 2;
}

}  // namespace

bool WarmSandboxes::has(const SandboxKind& kind) const {
    return find_in(kept_, kind) != kept_.end();
}

std::unique_ptr<LiveSandbox> WarmSandboxes::take(const SandboxKind& kind) {
    const auto found = find_in(kept_, kind);
    if (found == kept_.end()) return nullptr;
    auto sandbox = std::move(found->second);
    kept_.erase(found);
    return sandbox;
}

void WarmSandboxes::keep(SandboxKind kind, std::unique_ptr<LiveSandbox> sandbox) {
    if (sandbox->games() >= max_games || !has_room_behind(sandbox->fd())) return;
    kept_.emplace_front(std::move(kind), std::move(sandbox));
    if (kept_.size() > max_kept) kept_.pop_back();
}

}  // namespace referee
