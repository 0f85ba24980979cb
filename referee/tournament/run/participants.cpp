#include "referee/tournament/run/participants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "games/user_error.hpp"
#include "referee/bots/bot_files.hpp"
#include "referee/bots/named_entrant.hpp"
#include "referee/bots/real_words.hpp"
#include "referee/bots/sample_bots.hpp"
#include "referee/files/text_file.hpp"
#include "referee/terminal/output.hpp"
#include "referee/terminal/progress_line.hpp"
#include "referee/tournament/entrants/file_watch.hpp"
#include "referee/tournament/entrants/fitness.hpp"
#include "referee/tournament/entrants/lineup.hpp"
#include "referee/tournament/run/director.hpp"
#include "referee/tournament/schedule/field.hpp"
#include "referee/tournament/schedule/make_schedule.hpp"
#include "referee/tournament/store/store_compare.hpp"

namespace referee::tournament {

namespace {

void report_left_out(const LeftOut& bot) {
    warn(fmt::format("left out: '{}': {}{}", bot.name, bot.reason, bot.hint.empty() ? "" : "; see " + bot.hint));
}

/// Bots that are left out for the same reason share a line. The lines with most bots come first.
void report_left_out(const std::vector<LeftOut>& bots) {
    std::vector<std::vector<const LeftOut*>> groups;
    for (const LeftOut& bot : bots) {
        const auto is_same = [&](const auto& group) {
            return group.front()->reason == bot.reason && group.front()->hint == bot.hint;
        };
        const auto known = std::ranges::find_if(groups, is_same);
        (known == groups.end() ? groups.emplace_back() : *known).push_back(&bot);
    }
    std::ranges::stable_sort(groups, std::greater<>(), [](const auto& group) { return group.size(); });
    for (const auto& group : groups) {
        LeftOut all = *group.front();
        for (const LeftOut* bot : std::span(group).subspan(1))
            all.name += "', '" + bot->name;
        report_left_out(all);
    }
}

/// Refuses the return of entrants whose files have changed. `contenders`: all entrants, with their files as they are.
void refuse_changed(const std::set<std::size_t>& returners, const std::vector<Contender>& contenders,
                    const TournamentHead& head) {
    for (const std::size_t entrant : returners) {
        if (contenders[entrant].files != head.entrants[entrant].files)
            throw games::UserError(
                fmt::format("return: the files of '{}' have changed since it took part: restore them, or let the bot "
                            "join with add",
                            harmless(head.entrants[entrant].name)));
    }
}

/// The bots of the origin. Entrants that have left stay as stored, because their files may be gone. So do those that a
/// change does not bring back, because it plays no game of theirs.
std::vector<Contender> contenders_of_origin(const TournamentOptions& wish, const Origin& origin,
                                            const Preparation& prepared, BotCopies* copies) {
    const std::vector<StoredEntrant>& known = origin.head.entrants;
    const Field field(static_cast<int>(known.size()), origin.head.changes);
    const std::set<std::size_t> returners = returners_of(wish.orders, origin.head);
    auto contenders = contenders_of(known, prepared.isolation.path(), prepared.settings.bots_folders, copies,
                                    [&](std::size_t entrant) {
                                        if (wish.only_changes) return !returners.contains(entrant);
                                        return !field.is_in(static_cast<int>(entrant));
                                    });
    // In another folder all files seem to be missing, and the comparison with the file says where to go.
    if (wish.only_changes && may_have_begun_here(known)) refuse_changed(returners, contenders, origin.head);
    for (Contender& contender : contenders)
        contender.entrant.reuse = contender.entrant.reuse || (wish.reuse && !wish.orders.bring_bots());
    return contenders;
}

/// The bots that the user names, including those that join.
Lineup lineup_of_named(const TournamentOptions& wish, const TournamentHead& head, const Preparation& prepared,
                       const std::vector<std::string>& taken, BotCopies* copies,
                       std::span<const StoredEntrant> named_again = {}) {
    std::vector<std::string> bots = wish.bots;
    bots.insert(bots.end(), wish.orders.added.begin(), wish.orders.added.end());
    for (const Replacement& replacement : replacements_of(wish.orders, head))
        bots.push_back(replacement.bot);
    return make_lineup({bots, wish.bots_folder, taken, prepared.isolation.path(), prepared.settings.bots_folders,
                        copies, wish.reuse, !wish.students.empty(), named_again});
}

/// A bot of the folder that takes part already plays once.
void drop_seated(Lineup& named, std::span<const Contender> seated, std::string_view path) {
    std::set<std::vector<std::string>> places;
    for (const Contender& contender : seated)
        places.insert(real_words(contender.entrant.command.arguments, path));
    std::erase_if(named.contenders, [&](const Contender& contender) {
        return contender.from_folder && places.contains(real_words(contender.entrant.command.arguments, path));
    });
}

/// The names of the contenders and of the bots that were left out.
std::vector<std::string> all_names(const Lineup& lineup) {
    std::vector<std::string> all = lineup.names();
    for (const LeftOut& bot : lineup.left_out)
        all.push_back(bot.name);
    return all;
}

/// The limits that one source gives, by the place of the bot. Throws games::UserError if a bot is unknown or has two
/// lists.
std::map<std::size_t, OwnLimits> by_place(const std::vector<NamedLimits>& orders, const std::vector<std::string>& all) {
    std::map<std::size_t, OwnLimits> found;
    for (const NamedLimits& one : orders) {
        const std::size_t place = entrant_named("--limits", one.name, all);
        if (!found.try_emplace(place, one.limits).second)
            throw games::UserError(fmt::format("--limits: '{}' has two lists of limits: combine them in one --limits",
                                               harmless(all[place])));
    }
    return found;
}

/// Sets the limits given by --limits. An entrant that already plays keeps its limits.
void set_limits(Lineup& lineup, const TournamentOptions& wish) {
    const std::vector<std::string> all = all_names(lineup);
    std::map<std::size_t, OwnLimits> orders = by_place(wish.own_limits_of_plan, all);
    for (const auto& [place, limits] : by_place(wish.own_limits, all))
        orders[place] = orders[place].replaced_by(limits);
    for (const auto& [place, limits] : orders) {
        if (place >= lineup.contenders.size()) continue;  // the bot was left out
        OwnLimits& own = lineup.contenders[place].entrant.limits;
        if (place < lineup.begun && !own.agree_with(limits))
            throw games::UserError(
                fmt::format("--limits: '{}' already takes part and keeps its limits; to start it afresh, use referee "
                            "change FILE replace",
                            harmless(all[place])));
        if (!wish.resume || !own.agree_with(limits)) own = own.replaced_by(limits);
    }
}

/// Refuses options that name an unknown bot. Called before the bots are checked, because checks take time.
void refuse_unknown_names(const TournamentOptions& wish, const Lineup& lineup) {
    const std::vector<std::string> all = all_names(lineup);
    if (!wish.challenger.empty()) entrant_named("--challenger", wish.challenger, all);
    if (wish.anchor) entrant_named("--anchor", wish.anchor->name, all);
}

void refuse_other_games(std::span<const Contender> named, const games::GameInfo& game) {
    for (const Contender& contender : named) {
        if (const auto why = refusal_of_sample_bot(contender.entrant.command.program, game))
            throw games::UserError(fmt::format("'{}' {}", harmless(contender.entrant.name), *why));
    }
}

/// Adds bots that the user names. Bots that join a tournament are checked like the bots from a folder.
void add_named(Lineup& lineup, Lineup named, const TournamentOptions& wish, const Preparation& prepared) {
    const std::size_t before = lineup.contenders.size();
    std::ranges::move(named.contenders, std::back_inserter(lineup.contenders));
    std::ranges::move(named.renamed, std::back_inserter(lineup.renamed));
    lineup.left_out = std::move(named.left_out);
    for (Contender& contender : std::span(lineup.contenders).last(lineup.joining()))
        contender.from_folder = true;
    set_limits(lineup, wish);
    refuse_other_games(std::span(lineup.contenders).subspan(before), *prepared.spec.game);
}

}  // namespace

Lineup line_up_while_played(const TournamentOptions& wish, const TournamentHead& head, const Preparation& prepared,
                            const std::vector<std::string>& reserved, BotCopies* copies) {
    const std::set<std::size_t> returners = returners_of(wish.orders, head);
    Lineup lineup;
    lineup.contenders = contenders_of(head.entrants, prepared.isolation.path(), prepared.settings.bots_folders, copies,
                                      [&](std::size_t entrant) { return !returners.contains(entrant); });
    lineup.begun = lineup.contenders.size();
    refuse_changed(returners, lineup.contenders, head);
    std::vector<std::string> taken = lineup.names();
    taken.insert(taken.end(), reserved.begin(), reserved.end());
    add_named(lineup, lineup_of_named(wish, head, prepared, taken, copies), wish, prepared);
    return lineup;
}

void require_folder_of_tournament(const TournamentOptions& wish, const TournamentHead& head) {
    if (!wish.only_changes || !wish.orders.bring_bots()) return;
    const Field field(static_cast<int>(head.entrants.size()), head.changes);
    const std::set<std::size_t> leavers = leavers_of(wish.orders, head);
    std::vector<StoredEntrant> staying;
    std::vector<std::string> relative;
    for (std::size_t i = 0; i < head.entrants.size(); ++i) {
        if (!field.is_in(static_cast<int>(i)) || leavers.contains(i)) continue;
        staying.push_back(head.entrants[i]);
        for (const FileSum& file : staying.back().files)
            if (!file.path.starts_with('/')) relative.push_back(file.path);
    }
    if (may_have_begun_here(staying)) return;
    throw games::UserError("new bots are looked up in the folder in which the tournament was started: " +
                           folder_to_run_in(relative, wish.db));
}

void warn_of_changed_files(const TournamentHead& head) {
    if (!may_have_begun_here(head.entrants)) return;  // all files would seem to be gone
    const Field field(static_cast<int>(head.entrants.size()), head.changes);
    FileWatch watch({});
    for (const int entrant : field.present()) {
        const auto change = watch.changed(head.entrants[static_cast<std::size_t>(entrant)], "it joined");
        if (!change) continue;
        warn(fmt::format("{}: before the tournament is resumed, {}", harmless(*change), record_bot_changes));
        return;
    }
}

void require_all_fit(const Lineup& checked) {
    if (checked.left_out.empty()) return;
    const LeftOut& bot = checked.left_out.front();
    throw games::UserError(fmt::format("'{}' is not fit to play, and nothing was changed: {}{}", harmless(bot.name),
                                       harmless(bot.reason), bot.hint.empty() ? "" : "; see " + bot.hint));
}

std::optional<handins::PreparedClass> prepared_hand_ins(const TournamentOptions& wish, const Isolation& isolation,
                                                        int jobs, std::optional<StopSignal>& stop) {
    if (!isolation.confinement.sandbox)
        throw games::UserError("--students: hand-ins are unpacked and built only in a sandbox: omit --sandbox off");
    stop.emplace();
    auto prepared = handins::prepare_class(handins::read_students(read_text_file(wish.students), wish.students),
                                           {wish.hand_ins, wish.bots_folder},
                                           {isolation.confinement.sandbox, stop->fd(), jobs, note});
    if (!prepared || stop->requested()) {
        begin_line_on_terminal();
        note("stopped while the hand-ins were prepared: nothing has been played");
        return std::nullopt;
    }
    stop.reset();
    return prepared;
}

Lineup line_up(const TournamentOptions& wish, const Origin& origin, const Preparation& prepared, BotCopies* copies) {
    const std::vector<StoredEntrant>& known = origin.head.entrants;
    const bool named_again = origin.begun && (!wish.bots.empty() || !wish.bots_folder.empty());
    Lineup lineup;
    if (!named_again) lineup.contenders = contenders_of_origin(wish, origin, prepared, copies);
    const std::size_t seated = lineup.contenders.size();
    lineup.begun = origin.begun ? seated : 0;
    for (std::size_t i = lineup.begun; i < seated; ++i) {
        if (lineup.contenders[i].files != known[i].files)
            note(fmt::format("'{}' has changed since {}", harmless(known[i].name), harmless(wish.from)));
    }
    Lineup named = lineup_of_named(wish, origin.head, prepared, lineup.names(), copies,
                                   named_again ? std::span(known) : std::span<const StoredEntrant>());
    drop_seated(named, lineup.contenders, prepared.isolation.path());
    keep_to_stored_files(named.contenders, known);
    add_named(lineup, std::move(named), wish, prepared);
    for (const Renamed& bot : lineup.renamed)
        note(fmt::format("'{}' takes part as '{}'", bot.file, bot.name));
    refuse_unknown_names(wish, lineup);
    const FormatSettings& format = prepared.settings.format;
    const int in = static_cast<int>(lineup.contenders.size());
    if (format.format == Format::swiss && !origin.begun && in >= 2) make_schedule(format, Field(in), 0);
    return lineup;
}

std::optional<Lineup> checked(Lineup lineup, const TournamentOptions& wish, const CheckPlan& plan,
                              const Isolation& isolation, int jobs, std::optional<StopSignal>& stop,
                              const CheckLineup& check) {
    const bool joining = lineup.joining() > 0;
    if (wish.bots_folder.empty() && !joining) return lineup;
    const auto of_folder = [&lineup] { return std::ranges::count_if(lineup.contenders, &Contender::from_folder); };
    const auto found = of_folder() + std::ssize(lineup.left_out);
    report_left_out(lineup.left_out);
    note(lineup.left_out.empty() ? fmt::format("checking {}", found == 1 ? "the bot" : fmt::format("{} bots", found))
                                 : fmt::format("checking the other {} of {} bots", of_folder(), found));
    stop.emplace();
    const bool all_checked =
        check(lineup, plan, isolation, stop->fd(), jobs, [&](const Contender& /*contender*/, const LeftOut* left_out) {
            if (left_out != nullptr && (!joining || !wish.orders.folder.empty())) report_left_out(*left_out);
        });
    if (!all_checked || stop->requested()) {
        begin_line_on_terminal();
        note(wish.only_changes ? "stopped while the bots were checked: nothing was changed"
                               : "stopped while the bots were checked: nothing has been played");
        return std::nullopt;
    }
    stop.reset();
    note(found == 1 && lineup.left_out.empty()
             ? std::string("it is fit to play")
             : fmt::format("{} of {} {} fit to play", of_folder(), found, of_folder() == 1 ? "is" : "are"));
    if (joining && wish.orders.folder.empty()) require_all_fit(lineup);
    return lineup;
}

}  // namespace referee::tournament
