// Tests pages of matches: everything in a log remains data and is never executed.
#include "referee/web/pages/match_page.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/messages.hpp"
#include "tests/protocol/sample_log.hpp"

namespace {

using nlohmann::json;
using referee::change_of;
using referee::safe_in_script;

/// Applies a change in the same way as the page's script (viewer/model.js).
json changed(const json& old, const json& change) {
    if (change.is_array()) return change[0];
    json copy = old;
    for (const auto& [key, part] : change.items()) {
        if (!copy.is_array()) {
            copy[key] = changed(copy[key], part);
        } else {
            const std::size_t place = std::stoul(key);
            REQUIRE(place <= copy.size());
            if (place == copy.size()) copy.push_back(nullptr);
            copy[place] = changed(copy[place], part);
        }
    }
    return copy;
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

}  // namespace

TEST_CASE("JSON in a page contains nothing that HTML could interpret as markup, and is still the same JSON") {
    const std::string nasty = "</script><!--<script>&lt;]]>\xe2\x80\xa8\xe2\x80\xa9 \xe2\x80\xaa\xe2\x82\xac\xe2\x80";
    const std::string text = json(nasty.substr(0, nasty.size() - 2)).dump();
    const std::string safe = safe_in_script(text);
    CHECK(safe.find_first_of("<>&") == std::string::npos);
    CHECK_FALSE(contains(safe, "\xe2\x80\xa8"));
    CHECK_FALSE(contains(safe, "\xe2\x80\xa9"));
    CHECK(contains(safe, "\xe2\x80\xaa\xe2\x82\xac"));
    CHECK(json::parse(safe) == json::parse(text));
    CHECK(safe_in_script("\xe2\x80") == "\xe2\x80");
    CHECK(safe_in_script("") == "");
}

TEST_CASE("a change turns one value into the other, and contains no more than necessary") {
    const std::string values[] = {R"({"board":["....","*..."],"locks":[0,0]})",
                                  R"({"board":["....","*.o."],"locks":[0,2]})",
                                  R"({"board":["...."],"locks":[0,2]})",
                                  R"({"board":["....","*.o.","x"],"locks":[0,2]})",
                                  R"({"placed":[[1,2],[3,4]],"mark":"*"})",
                                  R"({"placed":[],"mark":"#"})",
                                  R"({"gravity":0,"pellets":[]})",
                                  R"({"gravity":1,"pellets":[[0,1,2],[1,5,0]]})",
                                  R"({"gravity":1,"pellets":[[0,7,2],[1,5,0],[2,9,3]]})"};
    for (const auto& old : values) {
        for (const auto& fresh : values) {
            const std::string change = change_of(old, fresh);
            INFO(old << " to " << fresh << ": " << change);
            CHECK(changed(json::parse(old), json::parse(change)) == json::parse(fresh));
            CHECK(change.size() <= fresh.size() + 2);
        }
    }
    CHECK(change_of(values[0], values[0]) == "{}");
    CHECK(change_of(values[0], values[1]) == R"({"board":{"1":["*.o."]},"locks":[[0,2]]})");
}

TEST_CASE("a page is the viewer with all matches and a list of them") {
    const std::string_view viewer = referee::viewer_page();
    CHECK(count(viewer, "@MATCHES@") == 1);
    CHECK(count(viewer, "<script") == 1);
    CHECK_FALSE(contains(viewer, "@SCRIPT@"));
    auto hostile = sample_log();
    hostile.players[0].name = "</script><script>alert(1)</script>";
    referee::MatchPage page;
    page.add(hostile);
    page.add(sparse_log());
    CHECK(page.matches() == 2);
    const std::string text = page.finished();
    CHECK(count(text, "<script") == 4);
    CHECK(count(text, "</script>") == 4);
    CHECK(count(text, "id=\"match-2\"") == 1);
    CHECK(text.ends_with("</html>\n"));
    const auto begin = text.find('>', text.find("id=\"match-1\"")) + 1;
    const json data = json::parse(text.substr(begin, text.find("</script>", begin) - begin));
    CHECK(data["log"]["players"][0]["name"] == hostile.players[0].name);
    CHECK(data["plies"].size() == hostile.plies.size());
    json frame = data["log"]["initial"];
    for (std::size_t i = 0; i < hostile.plies.size(); ++i) {
        frame = changed(frame, data["plies"][i][6]);
        CHECK(frame == json::parse(hostile.plies[i].frame));
        CHECK(data["plies"][i][1] == hostile.plies[i].move);
    }
}
