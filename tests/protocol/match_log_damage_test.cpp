// Tests that a damaged log is refused with the place of its fault, and can't crash the reader.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "protocol/match_log.hpp"
#include "tests/messages.hpp"
#include "tests/protocol/sample_log.hpp"

namespace {

using nlohmann::json;
using protocol::Layout;

/// Returns the reader's error message about a text, or an empty string if the reader accepts the text.
std::string problem_of(const std::string& text) {
    protocol::LogProblem problem;
    const bool read = protocol::parse_match_log(text, problem).has_value();
    CHECK(read == problem.text.empty());
    CHECK_FALSE(contains(problem.text, "\n"));
    return problem.text;
}

json sample() {
    return json::parse(to_json(sample_log(), Layout::one_line));
}

/// Collects the JSON pointers of all values that the format defines. Leaves out the contents of values that the game
/// defines.
void collect(const json& value, const std::string& path, std::vector<std::string>& paths) {
    if (!path.empty()) paths.push_back(path);
    for (const char* end : {"/config", "/frame", "/initial"}) {
        if (path.ends_with(end)) return;
    }
    if (value.is_object()) {
        for (const auto& [key, member] : value.items())
            collect(member, path + "/" + key, paths);
    }
    if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i)
            collect(value[i], path + "/" + std::to_string(i), paths);
    }
}

std::vector<std::string> all_paths() {
    std::vector<std::string> paths;
    collect(sample(), "", paths);
    return paths;
}

/// Converts "/plies/1/move" to the reader's notation: "plies[1].move".
std::string place_of(const std::string& path) {
    std::string place;
    for (std::size_t begin = 1; begin <= path.size();) {
        const auto end = std::min(path.find('/', begin), path.size());
        const std::string key = path.substr(begin, end - begin);
        if (key.find_first_not_of("0123456789") == std::string::npos) {
            place += "[" + key + "]";
        } else {
            place += (place.empty() ? "" : ".") + key;
        }
        begin = end + 1;
    }
    return place;
}

}  // namespace

TEST_CASE("the samples are valid logs") {
    CHECK(problem_of(to_json(sample_log(), Layout::one_line)).empty());
    CHECK(problem_of(to_json(sparse_log(), Layout::readable)).empty());
    CHECK(all_paths().size() > 50);
}

TEST_CASE(
    "a log without any one of its keys is refused, unless older ones lack it, and the key is named with its place") {
    const auto may_be_missing = [](const std::string& path) {
        const std::set<std::string> newer = {"/limits/cpus", "/failure/cpu_us", "/failure/waited_us",
                                             "/failure/taken_us", "/last_notes"};
        return newer.contains(path) || path.find("/notes") != std::string::npos || path.starts_with("/last_notes/");
    };
    for (const std::string& path : all_paths()) {
        const json::json_pointer pointer(path);
        json log = sample();
        if (!log[pointer.parent_pointer()].is_object()) continue;
        log[pointer.parent_pointer()].erase(pointer.back());
        const std::string parent = place_of(path.substr(0, path.rfind('/')));
        const std::string expected = (parent.empty() ? "the log" : parent) + " has no \"" + pointer.back() + "\"";
        INFO(path);
        CHECK(problem_of(log.dump()) == (may_be_missing(path) ? "" : expected));
    }
}

TEST_CASE("a value of the wrong type is refused, and its place is named") {
    const json wrong_values[] = {
        json(true), json(1.5), json("text"), json(7), json::array({json::array()}), json::object({{"x", 1}})};
    for (const std::string& path : all_paths()) {
        const json::json_pointer pointer(path);
        int refused = 0;
        for (const json& wrong : wrong_values) {
            json log = sample();
            const bool same_type =
                log[pointer].type() == wrong.type() || (log[pointer].is_number_integer() && wrong.is_number_integer());
            const bool any_number = path.ends_with("/score") || path.ends_with("/expected");
            if (same_type || (any_number && wrong.is_number())) continue;
            log[pointer] = wrong;
            INFO(path << " as " << wrong.dump());
            const std::string problem = problem_of(log.dump());
            CHECK(problem.starts_with(place_of(path)));
            ++refused;
        }
        CHECK(refused >= 4);
    }
}

TEST_CASE("null is refused where the format does not allow it, and only there") {
    const std::vector<std::string> may_be_null = {
        "/plies/0/wall_us",     "/plies/0/cpu_us",   "/plies/1/wall_us",    "/plies/1/cpu_us",   "/result/detail",
        "/failure/line",        "/failure/signal",   "/failure/elapsed_us", "/failure/limit_us", "/failure/exit_code",
        "/limits/memory_bytes", "/limits/processes", "/limits/cpus",        "/failure/cpu_us",   "/failure/waited_us",
        "/failure/taken_us",    "/last_notes/0",     "/last_notes/1"};
    for (const std::string& path : all_paths()) {
        if (path == "/failure" || path == "/result/winner") continue;  // whether it may be null depends on the ending
        json log = sample();
        log[json::json_pointer(path)] = nullptr;
        const bool allowed = std::find(may_be_null.begin(), may_be_null.end(), path) != may_be_null.end();
        INFO(path);
        CHECK(problem_of(log.dump()).empty() == allowed);
    }
}

TEST_CASE("numbers out of their range are refused") {
    const std::pair<const char*, json> wrong[] = {{"/plies/0/player", 2},
                                                  {"/plies/0/player", -1},
                                                  {"/plies/1/lost/0", 2},
                                                  {"/plies/0/wall_us", -1},
                                                  {"/limits/move_us", -5},
                                                  {"/limits/margin_us", -1},
                                                  {"/game/seed", -1},
                                                  {"/game/seed", 9007199254740992},
                                                  {"/game/seed", 18446744073709551615u},
                                                  {"/opening", -1},
                                                  {"/opening", 3},
                                                  {"/result/winner", 2},
                                                  {"/failure/player", 2},
                                                  {"/failure/elapsed_us", -1},
                                                  {"/failure/exit_code", 99999999},
                                                  {"/plies/0/wall_us", 18446744073709551615u},
                                                  {"/game/config/height", 18446744073709551615u}};
    for (const auto& [path, value] : wrong) {
        json log = sample();
        log[json::json_pointer(path)] = value;
        const char* const place = path;
        INFO(place);
        CHECK(problem_of(log.dump()).starts_with(place_of(path)));
    }
}

TEST_CASE("a number that is too large for any type is damage like any other") {
    std::string text = to_json(sample_log(), Layout::one_line);
    const std::string key = "\"seed\":";
    text.insert(text.find(key) + key.size(), "9e999");
    text.erase(text.find("9e999") + 5, 16);
    CHECK_FALSE(problem_of(text).empty());
}

TEST_CASE("an invalid setting is refused") {
    for (const json& wrong : {json(true), json("six"), json(1.5), json::object(), json::array({1}), json({{{1}}})}) {
        json log = sample();
        log["game"]["config"]["height"] = wrong;
        INFO(wrong.dump());
        CHECK(problem_of(log.dump()).starts_with("game.config.height"));
    }
}

TEST_CASE("there are two players, not fewer and not more") {
    json log = sample();
    log["players"].push_back(log["players"][0]);
    CHECK(problem_of(log.dump()) == "players must hold 2 elements, not 3");
    log["players"] = json::array({log["players"][0]});
    CHECK(problem_of(log.dump()) == "players must hold 2 elements, not 1");
}

TEST_CASE("another format and an unknown ending are refused") {
    json log = sample();
    log["format"] = "referee-match/2";
    CHECK(problem_of(log.dump()).starts_with("format"));
    log = sample();
    log["result"]["ending"] = "boredom";
    CHECK(problem_of(log.dump()).starts_with("result.ending"));
}

TEST_CASE("a log that is cut anywhere is refused") {
    for (const Layout layout : {Layout::one_line, Layout::readable}) {
        const std::string text = to_json(sample_log(), layout);
        for (std::size_t size = 0; size + 2 <= text.size(); size += size < text.size() - 50 ? 50 : 1) {
            INFO(size);
            CHECK(problem_of(text.substr(0, size)).starts_with("not valid JSON at byte "));
        }
    }
}

TEST_CASE("a log with a damaged byte is refused or read, but never crashes the reader") {
    const std::string text = to_json(sample_log(), Layout::one_line);
    std::uint32_t chance = 12345;
    for (int i = 0; i < 5'000; ++i) {
        std::string damaged = text;
        chance = chance * 1664525u + 1013904223u;
        damaged[chance % text.size()] = static_cast<char>(chance >> 24);
        protocol::LogProblem problem;
        const bool read = protocol::parse_match_log(damaged, problem).has_value();
        REQUIRE(read == problem.text.empty());
    }
}

TEST_CASE("a log of another version is distinguished from a damaged one, whatever else is wrong with it") {
    const auto fault_of = [](const std::string& text) {
        protocol::LogProblem problem;
        REQUIRE_FALSE(protocol::parse_match_log(text, problem).has_value());
        return problem.fault;
    };
    json log = sample();
    log["format"] = "referee-match/2";
    log["news"] = 1;
    CHECK(fault_of(log.dump()) == protocol::LogFault::other_version);
    CHECK(problem_of(log.dump()) == R"(format is "referee-match/2", not "referee-match/1")");
    for (const json& format : {json("other/1"), json(2), json(nullptr)}) {
        log["format"] = format;
        CHECK(fault_of(log.dump()) == protocol::LogFault::damaged);
    }
    log = sample();
    log["id"] = R"(format is "referee-match/2")";
    log[R"(format is "referee-match/2")"] = 1;
    CHECK(fault_of(log.dump()) == protocol::LogFault::damaged);
    CHECK(fault_of("nonsense") == protocol::LogFault::damaged);
}

TEST_CASE("other documents are refused") {
    for (const char* text :
         {"", " ", "null", "[]", "{}", "3", "\"referee-match/1\"", "nonsense", "\xff\xfe", "{\"a\":1}}"}) {
        INFO(text);
        CHECK_FALSE(problem_of(text).empty());
    }
    for (const char c : {'\0', '['})
        CHECK_FALSE(problem_of(std::string(100'000, c)).empty());
}

TEST_CASE("a log that is nested too deeply is refused before anything recurses over it") {
    for (const char* key : {"\"initial\":", "\"frame\":", "\"config\":"}) {
        for (const int depth : {40, 60'000}) {
            std::string text = to_json(sample_log(), Layout::one_line);
            const std::size_t at = text.find(key) + std::string(key).size();
            const auto levels = static_cast<std::size_t>(depth);
            text.insert(at, std::string(levels, '[') + std::string(levels, ']') + ",\"x\":");
            INFO(key << " " << depth);
            CHECK(problem_of(text).starts_with("JSON that nests deeper than 32 levels at byte "));
        }
    }
}

TEST_CASE("an object with too many keys is refused before anything searches them") {
    const auto with_keys = [](int count) {
        std::string keys;
        for (int i = 0; i < count; ++i)
            keys += "\"" + std::to_string(i) + ":\":0,";
        return "{\"x\":[{},{" + keys + "\"last\":1}]}";
    };
    CHECK(problem_of(with_keys(1000)).starts_with("JSON that has more than 1000 keys in an object at byte "));
    CHECK(problem_of(with_keys(300'000)).starts_with("JSON that has more than 1000 keys in an object at byte "));
    CHECK_FALSE(problem_of(with_keys(999)).starts_with("JSON that"));  // refused, but for another reason
}

TEST_CASE("many small objects do not add up to one with too many keys") {
    std::string list;
    for (int i = 0; i < 3000; ++i)
        list += "{\"a\":1,\"b\":{\"c\":2}},";
    CHECK_FALSE(problem_of("{\"x\":[" + list + "0]}").starts_with("JSON that"));
}

TEST_CASE("brackets in strings do not count as nesting") {
    protocol::MatchLog log = sample_log();
    log.result.detail = std::string(100, '[') + "\"" + std::string(100, '{') + "\\";
    CHECK(problem_of(to_json(log, Layout::one_line)).empty());
}

TEST_CASE("a forfeit names the side at fault, and the other one wins") {
    const std::pair<const char*, json> changes[] = {{"/result/winner", 0},
                                                    {"/result/winner", nullptr},
                                                    {"/failure", nullptr},
                                                    {"/result/ending", "by_rules"},
                                                    {"/result/ending", "aborted"}};
    for (const auto& [path, value] : changes) {
        json log = sample();
        log[json::json_pointer(path)] = value;
        const std::string change = path + (" " + value.dump());
        INFO(change);
        CHECK_FALSE(problem_of(log.dump()).empty());
    }
}
