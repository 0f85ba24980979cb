#include "referee/commands/plan_of_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/bots/own_limits.hpp"
#include "referee/match/limits.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/terminal/output.hpp"
#include "referee/tournament/entrants/bots_folder.hpp"
#include "referee/tournament/entrants/lineup.hpp"
#include "referee/tournament/schedule/field.hpp"
#include "referee/tournament/schedule/swiss.hpp"
#include "referee/tournament/settings.hpp"

namespace referee {

namespace {

using namespace tournament;
using protocol::Json;

Json bot_json(const StoredEntrant& entrant) {
    Json bot = {{"name", entrant.name}, {"command", entrant.command}};
    if (entrant.reuse) bot["reuse"] = true;
    return bot;
}

bool is_run_by(const StoredEntrant& entrant, const FoundBot& bot) {
    return entrant.command == bot.command.arguments;
}

/// Whether a bot of the folder was not fit to play. It was named by its file, or by that without its suffix.
bool was_left_out(const TournamentHead& head, const FoundBot& bot) {
    return std::ranges::any_of(head.changes, [&](const Change& change) {
        return change.kind == Change::Kind::left_out &&
               (bot.name == change.name || bot.name.starts_with(change.name + "."));
    });
}

/// A plan can name a folder, but not some of its bots, without showing all of it to each of them. `taking_part`: how
/// many of the entrants are from it.
void check_whole_folder(const TournamentHead& head, std::span<const StoredEntrant* const> entrants,
                        const FolderContents& found, const std::string& folder, std::size_t taking_part) {
    const auto takes_part = [&](const FoundBot& bot) {
        return std::ranges::any_of(entrants, [&](const StoredEntrant* entrant) { return is_run_by(*entrant, bot); });
    };
    const auto there = static_cast<std::size_t>(std::ranges::count_if(found.bots, takes_part));
    const bool others = std::ranges::any_of(
        found.bots, [&](const FoundBot& bot) { return !takes_part(bot) && !was_left_out(head, bot); });
    if (others || there != taking_part)
        throw games::UserError(
            fmt::format("not all bots of the folder '{}' take part, and a plan can't name some of them: put those that "
                        "do into a folder of their own",
                        harmless(folder)));
}

/// The folders of bots that have entrants, with their numbers.
std::map<std::string, std::size_t> folders_of(std::span<const StoredEntrant* const> entrants,
                                              const Settings& settings) {
    std::map<std::string, std::size_t> folders;
    for (const StoredEntrant* entrant : entrants) {
        if (const auto folder = bots_folder_of(entrant->command, settings.bots_folders)) ++folders[*folder];
    }
    return folders;
}

/// The last entrants, as far as they are bots of the folder in the order in which it is read.
std::size_t read_from_folder(std::span<const StoredEntrant* const> entrants, const FolderContents& found) {
    const auto is_found = [&](const StoredEntrant* entrant) {
        return std::ranges::any_of(found.bots, [&](const FoundBot& bot) { return is_run_by(*entrant, bot); });
    };
    const auto first = std::ranges::find_if(entrants, is_found);
    auto next = found.bots.begin();
    for (auto entrant = first; entrant != entrants.end(); ++entrant) {
        next = std::find_if(next, found.bots.end(), [&](const FoundBot& bot) { return is_run_by(**entrant, bot); });
        if (next == found.bots.end()) return 0;
        ++next;
    }
    return static_cast<std::size_t>(entrants.end() - first);
}

/// Bots that are named one by one come before those of the folder; where the order is another one, all are named.
void add_bots(Json& plan, const TournamentHead& head, const Settings& settings) {
    const Field field(static_cast<int>(head.entrants.size()), head.changes);
    std::vector<const StoredEntrant*> entrants;
    for (const int number : field.present())
        entrants.push_back(&head.entrants[static_cast<std::size_t>(number)]);
    std::size_t named = entrants.size();
    const auto folders = folders_of(entrants, settings);
    if (folders.size() > 1)
        throw games::UserError("its bots are from several folders, and a plan can name only one of them");
    for (const auto& [folder, taking_part] : folders) {
        const FolderContents found = read_bots_folder(folder);
        check_whole_folder(head, entrants, found, folder, taking_part);
        plan["bots"] = folder;
        const std::size_t count = read_from_folder(entrants, found);
        const std::span<const StoredEntrant* const> rest = std::span(entrants).last(count);
        const bool all_reuse = std::ranges::all_of(entrants, &StoredEntrant::reuse);
        if (all_reuse || std::ranges::none_of(rest, &StoredEntrant::reuse)) {
            named -= count;
            if (all_reuse && count > 0) plan["reuse"] = true;
        }
    }
    Json bots = Json::array(), limits = Json::array();
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        if (i < named) bots.push_back(bot_json(*entrants[i]));
        if (!entrants[i]->limits.empty()) limits.push_back(entrants[i]->name + "=" + entrants[i]->limits);
    }
    if (!bots.empty()) plan["bot"] = std::move(bots);
    if (!limits.empty()) plan["limits"] = std::move(limits);
}

void add_openings(Json& plan, const OpeningList& list) {
    if (list.openings.empty()) return;
    Json lines = Json::array();
    for (const GameStart& opening : list.openings)
        lines.push_back(line_of(opening));
    plan["opening"] = std::move(lines);
    if (list.order == OpeningOrder::random) plan["openings-order"] = "random";
    if (list.start > 0) plan["openings-start"] = list.start + 1;
}

void add_format(Json& plan, const TournamentHead& head, const Settings& settings) {
    const FormatSettings& format = settings.format;
    const Field field(static_cast<int>(head.entrants.size()), head.changes);
    const auto name_of_entrant = [&](std::size_t entrant) {
        return head.entrants[static_cast<std::size_t>(field.holder_of(static_cast<int>(entrant)))].name;
    };
    plan["game"] = settings.game;
    if (!settings.sprt) plan["format"] = name_of(format.format);
    if (format.format != Format::ladder) plan["games"] = format.games;
    if (format.format == Format::swiss && (format.rounds || field.rounds()))
        plan["rounds"] =
            std::min(Swiss::rounds_of(format, field), Swiss::max_rounds(static_cast<int>(field.present().size())));
    if (format.format == Format::gauntlet)
        plan["challenger"] = name_of_entrant(static_cast<std::size_t>(format.challenger));
    plan["seed"] = head.seed;
    add_openings(plan, settings.opening_list);
    if (settings.opening_plies > 0) plan["openings"] = settings.opening_plies;
    if (settings.sprt) {
        const SprtSettings& test = *settings.sprt;
        plan["sprt"] = fmt::format("elo0={},elo1={},alpha={},beta={},model={}", test.elo0, test.elo1, test.alpha,
                                   test.beta, name_of(test.model));
    }
    if (settings.until) plan["until"] = to_text(*settings.until);
    if (settings.anchor && field.is_in(static_cast<int>(settings.anchor->entrant)))
        plan["anchor"] = fmt::format("{}={}", name_of_entrant(settings.anchor->entrant), settings.anchor->elo);
}

void add_limits(Json& plan, const Settings& settings) {
    const protocol::Limits& limits = settings.limits;
    if (limits.clock) plan["clock"] = clock_text(*limits.clock);
    if (limits.move) plan["move-time"] = exact(*limits.move);
    if (limits.first_move) plan["first-move-time"] = exact(*limits.first_move);
    plan["margin"] = exact(limits.margin);
    plan["sandbox"] = settings.sandbox ? "on" : "off";
    if (!settings.sandbox_folders.empty()) plan["sandbox-folder"] = settings.sandbox_folders;
    plan["memory"] = memory_text(limits.memory_bytes);
    plan["processes"] = limits.processes ? Json(*limits.processes) : Json("none");
    plan["cpus"] = limits.cpus ? Json(*limits.cpus) : Json("all");
    plan["ponder"] = limits.ponder ? "on" : "off";
    if (settings.notes != usual_notes) plan["stderr-log"] = name_of(settings.notes);
}

/// How the last run was played, where that changes what bots meet.
void add_machine(Json& plan, const TournamentHead& head, const Settings& settings) {
    std::chrono::microseconds pause{};
    for (const Change& change : head.changes) {
        if (change.kind == Change::Kind::played) pause = change.run.pause;
    }
    if (pause.count() > 0) plan["pause"] = exact(pause);
    if (settings.reference_speed) plan["scale-time"] = true;
}

}  // namespace

std::string plan_of_file(const TournamentHead& head) {
    const Settings settings = settings_of_json(head.settings);
    Json plan = Json::object();
    add_bots(plan, head, settings);
    add_format(plan, head, settings);
    add_limits(plan, settings);
    add_machine(plan, head, settings);
    return plan.dump(2) + "\n";
}

}  // namespace referee
