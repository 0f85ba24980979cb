#include "referee/tournament/run/participants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "games/user_error.hpp"
#include "referee/bots/sample_bots.hpp"
#include "referee/terminal/output.hpp"
#include "referee/terminal/progress_line.hpp"
#include "referee/tournament/entrants/entrant_named.hpp"
#include "referee/tournament/entrants/fitness.hpp"
#include "referee/tournament/run/director.hpp"
#include "referee/tournament/run/seeding.hpp"
#include "referee/tournament/schedule/field.hpp"

namespace referee::tournament {

namespace {

/// A stranger's text as the tournament's file can keep it: UTF-8, and harmless but for the ends of lines.
std::string kept_text(const std::string& text) {
    std::string kept;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        kept += (begin > 0 ? "\n" : "") + harmless(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return kept;
}

void report_left_out(const LeftOut& bot) {
    warn(fmt::format("left out: '{}': {}{}", bot.name, bot.reason, bot.hint.empty() ? "" : "; see " + bot.hint));
}

/// Those of a file, but for what the command line says.
OwnLimits with_given(OwnLimits limits, const OwnLimits& given) {
    if (given.time.move) limits.time.move = given.time.move;
    if (given.time.first_move) limits.time.first_move = given.time.first_move;
    if (given.time.clock) limits.time.clock = given.time.clock;
    if (given.memory) limits.memory = given.memory;
    return limits;
}

}  // namespace

Settings Participants::take_earlier_stage() {
    const Store earlier = Store::open(options_.from);
    seeds_ = seeds_of(earlier, options_.top);
    return settings_for_next_stage(earlier.head());
}

bool Participants::gather(Preparation& prepared, const std::optional<TournamentHead>& before,
                          const Checking& checking) {
    Isolation& isolation = prepared.isolation;
    // Without a sandbox a bot could change the copies, too.
    BotCopies* copies = isolation.confinement.sandbox ? &copies_ : nullptr;
    const std::vector<std::string>& folders = prepared.settings.bots_folders;
    const bool named = !options_.bots.empty() || !options_.bots_folder.empty();
    const bool new_bots = options_.orders.bring_bots();
    if (before && !named)
        restore(isolation, folders, copies, before->entrants,
                Field(static_cast<int>(before->entrants.size()), before->changes));
    if (!seeds_.empty()) seat_earlier_stage(isolation, folders, copies);
    const std::size_t seated = before ? contenders_.size() : 0;
    for (Contender& contender : contenders_)
        contender.entrant.reuse = contender.entrant.reuse || (options_.reuse && !new_bots);
    const bool all_seated = before && !named && !new_bots;
    Lineup coming = all_seated ? Lineup() : lineup_of_named(prepared, before, copies);
    hide_from_each_other(coming, prepared);
    if (!all_seated && !take_in(std::move(coming), prepared, checking)) return false;
    return limits_are_set(seated);
}

/// Once, when all are known: nobody may be hidden from some and not from others.
void Participants::hide_from_each_other(const Lineup& coming, Preparation& prepared) const {
    std::vector<Contender> all = contenders_;
    all.insert(all.end(), coming.contenders.begin(), coming.contenders.end());
    prepared.isolation.hide(secrets_of(all, prepared.settings.bots_folders, copies_));
}

void Participants::restore(const Isolation& isolation, const std::vector<std::string>& folders, BotCopies* copies,
                           const std::vector<StoredEntrant>& entrants, const Field& field) {
    std::vector<std::string> names;
    for (const StoredEntrant& entrant : entrants)
        names.push_back(entrant.name);
    const std::set<std::size_t> leavers = leavers_of(options_.orders, names);
    contenders_ = contenders_of(entrants, isolation.path(), folders, copies, [&](std::size_t entrant) {
        return !field.is_in(static_cast<int>(entrant)) || leavers.contains(entrant);
    });
}

void Participants::seat_earlier_stage(const Isolation& isolation, const std::vector<std::string>& folders,
                                      BotCopies* copies) {
    contenders_ = contenders_of(seeds_, isolation.path(), folders, copies);
    for (std::size_t i = 0; i < seeds_.size(); ++i) {
        if (contenders_[i].files != seeds_[i].files)
            note(fmt::format("'{}' has changed since {}", harmless(seeds_[i].name), harmless(options_.from)));
    }
}

Lineup Participants::lineup_of_named(const Preparation& prepared, const std::optional<TournamentHead>& before,
                                     BotCopies* copies) {
    const std::vector<std::string> taken = names();
    LineupSources sources{
        options_.bots, options_.bots_folder, taken, prepared.isolation.path(), prepared.settings.bots_folders,
        copies,        options_.reuse};
    std::vector<std::string> joining = options_.orders.added;
    for (const Replacement& replacement : replacements_of(options_.orders, taken))
        joining.push_back(replacement.bot);
    if (options_.orders.bring_bots()) sources.bots = joining;
    Lineup lineup = make_lineup(sources);
    if (before) keep_to_stored_files(lineup.contenders, before->entrants);
    set_limits(lineup, !before);
    return lineup;
}

bool Participants::take_in(Lineup lineup, const Preparation& prepared, const Checking& checking) {
    for (const Renamed& bot : lineup.renamed)
        note(fmt::format("'{}' is called '{}' here", bot.file, bot.name));
    refuse_unknown_names(lineup, prepared.settings);
    if (options_.orders.bring_bots()) {
        if (!check_joining(lineup, prepared, checking)) return false;
    } else if (!options_.bots_folder.empty() && !check(lineup, prepared, checking, true)) {
        return false;
    }
    std::move(lineup.contenders.begin(), lineup.contenders.end(), std::back_inserter(contenders_));
    left_out_ = std::move(lineup.left_out);
    return true;
}

/// Of those who are there, of those who come, and of those who were left out.
std::vector<std::string> Participants::names_with(const Lineup& lineup) const {
    std::vector<std::string> all = names();
    for (const Contender& contender : lineup.contenders)
        all.push_back(contender.entrant.name);
    for (const LeftOut& bot : lineup.left_out)
        all.push_back(bot.name);
    return all;
}

/// Refuses options that name no bot, before the bots are checked: that takes time.
void Participants::refuse_unknown_names(const Lineup& lineup, const Settings& settings) const {
    const std::vector<std::string> all = names_with(lineup);
    const int in = static_cast<int>(contenders_.size() + lineup.contenders.size());
    if (!options_.challenger.empty()) entrant_named("--challenger", options_.challenger, all);
    if (options_.anchor) entrant_named("--anchor", options_.anchor->name, all);
    for (const NamedLimits& one : options_.own_limits)
        entrant_named("--limits", one.name, all);
    const FormatSettings& format = settings.format;
    if (format.format == Format::swiss && !options_.resume && in >= 2) make_schedule(format, Field(in), 0);
    for (const Contender& contender : lineup.contenders) {
        const auto game = game_of_sample_bot(contender.entrant.command.program);
        const std::string played = settings.game.substr(0, settings.game.find(':'));
        if (game && *game != played)
            throw games::UserError(fmt::format("'{}' plays {} only, and this is a tournament of {}",
                                               harmless(contender.entrant.name), *game, played));
    }
}

/// Those of --limits, before bots are checked. `seated_too`: also of those who are there already.
void Participants::set_limits(Lineup& lineup, bool seated_too) {
    const std::vector<std::string> all = names_with(lineup);
    const std::size_t seated = contenders_.size();
    std::set<std::size_t> given;
    for (const NamedLimits& one : options_.own_limits) {
        const std::size_t place = entrant_named("--limits", one.name, all);
        if (!given.insert(place).second)
            throw games::UserError(
                fmt::format("--limits: '{}' is given limits twice: write all of them in one", harmless(all[place])));
        if (place >= seated + lineup.contenders.size() || (place < seated && !seated_too)) continue;
        Contender& contender = place < seated ? contenders_[place] : lineup.contenders[place - seated];
        contender.entrant.limits = with_given(contender.entrant.limits, one.limits);
    }
}

/// Throws games::UserError if --limits names nobody, or one of the first `seated`, who have played.
bool Participants::limits_are_set(std::size_t seated) const {
    std::vector<std::string> all = names();
    for (const LeftOut& bot : left_out_)
        all.push_back(bot.name);  // it would have had them
    for (const NamedLimits& one : options_.own_limits) {
        const std::size_t place = entrant_named("--limits", one.name, all);
        if (place >= seated) continue;
        const OwnLimits& own = contenders_[place].entrant.limits;
        if (with_given(own, one.limits) != own)
            throw games::UserError(
                fmt::format("--limits: '{}' plays already, and keeps its limits; referee change FILE replace lets it begin anew",
                            harmless(all[place])));
    }
    return true;
}

/// Who comes later is checked as a bot of a folder is at the start. Throws games::UserError if one is not fit: the
/// director is there and can mend it.
bool Participants::check_joining(Lineup& lineup, const Preparation& prepared, const Checking& checking) {
    for (Contender& contender : lineup.contenders)
        contender.from_folder = true;
    if (!check(lineup, prepared, checking, false)) return false;
    if (lineup.left_out.empty()) return true;
    const LeftOut& bot = lineup.left_out.front();
    throw games::UserError(fmt::format("'{}' is not fit to play, and nothing was changed: {}{}", bot.name, bot.reason,
                                       bot.hint.empty() ? "" : "; see " + bot.hint));
}

/// Checks bots before they may play; those that are not fit go to `left_out`, and with `tell_reasons` are reported.
/// Returns false if a signal came.
bool Participants::check(Lineup& lineup, const Preparation& prepared, const Checking& checking, bool tell_reasons) {
    // Bots that are named one by one are not checked.
    const auto of_folder = [&lineup] { return std::ranges::count_if(lineup.contenders, &Contender::from_folder); };
    const auto found = of_folder() + std::ssize(lineup.left_out);
    for (const LeftOut& bot : lineup.left_out)
        report_left_out(bot);
    note(lineup.left_out.empty() ? fmt::format("checking {}", found == 1 ? "the bot" : fmt::format("{} bots", found))
                                 : fmt::format("checking the other {} of {} bots", of_folder(), found));
    std::optional<StopSignal>& stop = checking.stop;
    stop.emplace();
    CheckPlan plan = quick_check(prepared.spec, prepared.settings.limits, checking.seed);
    plan.seed_is_given = checking.seed_is_given;
    const bool checked = check_lineup(lineup, plan, prepared.isolation, stop->fd(), checking.jobs,
                                      [&](const Contender& /*contender*/, const LeftOut* left_out) {
                                          if (left_out != nullptr && tell_reasons) report_left_out(*left_out);
                                      });
    if (!checked || stop->requested()) {
        begin_line_on_terminal();
        note("stopped while the bots were checked: nothing has been played");
        return false;
    }
    stop.reset();
    note(found == 1 && lineup.left_out.empty()
             ? std::string("it is fit to play")
             : fmt::format("{} of {} {} fit to play", of_folder(), found, of_folder() == 1 ? "is" : "are"));
    return true;
}

std::vector<std::string> Participants::names() const {
    std::vector<std::string> names;
    for (const Contender& contender : contenders_)
        names.push_back(contender.entrant.name);
    return names;
}

std::vector<Entrant> Participants::entrants() const {
    std::vector<Entrant> entrants;
    for (const Contender& contender : contenders_)
        entrants.push_back(contender.entrant);
    return entrants;
}

std::vector<StoredEntrant> Participants::stored() const {
    std::vector<StoredEntrant> entrants;
    for (const Contender& contender : contenders_)
        entrants.push_back(contender.stored());
    return entrants;
}

std::vector<StoredEntrant> Participants::played_files() const {
    std::vector<StoredEntrant> entrants = stored();
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        const auto& own = contenders_[i].entrant.own;
        if (!own) continue;
        for (FileSum& file : entrants[i].files)
            file.path = own->source_of(file.path);
    }
    return entrants;
}

std::vector<Change> Participants::left_out(const std::string& at) const {
    std::vector<Change> changes;
    for (const LeftOut& bot : left_out_)
        changes.push_back({.kind = Change::Kind::left_out,
                           .at = at,
                           .name = kept_text(bot.name),
                           .reason = kept_text(bot.reason),
                           .last_words = kept_text(bot.last_words)});
    return changes;
}

}  // namespace referee::tournament
