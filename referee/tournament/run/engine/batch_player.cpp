#include "referee/tournament/run/engine/batch_player.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <utility>

#include "games/board.hpp"
#include "games/user_error.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/trust.hpp"
#include "referee/core/base/version.hpp"
#include "referee/core/bots/bot_copies.hpp"
#include "referee/tournament/admit/file_watch.hpp"
#include "referee/tournament/run/game_player.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

BatchName batch_name_of(const std::string& path) {
    const std::string file = std::filesystem::path(path).filename();
    const auto name = batch_of_file(file);
    if (!name || file != name->text() + ".json")
        throw UserError(fmt::format("batch '{}': the name of a batch file has the form w1.0.json", path));
    return *name;
}

/// The indices of the entrants that play in a batch.
std::set<int> players_of(const Batch& batch) {
    std::set<int> players;
    for (const BatchGame& planned : batch.games) {
        players.insert(planned.game.first);
        players.insert(planned.game.second);
    }
    return players;
}

void check_sums(const std::vector<FileSum>& planned, const std::vector<FileSum>& here, const std::string& bot) {
    for (const FileSum& file : planned) {
        const auto found = std::find_if(here.begin(), here.end(), [&](const auto& h) { return h.path == file.path; });
        if (found == here.end())
            throw BatchRefused(fmt::format("'{}': the file '{}' is missing on the host", bot, file.path));
        if (found->sha256 != file.sha256)
            throw BatchRefused(fmt::format("'{}': the file '{}' differs on the host", bot, file.path));
    }
}

/// Prepares the isolation and the game as they were when the tournament began. Throws BatchRefused if that is
/// impossible on this machine.
Preparation prepare_batch(const Batch& batch) {
    if (batch.version != version)
        throw BatchRefused(
            fmt::format("its referee is version {}, and the tournament's is {}", version, batch.version));
    try {
        Preparation prepared = prepare_as_stored(batch.settings);
        if (to_json(prepared.settings) != to_json(batch.settings))
            throw BatchRefused("the game settings or the bots' limits differ on the host");
        return prepared;
    } catch (const BatchRefused&) {
        throw;
    } catch (const UserError& error) {
        throw BatchRefused(error.what());
    }
}

}  // namespace

struct BatchPlayer::Seats {
    Preparation prepared;
    BotCopies copies;
    std::vector<Entrant> entrants;       ///< by index; empty for entrants that do not play
    std::vector<StoredEntrant> watched;  ///< by index; with the paths of the files that actually run
    RunningGames running;

    Seats(const Batch& batch, const Spool& spool);

private:
    Contender seat(const Batch& batch, int number);
    std::optional<Contender> other(const StoredEntrant& entrant) const;
};

BatchPlayer::Seats::Seats(const Batch& batch, const Spool& spool)
    : prepared(prepare_batch(batch)), entrants(batch.entrants.size()), watched(batch.entrants.size()) {
    const std::set<int> players = players_of(batch);
    std::vector<Contender> all;
    for (const int number : players)
        all.push_back(seat(batch, number));
    for (std::size_t i = 0; i < batch.entrants.size(); ++i) {
        if (players.contains(static_cast<int>(i))) continue;
        if (auto contender = other(batch.entrants[i])) all.push_back(*std::move(contender));
    }
    const std::string db = spool.db().empty() ? spool.path() : spool.db();
    prepared.isolation.hide(secrets_of(all, prepared.settings.bots_folders, &copies, db));
}

Contender BatchPlayer::Seats::seat(const Batch& batch, int number) {
    const auto place = static_cast<std::size_t>(number);
    const StoredEntrant& stored = batch.entrants[place];
    Isolation& isolation = prepared.isolation;
    std::vector<Contender> contenders;
    try {
        contenders = contenders_of({&stored, 1}, {isolation.path(), prepared.settings.bots_folders,
                                                  isolation.confinement.sandbox ? &copies : nullptr});
    } catch (const UserError& error) {
        throw BatchRefused(error.what());
    }
    Contender& contender = contenders.front();
    check_sums(stored.files, contender.files, stored.name);
    watched[place] = contender.as_played();
    entrants[place] = contender.entrant;
    return std::move(contender);
}

/// Finds an entrant that does not play, so that its files can be hidden. Its files are not checked. Returns nothing if
/// the entrant is missing on this machine.
std::optional<Contender> BatchPlayer::Seats::other(const StoredEntrant& entrant) const {
    try {
        return Contender{
            {false, bot_command_of(entrant.command, entrant.name, prepared.isolation.path()), entrant.name}, {}};
    } catch (const UserError&) {
        return std::nullopt;
    }
}

BatchPlayer::BatchPlayer(const std::string& path, std::string sum, std::string host, bool to_stdout)
    : name_(batch_name_of(path)), spool_(folder_of(path)), sum_(std::move(sum)), to_stdout_(to_stdout) {
    host_.host = std::move(host);
}

int BatchPlayer::play() {
    using enum OwnFolder::Writers;
    if (!spool_.visit(sum_.empty() ? only_this_user : unchecked) || !spool_.has(name_)) return 0;
    host_ = this_host(host_.host);
    try {
        batch_ = spool_.read_batch(name_, sum_);
        const std::set<int> finished = finished_games();
        Seats seats(batch_, spool_);
        play_games(seats, finished);
    } catch (const BatchRefused& refused) {
        append({batch_.tournament, host_, 0, refused.what(), 0, {}, {}});
        part_->sync();  // the part is not completed, because another machine may play the batch
        throw;
    }
    if (part_ && signal_ == 0) part_->complete();
    if (part_ && signal_ != 0) part_->sync();
    return signal_;
}

/// Returns the games that other runs of this batch have finished. Another host may be playing the batch at the same
/// time.
std::set<int> BatchPlayer::finished_games() {
    std::set<int> games;
    spool_.read({[&](const PartPlace&, const Record& record) {
                     if (record.fault.empty() && record.tournament == batch_.tournament) games.insert(record.game);
                 },
                 [](const PartPlace&) {}},
                name_);
    return games;
}

void BatchPlayer::play_games(Seats& seats, const std::set<int>& finished) {
    FileWatch watch(seats.watched);
    const BatchGame* current = nullptr;
    const auto opening = [&](const PlannedGame&) {
        if (!current->failure.empty()) throw games::RulesFailure(current->failure);
        return current->opening;
    };
    protocol::Limits limits = batch_.settings.limits;
    seats.prepared.isolation.write_into(limits);  // shows in the logs how the limits are enforced here
    const GamePlayer player(
        {seats.prepared.spec, limits_at(batch_, limits_of_entrants(limits, seats.entrants), host_.speed),
         seats.prepared.isolation, shared_entrants(seats.entrants), opening, batch_.settings.notes},
        watch, break_off_, stop_, seats.running);
    Workers workers(1, false, always(GameShare::whoever_is_free), [&](const PlannedGame& game, Equipment& equipment) {
        try {
            return player(game, equipment);
        } catch (const UserError& error) {
            throw BatchRefused(error.what());
        }
    });
    for (const BatchGame& planned : batch_.games) {
        watch_signals();
        if (signal_ != 0 || !spool_.has(name_)) return;
        if (finished.contains(planned.game.number)) continue;
        current = &planned;
        static_cast<void>(lateness_.take());
        const TimePoint start = Clock::now();
        auto played = play_one(workers, planned.game);
        if (!played) continue;
        Record record{batch_.tournament, host_, 0, {}, planned.game.number, std::move(played->void_games), {}};
        record.log = std::move(played->log);
        record.on.took = std::chrono::duration_cast<protocol::Micros>(Clock::now() - start);
        record.on.late = lateness_.take();
        append(std::move(record));
    }
}

/// Plays one game. Returns nothing if the game was broken off, or if a signal may have decided it.
std::optional<PlayedGame> BatchPlayer::play_one(Workers& workers, const PlannedGame& game) {
    workers.add({&game, 1});
    std::vector<PlayedGame> games;
    while (workers.unfinished() > 0) {
        const int reader = to_stdout_ && !reader_gone_ ? STDOUT_FILENO : -1;
        std::array<pollfd, 3> descriptors = {{{stop_.fd(), POLLIN, 0}, {workers.fd(), POLLIN, 0}, {reader, 0, 0}}};
        wait_for(descriptors);
        watch_signals();
        if (descriptors[2].revents != 0) end_without_reader();
        if (auto taken = workers.take(); !taken.empty()) games = std::move(taken);
    }
    watch_signals();
    if (games.empty() || (games.front().failure && explained_by(stop_, *games.front().failure))) return std::nullopt;
    return std::move(games.front());
}

void BatchPlayer::watch_signals() {
    const int signal = stop_.take();
    if (signal == 0) return;
    if (signal_ != 0) break_off_.request();
    if (signal_ == 0) signal_ = signal;
}

/// Breaks the game off if stdout has no reader, because nobody would receive the result.
void BatchPlayer::end_without_reader() {
    reader_gone_ = true;
    if (signal_ == 0) signal_ = SIGPIPE;
    break_off_.request();
}

void BatchPlayer::append(Record record) {
    record.written_at = std::time(nullptr);
    record.on.load_percent = load_percent();
    if (!part_) part_.emplace(to_stdout_ ? PartWriter::to_stdout() : PartWriter(spool_, name_, host_.host));
    part_->append(line_of(record));
}

}  // namespace referee::tournament
