// All that has an influence on a tournament's games and their logs, but for the entrants and the seed; and the same as
// JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/fields.hpp"
#include "protocol/match_log.hpp"
#include "referee/match/note_keeper.hpp"
#include "referee/tournament/schedule/opening_list.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/statistics/goal.hpp"
#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/statistics/sprt.hpp"

namespace referee::tournament {

/// What each game's log keeps where nothing else is said: a tournament has many games, and a bot's evaluations are a
/// few bytes of each ply, but its text may be the larger part of the file.
inline constexpr NotesKept usual_notes = NotesKept::info;

struct Settings {
    std::string game;                          ///< with its settings: "magnetize:width=7"
    protocol::Config config;                   ///< as in a match log: files as their text
    protocol::Limits limits;                   ///< `kept_by` is not a setting and not kept
    bool sandbox = false;                      ///< whether the bots run in one
    std::vector<std::string> sandbox_folders;  ///< shown in it beside the bots' own
    /// Folders each of whose entries has files of its own, and sees no others: that of --bots, and those of the earlier
    /// stages, whose bots stay hidden when they are out.
    std::vector<std::string> bots_folders;
    FormatSettings format;
    int opening_plies = 0;     ///< of generated openings
    OpeningList opening_list;  ///< or openings that are given; format.openings tells whether there are any of either
    std::optional<SprtSettings> sprt;
    std::optional<Goal> until;      ///< where it stops
    std::optional<Anchor> anchor;   ///< of the ratings in its tables, and so of a goal that is a width
    NotesKept notes = usual_notes;  ///< what the logs keep of what the bots write to stderr
    /// Thousands of steps of the calibration in a second (see run/host.hpp) to which the limits of time are
    /// scaled on each host; none: they are the same everywhere.
    std::optional<std::int64_t> reference_speed;

    /// Sets how the openings and the goal, or their absence, change the schedule.
    void fit_format();

    static void fields(auto& self, auto&& visit) {
        using namespace protocol;
        visit("game", self.game);
        visit("config", self.config);
        visit("limits", group([&](auto&& part) { Limits::fields(self.limits, part, false); }));
        visit("sandbox", self.sandbox);
        visit("sandbox_folders", self.sandbox_folders);
        FormatSettings::fields(self.format, visit);
        visit("opening_plies", self.opening_plies);
        visit("sprt", self.sprt);
        visit("openings", omit_if(self.opening_list.openings.empty(), self.opening_list));
        visit("until", omit_if(!self.until, as_text(self.until, to_text, goal_of)));
        visit("anchor", if_any(self.anchor));
        visit("stderr_log", omit_if(self.notes == usual_notes, as_text(self.notes, referee::name_of, notes_kept_of)));
        visit("bots_folder", omit_if(self.bots_folders.empty(), one_or_list(self.bots_folders)));
        visit("reference_speed", if_any(self.reference_speed));
    }
    void after_reading() {
        limits.after_reading();
        fit_format();
    }
};

/// A JSON object, on one line (docs/tournament_file.md). Equal settings give equal text.
std::string to_json(const Settings& settings);

/// Reads what to_json() has written. Throws games::UserError if something is missing or is not what it should be,
/// naming it.
Settings settings_of_json(std::string_view json);

}  // namespace referee::tournament
