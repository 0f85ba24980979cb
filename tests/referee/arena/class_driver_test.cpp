#include "referee/arena/class_driver.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "games/user_error.hpp"
#include "tests/referee/arena/test_arena.hpp"

namespace referee::arena {

namespace {

/// Makes arena.db as an older version made it.
void forget_driver() {
    const tournament::Database database(arena_db, tournament::Database::Mode::read_write);
    database.execute("DELETE FROM meta WHERE key = 'driver'");
}

}  // namespace

TEST_CASE("an arena keeps its driver in its file") {
    const TempFolder folder;
    const ScopedFolder inside(folder.path());
    const handins::Driver driver{"mine.py", "print()\n", {{"example.py", "x = 1\n"}}};
    ArenaFile::create(arena_db, {}, {}, driver);
    std::filesystem::create_directory(driver_folder);
    std::ofstream("driver/other.py") << "x = 2\n";
    ArenaFile file(arena_db, ArenaFile::Access::to_write);
    CHECK(class_driver(file) == driver);
}

TEST_CASE("an arena without a driver has none whatever lies in its folder") {
    const TempFolder folder;
    const ScopedFolder inside(folder.path());
    TestArena arena;
    std::filesystem::create_directory(driver_folder);
    std::ofstream("driver/other.py") << "x = 2\n";
    arena.start();
    CHECK(arena.arena->driver() == nullptr);
}

TEST_CASE("the driver of an older arena is read once from its folder") {
    const TempFolder folder;
    const ScopedFolder inside(folder.path());
    TestArena arena;
    arena.arena.reset();
    forget_driver();
    std::filesystem::create_directory(driver_folder);
    CHECK_THROWS_WITH_AS(arena.start(),
                         "'driver' in the folder of the arena must hold the driver and nothing else, but is empty: "
                         "restore it",
                         games::UserError);
    std::ofstream("driver/mine.py") << "x = 2\n";
    std::ofstream("driver/mine_example.py") << "x = 3\n";
    std::ofstream("driver/.h.py") << "x = 4\n";
    CHECK_THROWS_AS(arena.start(), games::UserError);
    std::filesystem::remove("driver/.h.py");
    arena.start();
    const handins::Driver driver{"mine.py", "x = 2\n", {{"example.py", "x = 3\n"}}};
    REQUIRE(arena.arena->driver() != nullptr);
    CHECK(*arena.arena->driver() == driver);
    std::filesystem::remove_all(driver_folder);
    arena.start();
    REQUIRE(arena.arena->driver() != nullptr);
    CHECK(*arena.arena->driver() == driver);
}

}  // namespace referee::arena
