#include "referee/tournament/run/preview.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "referee/terminal/output.hpp"
#include "referee/terminal/shell_word.hpp"
#include "referee/tournament/entrants/fitness.hpp"
#include "referee/tournament/run/forecast.hpp"
#include "referee/tournament/schedule/field.hpp"
#include "referee/tournament/schedule/swiss.hpp"
#include "referee/tournament/tables/account.hpp"
#include "referee/tournament/tables/change_lines.hpp"

namespace referee::tournament {

namespace {

/// "8 bots, 2 no longer in"
std::string bots_in(const TournamentHead& head) {
    const std::size_t all = head.entrants.size();
    const std::size_t in = Field(static_cast<int>(all), head.changes).present().size();
    return fmt::format("{} bots{}", all, in < all ? fmt::format(", {} no longer in", all - in) : "");
}

/// Those who take part after all changes, newcomers last: the field has them in the places of those whom they replace.
std::vector<Contender> present_of(const Planned& planned) {
    const TournamentHead& head = planned.head;
    std::vector<int> numbers = Field(static_cast<int>(head.entrants.size()), head.changes).present();
    std::ranges::sort(numbers);
    std::vector<Contender> present;
    for (const int entrant : numbers)
        present.push_back(planned.contenders[static_cast<std::size_t>(entrant)]);
    return present;
}

}  // namespace

std::string plan_text(const Planned& planned, const Schedule& schedule, int jobs, Duration pause) {
    const auto& [settings, spec, contenders, head] = planned;
    std::optional<int> rounds;
    if (settings.format.format == Format::swiss)
        rounds = Swiss::rounds_of(settings.format, Field(static_cast<int>(contenders.size())));
    return forecast_text({settings, spec, contenders, jobs, pause}, schedule.total(), rounds);
}

std::string plan_of_rest(const Planned& planned, Schedule& schedule, const Store& store, int jobs, Duration pause) {
    const auto& [settings, spec, contenders, head] = planned;
    const std::span<const Change> fresh = std::span(head.changes).subspan(store.head().changes.size());
    std::set<int> again;
    for (const Change& change : fresh)
        again.insert(change.games.begin(), change.games.end());
    const FinishedGames finished = store.results_under(head, again);
    std::optional<int> open;
    if (settings.format.format != Format::ladder && !settings.sprt && !settings.until) {
        schedule.ready(finished);
        open = *schedule.total() - finished.size();
    }
    const std::vector<Contender> playing = present_of(planned);
    // Games of newcomers may take another time than those so far.
    const bool newcomers = head.entrants.size() > store.head().entrants.size();
    const auto seconds = newcomers ? std::nullopt : seconds_a_game_so_far(head.changes);
    const Pace pace{settings, spec, playing, jobs, pause, seconds};
    std::string text;
    for (const Change& change : fresh)
        text += fmt::format("would be changed: {}\n# ", change_text(head, change));
    return text + rest_text(pace, account_of(store).played() - again.size(), open);
}

std::string warning_of_byes(const TournamentHead& head, std::size_t fresh) {
    const Settings settings = settings_of_json(head.settings);
    const std::size_t in = Field(static_cast<int>(head.entrants.size()), head.changes).present().size();
    if (settings.format.format != Format::swiss || in % 2 == 0) return "";
    std::vector<std::string> late;
    for (const Change& change : std::span(head.changes).last(fresh)) {
        if (change.kind == Change::Kind::joined)
            late.push_back(harmless(head.entrants[static_cast<std::size_t>(change.entrant)].name));
    }
    if (late.empty()) return "";
    return fmt::format(
        "{} entrants are an odd number: in each round the lowest one without a bye so far has no game, "
        "and gets the points of won ones; at first that is most likely {}, without points yet",
        in, fmt::join(late, " or "));
}

std::string listing_of(const Settings& settings, const TournamentHead& head, const std::string& plan) {
    std::string text = fmt::format("# {} of {}\n", name_of(settings.format.format), bots_in(head));
    for (const int number : Field(static_cast<int>(head.entrants.size()), head.changes).present()) {
        const StoredEntrant& entrant = head.entrants[static_cast<std::size_t>(number)];
        text += fmt::format("#   {}: {}{}\n", harmless(entrant.name), harmless(command_line_of(entrant.command)),
                            entrant.limits.empty() ? "" : fmt::format(" ({})", entrant.limits));
    }
    if (!plan.empty()) text += fmt::format("# {}\n", plan);
    return text;
}

void warn_before_games(const Planned& planned, std::size_t newcomers, const std::string& busy) {
    for (const std::string& warning : warnings_of(present_of(planned), newcomers, planned.settings.limits))
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
