// The machines of a batch system, which play games in batches.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "referee/tournament/run/engine.hpp"
#include "referee/tournament/run/engine/batch_engine.hpp"
#include "referee/tournament/run/engine/job_system.hpp"

namespace referee::tournament {

class Batches final : public OtherMachines {
public:
    /// Ignores `slots` and `site.tournament` of `options`, because the batch system and the head determine them.
    Batches(const JobSystem& system, BatchEngineOptions options) : system_(system), options_(std::move(options)) {}

    std::string_view name() const override { return system_.name; }
    void check_files(const Settings& settings, const TournamentHead& head) const override;
    int slots() override;
    std::unique_ptr<Engine> engine(const Settings& settings, const Store& store, const OpeningOfGame& opening_of,
                                   const WakeUp& break_off) override;
    std::string commands_for(const TournamentHead& head) override;

private:
    const JobSystem& system_;
    BatchEngineOptions options_;
    std::optional<int> slots_;  ///< reported by the batch system
};

}  // namespace referee::tournament
