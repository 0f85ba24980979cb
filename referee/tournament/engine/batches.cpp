#include "referee/tournament/engine/batches.hpp"

#include <utility>

#include "referee/system/version.hpp"
#include "referee/tournament/engine/transfer.hpp"
#include "referee/tournament/engine/waves.hpp"
#include "referee/tournament/schedule/field.hpp"

namespace referee::tournament {

namespace {

/// Without games.
Batch whole_batch(const Settings& settings, const TournamentHead& head) {
    Batch batch{tournament_id(head), version, settings, head.entrants, {}};
    batch.settings.opening_list = {};  // each game brings its own moves
    return batch;
}

/// Without those who have left, whose files may have gone with them.
Batch batch_of_players(const Settings& settings, const TournamentHead& head) {
    Batch batch = whole_batch(settings, head);
    const Field field(static_cast<int>(head.entrants.size()), head.changes);
    std::vector<StoredEntrant> players;
    for (std::size_t i = 0; i < batch.entrants.size(); ++i) {
        if (field.is_in(static_cast<int>(i))) players.push_back(batch.entrants[i]);
    }
    batch.entrants = std::move(players);
    return batch;
}

}  // namespace

void Batches::check_files(const Settings& settings, const TournamentHead& head) const {
    if (options_.site.transfer) check_files_for_hosts(options_.site, batch_of_players(settings, head));
}

int Batches::slots() {
    if (!slots_) slots_ = slots_now(system_, options_.site);
    return *slots_;
}

std::unique_ptr<Engine> Batches::engine(const Settings& settings, const Store& store, const OpeningOfGame& opening_of,
                                        const WakeUp& break_off) {
    const TournamentHead& head = store.head();
    BatchEngineOptions options = options_;
    options.site.tournament = tournament_id(head);
    options.slots = slots();
    Spool spool(options.site.spool);
    spool.claim(options.site.tournament);  // before anything in it is touched
    spool.store(store.numbers_of_matches());
    if (options.site.transfer) put_files_for_hosts(options.site, batch_of_players(settings, head));
    return std::make_unique<BatchEngine>(system_, std::move(options), whole_batch(settings, head), std::move(spool),
                                         opening_of, break_off);
}

std::string Batches::commands_for(const TournamentHead& head) {
    Site site = options_.site;
    site.tournament = tournament_id(head);
    return commands_text(system_, site, slots());
}

}  // namespace referee::tournament
