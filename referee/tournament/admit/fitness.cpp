#include "referee/tournament/admit/fitness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/mutex.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/start_thread.hpp"
#include "referee/core/match/limits.hpp"

namespace referee::tournament {

namespace {

std::string spec_text(const games::GameSpec& spec, const std::vector<std::string>& settings) {
    return fmt::format("{}{}{}", spec.game->name, settings.empty() ? "" : ":", fmt::join(settings, ","));
}

bool means(const std::string& text, const games::GameSpec& spec) {
    try {
        return games::parse_spec(text) == spec;
    } catch (const games::UserError&) {  // the defaults of other settings may not be valid with these settings
        return false;
    }
}

/// Writes the game with as few settings as possible. Writes all settings if one of them is a file.
std::string short_text(const games::GameSpec& spec) {
    if (!spec.game->program.empty()) return option_text(spec);
    std::vector<std::string> settings;
    for (const games::Setting& setting : spec.values.table()) {
        if (setting.kind == games::Setting::Kind::number)
            settings.push_back(fmt::format("{}={}", setting.name, spec.values.get(setting.name)));
    }
    if (!means(spec_text(spec, settings), spec)) return to_string(spec);
    // Begins with the last setting, because the default of a setting depends on the settings before it.
    for (std::size_t i = settings.size(); i-- > 0;) {
        std::vector<std::string> fewer = settings;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (means(spec_text(spec, fewer), spec)) settings = std::move(fewer);
    }
    return spec_text(spec, settings);
}

/// The command-line options that reproduce the user's sandbox settings. Settings with their default value are left out.
std::string sandbox_arguments(const Isolation& isolation) {
    const Confinement& confinement = isolation.confinement;
    const bool in_sandbox = confinement.sandbox != nullptr;
    std::string sandbox = !in_sandbox && isolation.note.empty() ? ",off" : "";
    for (const std::string& folder : isolation.folders)
        sandbox += part_text("folder=" + folder);
    if (!confinement.reuse) sandbox += ",reuse=off";
    std::string arguments = sandbox.empty() ? "" : " --sandbox=" + copyable_word(sandbox.substr(1));
    if (confinement.pausable != in_sandbox) arguments += confinement.pausable ? " --ponder off" : " --ponder on";
    return arguments;
}

/// Returns the options that make `referee check` use these limits.
OwnLimits limits_to_give(const protocol::Limits& limits, const Confinement& confinement) {
    const bool in_sandbox = confinement.sandbox != nullptr;
    const protocol::Limits usual = usual_limits();
    OwnLimits given;
    given.time.clock = limits.clock;
    if (limits.move != usual.move) given.time.move = limits.move;
    // The limit for the first move that `referee check` uses if it is not given one.
    const auto followed = with_given(usual, {limits.move, {}, {}, limits.clock}).first_move;
    if (limits.first_move != followed) given.time.first_move = limits.first_move;
    if (limits.margin != usual.margin) given.time.margin = limits.margin;
    if (limits.memory_bytes != (in_sandbox ? LimitOrNone(usual_memory_bytes) : std::nullopt))
        given.memory.emplace(limits.memory_bytes);
    const LimitOrNone& processes = confinement.limits.processes;
    if (processes && !(in_sandbox && processes == usual_processes)) given.processes.emplace(processes);
    if (confinement.cpus != usual_cpus) given.cpus.emplace(confinement.cpus);
    return given;
}

struct CheckTimes {
    std::optional<std::chrono::microseconds> game, longest_turn;
};

/// Checks bots in several threads.
class Checks {
public:
    Checks(const Lineup& lineup, const CheckPlan& plan, const Isolation& isolation, int stop_fd,
           const CheckedListener& listener)
        : lineup_(lineup),
          plan_(plan),
          isolation_(isolation),
          stop_fd_(stop_fd),
          listener_(listener),
          left_out_(lineup.contenders.size()),
          times_(lineup.contenders.size()) {}

    void run(int jobs) {
        {
            std::vector<std::jthread> threads;
            try {
                for (int job = 0; job < jobs; ++job)
                    threads.push_back(start_thread("checking the bots (use fewer --jobs)", [this] { work(); }));
            } catch (...) {
                stopped_ = true;  // otherwise the running threads would first check all other bots
                throw;
            }
        }
        const Lock lock(access_);
        if (error_) std::rethrow_exception(error_);
    }
    bool stopped() const { return stopped_; }
    /// Indexed by contender.
    std::vector<std::optional<LeftOut>>& left_out() { return left_out_; }
    const std::vector<CheckTimes>& times() const { return times_; }

private:
    void work() {
        try {
            for (std::size_t next = next_++; next < left_out_.size() && !stopped_; next = next_++)
                if (is_checked(lineup_.contenders[next].if_unfit)) check(next);
        } catch (...) {
            const Lock lock(access_);
            if (!error_) error_ = std::current_exception();
            stopped_ = true;
        }
    }

    void check(std::size_t place) {
        const Contender& contender = lineup_.contenders[place];
        std::string text;
        CheckListener explain;  // of a hand-in, whose author reads it
        if (was_handed_in(contender.entrant))
            explain = [&](const CheckRemark& remark) { text += text_of(remark, false); };
        const CheckResult verdict = check_bot(contender.entrant, plan_, isolation_, stop_fd_, explain);
        if (verdict.stopped) {
            stopped_ = true;
            return;
        }
        times_[place] = {verdict.game_time, verdict.longest_turn};
        std::optional<LeftOut>& left_out = left_out_[place];
        if (!verdict.fit) {
            left_out =
                LeftOut{contender.entrant.name, verdict.problem, check_command(contender.entrant, plan_, isolation_),
                        verdict.last_words, std::move(text)};
        }
        const Lock lock(access_);
        if (listener_) listener_(contender, left_out ? &*left_out : nullptr);
    }

    const Lineup& lineup_;
    const CheckPlan& plan_;
    const Isolation& isolation_;
    int stop_fd_;
    const CheckedListener& listener_;
    std::vector<std::optional<LeftOut>> left_out_;
    std::vector<CheckTimes> times_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> stopped_{false};
    Mutex access_;  ///< also held while the listener is called
    std::exception_ptr error_ GUARDED_BY(access_);
};

}  // namespace

CheckPlan quick_check(games::GameSpec spec, const protocol::Limits& limits, std::uint64_t seed) {
    CheckPlan plan{std::move(spec), seed, limits};
    plan.games_a_seat = 1;
    plan.games_against_itself = 1;
    return plan;
}

bool check_lineup(Lineup& lineup, const CheckPlan& plan, const Isolation& isolation, int stop_fd, int jobs,
                  const CheckedListener& listener) {
    Checks checks(lineup, plan, isolation, stop_fd, listener);
    checks.run(std::max(1, std::min(jobs, static_cast<int>(lineup.contenders.size()))));
    if (checks.stopped()) return false;
    std::vector<Contender> fit;
    for (std::size_t i = 0; i < lineup.contenders.size(); ++i) {
        if (auto& left_out = checks.left_out()[i]) {
            lineup.left_out.push_back(*std::move(left_out));
        } else {
            fit.push_back(std::move(lineup.contenders[i]));
            fit.back().game_time = checks.times()[i].game;
            fit.back().longest_turn = checks.times()[i].longest_turn;
        }
    }
    lineup.contenders = std::move(fit);
    return true;
}

std::string command_line_of(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) {
        if (!line.empty()) line += ' ';
        line += shell_word(word);
    }
    return line;
}

std::string check_command(const Entrant& bot, const CheckPlan& plan, const Isolation& isolation) {
    const std::vector<std::string>& words = bot.command.arguments;
    std::string command = fmt::format("referee check {} --game {}",
                                      words.size() == 1 ? copyable_path(words.front())
                                                        : copyable_word(command_line_of(words)),  // a path is not split
                                      copyable_word(short_text(plan.spec)));
    if (plan.seed_is_given) command += fmt::format(" --seed {}", plan.seed);
    protocol::Limits limits = plan.limits;
    isolation.write_into(limits);
    OwnLimits given = limits_to_give(with_own(limits, bot.limits), isolation.confinement);
    if (const auto move = std::exchange(given.time.move, std::nullopt)) command += " --move-time " + exact(*move);
    if (given.any()) command += " --limits " + option_text(given);
    // Without this option the bot would see more than in the tournament, and might pass the check.
    if (bot.own && isolation.confinement.sandbox) command += " --own " + copyable_path(bot.own->place);
    if (bot.reuse) command += " --reuse";
    return command + sandbox_arguments(isolation);
}

}  // namespace referee::tournament
