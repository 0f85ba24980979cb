#include "referee/tournament/engine/batch_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "games/user_error.hpp"
#include "referee/system/start_thread.hpp"

namespace referee::tournament {

namespace {

using games::UserError;
using namespace std::chrono_literals;

constexpr auto min_poll = 50ms;
constexpr auto max_poll = 5'000ms;
/// Reading takes at most this part of the time, since a spool may be on a slow file system.
constexpr int polls_per_reading = 5;

/// A game that so many batches have lost will be lost by the next one, too.
constexpr int max_losses = 3;
/// A host that has lost so many, and has played no game yet, can't play.
constexpr int max_losses_of_host = 2;

constexpr int max_complaints = 10;
constexpr std::size_t max_games_of_batch = 2'000;
constexpr std::size_t max_ended = 20'000;  ///< games that wait for the run to store them
constexpr auto max_clock_error = 60s;

}  // namespace

BatchEngine::BatchEngine(const JobSystem& system, BatchEngineOptions options, Batch batch, OpeningMoves opening_moves,
                         const WakeUp& break_off)
    : system_(system),
      options_(std::move(options)),
      batch_(std::move(batch)),
      opening_moves_(std::move(opening_moves)),
      break_off_(break_off),
      waves_(system, options_.site, slots_now(system, options_.site), [this](const auto& text) { warn_once(text); }),
      spool_(options_.site.spool) {
    spool_.claim(batch_.tournament);
    thread_ = start_thread("the batches", [this] { work(); });
}

BatchEngine::~BatchEngine() {
    {
        const std::scoped_lock lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
}

int slots_now(const JobSystem& system, const Site& site) {
    const ProgramEnd known = run_program({std::string(system.program), "--version"}, command_patience);
    if (known.exit_code != 0) throw UserError(fmt::format("--engine {}: {}", system.name, known.last_line()));
    if (site.transfer) {
        const ProgramEnd rsync = run_program({"rsync", "--version"}, command_patience);
        if (rsync.exit_code != 0)
            throw UserError(fmt::format("--transfer: {}: it is needed here and on the hosts", rsync.last_line()));
    }
    const Words question = system.cores(site);
    if (question.empty() || site.jobs) return slots_of(system, site, "");
    const ProgramEnd answer = run_program(question, command_patience);
    if (answer.exit_code != 0) throw UserError(fmt::format("--engine {}: {}", system.name, answer.last_line()));
    return slots_of(system, site, answer.out);
}

// The run's side.

void BatchEngine::add(std::span<const PlannedGame> games) {
    {
        const std::scoped_lock lock(mutex_);
        added_.insert(added_.end(), games.begin(), games.end());
        open_ += games.size();
    }
    changed_.notify_all();
}

void BatchEngine::begin_no_more() {
    {
        const std::scoped_lock lock(mutex_);
        no_more_ = true;
    }
    changed_.notify_all();
}

int BatchEngine::unfinished() const {
    const std::scoped_lock lock(mutex_);
    return static_cast<int>(open_ + ended_.size()) + (failure_ ? 1 : 0);
}

int BatchEngine::playing() const {
    const std::scoped_lock lock(mutex_);
    return running_;
}

std::vector<PlayedGame> BatchEngine::take() {
    ready_.clear();
    std::unique_lock lock(mutex_);
    std::vector<PlayedGame> games = std::exchange(ended_, {});
    if (games.empty() && failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    for (const PlayedGame& game : games)
        taken_.push_back(game.game.number);
    const bool more_to_tell = failure_ != nullptr;
    lock.unlock();
    changed_.notify_all();
    if (more_to_tell) ready_.request();
    return games;
}

void BatchEngine::stored() {
    const std::scoped_lock lock(mutex_);
    stored_.insert(stored_.end(), taken_.begin(), taken_.end());
    taken_.clear();
}

std::vector<std::string> BatchEngine::take_warnings() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(warnings_, {});
}

void BatchEngine::finish() {
    {
        const std::scoped_lock lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
    thread_.join();
    if (duplicates_ > 0)
        warn_later(fmt::format("{} {} twice: the first record of each counts", duplicates_,
                               duplicates_ == 1 ? "game was delivered" : "games were delivered"));
    if (left_behind_ && !break_off_.requested()) {
        warn_later(
            fmt::format("{} batches go on without this process; --resume collects their games", waves_.count_alive()));
        return;
    }
    waves_.clean_hosts();
    spool_.remove_all();
}

std::string BatchEngine::stopping_text() const {
    if (options_.leave_running) return "stopping; the batches go on without this process";
    return "stopping: batches that wait are cancelled, and those that run end after their current games; press Ctrl-C "
           "again to cancel these, too";
}

// The thread's side.

void BatchEngine::work() {
    try {
        while (step()) {
        }
        if (!options_.leave_running || break_off_.requested()) end_all(true);
    } catch (...) {
        if (!options_.leave_running) {
            try {
                end_all(true);
            } catch (const std::exception&) {  // what came first is told
            }
        }
        const std::scoped_lock lock(mutex_);
        failure_ = std::current_exception();
    }
    ready_.request();
}

/// Returns whether to go on.
bool BatchEngine::step() {
    const TimePoint begin = Clock::now();
    if (!take_orders()) return false;
    if (!waves_known_ && book_.open() > 0) find_earlier_batches();
    if (waves_known_) {
        read_parts();
        retire_the_forgotten();
        pass_complaints_on();
        forget_finished();
        remove_stored();
        submit_if_wanted();
    }
    const auto pause = std::clamp<Duration>((Clock::now() - begin) * polls_per_reading, min_poll, max_poll);
    std::unique_lock lock(mutex_);
    open_ = book_.open() + added_.size();
    running_ = waves_.running();
    if (open_ == 0) ready_.request();
    const bool wanted_changed = no_more_ && !ending_;
    if (!closing_ && added_.empty() && !wanted_changed) changed_.wait_for(lock, pause);
    return true;
}

/// Takes what the run wants. Returns false at the end.
bool BatchEngine::take_orders() {
    bool end = false;
    {
        const std::scoped_lock lock(mutex_);
        if (closing_) return false;
        book_.add(added_);
        added_ = {};
        end = no_more_;
        newly_stored_.insert(newly_stored_.end(), stored_.begin(), stored_.end());
        stored_.clear();
    }
    if (break_off_.requested() || (end && options_.leave_running)) {
        if (break_off_.requested()) {
            end_all(true);
        } else {
            left_behind_ = left_behind_ || book_.open() > 0;
        }
        book_.drop_all();
    } else if (end) {
        if (!ending_) end_all(false);
        book_.drop_waiting();
        if (waves_.count_alive() == 0) book_.drop_all();
    }
    ending_ = end;
    return true;
}

/// Of an earlier run of this tournament. Their games that are not to be played are in the tournament's file.
void BatchEngine::find_earlier_batches() {
    waves_known_ = true;
    std::vector<BatchName> found;
    for (const BatchName& name : spool_.batches()) {
        const std::vector<int> games = games_of_earlier(name);
        if (games.empty()) {
            spool_.cancel(name);
            continue;
        }
        found.push_back(name);
        book_.put(name, games);
        for (const int game : games) {
            if (book_.is_open(game)) continue;
            book_.close(game);
            newly_stored_.push_back(game);
        }
    }
    waves_.recall(found, spool_.last_wave());
}

/// None: it can't be played.
std::vector<int> BatchEngine::games_of_earlier(const BatchName& name) {
    std::vector<int> games;
    try {
        const Batch batch = spool_.read_batch(name);
        if (batch.version != batch_.version) return games;  // it would be refused
        for (const BatchGame& planned : batch.games)
            games.push_back(planned.game.number);
    } catch (const UserError& error) {
        warn_once(fmt::format("spool: batch {} is damaged, and played anew: {}", name.text(), error.what()));
    }
    return games;
}

void BatchEngine::read_parts() {
    spool_.read({[this](const PartPlace& place, Record record) { accept(place, std::move(record)); },
                 [this](const PartPlace& place) {
                     warn_once(fmt::format("spool: '{}' is damaged at byte {}: the game of that line is played again",
                                           place.part, place.byte));
                 },
                 [this](const std::string& host, std::chrono::seconds ahead) { check_clock(host, ahead); }});
}

/// A wrong clock makes wrong dates in logs, and nothing else: no decision of the engine depends on it.
void BatchEngine::check_clock(const std::string& host, std::chrono::seconds ahead) {
    if (ahead < max_clock_error && ahead > -max_clock_error) return;
    if (!wrong_clocks_.insert(host).second) return;
    warn_later(fmt::format("host {}: its clock is {} s {}, and so are the dates of its games", host,
                           std::abs(ahead.count()), ahead.count() > 0 ? "ahead" : "behind"));
}

void BatchEngine::accept(const PartPlace& place, Record record) {
    if (record.tournament != batch_.tournament) {
        warn_once(fmt::format("spool: '{}' is of another tournament, and ignored", place.part));
        return;
    }
    if (!record.fault.empty()) return accept_fault(record);
    const int number = record.game;
    if (!book_.is_open(number)) {
        if (number >= 0 && static_cast<std::size_t>(number) < came_.size() && came_[static_cast<std::size_t>(number)])
            ++duplicates_;
        return;
    }
    const PlannedGame& planned = *book_.find(number);
    const auto name = [this](int entrant) { return batch_.entrants[static_cast<std::size_t>(entrant)].name; };
    PlayedGame played;
    try {
        played = played_game_of(std::move(record), planned, name(planned.first), name(planned.second));
    } catch (const UserError& error) {
        warn_once(
            fmt::format("spool: '{}', byte {}: {}: the game is played again", place.part, place.byte, error.what()));
        return;
    }
    book_.close(number);
    if (static_cast<std::size_t>(number) >= came_.size()) came_.resize(2 * static_cast<std::size_t>(number) + 1);
    came_[static_cast<std::size_t>(number)] = true;
    seconds_played_ += std::chrono::duration<double>(played.on->took).count();
    ++games_timed_;
    proven_.insert(played.on->host);
    hand_on(std::move(played));
}

/// To the run, which may be slower than the hosts.
void BatchEngine::hand_on(PlayedGame played) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ended_.size() < max_ended || closing_; });
    ended_.push_back(std::move(played));
    ready_.request();
}

void BatchEngine::accept_fault(const Record& record) {
    last_fault_ = fmt::format("host {} can't play: {}", record.on.host, record.fault);
    waves_.exclude(record.on.host);
    warn_once(last_fault_);
}

void BatchEngine::retire_the_forgotten() {
    const std::vector<BatchName> dead = waves_.list_if_due();
    if (dead.empty()) return;
    read_parts();  // what they have written at last
    for (const BatchName& batch : dead)
        retire(batch);
}

/// The first ones tell enough. What comes after the run's own orders is their effect.
void BatchEngine::pass_complaints_on() {
    const std::string by = fmt::format("{}: ", system_.program);
    for (const std::string& line : waves_.complaints()) {
        const std::string text = line.starts_with(by) ? line : by + line;
        if (ending_ || complaints_ == max_complaints || warned_.contains(text)) continue;
        ++complaints_;
        warn_once(text);
    }
}

/// A batch that has ended. The games that it has not brought wait again.
void BatchEngine::retire(const BatchName& batch) {
    waves_.drop(batch);
    if (!book_.has_open(batch) || ending_) return;
    const LastWords said = spool_.last_words(batch);
    spool_.cancel(batch);
    if (blames_host(batch, said)) {
        book_.take_back(batch);
        return;
    }
    if (book_.lose(batch) < max_losses) return;
    const std::string why = !last_fault_.empty() ? last_fault_
                            : said.text.empty()  ? "its program said nothing"
                                                 : said.text;
    throw UserError(fmt::format("{} batches with the same game have ended without it, {} the last: {}", max_losses,
                                batch.text(), why));
}

/// Whether the loss of a batch is its host's: that has played nothing yet, and is given up if this goes on.
bool BatchEngine::blames_host(const BatchName& batch, const LastWords& said) {
    const bool by_order = said.text.find("*** JOB") != std::string::npos;  // of an administrator's, or of Slurm's own
    if (said.host.empty() || said.text.empty() || by_order || proven_.contains(said.host)) return false;
    if (++lost_there_[said.host] < max_losses_of_host) return true;
    last_fault_ = fmt::format("host {} plays nothing, {} the last: {}", said.host, batch.text(), said.text);
    if (waves_.exclude(said.host)) warn_once(last_fault_ + "; it gets no more batches");
    return true;
}

/// Batches that have brought all their games need not be waited for, and those that say that they are done, neither.
void BatchEngine::forget_finished() {
    waves_.drop_if([this](const BatchName& batch) { return !book_.has_open(batch); });
    for (const BatchName& batch : waves_.alive()) {
        if (spool_.is_done(batch)) retire(batch);
    }
}

/// One pair, until it is known how long a game lasts. Not more than each slot's share of what is left.
std::size_t BatchEngine::games_of_a_batch() const {
    constexpr std::size_t pair = 2;
    if (games_timed_ == 0) return pair;
    const double mean = std::max(seconds_played_ / static_cast<double>(games_timed_), 1e-4);
    const double wanted = std::chrono::duration<double>(options_.batch_time).count() / mean;
    const std::size_t share = (book_.waiting() + waves_.shares() - 1) / waves_.shares();
    const double most = static_cast<double>(std::min(share, max_games_of_batch));
    return std::max(pair, static_cast<std::size_t>(std::min(wanted, most)));
}

void BatchEngine::submit_if_wanted() {
    if (ending_ || break_off_.requested()) return;
    const int room = waves_.room(games_timed_ == 0);
    if (room == 0 || book_.waiting() == 0) return;
    submit(book_.next_batches(static_cast<std::size_t>(room), games_of_a_batch()));
}

void BatchEngine::submit(const std::vector<std::vector<PlannedGame>>& batches) {
    const int wave = waves_.next();
    for (std::size_t task = 0; task < batches.size(); ++task) {
        const BatchName name{wave, static_cast<int>(task)};
        std::vector<int> numbers;
        batch_.games.clear();
        for (const PlannedGame& game : batches[task]) {
            numbers.push_back(game.number);
            batch_.games.push_back({game, game.opening ? opening_moves_(game) : std::vector<std::string>()});
        }
        spool_.write(name, batch_);
        book_.put(name, numbers);
    }
    const int count = static_cast<int>(batches.size());
    if (const std::string why = waves_.submit(count); !why.empty()) withdraw(wave, count, why);
}

/// It may have been submitted all the same: then it finds no batches.
void BatchEngine::withdraw(int wave, int count, const std::string& why) {
    if (waves_.any_excluded()) throw UserError(fmt::format("{}; {}", last_fault_, why));
    if (!waves_.any_submitted()) throw UserError(fmt::format("--engine {}: {}", system_.name, why));
    warn_once(fmt::format("{} refuses batches, and is asked again: {}", system_.program, why));
    for (int task = 0; task < count; ++task) {
        spool_.cancel({wave, task});
        book_.take_back({wave, task});
    }
}

void BatchEngine::end_all(bool at_once) {
    for (const BatchName& batch : waves_.alive())
        spool_.cancel(batch);
    waves_.end_all(at_once);
}

void BatchEngine::remove_stored() {
    for (const int game : std::exchange(newly_stored_, {})) {
        const auto batch = book_.store(game);
        if (!batch) continue;
        spool_.remove(*batch);
        if (options_.site.transfer && !waves_.is_alive(batch->wave)) spool_.remove_stream(batch->wave);
    }
}

void BatchEngine::warn_later(std::string text) {
    const std::scoped_lock lock(mutex_);
    warnings_.push_back(std::move(text));
}

void BatchEngine::warn_once(const std::string& text) {
    if (warned_.insert(text).second) warn_later(text);
}

}  // namespace referee::tournament
