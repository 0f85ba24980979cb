#include "referee/tournament/engine/host_knowledge.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace referee::tournament {

namespace {

/// A host that has lost so many, and has played no game yet, can't play.
constexpr int max_losses_of_host = 2;
constexpr std::chrono::seconds max_clock_error(60);

}  // namespace

void HostKnowledge::has_refused(const std::string& host, const std::string& why) {
    last_fault_ = fmt::format("host {} can't play: {}", host, why);
    waves_.exclude(host);
    handover_.warn_once(last_fault_);
}

bool HostKnowledge::has_told_of(std::string_view line) const {
    constexpr std::string_view by = "referee: ";
    return line.starts_with(by) && last_fault_.ends_with(line.substr(by.size()));
}

void HostKnowledge::check_clock(const std::string& host, std::chrono::seconds ahead) {
    if (ahead < max_clock_error && ahead > -max_clock_error) return;
    if (!wrong_clocks_.insert(host).second) return;
    handover_.warn(fmt::format("host {}: its clock is {} s {}, and so are the dates of its games", host,
                               std::abs(ahead.count()), ahead.count() > 0 ? "ahead" : "behind"));
}

bool HostKnowledge::is_to_blame(const BatchName& batch, const LastWords& said) {
    const bool by_order = said.text.find("*** JOB") != std::string::npos;  // of an administrator's, or of Slurm's own
    if (said.host.empty() || said.text.empty() || by_order || proven_.contains(said.host)) return false;
    if (++lost_there_[said.host] < max_losses_of_host) return true;
    last_fault_ = fmt::format("host {} plays nothing, {} the last: {}", said.host, batch.text(), said.text);
    if (waves_.exclude(said.host)) handover_.warn_once(last_fault_ + "; it gets no more batches");
    return true;
}

}  // namespace referee::tournament
