// Tests the format of the match log.
#include "protocol/match_log.hpp"
#include "protocol/ending.hpp"
#include "protocol/json_values.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "protocol/json_text.hpp"
#include "protocol/match_log_schema.hpp"
#include "protocol/unsafe_characters.hpp"
#include "protocol/utf8.hpp"
#include "tests/messages.hpp"
#include "tests/protocol/sample_log.hpp"

using protocol::Ending;
using protocol::Json;
using protocol::Limits;
using protocol::Micros;

namespace {

using nlohmann::json;
using protocol::Layout;
using protocol::MatchLog;

MatchLog read(const std::string& text) {
    protocol::LogProblem problem;
    const auto log = protocol::parse_match_log(text, problem);
    INFO(problem.text);
    REQUIRE(log.has_value());
    CHECK(problem.text.empty());
    return *log;
}

/// The text of the log in each layout.
std::array<std::string, 2> texts_of(const MatchLog& log) {
    return {to_json(log, Layout::one_line), to_json(log, Layout::readable)};
}

}  // namespace

// Tests that the match log is the same after it is written and read, whatever text strangers put into it.

TEST_CASE("a log that is written, read and written again is the same, in both layouts") {
    for (const MatchLog& log : {sample_log(), sparse_log()}) {
        for (const Layout layout : {Layout::one_line, Layout::readable}) {
            const std::string text = to_json(log, layout);
            CHECK(to_json(read(text), layout) == text);
        }
    }
}

TEST_CASE("the number of earlier games of a process is in the log if it plays many") {
    CHECK_FALSE(contains(to_json(sample_log(), Layout::one_line), "games_before"));
    MatchLog log = sample_log();
    log.players[0].games_before = 0;
    log.players[1].games_before = 7;
    for (const std::string& text : texts_of(log)) {
        CHECK(read(text).players[0].games_before == 0);
        CHECK(read(text).players[1].games_before == 7);
    }
}

TEST_CASE("both layouts hold the same value, one of them on one line") {
    for (const MatchLog& log : {sample_log(), sparse_log()}) {
        const auto [one_line, readable] = texts_of(log);
        CHECK(json::parse(one_line) == json::parse(readable));
        CHECK(one_line.find('\n') == one_line.size() - 1);
        CHECK(std::count(readable.begin(), readable.end(), '\n') > static_cast<long>(log.plies.size()));
        CHECK(readable.back() == '\n');
    }
}

TEST_CASE("every value of a log is where the format says") {
    const json log = json::parse(to_json(sample_log(), Layout::one_line));
    CHECK(log == json::parse(R"({
        "format": "referee-match/1", "referee": {"version": "0.1.0"},
        "id": "0123456789abcdef", "started_at": "2026-11-20T10:00:00Z",
        "game": {"name": "magnetize", "seed": 9007199254740991,
                 "config": {"height": 2, "width": 3, "square": 2, "maglock": 1, "max_plies": 24}},
        "players": [{"name": "ann", "command": ["./ann", "--depth", "3"], "isolation": "none"},
                    {"name": "bob", "command": ["python3", "bob.py"], "isolation": "none"}],
        "limits": {"first_move_us": 1000000, "move_us": 100000, "margin_us": 20000, "memory_bytes": 67108864,
                   "processes": 40, "kept_by": "cgroup v2", "ponder": false, "cpus": 3},
        "opening": 1,
        "initial": {"board": ["...", "..."], "locks": [0, 0], "bits": [0]},
        "plies": [{"player": 0, "move": "DROP 0", "wall_us": 812, "cpu_us": 640, "lost": [],
                   "notes": {"info": {"depth": 3, "score": -2, "mate": -4, "expected": 0.25, "nodes": 120, "nps": 9000,
                                      "pv": "DROP 0 MAGNET", "string": "so"},
                             "left_out": 8, "text": "info depth 3 score -2 string so\nbye\n"},
                   "frame": {"board": ["...", "*.."], "locks": [0, 0], "bits": [64]}},
                  {"player": 1, "move": "MAGNET", "wall_us": 5, "cpu_us": 4, "lost": [0, 1],
                   "frame": {"board": ["...", "*.."], "locks": [0, 0], "bits": [64]}}],
        "result": {"winner": 1, "ending": "crashed", "detail": "ended by signal 11"},
        "failure": {"player": 0, "line": "half an ans", "exit_code": 3, "signal": 11, "elapsed_us": 77,
                    "limit_us": 100000, "cpu_us": 55, "waited_us": 22, "taken_us": 11, "stderr_tail": "oh\nno\n", "valid_moves": ["DROP 0", "MAGNET"]},
        "last_notes": [null, {"text": "ha\n"}]})"));
}

TEST_CASE("unknown values are null") {
    const json log = json::parse(to_json(sparse_log(), Layout::one_line));
    CHECK(log["plies"][0]["wall_us"].is_null());
    CHECK(log["plies"][0]["cpu_us"].is_null());
    CHECK(log["result"]["winner"].is_null());
    CHECK(log["result"]["detail"].is_null());
    CHECK(log["failure"].is_null());
    CHECK(log["game"]["config"]["save"].is_null());
    CHECK(log["plies"][1]["hand"] == json({0, 2}));
    CHECK_FALSE(log["plies"][0].contains("hand"));
}

TEST_CASE("untrusted text gives valid JSON, and its valid UTF-8 is read back") {
    const std::string hostile[] = {
        "quotes \" and ' and \\",          "lines\nand\rmore\r\n",    "</script><!-- ]]>",
        std::string("a NUL \0 in it", 13), "\x1b[31mred\x07\x7f",     "u\xcc\x88 and \xe2\x80\xa8 and \xf0\x9f\x98\x80",
        "broken \xff\xfe\xc3(\xe2\x82",    std::string(4096, '\xff'), ""};
    for (const std::string& text : hostile) {
        MatchLog log = sample_log();
        log.players[0] = {"x" + text, {text, text}, "none"};
        log.result.detail = text;
        log.failure->line = text;
        log.failure->stderr_tail = text;
        log.plies[0].notes.text = log.last_notes[0].text = text;
        log.plies[0].notes.info->pv = log.plies[0].notes.info->text = text.substr(0, 1024);
        log.failure->valid_moves = {text};
        for (const std::string& written : texts_of(log)) {
            const json parsed = json::parse(written);  // throws if it is not valid JSON in UTF-8
            const bool utf8 = parsed["failure"]["line"] == text;
            if (text.find('\xff') == std::string::npos) CHECK(utf8);
            CHECK(written.find('\0') == std::string::npos);
            CHECK(to_json(read(written), Layout::one_line) == to_json(log, Layout::one_line));
        }
        const std::string one_line = to_json(log, Layout::one_line);
        CHECK(one_line.find('\n') == one_line.size() - 1);
    }
}

TEST_CASE("no character that may control a terminal is written unescaped, and each is read back") {
    std::string text = "\x1b\x7f";
    for (int second = 0x80; second < 0xa0; ++second)  // U+0080 to U+009F
        text += {'\xc2', static_cast<char>(second)};
    for (const char* mark :
         {"\xd8\x9c", "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xa8", "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x81\xa9"})
        text += mark;
    const std::string harmless = "u\xcc\x88 \xc2\xa0 \xe2\x80\x90 \xf0\x9f\x98\x80";
    MatchLog log = sample_log();
    log.players[0].name = log.failure->stderr_tail = log.result.detail = text + harmless;
    log.players[1].command = {text};
    for (const std::string& written : texts_of(log)) {
        for (std::size_t i = 0; i < written.size(); i += protocol::decoded(written.substr(i, 4)).length) {
            const auto point = protocol::decoded(written.substr(i, 4)).point;
            REQUIRE((point == '\n' || !protocol::is_unsafe(point)));
        }
        CHECK(contains(written, harmless));
        const MatchLog again = read(written);
        CHECK(again.players[0].name == text + harmless);
        CHECK(again.failure->stderr_tail == text + harmless);
        CHECK(again.players[1].command == log.players[1].command);
    }
}

TEST_CASE("a log with other white space and another order of keys is the same log") {
    const json sorted = json::parse(to_json(sample_log(), Layout::one_line));  // nlohmann::json sorts its keys
    const MatchLog log = read(sorted.dump(3));
    CHECK(json::parse(to_json(log, Layout::one_line)) == sorted);
}

TEST_CASE("times and seeds are exact to the last digit") {
    MatchLog log = sample_log();
    log.limits.move = protocol::Micros(std::int64_t{24} * 3600 * 1'000'000);
    log.plies[0].wall = protocol::Micros(0);
    log.seed = 9'007'199'254'740'991;
    const MatchLog again = read(to_json(log, Layout::one_line));
    CHECK(again.limits.move == log.limits.move);
    CHECK(again.plies[0].wall == protocol::Micros(0));
    CHECK(again.seed == log.seed);
}

TEST_CASE("the time charged for a ply is in the log if it differs from the time taken") {
    MatchLog log = sample_log();
    CHECK_FALSE(contains(to_json(log, Layout::one_line), "charged_us"));
    log.plies[0].wall = protocol::Micros(5000);
    log.plies[0].charged = protocol::Micros(70);
    const std::string text = to_json(log, Layout::one_line);
    CHECK(json::parse(text)["plies"][0]["charged_us"] == 70);
    const MatchLog again = read(text);
    CHECK(again.plies[0].cost() == protocol::Micros(70));
    CHECK(again.plies[1].cost() == again.plies[1].wall);
    CHECK(to_json(again, Layout::one_line) == text);
}

TEST_CASE("JSON values are compared, not texts") {
    using protocol::same_json;
    CHECK(same_json(R"({"a":1,"b":[1,2]})", R"({ "b" : [1, 2], "a" : 1 })"));
    CHECK(same_json("", ""));
    CHECK_FALSE(same_json(R"({"a":1})", R"({"a":2})"));
    CHECK_FALSE(same_json(R"({"a":[1,2]})", R"({"a":[2,1]})"));
    CHECK_FALSE(same_json(R"({"a":1})", R"({"a":1,"b":1})"));
    CHECK_FALSE(same_json(R"({"a":1})", R"({"a":"1"})"));
    CHECK_FALSE(same_json(R"({"a":1})", ""));
}

TEST_CASE("two invalid JSON texts are not the same value") {
    CHECK_FALSE(protocol::same_json("{", "["));
    CHECK_FALSE(protocol::same_json("{\"a\":1", "{\"a\":2"));
}

namespace {

/// Collects the names of all visited fields, and the names of the fields that are always present.
struct FieldNames {
    std::set<std::string> all;
    std::set<std::string> always;

    void operator()(const char* name, const auto& /*field*/) {
        all.insert(name);
        always.insert(name);
    }
    template <class Field>
    void operator()(const char* name, const protocol::Omittable<Field>& /*field*/) {
        all.insert(name);
    }
};

void check_described_by(const json& schema, const FieldNames& names) {
    std::set<std::string> described;
    for (const auto& item : schema.at("properties").items())
        described.insert(item.key());
    CHECK(names.all == described);
    const auto required = schema.value("required", std::set<std::string>());
    for (const std::string& name : names.always)
        CHECK_MESSAGE(required.contains(name), name);
}

template <class Record>
void check_described_by(const json& schema) {
    Record record;
    FieldNames names;
    Record::fields(record, names);
    check_described_by(schema, names);
}

}  // namespace

TEST_CASE("the schema has the fields of each record of a log, and no others") {
    const json schema = json::parse(protocol::match_log_schema());
    const json& parts = schema.at("properties");
    const json& definitions = schema.at("$defs");
    FieldNames names;
    names("format", protocol::match_log_format);
    const MatchLog log;
    MatchLog::fields(log, names);
    check_described_by(schema, names);
    check_described_by<protocol::LoggedPlayer>(parts.at("players").at("items"));
    check_described_by<protocol::LoggedPly>(parts.at("plies").at("items"));
    check_described_by<protocol::Result>(parts.at("result"));
    check_described_by<protocol::Failure>(parts.at("failure").at("oneOf").at(1));
    check_described_by<protocol::Limits>(definitions.at("limits"));
    check_described_by<protocol::TimeControl>(definitions.at("limits").at("properties").at("clock"));
    check_described_by<protocol::Notes>(definitions.at("notes"));
    check_described_by<protocol::Info>(definitions.at("notes").at("properties").at("info"));
}

// Tests the table of endings. It is part of the log's format, so names must convert both ways and never change.

TEST_CASE("every ending has a name in the protocol, and the name converts back to it") {
    const char* names[] = {"by_rules",        "invalid_move",   "unreadable_move", "premature", "timeout",
                           "line_too_long",   "output_flood",   "exited",          "crashed",   "closed_stdout",
                           "failed_to_start", "resource_limit", "aborted"};
    int number = 0;
    for (const char* name : names) {
        const auto ending = static_cast<Ending>(number++);
        CHECK(protocol::name_of(ending) == name);
        CHECK(protocol::ending_of(name) == ending);
    }
    CHECK(static_cast<int>(Ending::aborted) == number - 1);
}

TEST_CASE("no other name is an ending") {
    for (const char* name : {"", "By_rules", "by_rules ", "draw", "by"})
        CHECK_FALSE(protocol::ending_of(name));
}

TEST_CASE("every ending has a distinct meaning that continues a sentence") {
    std::set<std::string> meanings;
    for (int number = 0; number <= static_cast<int>(Ending::aborted); ++number) {
        const std::string meaning(protocol::meaning_of(static_cast<Ending>(number)));
        REQUIRE_FALSE(meaning.empty());
        CHECK(meaning.front() >= 'a');
        CHECK(meaning.back() != '.');
        CHECK(meanings.insert(meaning).second);
    }
}

TEST_CASE("all endings but two are forfeits") {
    for (int number = 0; number <= static_cast<int>(Ending::aborted); ++number) {
        const auto ending = static_cast<Ending>(number);
        CHECK(protocol::is_forfeit(ending) == (ending != Ending::by_rules && ending != Ending::aborted));
    }
}

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
