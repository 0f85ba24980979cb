// Tests that limits and settings have the same JSON format in the match log and in a tournament's settings.
#include "protocol/json_values.hpp"

#include <doctest/doctest.h>

using protocol::Json;
using protocol::Limits;
using protocol::Micros;

TEST_CASE("limits become JSON in the order of the match log, and are read back") {
    const Limits limits{Micros(9), Micros(5), Micros(2), 1024, std::nullopt, "cgroup v2", false, 3};
    const Json json = limits;
    CHECK(protocol::json_text(json) ==
          R"({"first_move_us":9,"move_us":5,"margin_us":2,"memory_bytes":1024,"processes":null,)"
          R"("kept_by":"cgroup v2","ponder":false,"cpus":3})");
    CHECK(json.get<Limits>() == limits);
}

TEST_CASE("with a clock, a missing limit of moves is written as the whole clock, and read as missing") {
    Limits limits;
    limits.clock = {Micros(50), Micros(1)};
    const Json json = limits;
    CHECK(json["move_us"] == 50);
    CHECK(json["first_move_us"] == 50);
    CHECK(json.get<Limits>() == limits);
    limits.first_move = Micros(20);
    limits.move = Micros(70);  // more than the clock has now; it may later have more time left
    CHECK(Json(limits).get<Limits>() == limits);
}

TEST_CASE("of the fields of limits, only those that older files lack may be missing") {
    const Json all = Limits();
    for (const auto& item : all.items()) {
        Json json = all;
        json.erase(item.key());
        INFO(item.key());
        if (item.key() == "kept_by") {
            CHECK(json.get<Limits>().kept_by == "nothing");
        } else if (item.key() == "cpus") {
            CHECK_FALSE(json.get<Limits>().cpus);
        } else {
            CHECK_THROWS_AS(json.get<Limits>(), Json::exception);
        }
    }
}

TEST_CASE("settings of each kind become JSON and are read back") {
    const std::vector<std::vector<std::string>> blocks = {{"a", "b"}, {"c"}};
    for (const protocol::ConfigValue& value :
         {protocol::ConfigValue(), protocol::ConfigValue(std::int64_t{-3}), protocol::ConfigValue(blocks)})
        CHECK(Json(value).get<protocol::ConfigValue>() == value);
}
