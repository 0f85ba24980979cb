// The people, the hand-ins and the settings of an arena as values.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.hpp"
#include "referee/handins/student.hpp"
#include "referee/handins/teams.hpp"

namespace referee::arena {

/// Wall-clock time. The deadline of a class is a time of day, also if the machine sleeps or restarts before it.
using Time = std::chrono::sys_time<std::chrono::milliseconds>;
/// Reads the wall clock. Tests inject another one.
using WallClock = std::function<Time()>;
[[nodiscard]] Time system_time();
/// "2026-12-18T17:00:00Z": UTC, ISO 8601, in seconds.
[[nodiscard]] std::string time_text(Time time);
/// The inverse of time_text(). None for other texts.
[[nodiscard]] std::optional<Time> time_of_text(std::string_view text);
/// Reads "2026-12-18 18:00", or "18:00" for the next time of this kind, in the time zone of this machine. Throws
/// games::UserError, whose message names `what`.
[[nodiscard]] Time parse_time(const std::string& text, std::string_view what, Time now);
/// "Fri 18 Dec 2026 18:00", in the time zone of this machine.
[[nodiscard]] std::string local_text(Time time);

enum class Role : std::uint8_t { student, teacher };

/// Somebody with a link.
struct Visitor {
    Role role = Role::student;
    int person = -1;  ///< the number of the student; -1 for the teacher

    friend bool operator==(const Visitor&, const Visitor&) = default;
};

/// A student of the list, or a team: its student has the name of the team, which is in this team.
struct Person {
    int number = 0;  ///< counted from 0, in the order of the list; never changes
    handins::Student student;
    bool withdrawn = false;  ///< the teacher has taken the bots of this holder out of the ladder and the final
    int holder = number;     ///< who holds what this person hands in: the team, or else the person; see set_holders()
    int members = 1;         ///< of a holder: the students who hand in for it; a former team has none

    [[nodiscard]] bool is_team() const { return !student.team.empty() && student.team == student.name; }
    /// Whether the newest version that this holder has takes part.
    [[nodiscard]] bool takes_part() const { return !withdrawn && members > 0; }
};

/// The state of a hand-in. `building`, `checking` and `playing` are known only to the process that does so: after a
/// restart, the hand-in waits again.
enum class HandInState : std::uint8_t {
    waiting,
    building,
    checking,
    playing,  ///< the games of a try
    accepted,
    refused,
    ended,  ///< a try that was ended before it was over
};
[[nodiscard]] std::string_view name_of(HandInState state);
[[nodiscard]] std::optional<HandInState> hand_in_state_of(std::string_view name);

/// One version of the bot of a student or a team. All texts that come from the student or the student's programs may be
/// hostile.
struct HandIn {
    int person = 0;      ///< the holder; of a try, the person who has sent it
    int version = 1;     ///< counted from 1 for each holder; of a try, its negative number
    std::string file;    ///< the name that the student has given to the file, without folders
    std::string sha256;  ///< of the bytes: 64 hexadecimal digits
    std::uint64_t bytes = 0;
    Time at{};  ///< when the first byte came
    HandInState state = HandInState::waiting;
    std::string reason{};          ///< refused: why, in one line
    std::string choice{};          ///< which of several files was taken; may be empty
    std::string build_output{};    ///< the end of what the build has written
    std::string check{};           ///< the text of the check, with newlines
    int sender = -1;               ///< of a team's version: the member who has handed it in; -1: unknown, or no team
    bool may_be_repeated = false;  ///< refused for lack of time or memory: the same bytes are tried again if handed in
    std::int64_t order = 0;        ///< hand-ins that came at the same time are in this order
    Time judged_at{};              ///< accepted or refused: when
    std::chrono::milliseconds spent{};  ///< the time that workers have needed for it

    /// Whether it is only tried: it is no version, and never plays in the ladder.
    [[nodiscard]] bool is_try() const { return version < 0; }
};

/// A game of a try, as its author sees it.
struct TriedGame {
    std::string opponent;
    bool first = true;   ///< whether the try moved first
    std::string result;  ///< "won", "drawn", "lost", or "void": it was not played to its end
    std::string ending;  ///< in words
    int plies = 0;
    bool is_shown = true;  ///< its log was small enough to be kept

    static void fields(auto& self, auto&& visit) {
        visit("opponent", self.opponent);
        visit("first", self.first);
        visit("result", self.result);
        visit("ending", self.ending);
        visit("plies", self.plies);
        visit("is_shown", self.is_shown);
    }
};

/// A file that a person has tried without handing it in. Each person has the newest one only.
struct Try {
    HandIn hand_in;
    std::vector<TriedGame> games{};
};

/// The name of a version's entrant in the ladder: "Zoë #3". It never changes. A try is called "Zoë #try".
[[nodiscard]] std::string entrant_name(const Person& person, int version);
inline constexpr std::string_view mark_of_try = " #try";  ///< the end of the name of a try, and of no other bot

/// An entry of the audit trail.
struct AuditEntry {
    Time at{};
    std::string who;   ///< "teacher", "student", or "arena" for what the program does by itself
    std::string what;  ///< one line
};

/// The settings that stay from start to start. The game, its limits and the isolation are in ladder.db.
struct ArenaSettings {
    std::string id;  ///< 16 hexadecimal digits, part of the names of cookies
    Time deadline{};
    std::string until;  ///< the deadline as it was given on the command line; given again, it changes nothing
    std::chrono::microseconds final_time = std::chrono::hours(1);  ///< the intended duration of the final
    std::string host = "127.0.0.1";
    int port = 8080;
    bool is_public = false;     ///< anybody on the network may see the public page
    std::string public_origin;  ///< "https://arena.example"; empty: the address of the server
    std::optional<int> jobs;    ///< the number of concurrent games; none: half the cores
    bool without_control_groups = false;
    bool paused = false;     ///< no game begins
    bool published = false;  ///< students see the table of the final
    bool live = false;       ///< not published, but the public page shows the final as it is played
    /// The secret from which the seed of the final follows: a token. Its SHA-256 is public from the first start on, and
    /// the secret itself after the final.
    std::string final_secret;
    bool final_has_begun = false;
    int finals_set_aside = 0;                            ///< finals that an extension has made obsolete
    bool final_is_over = false;                          ///< final.db is complete
    std::optional<std::chrono::microseconds> game_time;  ///< the mean duration of a game of the ladder so far
    std::vector<std::string> staff;    ///< the names of the teacher's bots, in the order of the ladder
    std::string list_separator = ",";  ///< of the columns of the list of students, and of the table of marks
    handins::Teams teams{};            ///< where the list has the teams
    std::string message{};             ///< of the teacher, for all students; empty: none

    static void fields(auto& self, auto&& visit) {
        visit("id", self.id);
        visit("deadline", protocol::as_text(self.deadline, time_text, time_of_text));
        visit("until", protocol::may_lack(self.until));
        visit("final_time", self.final_time);
        visit("host", self.host);
        visit("port", self.port);
        visit("public", self.is_public);
        visit("public_origin", self.public_origin);
        visit("jobs", self.jobs);
        visit("without_control_groups", self.without_control_groups);
        visit("paused", self.paused);
        visit("published", self.published);
        visit("final_secret", self.final_secret);
        visit("final_has_begun", self.final_has_begun);
        visit("finals_set_aside", self.finals_set_aside);
        visit("final_is_over", self.final_is_over);
        visit("staff", self.staff);
        visit("game_time", self.game_time);
        visit("list_separator", self.list_separator);
        visit("teams", protocol::omit_if(self.teams == handins::Teams(), self.teams));
        visit("live", protocol::omit_if(!self.live, self.live));
        visit("message", protocol::omit_if(self.message.empty(), self.message));
    }
    friend bool operator==(const ArenaSettings&, const ArenaSettings&) = default;
};

/// The file of the final: "final.db", or "final-2.db" if one was set aside. A name is never used twice, because SQLite
/// keeps files beside a database that are found by its name.
[[nodiscard]] std::string final_file(const ArenaSettings& settings);

/// The phases of an arena, in their order. An extension leads back to `running`.
enum class Phase : std::uint8_t {
    running,    ///< students hand in, and the ladder is played
    closing,    ///< the deadline has passed; uploads that began before it may end within time_to_finish_upload
    preparing,  ///< the last hand-ins are built and checked
    final,
    done,
};
[[nodiscard]] std::string_view name_of(Phase phase);

/// The time that an upload may take after the deadline, if its first byte came before it.
inline constexpr std::chrono::seconds time_to_finish_upload{60};

}  // namespace referee::arena
