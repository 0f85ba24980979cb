#include "referee/tournament/figures/tables/change_lines.hpp"

#include <fmt/format.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "referee/core/base/output.hpp"
#include "referee/tournament/figures/tables/entrant_name.hpp"
#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/figures/tables/student_state.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"

namespace referee::tournament {

namespace {

/// A bot is named if at least this many games, and at least half of all void games, became void in its turns. It may
/// have caused that on purpose.
constexpr int many_void_games = 3;

/// The time of a journal entry as text: "2026-11-22 15:40" for "2026-11-22T15:40:12Z".
std::string moment(const std::string& at) {
    std::string text = harmless(at.substr(0, 16));
    std::replace(text.begin(), text.end(), 'T', ' ');
    return text;
}

/// The number of games that a change cancels and no earlier one has. (A change also names games that the other bot has
/// cancelled by leaving, because then neither has won them.) Games do not count whose earlier match another change lets
/// count.
std::size_t newly_cancelled(const TournamentHead& head, const Change& change) {
    const auto is_this = [&](const Change& other) {
        return other.kind == change.kind && other.at == change.at && other.entrant == change.entrant &&
               other.annulled == change.annulled && other.planned == change.planned &&
               other.cancelled == change.cancelled;
    };
    std::set<int> cancelled;
    for (const Change& other : head.changes)
        if (other.planned == change.planned) cancelled.insert(other.reinstated.begin(), other.reinstated.end());
    for (const Change& earlier : head.changes) {
        if (is_this(earlier)) break;
        cancelled.insert(earlier.cancelled.begin(), earlier.cancelled.end());
        for (const int game : earlier.restored)
            cancelled.erase(game);
    }
    return static_cast<std::size_t>(
        std::ranges::count_if(change.cancelled, [&](int game) { return !cancelled.contains(game); }));
}

std::string left_text(const TournamentHead& head, const Change& change) {
    std::string text = change.annulled ? ", its results count for nobody" : ", its results stay";
    if (const std::size_t games = newly_cancelled(head, change); games > 0)
        text += fmt::format("; {} {} cancelled", counted(games, "game"), games == 1 ? "is" : "are");
    if (change.reinstated.empty()) return text;
    const bool single = change.reinstated.size() == 1;
    text +=
        fmt::format("; {} not played again", single ? "a game is" : counted(change.reinstated.size(), "game") + " are");
    if (!change.annulled) text += fmt::format(", and {} earlier result counts", single ? "its" : "each");
    return text;
}

std::string return_text(const Change& change) {
    if (change.restored.empty()) return " returns";
    return fmt::format(" returns; {} that had been cancelled {} played", counted(change.restored.size(), "game"),
                       change.restored.size() == 1 ? "is" : "are");
}

/// Writes ranges of game numbers, counted from 1: "17-20, 25".
std::string numbers_of(const std::vector<int>& games) {
    std::string text;
    for (std::size_t i = 0; i < games.size();) {
        std::size_t last = i;
        while (last + 1 < games.size() && games[last + 1] == games[last] + 1)
            ++last;
        text += fmt::format("{}{}", text.empty() ? "" : ", ", shown_number(games[i]));
        if (last > i) text += fmt::format("-{}", shown_number(games[last]));
        i = last + 1;
    }
    return text;
}

/// Adds an indented text, wrapped into lines of text_width.
void add_wrapped(std::vector<std::string>& lines, const std::string& text) {
    std::vector<std::string> words(1);
    for (const char c : text)
        c == ' ' ? words.emplace_back().clear() : words.back().push_back(c);
    const std::string first = "  " + words.front();
    words.erase(words.begin());
    std::ranges::move(wrapped(first, words, "   ", text_width), std::back_inserter(lines));
}

/// The number of students that do not play: "2 of 40 students: 1 refused, 1 nothing handed in". Also the number of
/// hand-ins that have no owner. Empty if all play.
std::string absent_students(const TournamentHead& head, const Field& field) {
    std::map<std::string_view, std::size_t, std::greater<>> counts;
    std::size_t absent = 0;
    for (const Student& student : head.students) {
        const StudentState state = state_of(student, head, field);
        if (state.entrant) continue;
        ++counts[state.status];
        ++absent;
    }
    std::vector<std::string> parts;
    for (const auto& [status, count] : counts)
        parts.push_back(fmt::format("{} {}", count, status));
    const std::size_t unowned = head.hand_ins.unowned.size();
    const std::string owners = unowned == 0 ? "" : handins::unowned_text(unowned);
    if (parts.empty()) return owners;
    return fmt::format("{} of {}: {}{}{}", absent, counted(head.students.size(), "student"), fmt::join(parts, ", "),
                       owners.empty() ? "" : "; ", owners);
}

/// Whether a bot that was left out has joined since, after it was mended. A bot that was left out may have the name of
/// its file, with or without the suffix.
bool has_joined_since(const TournamentHead& head, std::size_t left_out) {
    const std::string& name = head.changes[left_out].name;
    return std::any_of(head.changes.begin() + static_cast<std::ptrdiff_t>(left_out), head.changes.end(),
                       [&](const Change& change) {
                           const int newcomer = change.kind == Change::Kind::joined ? change.entrant : change.by;
                           if (newcomer < 0) return false;
                           const std::string& joined = head.entrants[static_cast<std::size_t>(newcomer)].name;
                           return name == joined || name.starts_with(joined + ".");
                       });
}

}  // namespace

std::string change_text(const TournamentHead& head, const Change& change) {
    const auto name = [&](int entrant) { return name_of_entrant(head, static_cast<std::size_t>(entrant)); };
    switch (change.kind) {
        case Change::Kind::left_out:
            return fmt::format("{} is left out: {}", harmless(change.name), harmless(change.reason));
        case Change::Kind::joined: return name(change.entrant) + " joins";
        case Change::Kind::withdrawn: return name(change.entrant) + " leaves" + left_text(head, change);
        case Change::Kind::replaced:
            return fmt::format("{} takes the place of {}{}", name(change.by), name(change.entrant),
                               left_text(head, change));
        case Change::Kind::returned: return name(change.entrant) + return_text(change);
        case Change::Kind::again:
            return fmt::format("{} {} again: {}", counted(change.games.size(), "game"),
                               change.games.size() == 1 ? "is played" : "are played", numbers_of(change.games));
        case Change::Kind::played: return counted(static_cast<std::uint64_t>(change.run.games), "game") + " played";
        case Change::Kind::rounds: return fmt::format("{} rounds in all", change.rounds);
    }
    return "";
}

std::string why_without_match(const TournamentHead& head, int number) {
    if (head.field().cancelled().contains(number)) return "it was cancelled, because a bot had left";
    return games_set_aside(head).contains(number) ? "it is to be played again" : "it has not been played yet";
}

std::vector<std::string> told_changes(const TournamentHead& head, std::span<const Change> changes) {
    constexpr std::ptrdiff_t few = 3;
    std::vector<std::string> told;
    std::map<Change::Kind, std::size_t> counts;
    for (const Change& change : changes)
        ++counts[change.kind];
    for (const auto& [kind, words] : {std::pair(Change::Kind::joined, "join"),
                                      std::pair(Change::Kind::replaced, "take the places of earlier versions"),
                                      std::pair(Change::Kind::left_out, "can't play: hand_ins.csv says why")}) {
        if (head.students.empty() || std::ranges::count(changes, kind, &Change::kind) <= few) continue;
        told.push_back(fmt::format("{} hand-ins {}", counts[kind], words));
        counts.erase(kind);
    }
    for (const Change& change : changes)
        if (counts.contains(change.kind)) told.push_back(change_text(head, change));
    return told;
}

std::vector<std::string> change_lines(const TournamentHead& head) {
    std::vector<std::string> lines;
    for (const Change& change : head.changes) {
        if (change.kind == Change::Kind::left_out || change.kind == Change::Kind::played) continue;
        add_wrapped(lines, fmt::format("{}: {}", moment(change.at), change_text(head, change)));
    }
    return lines;
}

std::vector<std::string> machine_lines(const TournamentHead& head) {
    std::vector<std::string> lines;
    if (const std::string text = machine_text(head); !text.empty()) add_wrapped(lines, text);
    return lines;
}

std::string machine_text(const TournamentHead& head) {
    RunOnMachine all;
    std::int64_t load_seconds = 0;
    bool crowded = false;
    for (const Change& change : head.changes) {
        if (change.kind != Change::Kind::played) continue;
        const RunOnMachine& run = change.run;
        all.games += run.games;
        all.void_games += run.void_games;
        for (const auto& [entrant, games] : run.void_games_of)
            all.void_games_of[entrant] += games;
        all.starved_turns += run.starved_turns;
        all.seconds += std::max<std::int64_t>(1, run.seconds);
        load_seconds += run.mean_load * std::max<std::int64_t>(1, run.seconds);
        all.max_load = std::max(all.max_load, run.max_load);
        all.cores = run.cores;
        // A job needs one core, and the referee needs a little of another core. Other programs may use the rest.
        constexpr int one_core = 100;
        crowded = crowded || run.mean_load > one_core * (std::max(run.jobs, run.cores) + 1);
    }
    if (all.void_games == 0 && all.starved_turns == 0 && !crowded) return "";
    std::string text = fmt::format("load {:.1f} on average and {:.1f} at most, on {}",
                                   static_cast<double>(load_seconds) / static_cast<double>(all.seconds) / 100,
                                   all.max_load / 100.0, counted(static_cast<std::uint64_t>(all.cores), "core"));
    if (crowded) text += ": other programs wanted them, too";
    if (all.void_games > 0)
        text += fmt::format("; {} had a turn that was not fair, {} void and {} played again",
                            counted(static_cast<std::uint64_t>(all.void_games), "game"),
                            all.void_games == 1 ? "was" : "were", all.void_games == 1 ? "was" : "were");
    for (const auto& [entrant, games] : all.void_games_of) {
        if (games < many_void_games || 2 * games < all.void_games) continue;
        text += fmt::format(" ({} of them in turns of {})", games,
                            harmless(head.entrants.at(static_cast<std::size_t>(entrant)).name));
    }
    if (all.starved_turns > 0)
        text += fmt::format("; in {} other programs had the cores that a bot needed",
                            counted(static_cast<std::uint64_t>(all.starved_turns), "turn"));
    if (crowded || all.void_games * 20 > all.games)
        text += "; a quieter machine, fewer --jobs, --pause or longer limits help";
    return text;
}

std::vector<std::string> left_out_lines(const TournamentHead& head, const Field& field) {
    std::vector<std::string> lines;
    if (!head.students.empty()) {
        if (const std::string text = absent_students(head, field); !text.empty()) add_wrapped(lines, text);
        return lines;
    }
    for (std::size_t i = 0; i < head.changes.size(); ++i) {
        const Change& change = head.changes[i];
        if (change.kind != Change::Kind::left_out || has_joined_since(head, i)) continue;
        add_wrapped(lines, fmt::format("{}: {}", harmless(change.name), harmless(change.reason)));
        std::istringstream last_words(change.last_words);
        for (std::string line; std::getline(last_words, line);)
            lines.push_back("    | " + cut_name(harmless(line), text_width - 6));
    }
    return lines;
}

}  // namespace referee::tournament
