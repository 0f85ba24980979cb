// A student in the list of a class, whether or not there is a hand-in.
#pragma once

#include <string>

namespace referee::tournament {

/// The entrant of a student has the student's name. A student whose hand-in was refused is in the journal as left out.
struct Student {
    std::string name;      ///< a valid name, and the only one of its kind in the list
    std::string number{};  ///< empty if the list has none; so are the others
    std::string email{};
    std::string group{};

    static void fields(auto& self, auto&& visit) {
        visit("name", self.name);
        visit("number", self.number);
        visit("email", self.email);
        visit("group", self.group);
    }
    friend bool operator==(const Student&, const Student&) = default;
};

}  // namespace referee::tournament
