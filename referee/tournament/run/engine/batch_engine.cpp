#include "referee/tournament/run/engine/batch_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "games/board.hpp"
#include "games/user_error.hpp"
#include "referee/core/base/start_thread.hpp"

namespace referee::tournament {

namespace {

using games::UserError;
using namespace std::chrono_literals;

constexpr auto min_poll = 50ms;
constexpr auto max_poll = 5'000ms;
/// The pause after a reading of the spool takes this many times as long as the reading, because the spool may be on a
/// slow file system.
constexpr int pause_per_reading = 5;

/// If this number of batches has lost the same game, the next batch would probably lose it, too.
constexpr int max_losses = 3;
constexpr int max_complaints = 10;
constexpr std::size_t max_games_of_batch = 2'000;

}  // namespace

BatchEngine::BatchEngine(const JobSystem& system, BatchEngineOptions options, Batch batch, Spool spool,
                         OpeningOfGame opening_of, const WakeUp& break_off)
    : system_(system),
      options_(std::move(options)),
      batch_(std::move(batch)),
      opening_of_(std::move(opening_of)),
      break_off_(break_off),
      waves_(system, options_.site, options_.slots, [this](const auto& text) { handover_.warn_once(text); }),
      spool_(std::move(spool)),
      hosts_(waves_, handover_),
      deliveries_(batch_, spool_, book_, hosts_, handover_) {
    find_earlier_batches();
    thread_ = start_thread("the batches", [this] { work(); });
}

BatchEngine::~BatchEngine() {
    handover_.close();
}

void BatchEngine::finish(bool over) {
    handover_.close();
    thread_.join();
    const std::vector<int> last = handover_.take_orders().stored;  // not yet seen by the thread
    newly_stored_.insert(newly_stored_.end(), last.begin(), last.end());
    remove_stored();
    if (const int duplicates = deliveries_.duplicates(); duplicates > 0)
        handover_.warn(fmt::format("{} {} twice: the first record of each counts", duplicates,
                                   duplicates == 1 ? "game was delivered" : "games were delivered"));
    if (over) {
        end_all(true);
    } else if (const int alive = waves_.count_alive(); alive > 0) {
        handover_.warn(fmt::format("{} {} without this process; --resume collects {} games", alive,
                                   alive == 1 ? "batch continues" : "batches continue", alive == 1 ? "its" : "their"));
        return;
    }
    waves_.clean_hosts();
    if (over) return spool_.remove_all();
    if (const std::size_t left = spool_.remove_stored(); left > 0)
        handover_.warn(fmt::format("{} {} in '{}'; --resume collects {}", left,
                                   left == 1 ? "finished game stays" : "finished games stay", spool_.path(),
                                   left == 1 ? "it" : "them"));
}

std::string BatchEngine::stopping_text() const {
    if (options_.leave_running) return "stopping; the batches go on without this process";
    return "stopping: waiting batches are cancelled, and running ones end after their current games; press Ctrl-C "
           "again to cancel the running ones, too";
}

void BatchEngine::work() {
    std::exception_ptr failure;
    try {
        while (step()) {
        }
        if (!options_.leave_running || break_off_.requested()) end_all(true);
    } catch (...) {
        if (!options_.leave_running) {
            try {
                end_all(true);
            } catch (const std::exception&) {  // the error that ended the loop is reported instead
            }
        }
        failure = std::current_exception();
    }
    handover_.end(failure);
}

/// Does one step of the thread's work. Returns false when the thread should end.
bool BatchEngine::step() {
    const TimePoint begin = Clock::now();
    if (!take_orders()) return false;
    if (book_.has_plan()) {
        deliveries_.read();
        retire_the_forgotten();
        pass_complaints_on();
        forget_finished();
        remove_stored();
        submit_if_wanted();
    }
    const auto pause = std::clamp<Duration>((Clock::now() - begin) * pause_per_reading, min_poll, max_poll);
    handover_.report(book_.open(), waves_.running());
    handover_.wait(pause);
    return true;
}

/// Carries out the run's orders. Returns false when the thread should end.
bool BatchEngine::take_orders() {
    const Orders orders = handover_.take_orders();
    newly_stored_.insert(newly_stored_.end(), orders.stored.begin(), orders.stored.end());
    if (orders.closing) return false;
    book_.add(orders.added);
    const bool end = orders.no_more;
    if (end && book_.has_plan()) deliveries_.read();  // records that have already arrived still count
    if (break_off_.requested() || (end && options_.leave_running)) {
        if (break_off_.requested()) end_all(true);
        book_.drop_all();
    } else if (end) {
        if (ending_) {
            waves_.insist_on_end();
        } else {
            end_all(false);
        }
        book_.drop_waiting();
        if (waves_.count_alive() == 0) book_.drop_all();
    }
    ending_ = end;
    return true;
}

/// Takes over the batches of an earlier run of this tournament. Cancels those that can't be played.
void BatchEngine::find_earlier_batches() {
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
            if (!spool_.is_stored(game)) continue;
            book_.close(game);
            newly_stored_.push_back(game);
        }
    }
    waves_.recall(found, spool_.last_wave());
}

/// Returns the games of a batch of an earlier run; none if the batch can't be played.
std::vector<int> BatchEngine::games_of_earlier(const BatchName& name) {
    std::vector<int> games;
    try {
        const Batch batch = spool_.read_batch(name);
        if (batch.version != batch_.version) return games;  // hosts would refuse it
        for (const BatchGame& planned : batch.games)
            games.push_back(planned.game.number);
    } catch (const UserError& error) {
        handover_.warn_once(
            fmt::format("spool: batch {} is damaged; its games are played again: {}", name.text(), error.what()));
    }
    return games;
}

void BatchEngine::retire_the_forgotten() {
    const std::vector<BatchName> dead = waves_.list_if_due();
    if (dead.empty()) return;
    deliveries_.read();  // read the last records of these batches
    for (const BatchName& batch : dead)
        retire(batch);
}

/// Passes on only the first complaints. After the run's order to end, passes on none, because the order causes
/// complaints.
void BatchEngine::pass_complaints_on() {
    const std::string by = fmt::format("{}: ", system_.program);
    for (const std::string& line : waves_.complaints()) {
        if (ending_ || complaints_ == max_complaints || hosts_.has_told_of(line)) continue;
        if (handover_.warn_once(line.starts_with(by) ? line : by + line)) ++complaints_;
    }
}

/// Stops waiting for a batch that has ended. Games of which no record has arrived go back into the queue for a later
/// batch.
void BatchEngine::retire(const BatchName& batch) {
    waves_.drop(batch);
    if (!book_.has_open(batch) || ending_) return;
    const LastWords said = spool_.last_words(batch);
    spool_.cancel(batch);
    spool_.check_space();
    if (hosts_.is_to_blame(batch, said)) {
        book_.take_back(batch);
        return;
    }
    if (book_.lose(batch) < max_losses) return;
    const std::string why = !hosts_.last_fault().empty() ? hosts_.last_fault()
                            : said.text.empty()          ? "its program reported no error"
                                                         : said.text;
    throw UserError(fmt::format("{} batches with the same game ended without playing it; the last was {}: {}",
                                max_losses, batch.text(), why));
}

/// Stops waiting for batches that have delivered all their games, and for those that are marked as done.
void BatchEngine::forget_finished() {
    waves_.drop_if([this](const BatchName& batch) { return !book_.has_missing(batch); });
    for (const BatchName& batch : waves_.alive()) {
        if (spool_.is_done(batch)) retire(batch);
    }
}

/// The number of games in the next batches. It is one pair until the duration of a game is known. Later, it is as many
/// games as fit into the intended time, but at most a slot's share of the waiting games.
std::size_t BatchEngine::games_of_a_batch() const {
    constexpr std::size_t pair = 2;
    const auto mean = deliveries_.mean_seconds();
    if (!mean) return pair;
    const double wanted = std::chrono::duration<double>(options_.batch_time).count() / std::max(*mean, 1e-4);
    const std::size_t share = (book_.waiting() + waves_.shares() - 1) / waves_.shares();
    return std::max(pair, static_cast<std::size_t>(std::min(wanted, double(std::min(share, max_games_of_batch)))));
}

void BatchEngine::submit_if_wanted() {
    if (ending_ || break_off_.requested()) return;
    const int room = waves_.room(!deliveries_.mean_seconds());
    if (room == 0 || book_.waiting() == 0) return;
    submit(book_.next_batches(static_cast<std::size_t>(room), games_of_a_batch()));
}

BatchGame BatchEngine::batch_game(const PlannedGame& game) const {
    BatchGame planned{game, {}};
    if (!game.opening) return planned;
    try {
        planned.opening = opening_of_(game);
    } catch (const games::RulesFailure& failure) {
        planned.failure = failure.what();
    }
    return planned;
}

void BatchEngine::submit(const std::vector<std::vector<PlannedGame>>& batches) {
    const int wave = waves_.next();
    std::string sums;
    for (std::size_t task = 0; task < batches.size(); ++task) {
        const BatchName name{wave, static_cast<int>(task)};
        std::vector<int> numbers;
        batch_.games.clear();
        for (const PlannedGame& game : batches[task]) {
            numbers.push_back(game.number);
            batch_.games.push_back(batch_game(game));
        }
        sums += spool_.write(name, batch_);
        book_.put(name, numbers);
    }
    const std::string sum = spool_.write_sums(wave, sums);
    const int count = static_cast<int>(batches.size());
    if (const auto refusal = waves_.submit(count, sum)) withdraw(wave, count, *refusal);
}

/// Takes back a refused wave. If it has been submitted nevertheless, its tasks will find no batches.
void BatchEngine::withdraw(int wave, int count, const Refusal& refusal) {
    if (refusal.for_good && waves_.any_excluded())
        throw UserError(fmt::format("{}; {}", hosts_.last_fault(), refusal.why));
    if (refusal.for_good) throw UserError(fmt::format("--engine {}: {}", system_.name, refusal.why));
    handover_.warn_once(fmt::format("{} refused a batch; retrying: {}", system_.program, refusal.why));
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
    spool_.store(newly_stored_);
    for (const int game : std::exchange(newly_stored_, {})) {
        const auto batch = book_.store(game);
        if (!batch) continue;
        spool_.remove(*batch);
        if (options_.site.transfer && !waves_.is_alive(batch->wave)) spool_.remove_stream(batch->wave);
    }
}

}  // namespace referee::tournament
