#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "tests/referee/arena/test_arena.hpp"

namespace referee::arena {

TEST_CASE("an arena keeps its driver in its file") {
    const TempFolder folder;
    const ScopedFolder inside(folder.path());
    const handins::Driver driver{"mine.py", "print()\n", {{"example.py", "x = 1\n"}}};
    ArenaFile::create(arena_db, {}, {}, driver);
    const ArenaFile file(arena_db, ArenaFile::Access::to_write);
    CHECK(file.driver() == driver);
}

TEST_CASE("an arena without a driver has none whatever lies in its folder") {
    const TempFolder folder;
    const ScopedFolder inside(folder.path());
    TestArena arena;
    std::filesystem::create_directory("driver");
    std::ofstream("driver/other.py") << "x = 2\n";
    arena.start();
    CHECK(arena.arena->driver() == nullptr);
}

}  // namespace referee::arena
