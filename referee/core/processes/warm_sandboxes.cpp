#include "referee/core/processes/warm_sandboxes.hpp"

#include <algorithm>

#include "referee/core/base/descriptors.hpp"

namespace referee {

std::unique_ptr<LiveSandbox> WarmSandboxes::take(const SandboxKind& kind) {
    const auto found = std::ranges::find(kept_, kind, &List::value_type::first);
    if (found == kept_.end()) return nullptr;
    auto sandbox = std::move(found->second);
    kept_.erase(found);
    return sandbox;
}

void WarmSandboxes::keep(SandboxKind kind, std::unique_ptr<LiveSandbox> sandbox) {
    if (sandbox->games() >= max_games || !has_room_behind(sandbox->fd())) return;
    clearing_.emplace_front(std::move(kind), std::move(sandbox));
}

void WarmSandboxes::settle() {
    if (clearing_.empty()) return;
    clearing_.remove_if([](const auto& one) {
        const LiveSandbox& sandbox = *one.second;
        return !one.second->await_clear() || (sandbox.group() != nullptr && sandbox.group()->limit_reached());
    });
    kept_.splice(kept_.begin(), clearing_);
    if (kept_.size() > max_kept) kept_.resize(max_kept);
}

void WarmSandboxes::drop_all() noexcept {
    kept_.clear();
    clearing_.clear();
}

}  // namespace referee
