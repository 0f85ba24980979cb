// Tests text for terminals: harmless output of bots, lines that are broken at spaces, durations, the width of any
// script independent of the locale, and commands that can be copied.
#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/text_width.hpp"

#include <doctest/doctest.h>

#include <string>

#include "referee/core/base/wrapped_text.hpp"
#include "referee/core/players/bot_stderr.hpp"
#include "tests/messages.hpp"

using namespace std::chrono_literals;
using namespace referee;

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
    CHECK((tail.text().starts_with("[") && tail.text().size() <= capacity && tail.text().back() == 'y'));
}

TEST_CASE("printable text is shown, and text that controls a terminal is not") {
    CHECK(harmless("plain text, ~ and all") == "plain text, ~ and all");
    CHECK(harmless("tab\tbed") == "tab    bed");
    CHECK(harmless("\x1b[31m\r\n\x07\x7f") == R"(\x1b[31m\r\n\x07\x7f)");
    CHECK(harmless(std::string_view("\0", 1)) == R"(\x00)");
    CHECK(harmless("\xff\xfe\xc3") == R"(\xff\xfe\xc3)");
    CHECK_FALSE(contains(harmless("\xc2\x9b"
                                  "2J"),
                         "\xc2"));                                // the one-character CSI
    CHECK_FALSE(contains(harmless("\xe2\x80\xae"), "\xe2"));      // right-to-left override
    CHECK_FALSE(contains(harmless("\xc0\x9b"), "\xc0"));          // an overlong ESC
    CHECK_FALSE(contains(harmless("\xed\xa0\x80"), "\xed"));      // half a surrogate pair
    CHECK_FALSE(contains(harmless("\xf4\x90\x80\x80"), "\xf4"));  // beyond Unicode
}

TEST_CASE("no byte anywhere in a text lets a control character through") {
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const std::string shown = harmless(std::string{static_cast<char>(first), static_cast<char>(second)});
            for (const char c : shown) {
                const auto byte = static_cast<unsigned char>(c);
                REQUIRE((byte >= 0x20 && byte != 0x7f));
            }
            REQUIRE_FALSE(contains(shown, "\xc2\x80"));
        }
    }
}

TEST_CASE("a broken line continues below the beginning of its text") {
    CHECK(wrapped_text("one two three four", 4, 12) == "one two\n    three\n    four");
    CHECK(wrapped_text("one", 4, 12) == "one");
    CHECK(wrapped_text("", 4, 12).empty());
    CHECK(wrapped_text("a wordthatistoolongforanyline b", 2, 10) == "a\n  wordthatistoolongforanyline\n  b");
}

TEST_CASE("columns are counted, not bytes") {
    CHECK(wrapped_text("\u738b\u82b3 \u674e\u660e", 0, 9) == "\u738b\u82b3 \u674e\u660e");
    CHECK(wrapped_text("\u738b\u82b3 \u674e\u660e", 0, 8) == "\u738b\u82b3\n\u674e\u660e");
    CHECK(wrapped_text("\u017b\u00f3\u0142w \u017b\u00f3\u0142w", 0, 9) == "\u017b\u00f3\u0142w \u017b\u00f3\u0142w");
}

TEST_CASE("a command at the end can be copied") {
    CHECK(wrapped_text("stopped here; to resume: referee tournament --resume --db t.db", 2, 20) ==
          "stopped here; to\n  resume:\n  referee tournament --resume --db t.db");
    CHECK(wrapped_text("it fails; see referee check ./bot --game othello", 0, 16) ==
          "it fails; see\nreferee check ./bot --game othello");
}

TEST_CASE("only lines that are too wide are changed") {
    CHECK(wrapped_lines("short\n  also short\n", 12) == "short\n  also short\n");
    CHECK(wrapped_lines("short\nthis one is long\n", 12) == "short\nthis one is\nlong\n");
    CHECK(wrapped_lines("  indented words go on", 12) == "  indented\n  words go\n  on");
    CHECK(wrapped_lines("FAIL  the problem is this", 20) == "FAIL  the problem is\n      this");
    CHECK(wrapped_lines("many blanks   between words here", 14) ==
          "many blanks\n              between\n              words\n              here");
}

TEST_CASE("a list of moves is broken between moves") {
    CHECK(wrapped_lines("8 0, 8 1, 8 2, 8 3", 10) == "8 0, 8 1,\n8 2, 8 3");
    CHECK(wrapped_lines("  a10, b1, c2, d3, e4", 12) == "  a10, b1,\n  c2, d3, e4");
    CHECK(wrapped_lines("moves: 1 1 0, 2 1 0, 2 2 0, 3 1 90", 20) == "moves: 1 1 0, 2 1 0,\n2 2 0, 3 1 90");
}

TEST_CASE("drawings and JSON stay as they are") {
    const std::string row = ". x . o . x . o . x . o";
    CHECK(wrapped_lines(row, 10) == row);
    const std::string json = "{\"event\": \"played\", \"game\": 17}";
    CHECK(wrapped_lines(json, 10) == json);
    CHECK(wrapped_lines("  \"key\": \"some value\"", 10) == "  \"key\": \"some value\"");
}

TEST_CASE("tables stay as they are") {
    for (const std::string row :
         {"name                    points won drawn lost 1st W/D/L 2nd W/D/L mean (ms) longest (ms)",
          "a_bot_with_long_name_1     0.0   0     0    2     0/0/1     0/0/1      0.10          1.2",
          "place name points games 1st W/D/L 2nd W/D/L Elo [95 %]        forfeits",
          "place name      points games 1st W/D/L 2nd W/D/L Elo [95 %] forfeits", "# name      1   2   3   4   5   6",
          "# name 1 2 3 4 5 6 7 8 9 10 11 12 13", "name weight % Nash Elo of bots",
          "1 first  8.0    12 32.00 4.0     4/2/0     2/2/2    0 [-269, +269]        0",
          "2 王芳   0.0/4     . 2.0/4 4.0/4"}) {
        CHECK(wrapped_lines(row, 30) == row);
    }
}

TEST_CASE("a text that begins like a table is broken") {
    CHECK(wrapped_lines("name the bot with --bot", 12) == "name the bot\nwith --bot");
    CHECK(wrapped_lines("place name tags here", 12) == "place name\ntags here");
}

TEST_CASE("colours take no columns") {
    CHECK(wrapped_lines("\x1b[1mone two\x1b[0m", 7) == "\x1b[1mone two\x1b[0m");
    CHECK(wrapped_lines("\x1b[1mone two\x1b[0m", 6) == "\x1b[1mone\ntwo\x1b[0m");
}

TEST_CASE("a number and a unit are a duration") {
    const std::pair<const char*, std::chrono::microseconds> table[] = {
        {"0us", 0us},     {"1us", 1us},      {"100ms", 100ms},  {"1s", 1s},         {"1.5s", 1500ms}, {"0.25ms", 250us},
        {"2m", 120s},     {"24h", 24h},      {"0.5h", 30min},   {"1500us", 1500us}, {".5s", 500ms},   {"1.s", 1s},
        {"0.1ms", 100us}, {"0.0004ms", 0us}, {"0.0006ms", 1us}, {"86400s", 24h},    {"007s", 7s},     {"0.001s", 1ms}};
    for (const auto& [text, duration] : table) {
        const char* const typed = text;
        INFO(typed);
        CHECK(parse_duration(text, "--x") == duration);
    }
}

TEST_CASE("anything else is refused, and the option is named") {
    const std::pair<const char*, const char*> table[] = {
        {"", "write a number and a unit"}, {"ms", "write a number and a unit"}, {"fast", "write a number and a unit"},
        {"100", "write the unit, too"},    {"1.5", "write the unit, too"},      {"100 ms", "the unit must be"},
        {"1d", "the unit must be"},        {"1S", "the unit must be"},          {"1ms ", "the unit must be"},
        {"1msx", "the unit must be"},      {"1e3s", "the unit must be"},        {"-1s", "negative"},
        {"25h", "the longest is 24h"},     {"86401s", "the longest is 24h"},    {"inf", "write a number"},
        {"nan", "write a number"},         {"infs", "write a number"},          {" 1s", "write a number"},
        {"+1s", "write a number"},         {"1,5s", "the unit must be"},        {"0x10s", "the unit must be"}};
    for (const auto& [text, message] : table) {
        const char* const typed = text;
        const std::string said = error_of([&] { parse_duration(typed, "--x"); });
        INFO(typed << ": " << said);
        CHECK(said.starts_with("--x '" + std::string(text) + "': "));
        CHECK(contains(said, message));
    }
}

TEST_CASE("the exact form is short and is read back as the same duration") {
    const std::pair<std::chrono::microseconds, const char*> table[] = {
        {0us, "0us"}, {1us, "1us"}, {1000us, "1ms"}, {1500us, "1500us"}, {1s, "1s"},       {1500ms, "1500ms"},
        {60s, "1m"},  {90s, "90s"}, {3600s, "1h"},   {24h, "24h"},       {3601s, "3601s"}, {999999us, "999999us"}};
    for (const auto& [duration, text] : table) {
        CHECK(exact(duration) == text);
        CHECK(parse_duration(text, "--x") == duration);
    }
}

TEST_CASE("displayed times are rounded, and none is rounded up to a thousand of the smaller unit") {
    const std::pair<std::chrono::nanoseconds, const char*> table[] = {
        {0ns, "0 us"},      {812400ns, "812 us"},  {12'345us, "12.3 ms"}, {1200ms, "1.20 s"},
        {100s, "100.00 s"}, {999'700ns, "1.0 ms"}, {999'990us, "1.00 s"}};
    for (const auto& [time, text] : table)
        CHECK(rounded(time) == text);
}

TEST_CASE("wide characters take two columns, combining ones none") {
    CHECK(columns_of("") == 0);
    CHECK(columns_of("abc") == 3);
    CHECK(columns_of("Łukasz") == 6);
    CHECK(columns_of("王芳") == 4);
    CHECK(columns_of("e\u0301") == 1);
    CHECK(columns_of("🚀") == 2);
    CHECK(columns_of("\xff\x80") == 2);  // invalid bytes, one column each
    CHECK(columns_of(std::uint32_t{0x07}) == -1);
}

TEST_CASE("truncation never splits a character or separates a mark from its letter") {
    CHECK(first_columns("王芳", 3) == "王");
    CHECK(first_columns("王芳", 4) == "王芳");
    CHECK(first_columns("ae\u0301b", 2) == "ae\u0301");
    CHECK(last_columns("王芳", 3) == "芳");
    CHECK(last_columns("ae\u0301b", 2) == "e\u0301b");
    CHECK(last_columns("ae\u0301b", 1) == "b");
    CHECK(first_columns("abc", 0).empty());
    CHECK(last_columns("abc", 0).empty());
}

TEST_CASE("padded text takes the columns that it should") {
    CHECK(referee::padded("王", 4) == "王  ");
    CHECK(referee::padded("abc", 2) == "abc");
    CHECK(columns_of(referee::padded("e\u0301", 5)) == 5);
}

TEST_CASE("a printed command can be copied, and contains nothing that controls a terminal") {
    CHECK(copyable_word("plain-word.py") == "plain-word.py");
    CHECK(copyable_word("it's \xc3\xa4") == "'it'\\''s \xc3\xa4'");
    CHECK(copyable_word("\x1b[31m") == "$'\\033[31m'");
    CHECK(copyable_word("a\nb'c\\") == "$'a\\012b\\'c\\\\'");
    CHECK(copyable_word("a\u202eb") == "$'a\\342\\200\\256b'");
    CHECK(copyable_path("-x") == "./-x");
    CHECK(copyable_path("-\x1b") == "$'./-\\033'");
    CHECK(copyable_path("a/-x") == "a/-x");
}
