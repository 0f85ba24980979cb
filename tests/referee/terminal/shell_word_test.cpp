// Tests that printed commands still mean the same after they are copied into a shell.
#include "referee/terminal/shell_word.hpp"

#include <doctest/doctest.h>

namespace {

TEST_CASE("a printed command can be copied, and contains nothing that controls a terminal") {
    using referee::copyable_path;
    using referee::copyable_word;
    CHECK(copyable_word("plain-word.py") == "plain-word.py");
    CHECK(copyable_word("it's \xc3\xa4") == "'it'\\''s \xc3\xa4'");
    CHECK(copyable_word("\x1b[31m") == "$'\\033[31m'");
    CHECK(copyable_word("a\nb'c\\") == "$'a\\012b\\'c\\\\'");
    CHECK(copyable_word("a\u202eb") == "$'a\\342\\200\\256b'");
    CHECK(copyable_path("-x") == "./-x");
    CHECK(copyable_path("-\x1b") == "$'./-\\033'");
    CHECK(copyable_path("a/-x") == "a/-x");
}

}  // namespace
