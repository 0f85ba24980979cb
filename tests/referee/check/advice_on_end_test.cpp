// Tests the advice on a bot that ends with an error. The errors are those that programs in several languages write to
// stderr.
#include "referee/check/advice_on_end.hpp"

#include <doctest/doctest.h>

#include <array>

using referee::own_error_in;
using Kind = referee::OwnError::Kind;

namespace {

struct Case {
    std::string_view text;
    Kind kind;
    std::string_view line;
    std::string_view subject;
};

constexpr std::array cases = {
    Case{"  File \"bot.py\", line 3\n    def f(\n         ^\nSyntaxError: '(' was never closed\n", Kind::other,
         "SyntaxError: '(' was never closed", "("},
    Case{"Traceback (most recent call last):\n  File \"b/bot.py\", line 1, in <module>\n    import helper\n"
         "ModuleNotFoundError: No module named 'helper'\n",
         Kind::missing_module, "ModuleNotFoundError: No module named 'helper'", "helper"},
    Case{"/usr/bin/python3: No module named bot\n", Kind::missing_module, "/usr/bin/python3: No module named bot",
         "bot"},
    Case{"FileNotFoundError: [Errno 2] No such file or directory: 'book.txt'\n", Kind::missing_file,
         "FileNotFoundError: [Errno 2] No such file or directory: 'book.txt'", "book.txt"},
    Case{"json.decoder.JSONDecodeError: Expecting value\n", Kind::other,
         "json.decoder.JSONDecodeError: Expecting value", ""},
    Case{"bot.js:1\nlet a = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n    at wrapSafe "
         "(node:internal)\n\nNode.js v20\n",
         Kind::other, "SyntaxError: Unexpected token ';'", ";"},
    Case{"Error: Cannot find module './helper'\nRequire stack:\n- /b/bot.js\n", Kind::missing_module,
         "Error: Cannot find module './helper'", "./helper"},
    Case{"Error: ENOENT: no such file or directory, open 'book.txt'\n    at Object.open\n", Kind::missing_file,
         "Error: ENOENT: no such file or directory, open 'book.txt'", "book.txt"},
    Case{"Error: Could not find or load main class Bot\nCaused by: java.lang.ClassNotFoundException: Bot\n",
         Kind::missing_module, "Caused by: java.lang.ClassNotFoundException: Bot", "Bot"},
    Case{"OSError: [Errno 30] Read-only file system: '/x/note'\r\n", Kind::not_allowed,
         "OSError: [Errno 30] Read-only file system: '/x/note'", "/x/note"},
    Case{"thread 'main' panicked at bot.rs:3:5:\nindex out of bounds\n", Kind::other,
         "thread 'main' panicked at bot.rs:3:5:", "main"},
    Case{"panic: runtime error: index out of range\n\ngoroutine 1 [running]:\n", Kind::other,
         "panic: runtime error: index out of range", ""},
};

}  // namespace

TEST_CASE("an error of the bot is found, and its subject") {
    for (const Case& wanted : cases) {
        INFO(wanted.text);
        const auto found = own_error_in(wanted.text);
        REQUIRE(found);
        CHECK(found->kind == wanted.kind);
        CHECK(found->line == wanted.line);
        CHECK(found->subject == wanted.subject);
    }
}

TEST_CASE("notes are not errors, and the last of several errors counts") {
    for (const std::string_view text : {"", "\n\n", "thinking...\n", "error rate: 3\n", "my Error is small: 3\n"})
        CHECK_MESSAGE(!own_error_in(text), text);
    CHECK(own_error_in("ValueError: a\nDuring handling of the above\nKeyError: 'b'\n")->line == "KeyError: 'b'");
}
