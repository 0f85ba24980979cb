// Tests how the versions of one entrant are named.
#include "referee/core/bots/entrant_versions.hpp"

#include <doctest/doctest.h>

#include <string>

#include "referee/core/bots/entrant_names.hpp"

namespace referee_test {

using namespace referee;

TEST_CASE("versions of an entrant are numbered, also if its name is long") {
    CHECK(next_version("Zoë", {"Zoë"}) == "Zoë #2");
    CHECK(next_version("Zoë", {"Zoë", "Zoë #2", "Zoë #4"}) == "Zoë #3");
    CHECK(version_after("Zoë", {"Zoë", "Zoë #2"}) == "Zoë #3");
    CHECK(version_after("Zoë #2", {"Zoë #2"}) == "Zoë #3");  // the first one of a second stage
    CHECK(version_after("Zoë #5", {"Zoë #5", "Zoë #6"}) == "Zoë #7");
    CHECK(version_after("Zoë #1", {"Zoë #1"}) == "Zoë #1 #2");
    CHECK(is_version_of("Zoë", "Zoë"));
    CHECK(is_version_of("Zoë #12", "Zoë"));
    for (const char* other : {"Zoë #", "Zoë #x", "Zoë #2x", "Zoë#2", "Zo #2", "Zoë Z", "#2", ""})
        CHECK_MESSAGE(!is_version_of(other, "Zoë"), other);
    std::string long_name;
    for (std::size_t i = 0; i < longest_name; ++i)
        long_name += "ë";
    const std::string version = next_version(long_name, {long_name});
    CHECK(version.ends_with("ë #2"));
    CHECK(version.size() == 2 * (longest_name - 3) + 3);
    CHECK(is_version_of(version, long_name));
    check_name(version);
}

}  // namespace referee_test
