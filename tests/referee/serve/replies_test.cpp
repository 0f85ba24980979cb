// Tests the heads of the web server's answers. tests/end_to_end/serve_answers_test.py tests whole answers.
#include "referee/serve/http_message.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

/// Returns the status line and the fields of a head.
std::vector<std::string> lines_of(std::string head) {
    REQUIRE(head.ends_with("\r\n\r\n"));
    head.erase(head.size() - 2);
    std::vector<std::string> lines;
    for (std::size_t end = head.find("\r\n"); end != std::string::npos; end = head.find("\r\n")) {
        lines.push_back(head.substr(0, end));
        head.erase(0, end + 2);
    }
    return lines;
}

const std::string bare =
    "Content-Security-Policy: default-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

}  // namespace

TEST_CASE("a page's own policy replaces the basic one, and an answer without a body has no length") {
    using namespace referee::serve;
    const auto has = [](const std::vector<std::string>& lines, std::string_view line) {
        return std::count(lines.begin(), lines.end(), line) == 1;
    };
    const auto page = lines_of(
        head_of(page_reply(std::string("<meta http-equiv=\"Content-Security-Policy\" content=\"img-src x\">")), false));
    CHECK(has(page, "Content-Security-Policy: img-src x; frame-ancestors 'none'"));
    CHECK_FALSE(has(page, bare));
    CHECK(has(page, "Connection: close"));
    const auto empty = lines_of(head_of(empty_reply(), true));
    CHECK(empty.front() == "HTTP/1.1 204 No Content");
    CHECK(has(empty, "Connection: keep-alive"));
    CHECK(std::none_of(empty.begin(), empty.end(), [](const auto& l) { return l.starts_with("Content-Length"); }));
    const auto other = lines_of(head_of(see_other("/a"), true));
    CHECK(has(other, "Location: /a"));
    CHECK(has(other, "Content-Length: 0"));
    const auto stream = lines_of(head_of_stream());
    CHECK(has(stream, "Content-Type: text/event-stream"));
    CHECK(has(stream, bare));
}
