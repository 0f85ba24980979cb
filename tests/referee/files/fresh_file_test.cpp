// Tests files that get their name only when they are complete.
#include "referee/files/fresh_file.hpp"

#include <doctest/doctest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "referee/files/file_identity.hpp"
#include "tests/referee/temp_folder.hpp"

namespace {

namespace fs = std::filesystem;
using referee::FreshFile;

std::string content_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

long files_in(const TempFolder& folder) {
    return std::distance(fs::directory_iterator(folder.path()), {});
}

}  // namespace

TEST_CASE("a fresh file is invisible until it takes its place, and leaves nothing behind if it does not") {
    const TempFolder folder;
    {
        FreshFile fresh(folder / "new");
        REQUIRE(fresh.error() == 0);
        CHECK(referee::write_bytes(fresh.fd(), "half") == 0);
        CHECK_FALSE(fs::exists(folder / "new"));
    }
    CHECK(files_in(folder) == 0);
    FreshFile fresh(folder / "new");
    CHECK(referee::write_bytes(fresh.fd(), "whole") == 0);
    CHECK(fresh.take_place(FreshFile::IfThere::fail) == 0);
    CHECK(content_of(folder / "new") == "whole");
    CHECK(files_in(folder) == 1);
}

TEST_CASE("a fresh file replaces an existing file only with permission") {
    const TempFolder folder;
    const std::string path = folder.write("taken", "old");
    const auto old = referee::identity_of(path);
    {
        FreshFile fresh(path);
        CHECK(fresh.take_place(FreshFile::IfThere::fail) == EEXIST);
    }
    CHECK(referee::identity_of(path) == old);
    FreshFile fresh(path);
    CHECK(referee::write_bytes(fresh.fd(), "new") == 0);
    CHECK(fresh.take_place(FreshFile::IfThere::replace) == 0);
    CHECK(content_of(path) == "new");
    CHECK_FALSE(referee::identity_of(path).place == old.place);
    CHECK(files_in(folder) == 1);
}

TEST_CASE("if no file can be created, the system's reason is reported") {
    const TempFolder folder;
    CHECK(FreshFile(folder / "none/new").error() == ENOENT);
    CHECK(referee::identity_of(folder / "none") == referee::FileIdentity{});
}
