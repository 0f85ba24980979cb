#include "referee/tournament/admit/settle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/bots/named_entrant.hpp"
#include "referee/core/bots/real_words.hpp"
#include "referee/core/bots/sample_bots.hpp"
#include "referee/tournament/admit/lineup.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/schedule/make_schedule.hpp"
#include "referee/tournament/paper/store/store_compare.hpp"

namespace referee::tournament {

namespace {

/// Refuses the return of entrants whose files have changed. `contenders`: all entrants, with their files as they are.
void refuse_changed(const std::set<std::size_t>& returners, const std::vector<Contender>& contenders,
                    const TournamentHead& head) {
    for (const std::size_t entrant : returners) {
        if (contenders[entrant].files != head.entrants[entrant].files)
            throw games::UserError(
                fmt::format("return: the files of '{}' have changed since it took part: restore them, or let the bot "
                            "join with add",
                            head.entrants[entrant].name));
    }
}

/// The known bots. Entrants that have left stay as stored, because their files may be gone. So do those that a
/// change does not bring back, because it plays no game of theirs.
std::vector<Contender> known_contenders(const Participation& wish, const TournamentHead& head,
                                        const BotPlaces& places) {
    const std::vector<StoredEntrant>& known = head.entrants;
    const Field field(static_cast<int>(known.size()), head.changes);
    const std::set<std::size_t> returners = returners_of(wish.orders, head);
    auto contenders = contenders_of(known, places, [&](std::size_t entrant) {
        if (wish.only_changes) return !returners.contains(entrant);
        return !field.is_in(static_cast<int>(entrant));
    });
    // In another folder all files seem to be missing, and the comparison with the file says where to go.
    if (wish.only_changes && may_have_begun_here(known)) refuse_changed(returners, contenders, head);
    for (Contender& contender : contenders)
        contender.entrant.reuse = contender.entrant.reuse || (wish.reuse && !wish.only_changes);
    return contenders;
}

/// Throws games::UserError if a file is gone with which a bot has played in an earlier stage. `from`: the stage's file.
void refuse_missing(const StoredEntrant& before, const Contender& now, const std::string& from,
                    std::span<const StoredEntrant> known) {
    std::vector<std::string> missing;
    for (const FileSum& file : before.files)
        if (std::ranges::find(now.files, file.path, &FileSum::path) == now.files.end()) missing.push_back(file.path);
    if (missing.empty()) return;
    const bool is_elsewhere = missing.front().front() != '/' && !may_have_begun_here(known);
    const std::string remedy =
        is_elsewhere ? folder_to_run_in(missing, from)
                     : fmt::format("restore it, or let the bot leave first: referee change {} withdraw {}",
                                   copyable_path(from), copyable_word(before.name));
    throw games::UserError(
        fmt::format("--from: '{}' no longer has its file {}: {}", before.name, missing.front(), remedy));
}

/// A bot of the folder that an earlier stage has seated plays once.
void drop_seated(Lineup& named, std::span<const Contender> seated, std::string_view path) {
    std::set<std::vector<std::string>> places;
    for (const Contender& contender : seated)
        places.insert(real_words(contender.entrant.command.arguments, path));
    std::erase_if(named.contenders, [&](const Contender& contender) {
        return may_be_left_out(contender.if_unfit) &&
               places.contains(real_words(contender.entrant.command.arguments, path));
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
            throw games::UserError(
                fmt::format("--limits: '{}' has two lists of limits: combine them in one --limits", all[place]));
    }
    return found;
}

/// Sets the limits given by --limits. An entrant that already plays keeps its limits.
void set_limits(Lineup& lineup, const Participation& wish) {
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
                            all[place]));
        if (!wish.resume || !own.agree_with(limits)) own = own.replaced_by(limits);
    }
}

/// Refuses options that name an unknown bot. Called before the bots are checked, because checks take time.
void refuse_unknown_names(const Participation& wish, const Lineup& lineup) {
    const std::vector<std::string> all = all_names(lineup);
    if (!wish.challenger.empty()) static_cast<void>(entrant_named("--challenger", wish.challenger, all));
    if (wish.anchor) static_cast<void>(entrant_named("--anchor", wish.anchor->name, all));
}

void refuse_other_games(std::span<const Contender> named, const games::GameInfo& game) {
    for (const Contender& contender : named) {
        if (const auto why = refusal_of(contender.entrant, game))
            throw games::UserError(fmt::format("'{}' {}", contender.entrant.name, *why));
    }
}

}  // namespace

Lineup settled_lineup(const Participation& wish, const Entrance& entrance, Candidates candidates) {
    const Preparation& prepared = entrance.prepared;
    // Without a sandbox, copies would be useless, because a bot could change them too.
    BotCopies* const copies = prepared.isolation.confinement.sandbox ? entrance.copies : nullptr;
    const BotPlaces places{prepared.isolation.path(), prepared.settings.bots_folders, copies};
    const std::vector<StoredEntrant>& known = entrance.known.entrants;
    const bool named_again = entrance.begun && (!wish.bots.empty() || !wish.bots_folder.empty());
    Lineup lineup;
    if (!named_again) lineup.contenders = known_contenders(wish, entrance.known, places);
    const std::size_t seated = lineup.contenders.size();
    lineup.begun = entrance.begun ? seated : 0;
    for (std::size_t i = lineup.begun; i < seated; ++i) {
        refuse_missing(known[i], lineup.contenders[i], wish.from, known);
        if (lineup.contenders[i].files != known[i].files)
            entrance.tell(fmt::format("'{}' has changed since {}", known[i].name, wish.from));
    }
    std::vector<std::string> taken = lineup.names();
    taken.insert(taken.end(), entrance.reserved.begin(), entrance.reserved.end());
    Lineup named = find_bots(std::move(candidates), places, taken);
    if (!entrance.begun) drop_seated(named, lineup.contenders, places.path);
    keep_to_stored_files(named.contenders, known);
    std::ranges::move(named.contenders, std::back_inserter(lineup.contenders));
    lineup.renamed = std::move(named.renamed);
    lineup.left_out = std::move(named.left_out);
    set_limits(lineup, wish);
    refuse_other_games(std::span(lineup.contenders).subspan(lineup.begun), *prepared.spec.game);
    for (const Renamed& bot : lineup.renamed)
        entrance.tell(fmt::format("'{}' takes part as '{}'", bot.file, bot.name));
    refuse_unknown_names(wish, lineup);
    const FormatSettings& format = prepared.settings.format;
    const int in = static_cast<int>(lineup.contenders.size());
    if (format.format == Format::swiss && !entrance.begun && in >= 2) make_schedule(format, Field(in), 0);
    return lineup;
}

}  // namespace referee::tournament
