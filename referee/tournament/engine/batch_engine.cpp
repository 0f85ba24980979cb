#include "referee/tournament/engine/batch_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "games/user_error.hpp"
#include "referee/files/text_file.hpp"
#include "referee/system/start_thread.hpp"

namespace referee::tournament {

namespace {

using games::UserError;
using namespace std::chrono_literals;

constexpr auto command_patience = 60s;
constexpr auto min_poll = 50ms;
constexpr auto max_poll = 5'000ms;
/// Reading takes at most this part of the time, since a spool may be on a slow file system.
constexpr int polls_per_reading = 5;

/// A batch that its system does not know is over if it was missing in so many lists; the first may be an old one.
constexpr int absences_of_the_dead = 2;
constexpr auto between_lists_in_doubt = 1s;
constexpr auto between_failed_waves = 10s;

/// A game that so many batches have lost will be lost by the next one, too.
constexpr int max_losses = 3;

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
      slots_(slots_now(system_, options_.site)),
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
    if (!left_behind_) spool_.remove_all();
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
        list_if_due();
        forget_finished();
        remove_stored();
        submit_if_wanted();
    }
    const auto pause = std::clamp<Duration>((Clock::now() - begin) * polls_per_reading, min_poll, max_poll);
    std::unique_lock lock(mutex_);
    open_ = book_.open() + added_.size();
    running_ = std::accumulate(waves_.begin(), waves_.end(), 0,
                               [](int sum, const auto& wave) { return sum + wave.second.state.running; });
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
        if (tasks_alive() == 0) book_.drop_all();
    }
    ending_ = end;
    return true;
}

/// Of an earlier run of this tournament. Their games that are not to be played are in the tournament's file.
void BatchEngine::find_earlier_batches() {
    waves_known_ = true;
    for (const BatchName& name : spool_.batches()) {
        std::vector<int> games;
        try {
            const Batch batch = spool_.read_batch(name);
            for (const BatchGame& planned : batch.games)
                games.push_back(planned.game.number);
        } catch (const UserError& error) {
            warn_once(fmt::format("spool: batch {} is damaged, and played anew: {}", name.text(), error.what()));
            spool_.cancel(name);
            continue;
        }
        book_.put(name, games);
        waves_[name.wave].tasks.insert(name.task);
        for (const int game : games) {
            if (!book_.is_open(game)) {
                book_.close(game);
                newly_stored_.push_back(game);
            }
        }
    }
    next_wave_ = spool_.last_wave() + 1;
    for (auto& [number, wave] : waves_) {
        std::ifstream file(process_file(number));
        std::string mark;
        if (std::getline(file, mark)) wave.process = process_mark_of(mark);
        submitted_once_ = true;
    }
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
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ended_.size() < max_ended || closing_; });
    ended_.push_back(std::move(played));
    ready_.request();
}

void BatchEngine::accept_fault(const Record& record) {
    last_fault_ = fmt::format("host {} can't play: {}", record.on.host, record.fault);
    excluded_.insert(record.on.host);
    warn_once(last_fault_);
}

void BatchEngine::list_if_due() {
    if (waves_.empty() || Clock::now() < next_list_at_) return;
    next_list_at_ = Clock::now() + system_.between_lists;
    const Words question = system_.list(options_.site);
    std::map<int, WaveState> states;
    if (question.empty()) {
        states = states_of_processes();
    } else {
        const ProgramEnd answer = run_program(question, command_patience);
        if (answer.exit_code != 0) {
            warn_once(fmt::format("{} does not answer, and is asked again: {}", question.front(), answer.last_line()));
            return;
        }
        states = read_list(options_.site, answer.out);
    }
    std::vector<BatchName> dead;
    for (auto& [number, wave] : waves_) {
        wave.state = states[number];
        for (const int task : wave.tasks) {
            const int absences = wave.state.tasks.contains(task) ? 0 : wave.absences[task] + 1;
            wave.absences[task] = absences;
            if (absences > 0) next_list_at_ = std::min(next_list_at_, Clock::now() + between_lists_in_doubt);
            if (absences >= absences_of_the_dead) dead.push_back({number, task});
        }
    }
    if (dead.empty()) return;
    read_parts();  // what they have written at last
    for (const BatchName& batch : dead)
        retire(batch);
}

std::map<int, WaveState> BatchEngine::states_of_processes() {
    std::map<int, WaveState> states;
    for (const auto& [number, wave] : waves_) {
        if (!wave.process.is_alive()) continue;
        states[number].tasks = wave.tasks;
        states[number].running = std::min(slots_, static_cast<int>(wave.tasks.size()));
    }
    return states;
}

/// A batch that has ended. The games that it has not brought wait again.
void BatchEngine::retire(const BatchName& batch) {
    waves_[batch.wave].tasks.erase(batch.task);
    if (!book_.has_open(batch) || ending_) return;
    const std::string words = spool_.last_words(batch);
    spool_.cancel(batch);
    if (book_.lose(batch) < max_losses) return;
    const std::string why = !last_fault_.empty() ? last_fault_ : words.empty() ? "its program said nothing" : words;
    throw UserError(fmt::format("{} batches with the same game have ended without it, {} the last: {}", max_losses,
                                batch.text(), why));
}

/// Batches that have brought all their games need not be waited for, and those that say that they are done, neither.
void BatchEngine::forget_finished() {
    std::vector<BatchName> over;
    for (auto& [number, wave] : waves_) {
        std::erase_if(wave.tasks, [&, wave_number = number](int task) {
            const BatchName name{wave_number, task};
            if (spool_.is_done(name)) over.push_back(name);
            return !book_.has_open(name);
        });
    }
    for (const BatchName& batch : over) {
        if (book_.has_open(batch)) retire(batch);
    }
    std::erase_if(waves_,
                  [](const auto& wave) { return wave.second.tasks.empty() && wave.second.state.stuck.empty(); });
}

int BatchEngine::tasks_alive() const {
    return std::accumulate(waves_.begin(), waves_.end(), 0,
                           [](int sum, const auto& wave) { return sum + static_cast<int>(wave.second.tasks.size()); });
}

/// One pair, until it is known how long a game lasts. Not more than each slot's share of what is left.
std::size_t BatchEngine::games_of_a_batch() const {
    constexpr std::size_t pair = 2;
    if (games_timed_ == 0) return pair;
    const double mean = std::max(seconds_played_ / static_cast<double>(games_timed_), 1e-4);
    const double wanted = std::chrono::duration<double>(options_.batch_time).count() / mean;
    const std::size_t shares = static_cast<std::size_t>(slots_) * (system_.one_wave ? 2 : 1);
    const std::size_t share = (book_.waiting() + shares - 1) / shares;
    const double most = static_cast<double>(std::min(share, max_games_of_batch));
    return std::max(pair, static_cast<std::size_t>(std::min(wanted, most)));
}

void BatchEngine::submit_if_wanted() {
    if (ending_ || break_off_.requested() || Clock::now() < next_wave_at_ || book_.waiting() == 0) return;
    const int alive = tasks_alive();
    if (system_.one_wave ? alive > 0 : alive > slots_ + slots_ / 2) return;
    constexpr int slots_in_a_wave = 8;
    const int most = games_timed_ == 0 ? slots_ : (system_.one_wave ? slots_in_a_wave : 2) * slots_;
    if (most <= alive) return;
    submit(book_.next_batches(static_cast<std::size_t>(most - alive), games_of_a_batch()));
}

void BatchEngine::submit(const std::vector<std::vector<PlannedGame>>& batches) {
    const int wave = next_wave_++;
    next_wave_at_ = Clock::now() + system_.between_waves;
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
        waves_[wave].tasks.insert(name.task);
    }
    const int count = static_cast<int>(batches.size());
    if (const std::string why = start_wave(wave, count); !why.empty()) withdraw(wave, count, why);
}

/// Returns why the batch system refuses; empty: it does not.
std::string BatchEngine::start_wave(int wave, int count) {
    const Site& site = options_.site;
    if (!excluded_.empty() && !site.hosts_file.empty()) {
        const std::string hosts = without_hosts(read_text_file(site.hosts_file), excluded_);
        if (hosts.empty()) return "no other host is left";
        write_text_file(site.hosts_without_excluded(wave), hosts);
    }
    const Words words = system_.submit(site, wave, count, excluded_);
    if (system_.list(site).empty()) {
        waves_[wave].process = start_program(words, fmt::format("{}/w{}.out", site.spool, wave));
        write_text_file(process_file(wave), text_of(waves_[wave].process));
    } else if (const ProgramEnd end = run_program(words, command_patience); end.exit_code != 0) {
        return end.last_line();
    }
    submitted_once_ = true;
    return "";
}

/// It may have been submitted all the same: then it finds no batches.
void BatchEngine::withdraw(int wave, int count, const std::string& why) {
    if (!submitted_once_) throw UserError(fmt::format("--engine {}: {}", system_.name, why));
    if (!excluded_.empty()) throw UserError(fmt::format("{}; {}", last_fault_, why));
    warn_once(fmt::format("{} refuses batches, and is asked again: {}", system_.program, why));
    for (int task = 0; task < count; ++task) {
        spool_.cancel({wave, task});
        book_.take_back({wave, task});
    }
    waves_.erase(wave);
    next_wave_at_ = Clock::now() + between_failed_waves;
}

/// What has not begun first: otherwise it would take the places of what ends.
void BatchEngine::end_all(bool at_once) {
    for (const auto& [number, wave] : waves_) {
        for (const int task : wave.tasks)
            spool_.cancel({number, task});
    }
    for (const auto& [number, wave] : waves_) {
        const bool gone = system_.list(options_.site).empty() && !wave.process.is_alive();
        if (gone) continue;
        const auto& commands = at_once ? system_.kill : system_.stop;
        for (const Words& words : commands(options_.site, number, wave.process.pid)) {
            if (const ProgramEnd end = run_program(words, command_patience); end.exit_code != 0)
                warn_once(fmt::format("{}: {}", words.front(), end.last_line()));
        }
    }
    if (at_once) waves_.clear();
}

void BatchEngine::remove_stored() {
    for (const int game : std::exchange(newly_stored_, {})) {
        if (const auto batch = book_.store(game)) spool_.remove(*batch);
    }
}

std::string BatchEngine::process_file(int wave) const {
    return fmt::format("{}/w{}.process", options_.site.spool, wave);
}

void BatchEngine::warn_later(std::string text) {
    const std::scoped_lock lock(mutex_);
    warnings_.push_back(std::move(text));
}

void BatchEngine::warn_once(const std::string& text) {
    if (warned_.insert(text).second) warn_later(text);
}

}  // namespace referee::tournament
