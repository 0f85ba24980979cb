#include "referee/core/watch/texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/match/game_clock.hpp"
#include "referee/core/match/notes.hpp"
#include "referee/core/match/summary.hpp"

namespace referee::watch {

namespace {

using protocol::LoggedPly;
using protocol::Micros;

constexpr int bar_width = 10;

std::size_t place(int player) {
    return static_cast<std::size_t>(player);
}

const LoggedPly& ply_at(const Scene& scene, int ply) {
    return scene.log.plies[static_cast<std::size_t>(ply - 1)];
}

/// The time limit of a player's answer at this ply. A player's first answer may have another limit than later answers.
/// Plies of the opening do not count as answers. A person has no limit but the clock.
std::optional<Micros> limit_of(const Scene& scene, int player, int ply) {
    const GameClock clock = clock_before(scene.log, player, static_cast<std::size_t>(ply));
    if (scene.log.players[place(player)].command.empty()) return clock.left();
    bool is_first = true;
    for (int before = scene.log.opening + 1; before < ply; ++before) {
        if (ply_at(scene, before).player == player) is_first = false;
    }
    const auto limit = scene.log.limits_of(player).of_turn(is_first);
    return clock.allowance(limit).limit;
}

std::string lost_turns(const Scene& scene, const LoggedPly& ply) {
    std::string text;
    for (const int player : ply.lost)
        text += (text.empty() ? "lost: " : ", ") + scene.marks[place(player)];
    return text;
}

std::string title(const Scene& scene, int ply, const std::string& who) {
    const LoggedPly& shown = ply_at(scene, ply);
    std::string text = fmt::format("{}. {} {}", ply, who, harmless(shown.move));
    if (shown.wall) text += "  " + time_text(shown);
    if (ply <= scene.log.opening) text += "  given";
    if (!shown.lost.empty()) text += ", then " + lost_turns(scene, shown);
    return text;
}

std::string bar(Duration time, Duration limit) {
    const double part = limit.count() > 0 ? static_cast<double>(time.count()) / static_cast<double>(limit.count()) : 0;
    const int filled = std::clamp(static_cast<int>(std::ceil(part * bar_width)), 0, bar_width);
    return fmt::format("[{:#<{}}{:-<{}}]", "", filled, "", bar_width - filled);
}

std::string time_of(Duration time, std::optional<Micros> limit) {
    return rounded(time) + (limit ? fmt::format(" of {} {}", exact(*limit), bar(time, *limit)) : "");
}

}  // namespace

std::string title_of(const Scene& scene, int ply) {
    if (ply == 0) return "start";
    return title(scene, ply, called(scene.log, scene.marks, ply_at(scene, ply).player));
}

std::string short_title_of(const Scene& scene, int ply) {
    return ply == 0 ? "start" : title(scene, ply, scene.marks[place(ply_at(scene, ply).player)]);
}

std::string player_line(const Scene& scene, int player, bool to_move) {
    return fmt::format("{} {}", to_move ? ">" : " ", called(scene.log, scene.marks, player));
}

std::string time_line(const Scene& scene, int player, int ply, bool thinks) {
    if (thinks && scene.thinking) return "    " + time_of(*scene.thinking, limit_of(scene, player, ply + 1));
    for (int at = ply; at > 0; --at) {
        const LoggedPly& answer = ply_at(scene, at);
        if (answer.player != player) continue;
        if (!answer.wall) return "    no clock";
        const auto left = clock_before(scene.log, player, static_cast<std::size_t>(at) + 1).left();
        return "    " + time_of(*answer.cost(), limit_of(scene, player, at)) +
               (left ? fmt::format("  {} left", rounded(*left)) : "");
    }
    return "    has not moved";
}

std::string thought_line(const Scene& scene, int player, int ply) {
    for (int at = ply; at > 0; --at) {
        const LoggedPly& answer = ply_at(scene, at);
        if (answer.player != player) continue;
        const std::string said = answer.notes.info ? info_text(*answer.notes.info, true) : "";
        return said.empty() ? "" : "    " + said;
    }
    return "";
}

std::string notes_of_ply(const Scene& scene, int ply) {
    std::string text = title_of(scene, ply) + "\n";
    if (ply > 0) {
        const std::string notes = notes_text(ply_at(scene, ply).notes, std::string::npos);
        text += notes.empty() ? "No notes.\n" : notes;
    }
    if (!scene.over || ply < static_cast<int>(scene.log.plies.size())) return text;
    for (const int player : {0, 1}) {
        const std::string notes = notes_text(scene.log.last_notes[place(player)], std::string::npos);
        if (!notes.empty())
            text += fmt::format("\nAfter its last move, {}:\n{}", called(scene.log, scene.marks, player), notes);
    }
    return text;
}

std::string move_line(const Scene& scene, int ply, int width) {
    if (ply == 0) return "   0 start";
    const LoggedPly& shown = ply_at(scene, ply);
    std::string line = fmt::format("{:>4} {} {}", ply, scene.marks[place(shown.player)], harmless(shown.move));
    if (!shown.lost.empty()) line += "  " + lost_turns(scene, shown);
    std::string time = shown.wall ? rounded(*shown.wall) : ply <= scene.log.opening ? "given" : "";
    const std::string score = shown.notes.info ? score_text(*shown.notes.info) : "";
    if (!score.empty()) time = fmt::format("{}  {:>7}", score, time);
    const int room = width - static_cast<int>(cells_of(line, scene.looks.utf8).size()) - static_cast<int>(time.size());
    if (room >= 1) line += std::string(static_cast<std::size_t>(room), ' ') + time;
    return line;
}

std::string ending_text(const Scene& scene) {
    const std::string forfeit = scene.log.failure ? explain_forfeit(scene.log, scene.marks) : "";
    return headline(scene.log, scene.marks) + "\n" + forfeit;
}

std::string help_text() {
    return "space          play or pause\n"
           "left right     one ply back or forward\n"
           "PgUp PgDn      ten plies back or forward\n"
           "Home End       to the start or the end;\n"
           "               End: to the newest ply of a live match\n"
           "+ -            faster or slower\n"
           "n p            next or previous match\n"
           "up down, hjkl  scroll a large board or a text\n"
           "Tab            show the moves instead of the board\n"
           "i              show the bot's notes at this ply\n"
           "e              show the ending\n"
           "?              show these keys\n"
           "q              quit; a live match continues\n";
}

std::string state_of(const Model& model, const Scene& scene) {
    const std::string speed = fmt::format("{} {}/s", model.speed(), model.speed() == 1 ? "ply" : "plies");
    std::string state;
    if (model.following()) {
        state = "live";
    } else if (model.playing()) {
        state = "playing, " + speed;
    } else if (scene.over && model.shown() == model.plies()) {
        state = "the end, e explains";
    } else {
        state = "paused, " + speed;
    }
    if (model.live() && !model.following()) state += ", End goes live";
    if (scene.matches > 1) state += fmt::format(", match {} of {}", scene.match, scene.matches);
    return state;
}

}  // namespace referee::watch
