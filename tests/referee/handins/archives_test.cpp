// Which file of a hand-in is an archive, and of which kind.
#include "referee/handins/archives.hpp"

#include <doctest/doctest.h>

#include <tuple>
#include <utility>
#include <vector>

#include "games/user_error.hpp"

namespace referee::handins {
namespace {

const std::string zip = "PK\3\4...", gzip = "\x1f\x8b...", tar = std::string(257, 'x') + "ustar  ",
                  seven = "7z\xbc\xaf\x27\x1c...";

TEST_CASE("an archive is known by its name, and its kind by its content") {
    for (const auto& [name, bytes, kind] : std::vector<std::tuple<std::string, std::string, ArchiveKind>>{
             {"a.zip", zip, ArchiveKind::zip},
             {"A.TAR.GZ", gzip, ArchiveKind::tar_gz},
             {"a.tgz", gzip, ArchiveKind::tar_gz},
             {"a.tar", tar, ArchiveKind::tar},
             {"dir/a.7z", seven, ArchiveKind::seven_zip},
             {"a.tar.xz", std::string("\xfd\x37zXZ\0...", 9), ArchiveKind::tar_xz}}) {
        const std::string& tried = name;
        INFO(tried);
        const Project project = {{name, bytes}};
        const auto found = archive_in(project, 0);
        REQUIRE(found);
        CHECK(found->kind == kind);
        CHECK(found->note.empty());
    }
    for (const char* name : {"bot", "a.gz", "weights.xz", "bot.jar", "text.docx"})
        CHECK_FALSE(archive_in({{name, zip}}, 0));
    const Project wrong = {{"a.zip", gzip}};
    CHECK(archive_in(wrong, 0)->kind == ArchiveKind::tar_gz);
    CHECK(archive_in(wrong, 0)->note == "'a.zip' is a .tar.gz archive, although its name says .zip");
    const Project reverse = {{"a.tar.gz", zip}};
    CHECK(archive_in(reverse, 0)->kind == ArchiveKind::zip);
}

TEST_CASE("an archive beside a program is data, but a zip archive is the hand-in") {
    const Project with_data = {{"bot.py", "x"}, {"data.tar.gz", gzip}}, with_zip = {{"bot.py", "x"}, {"a.zip", zip}};
    CHECK_FALSE(archive_in(with_data, 0));
    CHECK(archive_in(with_zip, 0));
    CHECK_FALSE(archive_in(with_zip, 1));
    CHECK(archive_in({{"README.txt", "x"}, {"a.tgz", gzip}}, 1));
    CHECK_THROWS_WITH_AS(static_cast<void>(archive_in({{"a.zip", zip}, {"b.zip", zip}}, 0)),
                         "it has 2 archives: hand in only one", games::UserError);
    CHECK_THROWS_WITH_AS(static_cast<void>(archive_in({{"a.zip", zip}}, max_archive_levels)),
                         "there are more than 2 archives within each other: pack the files once", games::UserError);
}

TEST_CASE("the limits hold for both archives together") {
    const Project half = {{"a/b", std::string(max_bytes / 2 + 1, 'x')}};
    CHECK_NOTHROW(require_within_limits({}, half));
    CHECK_THROWS_AS(require_within_limits(half, half), games::UserError);
    Project many;
    for (std::size_t i = 0; i <= max_files / 2; ++i)
        many.push_back({std::to_string(i) + "/x", ""});
    CHECK_NOTHROW(require_within_limits({}, many));
    CHECK_THROWS_AS(require_within_limits(many, many), games::UserError);
}

}  // namespace
}  // namespace referee::handins
