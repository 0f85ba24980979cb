// The interface to a batch system, whose machines play a tournament's games.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "referee/system/wake_up.hpp"
#include "referee/tournament/run/engine.hpp"
#include "referee/tournament/run/game_player.hpp"
#include "referee/tournament/settings.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

class OtherMachines {
public:
    OtherMachines() = default;
    OtherMachines(const OtherMachines&) = delete;
    OtherMachines& operator=(const OtherMachines&) = delete;
    virtual ~OtherMachines() = default;

    /// The name of the batch system.
    [[nodiscard]] virtual std::string_view name() const = 0;

    /// Throws games::UserError if hosts without a shared file system can't get the tournament's files.
    virtual void check_files(const Settings& settings, const TournamentHead& head) const = 0;

    /// The number of games that can be played at once. Asks the batch system only once. Throws games::UserError if the
    /// batch system is missing or does not answer.
    virtual int slots() = 0;

    /// Throws like slots(), and games::UserError if the spool belongs to another tournament.
    virtual std::unique_ptr<Engine> engine(const Settings& settings, const Store& store,
                                           const OpeningOfGame& opening_of, const WakeUp& break_off) = 0;

    /// The commands that would be run, to be shown to the user.
    virtual std::string commands_for(const TournamentHead& head) = 0;
};

/// Finds machines; each game needs `cpus` cores. Empty if this machine plays.
using FindMachines = std::function<std::unique_ptr<OtherMachines>(std::uint64_t cpus)>;

}  // namespace referee::tournament
