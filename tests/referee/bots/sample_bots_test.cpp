// The bots that come with the program: where they lie, installed or not.
#include "referee/bots/sample_bots.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "tests/referee/temp_folder.hpp"

TEST_CASE("sample bots lie in libexec beside the bin of an installed program, and otherwise beside the program") {
    const TempFolder folder;
    const std::filesystem::path program = folder / "bin/referee";
    CHECK(referee::sample_bots_folder(program) == folder / "bin");
    std::filesystem::create_directories(folder / "libexec/referee/bots");
    CHECK(referee::sample_bots_folder(program) == folder / "libexec/referee/bots");
}

TEST_CASE("a sample bot is a file name, and never the referee itself") {
    for (const char* name : {"", "referee", "../bin/sh", "/bin/sh", "."})
        CHECK_FALSE(referee::sample_bot(name));
}
