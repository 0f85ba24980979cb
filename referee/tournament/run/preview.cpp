#include "referee/tournament/run/preview.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "games/dice.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/tournament/admit/fitness.hpp"
#include "referee/tournament/figures/statistics/games_needed.hpp"
#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/figures/tables/change_lines.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/schedule/swiss.hpp"
#include "referee/tournament/paper/store/student_entrants.hpp"

namespace referee::tournament {

namespace {

using Seconds = std::chrono::duration<double>;

/// The settings that determine how long games take.
struct Pace {
    const Settings& settings;
    const games::GameSpec& spec;
    std::span<const Contender> contenders;
    int jobs = 1;
    Duration pause{};  ///< the pause of each job after a game
    /// The mean time of a game in the runs so far, including pauses, if known.
    std::optional<double> seconds_a_game{};
};

/// A duration in words: "45 s", "12 min", "3 h 20 min".
std::string long_time(double seconds) {
    if (seconds < 1) return "a second";
    if (seconds < 90) return fmt::format("{:.0f} s", seconds);
    const auto minutes = static_cast<long long>(std::lround(seconds / 60));
    if (minutes < 90) return fmt::format("{} min", minutes);
    if (minutes < 48 * 60) return fmt::format("{} h {} min", minutes / 60, minutes % 60);
    return fmt::format("{} days", (minutes + 12 * 60) / (24 * 60));
}

/// The mean time in seconds of a game between two of these bots; none unless all of them have been checked.
std::optional<double> seconds_by_checks(std::span<const Contender> contenders) {
    double sum = 0;
    for (const Contender& contender : contenders) {
        if (!contender.game_time) return std::nullopt;
        sum += Seconds(*contender.game_time).count();
    }
    return contenders.empty() ? std::nullopt : std::optional(2 * sum / static_cast<double>(contenders.size()));
}

/// The mean number of turns in a few random games; none if the game does not list its moves, or if the rules are a
/// program that is too slow for an estimate.
std::optional<double> turns_of_random_games(const games::GameSpec& spec, std::uint64_t seed) {
    constexpr int games = 3, max_turns = 10'000;
    const bool may_be_slow = !spec.game->record.empty();
    const TimePoint deadline = Clock::now() + std::chrono::milliseconds(500);
    int turns = 0;
    for (int game = 0; game < games; ++game) {
        const auto board = spec.make_board(seed + static_cast<std::uint64_t>(game));
        if (!board->moves_listed()) return std::nullopt;
        games::Dice dice(seed + static_cast<std::uint64_t>(game));
        for (int turn = 0; board->outcome() == games::Outcome::ongoing && turn < max_turns; ++turn, ++turns) {
            if (may_be_slow && Clock::now() > deadline) return std::nullopt;
            const auto moves = board->legal_moves();
            board->play_legal(moves.at(dice.below(moves.size())));
        }
    }
    return static_cast<double>(turns) / games;
}

/// The time in seconds that a side takes if it uses up its limits.
double seconds_of_a_side(const protocol::Limits& limits, double turns) {
    const auto seconds = [](std::optional<protocol::Micros> time) { return time ? Seconds(*time).count() : 0; };
    const double by_moves = turns * seconds(limits.move) + seconds(limits.first_move);
    if (!limits.clock) return by_moves;
    const double by_clock = Seconds(limits.clock->total).count() + turns * Seconds(limits.clock->increment).count();
    return limits.move ? std::min(by_moves, by_clock) : by_clock;
}

/// The mean time in seconds of a game in which both sides use up their limits.
double seconds_by_limits(const Pace& pace, double turns) {
    double sides = 0;
    for (const Contender& contender : pace.contenders)
        sides += seconds_of_a_side(with_own(pace.settings.limits, contender.entrant.limits), turns / 2);
    return 2 * sides / static_cast<double>(std::max<std::size_t>(1, pace.contenders.size()));
}

/// The estimated time: "; about 2 min with 2 games at a time, estimated from the check games". If a bot was not
/// checked, the time is an upper bound, and a few random games show how many turns a game may have. Empty if there is
/// no estimate.
std::string time_text(const Pace& pace, std::int64_t games) {
    const double rest = Seconds(pace.pause).count();
    const double waves = std::ceil(static_cast<double>(games) / pace.jobs);
    const std::string at_once = pace.jobs == 1 ? "one game at a time" : fmt::format("{} games at a time", pace.jobs);
    if (pace.seconds_a_game)
        return fmt::format("; about {} with {}, estimated from the games so far",
                           long_time(waves * *pace.seconds_a_game), at_once);
    if (const auto seconds = seconds_by_checks(pace.contenders))
        return fmt::format("; about {} with {}, estimated from the check games", long_time(waves * (*seconds + rest)),
                           at_once);
    constexpr std::uint64_t seed = 1;
    std::optional<double> turns;
    try {
        turns = turns_of_random_games(pace.spec, seed);
    } catch (
        const games::RulesFailure&) {  // NOLINT(bugprone-empty-catch): the games report it, this is only an estimate
    }
    if (!turns) return "";
    const double bound = seconds_by_limits(pace, *turns);
    return fmt::format("; at most about {} with {}, if all bots use their limits and games have {:.0f} turns",
                       long_time(waves * (bound + rest)), at_once, *turns);
}

/// Identifies a bot by the words of its command, with checksums in place of the names of its files.
std::vector<std::string> substance_of(const Contender& contender) {
    std::vector<std::string> words = contender.entrant.command.arguments;
    words.front() = contender.entrant.command.program;
    std::map<std::string, std::string> sums;
    const auto plain = [](const std::string& path) { return std::filesystem::path(path).lexically_normal().string(); };
    for (const FileSum& file : contender.files)
        sums[plain(file.path)] = file.sha256;
    for (std::string& word : words) {
        if (const auto sum = sums.find(plain(word)); sum != sums.end()) {
            word = sum->second;
            sums.erase(sum);
        }
    }
    std::vector<std::string> rest;
    for (const auto& [path, sum] : sums)
        rest.push_back(sum);
    std::sort(rest.begin(), rest.end());
    words.insert(words.end(), rest.begin(), rest.end());
    return words;
}

/// A text such as "12 games are played, 9 are still to be played; about 2 min with 2 games at a time, estimated from
/// the games so far".
std::string rest_text(const Pace& pace, std::uint64_t played, const std::optional<std::int64_t>& open) {
    const std::string so_far = fmt::format("{} game{} played", played, played == 1 ? " is" : "s are");
    if (!open) return so_far + "; the number of remaining games is unknown";
    if (*open == 0) return so_far + ", and none remain";
    const bool may_grow = pace.settings.format.format == Format::knockout;  // ties add games
    return fmt::format("{}, {}{} {} still to be played{}", so_far, may_grow ? "at least " : "", *open,
                       *open == 1 ? "is" : "are", time_text(pace, *open));
}

/// The mean time in seconds of a game in the runs that the journal lists for this machine; none if it lists no run.
std::optional<double> seconds_a_game_so_far(std::span<const Change> journal) {
    double seconds = 0;
    int games = 0;
    for (const Change& change : journal) {
        if (change.kind != Change::Kind::played) continue;
        games += change.run.games;
        seconds += (static_cast<double>(change.run.seconds) + 0.5) * change.run.jobs;  // the journal has whole seconds
    }
    return games > 0 ? std::optional(seconds / games) : std::nullopt;
}

/// One warning about all bots that used more than half of the move limit in their checks, the slowest first. Empty if
/// there are none.
std::string warning_of_slow(std::span<const Contender> contenders, const protocol::Limits& common) {
    constexpr std::size_t most_named = 6;
    std::multimap<double, std::string, std::greater<>> slow;  // by the share of the limit
    for (const Contender& contender : contenders) {
        const protocol::Limits limits = with_own(common, contender.entrant.limits);
        if (!contender.longest_turn || !limits.move || 2 * *contender.longest_turn <= *limits.move) continue;
        slow.emplace(Seconds(*contender.longest_turn) / Seconds(*limits.move),
                     fmt::format("{} ({} of {})", contender.entrant.name, rounded(*contender.longest_turn),
                                 exact(*limits.move)));
    }
    if (slow.empty()) return "";
    std::vector<std::string> named;
    for (const auto& [share, text] : slow)
        if (named.size() < most_named) named.push_back(text);
    const std::size_t others = slow.size() - named.size();
    return fmt::format(
        "{} needed more than half of the limit for a turn of {}, and may time out on a busy machine: {}{}",
        slow.size() == 1 ? "a bot" : fmt::format("{} bots", slow.size()),
        slow.size() == 1 ? "its check" : "their checks", fmt::join(named, ", "),
        others > 0 ? fmt::format(" and {} more", others) : "");
}

/// One warning about all bots that are the same as a newcomer. Hand-ins were compared before. The largest groups come
/// first. Empty if there are none.
std::string warning_of_equals(std::span<const Contender> contenders, std::span<const Contender> fresh) {
    std::map<std::vector<std::string>, std::vector<std::string>> same;
    for (const Contender& contender : contenders)
        if (!was_handed_in(contender.entrant)) same[substance_of(contender)].push_back(contender.entrant.name);
    std::set<std::vector<std::string>> groups;
    for (const Contender& contender : fresh)
        if (const auto& names = same[substance_of(contender)]; names.size() > 1) groups.insert(names);
    std::vector<std::vector<std::string>> sorted(groups.begin(), groups.end());
    std::ranges::stable_sort(sorted, std::greater<>(), [](const auto& names) { return names.size(); });
    std::vector<std::string> texts;
    for (const auto& names : sorted)
        texts.push_back(fmt::format("{}", fmt::join(names, ", ")));
    return texts.empty() ? "" : fmt::format("these bots are the same, byte for byte: {}", fmt::join(texts, "; "));
}

/// A text such as "8 bots, 2 no longer in".
std::string bots_in(const TournamentHead& head) {
    const std::size_t all = head.entrants.size();
    const std::size_t in = Field(static_cast<int>(all), head.changes).present().size();
    return fmt::format("{} bots{}", all, in < all ? fmt::format(", {} no longer in", all - in) : "");
}

/// The entrants that take part after all changes, newcomers last. (Field::present() puts a newcomer in the place of the
/// entrant that it replaces.)
std::vector<Contender> present_of(const Planned& planned) {
    const TournamentHead& head = planned.head;
    std::vector<int> numbers = head.field().present();
    std::ranges::sort(numbers);
    std::vector<Contender> present;
    for (const int entrant : numbers)
        present.push_back(planned.contenders[static_cast<std::size_t>(entrant)]);
    return present;
}

/// How many games a sequential test takes at its bounds and between equal bots.
std::string length_text(const SprtSettings& test, std::int64_t most) {
    const std::string_view unit = unit_of(test.model);
    std::vector<std::string> lengths;
    for (const double elo : std::set<double>{0, test.elo0, test.elo1}) {
        const TestLength length = length_of(test, elo, usual_draws);
        lengths.push_back(fmt::format("{}{} at {:g} {} (95 % end within {})", 2 * std::llround(length.mean_pairs),
                                      lengths.empty() ? " games" : "", elo, unit,
                                      2 * std::llround(length.pairs_of_most)));
    }
    return fmt::format("at most {} games; if {:.0f} % are drawn, the test takes on average {}", most, 100 * usual_draws,
                       fmt::join(lengths, ", "));
}

}  // namespace

std::string plan_text(const Planned& planned, const Schedule& schedule, int jobs, Duration pause) {
    const auto& [settings, spec, contenders, head] = planned;
    const auto games = schedule.total({});
    if (!games) return "games: open-ended";
    if (settings.sprt) return length_text(*settings.sprt, *games);
    if (settings.until) return fmt::format("at most {} games", *games);
    std::string text = fmt::format("{} game{}", *games, *games == 1 ? "" : "s");
    if (settings.format.format == Format::swiss) {
        const int rounds = Swiss::rounds_of(settings.format, Field(static_cast<int>(contenders.size())));
        text += fmt::format(" in {} round{}", rounds, rounds == 1 ? "" : "s");
    }
    return text + time_text({settings, spec, contenders, jobs, pause}, *games);
}

std::string plan_of_rest(const Planned& planned, Schedule& schedule, const Store& store, int jobs, Duration pause) {
    const auto& [settings, spec, contenders, head] = planned;
    const std::span<const Change> fresh = std::span(head.changes).subspan(store.head().changes.size());
    std::uint64_t played = account_of(store).played();
    for (const Change& change : fresh)
        played += change.reinstated.size() - change.games.size();
    const FinishedGames finished = store.results_under(head);
    std::optional<std::int64_t> open;
    if (!settings.sprt && !settings.until) {
        if (settings.format.format != Format::ladder) schedule.ready(finished);
        if (const auto total = schedule.total(finished)) open = *total - finished.size();
    }
    const std::vector<Contender> playing = present_of(planned);
    // Games of newcomers may be shorter or longer than the games so far.
    const bool newcomers = head.entrants.size() > store.head().entrants.size();
    const auto seconds = newcomers ? std::nullopt : seconds_a_game_so_far(head.changes);
    const Pace pace{settings, spec, playing, jobs, pause, seconds};
    std::string text;
    for (const std::string& change : told_changes(head, fresh))
        text += fmt::format("would be changed: {}\n# ", change);
    return text + rest_text(pace, played, open);
}

std::vector<std::string> warnings_of(std::span<const Contender> contenders, std::size_t newcomers,
                                     const protocol::Limits& common) {
    const auto fresh = contenders.last(newcomers);
    std::vector<std::string> warnings = {warning_of_equals(contenders, fresh), warning_of_slow(fresh, common)};
    std::erase(warnings, "");
    return warnings;
}

std::string warning_of_byes(const TournamentHead& head, std::size_t fresh) {
    const Settings settings = settings_of_json(head.settings);
    const std::size_t in = head.field().present().size();
    if (settings.format.format != Format::swiss || in % 2 == 0) return "";
    std::vector<std::string> late;
    for (const Change& change : std::span(head.changes).last(fresh)) {
        if (change.kind == Change::Kind::joined)
            late.push_back(head.entrants[static_cast<std::size_t>(change.entrant)].name);
    }
    if (late.empty()) return "";
    return fmt::format(
        "the number of entrants, {}, is odd: in each round, the lowest-ranked entrant without an earlier bye gets a "
        "bye, "
        "worth the points of won games; the first is most likely {}, with no points yet",
        in, fmt::join(late, " or "));
}

std::string listing_of(const Settings& settings, const TournamentHead& head, const std::string& plan) {
    std::string text = fmt::format("# {} of {}\n", name_of(settings.format.format), bots_in(head));
    const Field field = head.field();
    std::size_t hand_ins = 0;  // a class has many, and hand_ins.csv has them all
    for (const int number : field.present()) {
        const StoredEntrant& entrant = head.entrants[static_cast<std::size_t>(number)];
        if (student_of(static_cast<std::size_t>(number), head, field) != nullptr) {
            ++hand_ins;
            continue;
        }
        text += fmt::format("#   {}: {}{}\n", harmless(entrant.name), harmless(command_line_of(entrant.command)),
                            entrant.limits.empty() ? "" : fmt::format(" ({})", entrant.limits));
    }
    if (hand_ins > 0) text += fmt::format("#   {} of students: hand_ins.csv has all\n", hand_ins);
    if (!plan.empty()) text += fmt::format("# {}\n", plan);
    return text;
}

std::vector<std::string> warnings_of_newcomers(const Planned& planned, std::size_t newcomers) {
    return warnings_of(present_of(planned), newcomers, planned.settings.limits);
}

void warn_before_games(const Planned& planned, std::size_t newcomers, const std::string& busy) {
    for (const std::string& warning : warnings_of_newcomers(planned, newcomers))
        warn(warning);
    if (!busy.empty()) warn(busy);
}

void announce(const Planned& planned, const std::string& plan, const std::string& engine, const std::string& db) {
    const auto& [settings, spec, contenders, head] = planned;
    note(fmt::format("{}, {} of {}, seed {}, {}; kept in {}", settings.game, name_of(settings.format.format),
                     bots_in(head), head.seed, engine, db));
    if (!plan.empty()) note(plan);
    note("to watch in a browser: referee serve " + copyable_path(db));
}

}  // namespace referee::tournament
