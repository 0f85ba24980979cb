#include "referee/processes/warm_sandboxes.hpp"

#include <algorithm>

#include "referee/system/descriptors.hpp"

namespace referee {

namespace {

auto find_in(auto& kept, const SandboxKind& kind) {
    return std::find_if(kept.begin(), kept.end(), [&](const auto& one) { return one.first == kind; });
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
