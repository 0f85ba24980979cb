// Tests that the output of bots is limited in size and made harmless before it is shown.
#include "referee/terminal/output.hpp"

#include <doctest/doctest.h>

#include "referee/players/bot_stderr.hpp"

using referee::harmless;
using referee::OutputTail;

constexpr std::size_t capacity = 64 * 1024;

TEST_CASE("short output is kept whole") {
    OutputTail tail(capacity);
    CHECK(tail.text().empty());
    tail.append("one\n");
    tail.append("");
    tail.append("two\n");
    CHECK(tail.text() == "one\ntwo\n");
}

TEST_CASE("the last 64 KiB of long output are kept, with the number of the bytes that are not") {
    for (const std::size_t step : {std::size_t{1000}, std::size_t{65536}, std::size_t{300'000}}) {
        OutputTail tail(capacity);
        std::string all;
        for (int i = 0; i < 300; ++i) {
            const std::string part(step, static_cast<char>('a' + i % 26));
            tail.append(part);
            all += part;
            const std::string text = tail.text();
            REQUIRE(text.size() <= capacity);
            if (all.size() <= capacity) {
                REQUIRE(text == all);
            } else {
                const std::string_view kept = std::string_view(text).substr(text.find('\n') + 1);
                REQUIRE(kept.size() > capacity - 64);
                REQUIRE(all.ends_with(kept));
                REQUIRE(text.starts_with("[" + std::to_string(all.size() - kept.size()) + " bytes left out]\n"));
            }
            if (all.size() > 4'000'000) break;
        }
    }
}

TEST_CASE("output of exactly the maximum length is kept whole") {
    OutputTail tail(capacity);
    const std::string all(capacity, 'x');
    tail.append(all);
    CHECK(tail.text() == all);
    tail.append("y");
    CHECK(tail.text().starts_with("["));
    CHECK(tail.text().size() <= capacity);
    CHECK(tail.text().back() == 'y');
}

TEST_CASE("printable text is shown, and text that controls a terminal is not") {
    CHECK(harmless("plain text, ~ and all") == "plain text, ~ and all");
    CHECK(harmless("tab\tbed") == "tab    bed");
    CHECK(harmless("\x1b[31m\r\n\x07\x7f") == R"(\x1b[31m\r\n\x07\x7f)");
    CHECK(harmless(std::string_view("\0", 1)) == R"(\x00)");
    CHECK(harmless("\xff\xfe\xc3") == R"(\xff\xfe\xc3)");
    CHECK(harmless("\xc2\x9b"
                   "2J")
              .find('\xc2') == std::string::npos);                          // the one-character CSI
    CHECK(harmless("\xe2\x80\xae").find('\xe2') == std::string::npos);      // right-to-left override
    CHECK(harmless("\xc0\x9b").find('\xc0') == std::string::npos);          // an overlong ESC
    CHECK(harmless("\xed\xa0\x80").find('\xed') == std::string::npos);      // half a surrogate pair
    CHECK(harmless("\xf4\x90\x80\x80").find('\xf4') == std::string::npos);  // beyond Unicode
}

TEST_CASE("no byte anywhere in a text lets a control character through") {
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const std::string shown = harmless(std::string{static_cast<char>(first), static_cast<char>(second)});
            for (const char c : shown) {
                const auto byte = static_cast<unsigned char>(c);
                REQUIRE((byte >= 0x20 && byte != 0x7f));
            }
            REQUIRE(shown.find("\xc2\x80") == std::string::npos);
        }
    }
}
