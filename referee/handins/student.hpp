// A student in the list of a class, whether or not there is a hand-in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/fields.hpp"

namespace referee::handins {

/// A column of a list that identifies a student, besides the name. A value is compared with its own column only.
enum class IdKind : std::uint8_t {
    number,       ///< the student's number at the school
    email,        ///< the address
    login,        ///< the name with which the student logs in
    platform_id,  ///< the platform's own number for the student
    handle,       ///< the login at a code host
};
struct Identifier {
    IdKind kind;
    std::string value;
    friend bool operator==(const Identifier&, const Identifier&) = default;
};

/// The entrant of a student has the name of the student's team, or else that of the student. An entrant whose hand-in
/// was refused is in the journal as left out. All members of a team have the same `remark`, `build_output`,
/// `plays_as` and `is_newest_version`.
struct Student {
    std::string name;      ///< a valid name, and the only one of its kind in the list
    std::string number{};  ///< empty if the list has none; so are the others
    std::string email{};
    std::string group{};
    std::string handed_in{};     ///< the name of the student's folder, as Moodle wants it for feedback; empty: nothing
    std::string remark{};        ///< which of several files was taken
    std::string build_output{};  ///< the end of what a build has written that did not fail
    /// The name of the student's bot in a second stage, if a bot of another name has replaced it before. Empty: the
    /// student's name, or that of a version.
    std::string plays_as{};
    std::string login{}, platform_id{}, handle{};  ///< see IdKind
    std::string team{};  ///< a valid name, and none of a student; empty: the student hands in alone
    /// The newest hand-in was not refused, although an earlier one was: it is the newest version that has taken part,
    /// handed in again, or a newer one that stays out because the entrant has left or has lost a knockout.
    bool is_newest_version = false;

    /// The name of the entrant: of the student with the team.
    [[nodiscard]] const std::string& entrant() const { return team.empty() ? name : team; }

    /// The value of a kind; empty if the list has none.
    [[nodiscard]] const std::string& identifier(IdKind kind) const;

    static void fields(auto& self, auto&& visit) {
        visit("name", self.name);
        visit("number", self.number);
        visit("email", self.email);
        visit("group", self.group);
        visit("handed_in", protocol::omit_if(self.handed_in.empty(), self.handed_in));
        visit("remark", protocol::omit_if(self.remark.empty(), self.remark));
        visit("build_output", protocol::omit_if(self.build_output.empty(), self.build_output));
        visit("plays_as", protocol::omit_if(self.plays_as.empty(), self.plays_as));
        visit("login", protocol::omit_if(self.login.empty(), self.login));
        visit("platform_id", protocol::omit_if(self.platform_id.empty(), self.platform_id));
        visit("handle", protocol::omit_if(self.handle.empty(), self.handle));
        visit("team", protocol::omit_if(self.team.empty(), self.team));
        visit("is_newest_version", protocol::omit_if(!self.is_newest_version, self.is_newest_version));
    }
    friend bool operator==(const Student&, const Student&) = default;
};

/// The list of a class, with texts that are fit for the tournament's file.
[[nodiscard]] std::vector<Student> kept_students(std::vector<Student> students);

}  // namespace referee::handins
