#include "referee/tournament/options/plan_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/bots/bots_folder.hpp"
#include "referee/core/bots/entrant_names.hpp"
#include "referee/core/bots/own_limits.hpp"
#include "referee/core/bots/real_words.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/tournament/admit/candidate.hpp"
#include "referee/tournament/admit/lineup.hpp"
#include "referee/tournament/figures/tables/entrant_name.hpp"
#include "referee/tournament/options/tournament_arguments.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/schedule/swiss.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/run/origin.hpp"
#include "referee/tournament/run/preparation.hpp"

namespace referee {

namespace {

using namespace tournament;
using protocol::Json;

Json bot_json(const StoredEntrant& entrant) {
    Json bot = {{"name", entrant.name}, {"command", entrant.command}};
    if (entrant.reuse) bot["reuse"] = true;
    return bot;
}

using Entrants = std::vector<const StoredEntrant*>;
using Places = std::vector<std::optional<std::size_t>>;

/// Whether a bot from the folder was left out because it was not fit to play, and has never taken part. Such a change
/// in the journal gives the name of the bot's file, with or without the suffix; and with the folder, if another bot has
/// the name.
bool was_left_out(const TournamentHead& head, const FoundBot& bot) {
    const auto words = real_words(bot.command.arguments);
    const auto is_this = [&](const StoredEntrant& entrant) { return real_words(entrant.command) == words; };
    if (std::ranges::any_of(head.entrants, is_this)) return false;
    return std::ranges::any_of(head.changes, [&](const Change& change) {
        const std::string name = std::filesystem::path(change.name).filename();
        return change.kind == Change::Kind::left_out && (bot.name == name || bot.name.starts_with(name + "."));
    });
}

/// Returns for each entrant its place among the bots found in the folder; nothing if it is none of them.
Places places_in_folder(const Entrants& entrants, const FolderContents& found) {
    std::map<std::vector<std::string>, std::size_t> place_of;
    for (std::size_t i = 0; i < found.bots.size(); ++i)
        place_of.emplace(real_words(found.bots[i].command.arguments), i);
    Places places;
    for (const StoredEntrant* entrant : entrants) {
        const auto place = place_of.find(real_words(entrant->command));
        places.push_back(place == place_of.end() ? std::nullopt : std::optional(place->second));
    }
    return places;
}

/// Throws games::UserError unless all bots from a folder take part, except those that were left out. A plan can only
/// name a whole folder. If it named single bots, each of them would see the whole folder. `is_in_folder`: whether a
/// command leads into the folder. `places`: see places_in_folder().
void check_whole_folder(const TournamentHead& head, const Entrants& entrants, const FolderContents& found,
                        const std::string& folder, const Places& places,
                        const std::function<bool(const StoredEntrant&)>& is_in_folder) {
    std::size_t taking_part = 0;
    for (std::size_t i = 0; i < entrants.size(); ++i)
        taking_part += places[i] || is_in_folder(*entrants[i]) ? 1 : 0;
    const std::set<std::optional<std::size_t>> there(places.begin(), places.end());
    std::vector<std::string> others, left_out;
    for (std::size_t i = 0; i < found.bots.size(); ++i) {
        if (there.contains(i)) continue;
        (was_left_out(head, found.bots[i]) ? left_out : others).push_back(found.bots[i].name);
    }
    if (!others.empty())
        throw games::UserError(fmt::format(
            "only some bots of the folder '{}' take part, which a plan can't express: move the others out of "
            "it: '{}'",
            folder, fmt::join(others, "', '")));
    if (there.size() - there.count(std::nullopt) != taking_part)
        throw games::UserError(fmt::format(
            "only some bots of the folder '{}' are there, or one of them takes part twice, which a plan can't express",
            folder));
    if (!left_out.empty())
        note(fmt::format(
            "left out of this tournament, but in its folder: '{}'; the plan takes them if they are fit then",
            fmt::join(left_out, "', '")));
}

/// The folders of bots from which entrants come.
std::set<std::string> folders_of(const Entrants& entrants, const Settings& settings) {
    std::set<std::string> folders;
    for (const StoredEntrant* entrant : entrants) {
        if (const auto folder = bots_folder_of(entrant->command, settings.bots_folders)) folders.insert(*folder);
    }
    return folders;
}

/// Returns how many entrants at the end of the list are bots from the folder, in the folder's order and run as they are
/// found there.
std::size_t read_from_folder(const Entrants& entrants, const FolderContents& found, Places places) {
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        if (places[i] && entrants[i]->command != found.bots[*places[i]].command.arguments) places[i].reset();
    }
    const auto first = std::ranges::find_if(places, [](const auto& place) { return place.has_value(); });
    // Nothing precedes every number.
    const bool in_order = std::adjacent_find(first, places.end(), std::greater_equal<>()) == places.end();
    return in_order ? static_cast<std::size_t>(places.end() - first) : 0;
}

/// Whether the last `count` entrants get their names if only the others are named, and the folder is read for the rest.
bool have_names_of_folder(const Entrants& entrants, std::size_t count, const std::string& folder,
                          const Settings& settings) {
    Candidates all;
    for (std::size_t i = 0; i + count < entrants.size(); ++i) {
        const StoredEntrant& named = *entrants[i];
        all.bots.push_back(
            {{named.command.front(), named.command, named.name}, {named.name, named.name, named.command}});
    }
    add_folder(all, folder, settings.bots_folders);
    std::vector<NameWish> wishes;
    for (const Candidate& bot : all.bots)
        wishes.push_back(bot.wish);
    const std::vector<std::string> names = unique_names(wishes);
    return std::ranges::all_of(std::span(entrants).last(count), [&](const StoredEntrant* entrant) {
        const auto bot =
            std::ranges::find(all.bots, entrant->command, [](const Candidate& one) { return one.command.arguments; });
        return bot != all.bots.end() && names[static_cast<std::size_t>(bot - all.bots.begin())] == entrant->name;
    });
}

/// Sets the plan's bots. On the command line, named bots come before those from a folder. If the entrants have another
/// order, or names that the folder does not give, the plan names all of them.
void set_bots(TournamentOptions& options, const TournamentHead& head, const Settings& settings) {
    const Field field = head.field();
    Entrants entrants;
    for (const int number : field.present())
        entrants.push_back(&head.entrants[static_cast<std::size_t>(number)]);
    if (entrants.size() < 2)
        throw games::UserError("fewer than two of its entrants are left, and a plan needs two: use change first");
    std::size_t named = entrants.size();
    const auto folders = folders_of(entrants, settings);
    if (folders.size() > 1)
        throw games::UserError("its bots are from several folders, and a plan can name only one of them");
    for (const std::string& folder : folders) {
        const FolderContents found = read_bots_folder(folder);
        const auto places = places_in_folder(entrants, found);
        check_whole_folder(head, entrants, found, folder, places, [&](const StoredEntrant& entrant) {
            return bots_folder_of(entrant.command, settings.bots_folders) == folder;
        });
        options.bots_folder = folder;
        const std::size_t count = read_from_folder(entrants, found, places);
        const std::span<const StoredEntrant* const> rest = std::span(entrants).last(count);
        const bool all_reuse = std::ranges::all_of(entrants, &StoredEntrant::reuse);
        if ((all_reuse || std::ranges::none_of(rest, &StoredEntrant::reuse)) &&
            have_names_of_folder(entrants, count, folder, settings)) {
            named -= count;
            if (all_reuse && count > 0) options.reuse = true;
        }
    }
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        const StoredEntrant& entrant = *entrants[i];
        if (i < named) options.bots.push_back(protocol::json_text(bot_json(entrant)));
        if (!entrant.limits.empty())
            options.own_limits.push_back({entrant.name, parse_own_limits(entrant.limits, entrant.name)});
    }
}

void set_openings(OpeningWish& wish, const OpeningList& list, bool own_game) {
    for (const GameStart& opening : list.openings)
        wish.lines.push_back(line_of(opening, own_game));
    if (list.order == OpeningOrder::random) wish.order = list.order;
    if (list.start > 0) wish.start = list.start + 1;
}

/// The games of each pairing. With a goal, nothing if the user gave no number, and not more than so many entrants can
/// have.
std::optional<int> games_in_plan(const TournamentHead& head, const Settings& settings, const Field& field) {
    if (!settings.until) return settings.format.games;
    const auto late = std::ranges::count_if(head.changes, [](const Change& change) {
        return change.kind == Change::Kind::joined || change.kind == Change::Kind::replaced;
    });
    FormatSettings not_given = settings.format;
    not_given.games = games_of_a_test;
    if (settings.format.games == games_within_bounds(not_given, head.entrants.size() - static_cast<std::size_t>(late)))
        return std::nullopt;
    return games_within_bounds(settings.format, field.present().size());
}

void set_format(TournamentOptions& options, const TournamentHead& head, const Settings& settings) {
    const FormatSettings& format = settings.format;
    const Field field = head.field();
    const auto name_of_entrant = [&](std::size_t entrant) {
        return head.entrants[static_cast<std::size_t>(field.holder_of(static_cast<int>(entrant)))].name;
    };
    options.game = settings.rules.empty() ? settings.game : games::with_program(settings.game, settings.rules_program);
    if (!settings.sprt) options.format = format.format;
    if (format.format != Format::ladder) options.games = games_in_plan(head, settings, field);
    if (format.format == Format::swiss) {
        const int present = static_cast<int>(field.present().size());
        const int rounds = std::min(Swiss::rounds_of(format, field), Swiss::max_rounds(present));
        if (format.rounds || field.rounds() || rounds != Swiss::usual_rounds(present)) options.rounds = rounds;
    }
    if (format.format == Format::gauntlet)
        options.challenger = name_of_entrant(static_cast<std::size_t>(format.challenger));
    options.seed = head.seed;
    set_openings(options.openings, settings.opening_list, !settings.rules.empty());
    if (settings.opening_plies > 0) options.openings.plies = settings.opening_plies;
    options.sprt = settings.sprt;
    options.until = settings.until;
    if (settings.anchor && field.is_in(static_cast<int>(settings.anchor->entrant)))
        options.anchor = {name_of_entrant(settings.anchor->entrant), settings.anchor->elo};
}

/// The smallest set of given limits that with_given() completes to `limits`.
GivenLimits given_for(const protocol::Limits& limits) {
    const auto gives = [&](const GivenLimits& given) {
        const protocol::Limits all = with_given(usual_limits(), given);
        return std::tie(all.move, all.first_move, all.margin, all.clock) ==
               std::tie(limits.move, limits.first_move, limits.margin, limits.clock);
    };
    GivenLimits needed{limits.move, limits.first_move, limits.margin, limits.clock};
    const auto drop = [&](auto member) {
        GivenLimits fewer = needed;
        (fewer.*member).reset();
        if (gives(fewer)) needed = fewer;
    };
    drop(&GivenLimits::first_move);
    drop(&GivenLimits::move);
    drop(&GivenLimits::margin);
    return needed;
}

/// Sets the plan's limits. Leaves out default limits, because another clock or sandbox on the command line may change
/// the defaults.
void set_limits(TournamentOptions& options, const Settings& settings) {
    options.limits = given_for(settings.limits);
    options.isolation = isolation_of(settings);
    drop_usual_settings(options.isolation);
    if (!settings.sandbox) {  // an older file may have parts of a sandbox that it does not use
        options.isolation.folders.clear();
        options.isolation.reuse.reset();
    }
    if (settings.notes != usual_notes) options.notes = settings.notes;
}

/// Sets the pause of the last run. (A plan does not contain --scale-time, because it names no engine.)
void set_run(TournamentOptions& options, const TournamentHead& head) {
    for (const Change& change : head.changes) {
        if (change.kind != Change::Kind::played) continue;
        options.pause.reset();
        if (change.run.pause.count() > 0)
            options.pause = std::chrono::duration_cast<std::chrono::microseconds>(change.run.pause);
    }
}

/// The value of an option in a plan. A bot may be an object there.
Json json_of(const Option& option, const std::string& text) {
    if (option.kind == Option::Kind::flag) return true;
    if (option.kind == Option::Kind::number || (option.is_argument() && text.starts_with('{')))
        return Json::parse(text);
    return text;
}

}  // namespace

std::string plan_of_file(const TournamentHead& head) {
    const Settings settings = settings_of_json(head.settings);
    if (settings.format.staff > 0)
        throw games::UserError("plan: in an arena everybody meets the teacher's bots, which a plan can't say");
    TournamentOptions options;
    CommandLine line("referee tournament", "");
    add_tournament_options(line, options);
    set_bots(options, head, settings);
    set_format(options, head, settings);
    set_limits(options, settings);
    set_run(options, head);
    Json plan = Json::object();
    for (const Option& option : line.options()) {
        for (const std::string& text : option.write()) {
            Json value = json_of(option, text);
            if (option.is_list)
                plan[option.key()].push_back(std::move(value));
            else
                plan[option.key()] = std::move(value);
        }
    }
    return plan.dump(2) + "\n";
}

}  // namespace referee
