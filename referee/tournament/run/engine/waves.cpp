#include "referee/tournament/run/engine/waves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/text_file.hpp"

namespace referee::tournament {

namespace {

using namespace std::chrono_literals;

/// A batch is over if it was missing in this many consecutive lists. The first of these may have been outdated.
constexpr int absences_of_the_dead = 2;
constexpr auto between_lists_in_doubt = 1s;
constexpr auto between_refused_waves = 10s;
constexpr auto between_insistings = 3s;
/// After this number of refusals, it is likely that no suitable host is left. A batch system that is only busy accepts
/// a wave earlier.
constexpr int max_refusals_without_hosts = 6;

}  // namespace

int slots_now(const JobSystem& system, const Site& site) {
    const ProgramEnd known = run_program({std::string(system.program), "--version"}, command_patience);
    if (known.exit_code != 0) throw games::UserError(fmt::format("--engine {}: {}", system.name, known.last_line()));
    if (site.transfer) {
        const ProgramEnd rsync = run_program({"rsync", "--version"}, command_patience);
        if (rsync.exit_code != 0)
            throw games::UserError(
                fmt::format("--engine: transfer: {}: it is needed here and on the hosts", rsync.last_line()));
    }
    if (system.cores == nullptr || site.jobs) return slots_of(system, site, "");
    const ProgramEnd answer = run_program(system.cores(site), command_patience);
    if (answer.exit_code != 0) throw games::UserError(fmt::format("--engine {}: {}", system.name, answer.last_line()));
    return slots_of(system, site, answer.out);
}

Waves::Waves(const JobSystem& system, Site site, int slots, Warn warn_once)
    : system_(system), site_(std::move(site)), slots_(slots), warn_once_(std::move(warn_once)) {}

void Waves::recall(const std::vector<BatchName>& batches, int last_wave) {
    for (const BatchName& batch : batches)
        waves_[batch.wave].tasks.insert(batch.task);
    for (auto& [number, wave] : waves_) {
        std::ifstream file(process_file(number));
        std::string mark;
        if (std::getline(file, mark)) wave.process = process_mark_of(mark);
        submitted_once_ = true;
    }
    next_ = last_wave + 1;
}

int Waves::room(bool trial) const {
    if (Clock::now() < next_wave_at_) return 0;
    const int alive = count_alive();
    const bool is_process = system_.wave_is_process();
    if (is_process ? alive > 0 : alive > slots_ + slots_ / 2) return 0;
    const int max_alive = trial ? slots_ : (is_process ? 8 : 2) * slots_;
    return std::clamp(max_alive - alive, 0, system_.max_wave);
}

std::optional<Refusal> Waves::submit(int count, const std::string& sum) {
    const int wave = next_++;
    next_wave_at_ = Clock::now() + system_.between_waves;
    for (int task = 0; task < count; ++task)
        waves_[wave].tasks.insert(task);
    auto refusal = start({wave, count, sum, excluded_});
    if (refusal) {
        waves_.erase(wave);
        next_wave_at_ = Clock::now() + between_refused_waves;
    } else {
        submitted_once_ = true;
        refused_ = 0;
    }
    return refusal;
}

std::optional<Refusal> Waves::start(const WaveOrder& order) {
    const int wave = order.wave;
    if (!site_.hosts_file.empty()) {
        const std::string hosts = hosts_of_wave(read_text_file(site_.hosts_file), excluded_);
        if (hosts.empty() && !excluded_.empty()) return Refusal{"no usable host is left", true};
        if (hosts.empty()) return Refusal{fmt::format("'{}' contains no host", site_.hosts_file), !submitted_once_};
        write_text_file(site_.hosts_of_wave(wave), hosts);
    }
    const Words words = system_.submit(site_, order);
    if (system_.wave_is_process()) {
        const std::string said = fmt::format("{}/{}", site_.spool, Spool::said_by_wave(wave));
        const std::string records = fmt::format("{}/{}", site_.spool, Spool::stream_of_wave(wave));
        Wave& started = waves_[wave];
        started.process = start_program(words, site_.transfer ? records : said, said);
        write_text_file(process_file(wave), text_of(started.process));
    } else if (const ProgramEnd end = run_program(words, command_patience); end.exit_code != 0) {
        ++refused_;
        const bool none_plays = waves_.size() == 1;  // the refused wave is the only one
        const bool may_lack_hosts = !excluded_.empty() && none_plays && refused_ >= max_refusals_without_hosts;
        return Refusal{end.last_line(), !submitted_once_ || may_lack_hosts};
    }
    return std::nullopt;
}

std::vector<BatchName> Waves::list_if_due() {
    std::vector<BatchName> dead;
    if (waves_.empty() || Clock::now() < next_list_at_) return dead;
    next_list_at_ = Clock::now() + system_.between_lists;
    auto states = ask();
    if (!states) return dead;
    for (auto& [number, wave] : waves_) {
        wave.state = (*states)[number];
        for (const int task : wave.tasks) {
            const int absences = wave.state.tasks.contains(task) ? 0 : wave.absences[task] + 1;
            wave.absences[task] = absences;
            if (absences > 0) next_list_at_ = std::min(next_list_at_, Clock::now() + between_lists_in_doubt);
            if (absences >= absences_of_the_dead) dead.push_back({number, task});
        }
    }
    return dead;
}

/// Asks for the states of all waves. Returns nothing if the batch system does not answer.
std::optional<std::map<int, WaveState>> Waves::ask() {
    if (!system_.wave_is_process()) {
        const Words question = system_.list(site_);
        const ProgramEnd answer = run_program(question, command_patience);
        if (answer.exit_code == 0) return read_list(site_, answer.out);
        warn_once_(fmt::format("{} does not respond; retrying: {}", question.front(), answer.last_line()));
        return std::nullopt;
    }
    std::map<int, WaveState> states;
    for (const auto& [number, wave] : waves_) {
        if (!wave.process.is_alive()) continue;
        states[number].tasks = wave.tasks;
        states[number].running = std::min(slots_, static_cast<int>(wave.tasks.size()));
    }
    return states;
}

void Waves::drop(const BatchName& batch) {
    drop_if([&batch](const BatchName& other) { return other == batch; });
}

/// Keeps a wave with stuck tasks, so that these tasks are ended with the run.
void Waves::drop_if(const std::function<bool(const BatchName& batch)>& over) {
    for (auto& [number, wave] : waves_)
        std::erase_if(wave.tasks, [&, wave_number = number](int task) { return over({wave_number, task}); });
    std::erase_if(waves_,
                  [](const auto& wave) { return wave.second.tasks.empty() && wave.second.state.stuck.empty(); });
}

std::vector<BatchName> Waves::alive() const {
    std::vector<BatchName> batches;
    for (const auto& [number, wave] : waves_) {
        for (const int task : wave.tasks)
            batches.push_back({number, task});
    }
    return batches;
}

int Waves::count_alive() const {
    int count = 0;
    for (const auto& [number, wave] : waves_)
        count += static_cast<int>(wave.tasks.size());
    return count;
}

int Waves::running() const {
    int count = 0;
    for (const auto& [number, wave] : waves_)
        count += wave.state.running;
    return count;
}

std::vector<std::string> Waves::complaints() {
    std::vector<std::string> lines;
    for (auto& [number, wave] : waves_) {
        if (wave.process.pid == 0) continue;
        std::ifstream file(site_.spool + "/" + Spool::said_by_wave(number));
        file.seekg(wave.heard);
        for (std::string line; std::getline(file, line) && !file.eof(); wave.heard = file.tellg())
            if (line = line.substr(0, line.find_last_not_of(" \r") + 1); !line.empty()) lines.push_back(line);
    }
    return lines;
}

/// First cancels tasks that have not begun, because otherwise they would begin in place of the tasks that end.
void Waves::end_all(bool at_once) {
    for (const auto& [number, wave] : waves_) {
        const bool gone = system_.wave_is_process() && !wave.process.is_alive();
        if (!gone) run_all((at_once ? system_.kill : system_.stop)(site_, number, wave.process.pid));
    }
    if (at_once) waves_.clear();
    next_insisting_at_ = Clock::now() + between_insistings;
}

void Waves::insist_on_end() {
    if (site_.transfer && Clock::now() >= next_insisting_at_) end_all(false);
}

void Waves::clean_hosts() {
    if (site_.transfer) run_all({system_.clean(site_)});
}

void Waves::run_all(const std::vector<Words>& commands) {
    for (const Words& words : commands) {
        const ProgramEnd end = run_program(words, command_patience);
        if (end.exit_code != 0) warn_once_(fmt::format("{}: {}", words.front(), end.last_line()));
    }
}

std::string Waves::process_file(int wave) const {
    return fmt::format("{}/w{}.process", site_.spool, wave);
}

}  // namespace referee::tournament
