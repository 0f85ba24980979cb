// Limits and settings have one form as JSON, in which the match log and a tournament's settings keep them.
#include "protocol/json_values.hpp"

#include <doctest/doctest.h>

#include "protocol/json_text.hpp"

using protocol::Json;
using protocol::Limits;
using protocol::Micros;

TEST_CASE("limits become JSON in the order of the match log, and come back") {
    const Limits limits{Micros(9), Micros(5), Micros(2), 1024, std::nullopt, "cgroup v2", false, 3};
    const Json json = protocol::json_of(limits);
    CHECK(protocol::json_text(json) ==
          R"({"first_move_us":9,"move_us":5,"margin_us":2,"memory_bytes":1024,"processes":null,)"
          R"("kept_by":"cgroup v2","ponder":false,"cpus":3})");
    const Limits back = protocol::limits_of(json);
    CHECK(back.first_move == Micros(9));
    CHECK(back.move == Micros(5));
    CHECK(back.margin == Micros(2));
    CHECK(back.memory_bytes == 1024);
    CHECK_FALSE(back.processes);
    CHECK(back.kept_by == "cgroup v2");
    CHECK_FALSE(back.ponder);
    CHECK(back.cpus == 3);
}

TEST_CASE("beside a clock, a limit of moves that is missing is written as all of the clock, and read as missing") {
    Limits limits;
    limits.clock = {Micros(50), Micros(1)};
    const Json json = protocol::json_of(limits);
    CHECK(json["move_us"] == 50);
    CHECK(json["first_move_us"] == 50);
    CHECK(protocol::limits_of(json) == limits);
    limits.first_move = Micros(20);
    limits.move = Micros(70);  // not pointless: the clock may come to have more
    CHECK(protocol::limits_of(protocol::json_of(limits)) == limits);
}

TEST_CASE("of limits only what older files lack may be missing") {
    const Json all = protocol::json_of(Limits());
    for (const auto& item : all.items()) {
        Json json = all;
        json.erase(item.key());
        INFO(item.key());
        if (item.key() == "kept_by") {
            CHECK(protocol::limits_of(json).kept_by == "nothing");
        } else if (item.key() == "cpus") {
            CHECK_FALSE(protocol::limits_of(json).cpus);
        } else {
            CHECK_THROWS_AS(protocol::limits_of(json), Json::exception);
        }
    }
}

TEST_CASE("settings of each kind become JSON and come back") {
    const std::vector<std::vector<std::string>> blocks = {{"a", "b"}, {"c"}};
    for (const protocol::ConfigValue& value :
         {protocol::ConfigValue(), protocol::ConfigValue(std::int64_t{-3}), protocol::ConfigValue(blocks)})
        CHECK(protocol::config_value_of(protocol::json_of(value)) == value);
}
