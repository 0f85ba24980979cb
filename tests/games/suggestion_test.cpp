#include "games/suggestion.hpp"

#include <doctest/doctest.h>
#include <array>

namespace {

using games::nearest;
using namespace std::string_view_literals;

TEST_CASE("a typing mistake finds the intended word") {
    constexpr std::array settings = {"height"sv, "width"sv, "maglock"sv};
    CHECK(nearest("hieght", settings) == "height");
    CHECK(nearest("widht", settings) == "width");
    CHECK(nearest("with", settings) == "width");
    CHECK(nearest("maglok", settings) == "maglock");
    CHECK(nearest("colour", settings).empty());
}

TEST_CASE("a part of an option finds the shortest option that has it") {
    constexpr std::array options = {"--first-move-time"sv, "--move-time"sv, "--scale-time"sv,
                                    "--games"sv,           "--game"sv,      "--sandbox-folder"sv};
    CHECK(nearest("--time", options) == "--move-time");
    CHECK(nearest("--folder", options) == "--sandbox-folder");
    CHECK(nearest("--gamse", options) == "--games");
    CHECK(nearest("--colour", options).empty());
}

}  // namespace
