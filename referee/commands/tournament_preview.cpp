#include "referee/commands/tournament_preview.hpp"

#include <fmt/format.h>

#include "referee/terminal/output.hpp"
#include "referee/tournament/entrants/fitness.hpp"
#include "referee/tournament/run/forecast.hpp"
#include "referee/tournament/schedule/field.hpp"
#include "referee/tournament/schedule/swiss.hpp"

namespace referee::tournament {

namespace {

/// "8 bots, 2 no longer in"
std::string bots_in(const TournamentHead& head) {
    const std::size_t all = head.entrants.size();
    const std::size_t in = Field(static_cast<int>(all), head.changes).present().size();
    return fmt::format("{} bots{}", all, in < all ? fmt::format(", {} no longer in", all - in) : "");
}

}  // namespace

std::string plan_text(const Preparation& prepared, const Participants& participants, const Schedule& schedule, int jobs,
                      Duration pause) {
    const auto& contenders = participants.contenders();
    const FormatSettings& format = prepared.settings.format;
    std::optional<int> rounds;
    if (format.format == Format::swiss) rounds = Swiss::rounds_of(format, Field(static_cast<int>(contenders.size())));
    return forecast_text(prepared.settings, prepared.spec, contenders, schedule.total(), rounds, jobs, pause);
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

void announce(const TournamentOptions& options, const Preparation& prepared, const Participants& participants,
              const TournamentHead& head, const std::string& plan, const std::string& engine, const std::string& busy) {
    if (options.json_events || options.quiet) return;
    note(fmt::format("{}, {} of {}, seed {}, {}; kept in {}", prepared.settings.game,
                     name_of(prepared.settings.format.format), bots_in(head), head.seed, engine, options.db));
    if (!plan.empty()) note(plan);
    if (!options.resume) {
        for (const std::string& warning : warnings_of(participants.contenders(), prepared.settings.limits))
            warn(warning);
    }
    if (!busy.empty()) warn(busy);
    note("to watch in a browser: referee serve " + shell_word(options.db));
}

}  // namespace referee::tournament
