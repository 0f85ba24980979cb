#include "referee/commands/plan_of_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/bots/own_limits.hpp"
#include "referee/match/limits.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/terminal/output.hpp"
#include "referee/tournament/entrants/bots_folder.hpp"
#include "referee/tournament/schedule/field.hpp"
#include "referee/tournament/schedule/swiss.hpp"
#include "referee/tournament/settings.hpp"

namespace referee {

namespace {

using namespace tournament;
using protocol::Json;

/// Whether it is one of the bots that --bots finds.
bool is_in_folder(const StoredEntrant& entrant, const std::string& folder) {
    if (folder.empty()) return false;
    const auto plain = [](const std::string& path) {
        return std::filesystem::absolute(path).lexically_normal().string();
    };
    return std::ranges::any_of(entrant.command, [&](const std::string& word) {
        return plain(word).starts_with(plain(folder + "/x").substr(0, plain(folder + "/x").size() - 1));
    });
}

Json bot_json(const StoredEntrant& entrant) {
    Json bot = {{"name", entrant.name}, {"command", entrant.command}};
    if (entrant.reuse) bot["reuse"] = true;
    return bot;
}

/// A plan can name a folder, but not some of its bots, without showing all of it to each of them.
void check_whole_folder(const TournamentHead& head, const std::string& folder, std::size_t taking_part) {
    const auto unfit =
        static_cast<std::size_t>(std::ranges::count(head.changes, Change::Kind::left_out, &Change::kind));
    const FolderContents found = read_bots_folder(folder);
    if (found.bots.size() + found.left_out.size() != taking_part + unfit)
        throw games::UserError(
            fmt::format("not all bots of the folder '{}' take part, and a plan can't name some of them: put those that "
                        "do into a folder of their own",
                        harmless(folder)));
}

void add_bots(Json& plan, const TournamentHead& head, const Settings& settings) {
    const Field field(static_cast<int>(head.entrants.size()), head.changes);
    Json bots = Json::array(), limits = Json::array();
    std::size_t from_folder = 0, reused = 0;
    for (const int number : field.present()) {
        const StoredEntrant& entrant = head.entrants[static_cast<std::size_t>(number)];
        const bool in_folder = is_in_folder(entrant, settings.bots_folder);
        if (!in_folder) bots.push_back(bot_json(entrant));
        if (in_folder) ++from_folder;
        if (in_folder && entrant.reuse) ++reused;
        if (!entrant.limits.empty()) limits.push_back(entrant.name + "=" + entrant.limits);
    }
    if (!bots.empty()) plan["bot"] = std::move(bots);
    if (from_folder > 0) {
        check_whole_folder(head, settings.bots_folder, from_folder);
        plan["bots"] = settings.bots_folder;
        if (reused > 0) plan["reuse"] = true;
    }
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
        plan["rounds"] = Swiss::rounds_of(format, field);
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
    if (settings.anchor)
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
