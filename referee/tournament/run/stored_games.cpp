#include "referee/tournament/run/stored_games.hpp"

#include <cstddef>

#include "referee/core/base/wake_up.hpp"
#include "referee/tournament/admit/file_watch.hpp"
#include "referee/tournament/paper/journal.hpp"
#include "referee/tournament/run/watchers/machine.hpp"
#include "referee/tournament/run/workers.hpp"

namespace referee::tournament {

namespace {

/// A reused process may play differently after other games. So which games it plays must not depend on how long games
/// take.
ShareOf share_of_reused(const GamePlayer& player) {
    return [&player](const PlannedGame& game) {
        const auto settings = player.settings();
        const auto reuses = [&](int entrant) { return settings->entrants[static_cast<std::size_t>(entrant)]->reuse; };
        return reuses(game.first) || reuses(game.second) ? GameShare::by_pair : GameShare::whoever_is_free;
    };
}

}  // namespace

RunEnd play_games(const StoredGames& games) {
    const auto& [settings, spec, isolation] = games.prepared;
    WakeUp break_off;
    std::vector<StoredEntrant> played_files;
    for (const Contender& contender : games.lineup.contenders)
        played_files.push_back(contender.as_played());
    FileWatch watch(std::move(played_files));
    const std::vector<Entrant> entrants = games.lineup.entrants();
    const AbandonableOpenings abandonable(games.openings, break_off.fd());
    const OpeningOfGame opening_of = [&](const PlannedGame& game) {
        return games.openings->start_of(*game.opening, game.seed);
    };
    GamePlayer player({spec, limits_of_entrants(settings.limits, entrants), isolation, shared_entrants(entrants),
                       opening_of, settings.notes, usual_exit_patience, games.shorten},
                      watch, break_off, games.stop, games.running);
    const auto start_engine = [&]() -> std::unique_ptr<Engine> {
        if (games.other_engine) return games.other_engine(opening_of, break_off);
        const auto play = [&](const PlannedGame& game, Equipment& equipment) { return player(game, equipment); };
        return std::make_unique<Workers>(games.jobs, games.pin, share_of_reused(player), play, games.pause);
    };
    MachineWatch machine(games.jobs, games.pause);
    std::vector<Watcher*> watchers = {&machine};
    watchers.insert(watchers.end(), games.watchers.begin(), games.watchers.end());
    StoredLedger ledger(games.store, [&](const TournamentHead& head, const std::vector<PlannedGame>& planned) {
        const auto rest = games.run.stop_after ? std::nullopt : std::optional(games.pairs_before_rest);
        return schedule_of(games.prepared.settings, head, planned, games.openings, rest);
    });
    const std::unique_ptr<Desk> desk = games.make_desk ? games.make_desk(ledger, player, watch) : nullptr;
    const RunEnd end = Run(ledger, games.run, games.stop, break_off, start_engine, watchers, desk.get()).play();
    if (games.keeps_record && machine.run().games > 0) {
        const Change change{
            .kind = Change::Kind::played, .at = journal_time(games.run.clocks.day()), .run = machine.run()};
        games.store.change({&change, 1}, {});
    }
    return end;
}

}  // namespace referee::tournament
