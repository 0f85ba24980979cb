#include "referee/tournament/run/engine/batches.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/version.hpp"
#include "referee/core/bots/sight.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/run/engine/waves.hpp"

namespace referee::tournament {

namespace {

namespace fs = std::filesystem;
using games::UserError;

/// Whether a path means the same file on a host, because it does not leave the working directory.
bool stays_below(const fs::path& path) {
    const fs::path normal = path.lexically_normal();
    return normal.is_relative() && !normal.empty() && *normal.begin() != "..";
}

void check_path(const fs::path& path, const std::string& whose) {
    if (stays_below(path) || belongs_to_system(path)) return;
    throw UserError(fmt::format(
        "--engine: transfer: {}: '{}' can't be transferred: use a path relative to the working directory and inside it",
        whose, path.string()));
}

void check_bot(const StoredEntrant& bot) {
    const std::string whose = fmt::format("bot '{}'", bot.name);
    for (const std::string& word : bot.command) {
        if (exists_at(word)) check_path(word, whose);
    }
    for (const FileSum& file : bot.files)
        check_path(file.path, whose);
}

/// Throws if the hosts file contains this machine, because GNU parallel does not transfer files to it.
void check_hosts_file(const std::string& path) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line == ":" || line.ends_with("/:"))
            throw UserError(
                fmt::format("--engine: transfer: '{}' lists this machine ({}): write localhost instead", path, line));
    }
}

void copy_for_hosts(const fs::path& from, const fs::path& to) {
    std::error_code error;
    fs::create_directories(to.parent_path(), error);
    if (!error) fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
    if (error)
        throw std::runtime_error(fmt::format("--engine: transfer: '{}' can't be copied to '{}': {}", from.string(),
                                             to.string(), error.message()));
}

}  // namespace

void check_files_for_hosts(const Site& site, const Batch& batch) {
    check_hosts_file(site.hosts_file);
    for (const std::string& folder : batch.settings.sandbox_folders)
        check_path(folder, "--sandbox folder");
    if (!batch.settings.rules.empty()) check_path(batch.settings.rules_program, "--game");
    for (const StoredEntrant& bot : batch.entrants)
        check_bot(bot);
}

void put_files_for_hosts(const Site& site, const Batch& batch) {
    std::set<fs::path> files;
    for (const StoredEntrant& bot : batch.entrants) {
        for (const FileSum& file : bot.files)
            files.insert(file.path);
    }
    const fs::path folder = site.files_for_hosts();
    fs::remove_all(folder);
    for (const fs::path& file : files) {
        if (stays_below(file)) copy_for_hosts(file, folder / file.lexically_normal());
    }
    if (const fs::path rules = batch.settings.rules_program; !rules.empty() && stays_below(rules)) {
        const fs::path to = folder / rules.lexically_normal();
        fs::create_directories(to.parent_path());
        fs::copy(rules, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    }
    copy_for_hosts(site.referee, folder / fs::path(site.spool).filename() / "referee");
}

namespace {

/// Returns a batch with everything but the games.
Batch whole_batch(const Settings& settings, const TournamentHead& head) {
    Batch batch{tournament_id(head), version, settings, head.entrants, {}};
    batch.settings.opening_list = {};  // each game has its own opening moves
    return batch;
}

/// Like whole_batch(), but without the entrants that have left, because their files may be gone.
Batch batch_of_players(const Settings& settings, const TournamentHead& head) {
    Batch batch = whole_batch(settings, head);
    const Field field = head.field();
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
    spool.claim(options.site.tournament);  // before anything in the spool is changed
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
