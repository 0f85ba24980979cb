#include "referee/commands/batches.hpp"

#include <chrono>
#include <filesystem>
#include <utility>

#include "referee/commands/engine_options.hpp"
#include "referee/system/version.hpp"
#include "referee/tournament/engine/batch_engine.hpp"
#include "referee/tournament/engine/transfer.hpp"
#include "referee/tournament/engine/waves.hpp"
#include "referee/tournament/schedule/field.hpp"

namespace referee::tournament {

namespace {

using namespace std::chrono_literals;

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

Batches::Batches(const TournamentOptions& options) : options_(options), system_(job_system_of(options.engine)) {
    if (system_ == nullptr) return;
    site_ = site_of(options_.engine, options_.jobs);
    site_.spool = std::filesystem::absolute(Spool::folder_of(options_.db));
}

void Batches::check_files(const Settings& settings, const TournamentHead& head) const {
    if (site_.transfer) check_files_for_hosts(site_, batch_of_players(settings, head));
}

int Batches::slots() {
    if (!slots_) slots_ = slots_now(*system_, site_);
    return *slots_;
}

std::unique_ptr<Engine> Batches::engine(const Settings& settings, const Store& store, const OpeningOfGame& opening_of,
                                        const WakeUp& break_off) {
    const TournamentHead& head = store.head();
    site_.tournament = tournament_id(head);
    BatchEngineOptions engine{site_, slots(), 60s, options_.engine.leave_running};
    if (options_.engine.batch_time)
        engine.batch_time = std::chrono::ceil<std::chrono::milliseconds>(*options_.engine.batch_time);
    Spool spool(site_.spool);
    spool.claim(site_.tournament);  // before anything in it is touched
    spool.store(store.numbers_of_matches());
    if (site_.transfer) put_files_for_hosts(site_, batch_of_players(settings, head));
    return std::make_unique<BatchEngine>(*system_, engine, whole_batch(settings, head), std::move(spool), opening_of,
                                         break_off);
}

std::string Batches::commands_for(const TournamentHead& head) {
    site_.tournament = tournament_id(head);
    return commands_text(*system_, site_, slots());
}

}  // namespace referee::tournament
