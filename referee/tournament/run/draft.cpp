#include "referee/tournament/run/draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "games/user_error.hpp"
#include "referee/system/version.hpp"
#include "referee/terminal/output.hpp"
#include "referee/tournament/entrants/entrant_named.hpp"
#include "referee/tournament/run/director.hpp"
#include "referee/tournament/run/ladder_rater.hpp"
#include "referee/tournament/schedule/field.hpp"
#include "referee/tournament/schedule/ladder.hpp"
#include "referee/tournament/schedule/swiss.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

/// All games of a round robin are planned, and written down, before the first one.
constexpr std::int64_t max_games = 1'000'000;

/// About how many games there will be. Open-ended: 0.
std::int64_t games_of(const FormatSettings& format, std::int64_t entrants) {
    switch (format.format) {
        case Format::round_robin: return entrants * (entrants - 1) / 2 * format.games;
        case Format::gauntlet:
        case Format::knockout: return (entrants - 1) * format.games;
        case Format::swiss:
            return entrants / 2 * format.rounds.value_or(Swiss::usual_rounds(static_cast<int>(entrants))) *
                   format.games;
        case Format::ladder: return 0;
    }
    return 0;
}

/// A goal may need many games of each pairing, but a tournament of many bots can't have as many as one of two.
void keep_within_bounds(FormatSettings& format, std::size_t entrants) {
    FormatSettings one_pair = format;
    one_pair.games = 2;
    const std::int64_t cycle = games_of(one_pair, static_cast<std::int64_t>(entrants));
    if (cycle > 0) format.games = static_cast<int>(std::min<std::int64_t>(format.games, max_games / cycle * 2));
}

/// Throws games::UserError where a setting does not fit the entrants.
Settings fitted_to_entrants(Settings settings, const TournamentOptions& wish, bool begun,
                            const std::vector<std::string>& names) {
    if (names.size() < 2) {
        throw UserError(fmt::format("a tournament needs two bots at least, and there {}",
                                    names.empty() ? "is none" : "is only '" + names.front() + "'"));
    }
    if (settings.sprt && names.size() != 2) {
        throw UserError(fmt::format("--sprt compares two bots, and there are {}", names.size()));
    }
    if (settings.until && !wish.games && !begun) keep_within_bounds(settings.format, names.size());
    // Games that are planned cycle by cycle need only be counted; and who has left is among the names, too.
    const std::int64_t most = begun && settings.until ? std::numeric_limits<int>::max() : max_games;
    if (const auto games = games_of(settings.format, static_cast<std::int64_t>(names.size())); games > most) {
        throw UserError(
            fmt::format("--games {}: that makes {} games of {} bots; {} is the most, and a ladder has no end",
                        settings.format.games, games, names.size(), most));
    }
    if (!wish.challenger.empty())
        settings.format.challenger = static_cast<int>(entrant_named("--challenger", wish.challenger, names));
    if (wish.anchor) settings.anchor = {entrant_named("--anchor", wish.anchor->name, names), wish.anchor->elo};
    return settings;
}

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

/// The bots that were left out, as the first entries of the journal.
std::vector<Change> journal_of(const std::vector<LeftOut>& left_out, const std::string& at) {
    std::vector<Change> changes;
    for (const LeftOut& bot : left_out)
        changes.push_back({.kind = Change::Kind::left_out,
                           .at = at,
                           .name = kept_text(bot.name),
                           .reason = kept_text(bot.reason),
                           .last_words = kept_text(bot.last_words)});
    return changes;
}

}  // namespace

Draft draft_of(const TournamentOptions& wish, const Origin& origin, const Settings& settings, const Lineup& lineup) {
    Draft draft{fitted_to_entrants(settings, wish, origin.begun, lineup.names()), {}, {}};
    TournamentHead& head = draft.head;
    head.referee_version = version;
    head.created_at = now_text();
    head.settings = to_json(draft.settings);
    // An earlier version may have written the same in another way.
    if (origin.begun && to_json(origin.settings) == head.settings) head.settings = origin.head.settings;
    head.seed = wish.seed.value_or(origin.head.seed);
    head.changes = journal_of(lineup.left_out, head.created_at);
    const std::size_t in_head = lineup.contenders.size() - lineup.joining();
    for (const Contender& contender : lineup.contenders)
        (head.entrants.size() < in_head ? head.entrants : draft.joining).push_back(contender.stored());
    return draft;
}

std::unique_ptr<Schedule> schedule_of(const Settings& settings, const TournamentHead& head,
                                      const std::vector<PlannedGame>& planned, Openings* openings) {
    const Field field(static_cast<int>(head.entrants.size()), head.changes);
    if (settings.format.format != Format::ladder) return make_schedule(settings.format, field, head.seed, planned);
    OpeningLeft opening_left;
    if (openings != nullptr) opening_left = [openings](int pairs) { return openings->has(pairs); };
    return std::make_unique<Ladder>(settings.format, field, head.seed, rate_for_ladder, planned,
                                    std::move(opening_left));
}

}  // namespace referee::tournament
