// The settings that influence a tournament's games and their logs, and their JSON representation. The entrants and the
// seed are not among them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/fields.hpp"
#include "protocol/match_log.hpp"
#include "referee/core/match/notes.hpp"
#include "referee/core/match/openings.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/tournament/figures/statistics/goal.hpp"
#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/statistics/sprt.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"

namespace referee::tournament {

/// The default for the notes in a log. A bot's evaluations take a few bytes per ply. Its other text could fill most of
/// the file of a tournament with many games.
inline constexpr NotesKept usual_notes = NotesKept::info;

struct Settings {
    std::string game;                          ///< the game and its settings: "magnetize:width=7"
    protocol::Config config;                   ///< as in a match log: a file is represented by its text
    std::string rules;                         ///< as in a match log, for a game of one's own; otherwise empty
    std::string rules_program;                 ///< the path of these rules, as for a bot's files
    protocol::Limits limits;                   ///< without `kept_by`, which is not a setting
    bool sandbox = false;                      ///< whether the bots run in a sandbox
    std::vector<std::string> sandbox_folders;  ///< visible in the sandbox in addition to the bots' own folders
    bool sandbox_reuse = true;                 ///< whether a bot's sandbox may be cleared and used for its next game
    /// The folders of bots: the folder that --bots names, and the folders of earlier stages. Each entry of such a
    /// folder is one bot, which sees only its own files. The files of eliminated bots stay hidden from the other bots.
    std::vector<std::string> bots_folders;
    FormatSettings format;
    int opening_plies = 0;     ///< the number of plies of generated openings
    OpeningList opening_list;  ///< the given openings; `format.openings` is also true for generated ones
    std::optional<SprtSettings> sprt;
    std::optional<Goal> until;     ///< the goal at which the tournament stops
    std::optional<Anchor> anchor;  ///< the anchor of the ratings in the tables, and of a goal in Elo
    DrawMethod draws = DrawMethod::sha256;
    NotesKept notes = usual_notes;  ///< how much of the bots' output to stderr the logs keep
    /// The speed for which the time limits are given, in thousands of calibration steps a second (see run/host.hpp).
    /// Each host scales the limits by its own speed. None: the limits are the same on all hosts.
    std::optional<std::int64_t> reference_speed;

    /// All random choices of the tournament with these settings and this seed.
    RunSeed run_seed(std::uint64_t seed) const { return {seed, draws}; }
    /// Adapts the format to the openings and the goal.
    void fit_format();

    static void fields(auto& self, auto&& visit) {
        using namespace protocol;
        visit("game", self.game);
        visit("config", self.config);
        visit("rules", omit_if(self.rules.empty(), json_text_of(self.rules)));
        visit("rules_program", omit_if(self.rules.empty(), self.rules_program));
        visit("limits", group([&](auto&& part) { Limits::fields(self.limits, part, false); }));
        visit("sandbox", self.sandbox);
        visit("sandbox_folders", self.sandbox_folders);
        visit("sandbox_reuse", omit_if(self.sandbox_reuse, self.sandbox_reuse));
        FormatSettings::fields(self.format, visit);
        visit("opening_plies", self.opening_plies);
        visit("sprt", self.sprt);
        visit("openings", omit_if(self.opening_list.openings.empty(), self.opening_list));
        visit("until", omit_if(!self.until, as_text(self.until, to_text, goal_of)));
        visit("anchor", if_any(self.anchor));
        visit("draws", omit_if(self.draws == DrawMethod::splitmix64, as_text(self.draws, referee::name_of, draws_of)));
        visit("stderr_log", omit_if(self.notes == usual_notes, as_text(self.notes, referee::name_of, notes_kept_of)));
        visit("bots_folder", omit_if(self.bots_folders.empty(), one_or_list(self.bots_folders)));
        visit("reference_speed", if_any(self.reference_speed));
    }
    void after_reading() {
        limits.after_reading();
        fit_format();
    }
};

/// The settings as a JSON object on one line (docs/tournament_file.md). Equal settings give equal text.
std::string to_json(const Settings& settings);

/// Reads settings that to_json() has written. A file of an older version lacks the way of random choices: it is
/// DrawMethod::splitmix64. If another value is missing or invalid, throws a games::UserError that names it.
Settings settings_of_json(std::string_view json);

}  // namespace referee::tournament
