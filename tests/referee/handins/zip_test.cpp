// Tests the reader of zip archives, and that of parcels, on hostile bytes.
#include "referee/handins/zip.hpp"

#include <doctest/doctest.h>

#include "games/user_error.hpp"
#include "referee/handins/parcel.hpp"
#include "tests/messages.hpp"
#include "tests/referee/handins/zip_bytes.hpp"

namespace {

using namespace referee::handins;
using handins_test::zip_of;
using handins_test::ZipFile;

std::string zip_refusal(const std::vector<ZipFile>& files) {
    return error_of([&] { return read_zip(zip_of(files)); });
}

TEST_CASE("an archive is read without what its system has added") {
    const Project project = read_zip(zip_of({{"a/bot.py", "print()", 0100755},
                                             {"a/empty", ""},
                                             {"a/", "", 040755},
                                             {"__MACOSX/a/._bot.py", "x"},
                                             {"a/.DS_Store", "x"},
                                             {"a/__pycache__/bot.pyc", "x"},
                                             {"b\\c.txt", "x"}}));
    REQUIRE(project.size() == 3);
    CHECK(project[0].path == "a/bot.py");
    CHECK(project[0].bytes == "print()");
    CHECK(project[0].executable);
    CHECK(project[1].bytes.empty());
    CHECK_FALSE(project[1].executable);
    CHECK(project[2].path == "b/c.txt");
}

TEST_CASE("an archive that is written can be read") {
    const Project files = {{"Élodie Wolf_1/answer.html", std::string(100'000, 'x') + "<p>", false},
                           {"a/bot", std::string("\0\xff", 2), true},
                           {"empty", "", false}};
    const std::string zip = write_zip(files);
    CHECK(zip.size() < 1000);
    CHECK(read_zip(zip) == files);
    CHECK(read_zip(write_zip({})).empty());
}

TEST_CASE("names are UTF-8 or of code page 437") {
    CHECK(read_zip(zip_of({{"\x90lodie.py", ""}})).front().path == "Élodie.py");
    CHECK(read_zip(zip_of({{"Élodie.py", ""}})).front().path == "Élodie.py");
    CHECK(contains(zip_refusal({{"\x90lodie.py", "", 0100644, 1 << 11}}), "invalid path"));
}

TEST_CASE("only regular files with plain paths come out of an archive") {
    for (const char* path : {"../x", "a/../../x", "/x", "a//x", "./x", "a/.", "..", "a\\..\\x", "a\nb", "\x7f"}) {
        CAPTURE(path);
        CHECK(contains(zip_refusal({{path, "x"}}), "invalid path"));
    }
    CHECK(contains(zip_refusal({{"x", "/etc/passwd", 0120777}}), "contains a link"));
    CHECK(contains(zip_refusal({{"x", "", 010644}}), "special file"));
    CHECK(contains(zip_refusal({{"x", "1"}, {"x", "2"}}), "two files of the name 'x'"));
    CHECK(contains(zip_refusal({{"Bot.py", "1"}, {"bot.PY", "2"}}), "two files of the name"));
    CHECK(contains(zip_refusal({{"x", "1"}, {"x/y", "2"}}), "two files of the name"));
    CHECK(contains(zip_refusal({{"x/y", "1"}, {"X", "2"}}), "two files of the name"));
}

TEST_CASE("an archive that lies is refused") {
    CHECK(contains(zip_refusal({{"x", "secret", 0100644, 1}}), "encrypted"));
    CHECK(contains(zip_refusal({{"x", "abc", 0100644, 0, 12}}), "unusual compression"));
    CHECK(contains(zip_refusal({{.name = "x", .bytes = "abc", .local_name = "y"}}), "contradict"));
    CHECK(contains(zip_refusal({{.name = "x", .bytes = "abc", .size = 4}}), "can't be unpacked"));
    CHECK(contains(zip_refusal({{.name = "x", .bytes = "abc", .crc32 = 1}}), "can't be unpacked"));
    CHECK(contains(zip_refusal({{.name = "x", .bytes = "abc", .size = 1U << 31}}), "larger than 64 MiB"));
    CHECK(contains(zip_refusal(std::vector<ZipFile>(1001, {"x", ""})), "two files"));
    std::vector<ZipFile> many;
    for (int i = 0; i < 1001; ++i)
        many.push_back({std::to_string(i), ""});
    CHECK(contains(zip_refusal(many), "more than 1000 files"));
    CHECK(contains(error_of([] { return read_zip("<html>"); }), "no zip archive"));
    std::string bomb = "\x4b\x04\x00";  // raw deflate of one letter, declared as two
    CHECK(contains(zip_refusal({{.name = "x", .bytes = bomb, .method = 8, .size = 2}}), "can't be unpacked"));
}

TEST_CASE("no cut or changed archive does more than fail") {
    const std::string archive = zip_of({{"a", "some bytes"}, {"b/c", "more"}});
    for (std::size_t size = 0; size < archive.size(); ++size) {
        std::string changed = archive;
        changed[size] = static_cast<char>(changed[size] ^ 0x81);
        for (const std::string& bytes : {archive.substr(0, size), archive.substr(size), changed}) {
            try {
                CHECK(read_zip(bytes).size() <= 2);
            } catch (const games::UserError&) {
                CHECK(bytes != archive);
            }
        }
    }
}

TEST_CASE("a parcel comes out as it went in") {
    Parcel parcel;
    parcel.output = "it worked\n";
    parcel.files = {{"a/bot", std::string("\0\n\xff", 3), true}, {"b", ""}};
    const std::string bytes = bytes_of(parcel);
    const Parcel read = read_parcel(bytes);
    CHECK(read.output == parcel.output);
    REQUIRE(read.files.size() == 2);
    CHECK(read.files[0].bytes == parcel.files[0].bytes);
    CHECK(read.files[0].executable);
    CHECK_FALSE(read.files[1].executable);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        CHECK_THROWS_AS(static_cast<void>(read_parcel(bytes.substr(0, size))), games::UserError);
}

TEST_CASE("a hostile parcel can't name a path outside") {
    for (const char* path : {"../x", "/etc/passwd", "a/../../x", "", "a/"}) {
        Parcel parcel;
        parcel.files = {{path, "evil"}};
        CAPTURE(path);
        CHECK_THROWS_AS(static_cast<void>(read_parcel(bytes_of(parcel))), games::UserError);
    }
    Parcel twice;
    twice.files = {{"a", "1"}, {"A", "2"}};
    CHECK_THROWS_AS(static_cast<void>(read_parcel(bytes_of(twice))), games::UserError);
    Parcel talkative;
    talkative.complaint.assign(1 << 20, 'x');
    CHECK(read_parcel(bytes_of(talkative)).complaint.size() == 500);
}

}  // namespace
