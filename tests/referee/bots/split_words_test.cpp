// A quoted command line must be split exactly as a shell would.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "referee/bots/bot_command.hpp"
#include "tests/referee/user_error.hpp"

namespace {

using referee::split_words;
using Words = std::vector<std::string>;

TEST_CASE("words are split as a shell splits them") {
    const std::pair<const char*, Words> table[] = {
        {"", {}},
        {"   \t\n ", {}},
        {"bot", {"bot"}},
        {"  bot   -v  ", {"bot", "-v"}},
        {"a\tb\nc", {"a", "b", "c"}},
        {"'a b'", {"a b"}},
        {"\"a b\"", {"a b"}},
        {"a' 'b\" \"c", {"a b c"}},
        {"''", {""}},
        {"\"\"", {""}},
        {"a '' b", {"a", "", "b"}},
        {"a''b", {"ab"}},
        {R"(a\ b)", {"a b"}},
        {R"(\a\\\'\")", {"a\\'\""}},
        {R"('a\b')", {R"(a\b)"}},
        {R"('a\')", {R"(a\)"}},
        {R"("a\b")", {R"(a\b)"}},
        {R"("a\"b")", {R"(a"b)"}},
        {R"("a\\b")", {R"(a\b)"}},
        {R"("\$\`")", {"$`"}},
        {R"("it's")", {"it's"}},
        {R"('say "x"')", {R"(say "x")"}},
        {"$HOME *.py ~ #x a;b|c&d", {"$HOME", "*.py", "~", "#x", "a;b|c&d"}},
        {"--name='x y' z=\"\"", {"--name=x y", "z="}},
        {"\xc3\xa4 \xff", {"\xc3\xa4", "\xff"}},
    };
    for (const auto& [text, words] : table) {
        const char* const line = text;
        INFO(line);
        CHECK(split_words(line) == words);
    }
}

TEST_CASE("an unfinished command line is refused") {
    for (const char* text : {"'", "\"", "a 'b", "a\"b c", "'a\"", "\"\\\""}) {
        INFO(text);
        CHECK(error_of([&] { static_cast<void>(split_words(text)); }).find("is not closed") != std::string::npos);
    }
    CHECK(error_of([] { static_cast<void>(split_words("a\\")); }).find("nothing follows the last backslash") !=
          std::string::npos);
    CHECK(error_of([] { static_cast<void>(split_words("\"a\\")); }).find("nothing follows the last backslash") !=
          std::string::npos);
}

TEST_CASE("a backslash before a line's end continues the line, as in a shell") {
    CHECK(split_words("a\\\nb") == Words{"ab"});
    CHECK(split_words("\"a\\\nb\"") == Words{"ab"});
}

}  // namespace
