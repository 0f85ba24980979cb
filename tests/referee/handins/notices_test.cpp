#include "referee/handins/notices.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using referee::handins::Notices;
using Lines = std::vector<std::string>;

Lines told_of(Notices& notices) {
    Lines told;
    notices.tell([&](const std::string& line) { told.push_back(line); });
    return told;
}

TEST_CASE("few notices are told line by line, and many by their number") {
    Notices notices;
    notices.add({"a", "b", "c"}, "letters");
    notices.add({}, "nothing");
    CHECK(told_of(notices) == Lines{"a", "b", "c"});
    CHECK(told_of(notices).empty());
    notices.add({"a", "b", "c", "d"}, "letters");
    notices.add({"1", "2", "3", "4", "5"}, "numbers", true);
    CHECK(told_of(notices) == Lines{"4 letters", "1", "2", "3", "2 more numbers"});
}

TEST_CASE("notices of many kinds are few lines in all") {
    Notices notices;
    for (const std::string kind : {"a", "b", "c", "d", "e", "f"})
        notices.add({kind + "1", kind + "2", kind + "3"}, kind, kind == "b");
    notices.add({"alone"}, "");
    CHECK(told_of(notices) == Lines{"3 a", "b1", "2 more b", "3 c", "3 d", "3 e", "3 f", "alone"});
}

}  // namespace
