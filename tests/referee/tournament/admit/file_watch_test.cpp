// Tests that a change of a bot's files is noticed even if the times of the files are restored, and that a bot that only
// writes new files is not reported.
#include "referee/core/bots/bot_files.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "referee/tournament/admit/file_watch.hpp"
#include "tests/messages.hpp"
#include "tests/referee/temp_folder.hpp"

namespace {

namespace fs = std::filesystem;
using namespace referee;
using namespace referee::tournament;

std::string sum_of(const std::string& path) {
    return std::get<referee::HashedFile>(referee::hash_file(path)).sha256;
}
StoredEntrant entrant(const std::string& name, const std::string& file) {
    return {name, {file}, {{file, sum_of(file)}}};
}
/// The number of bytes that this process has read so far.
long bytes_read() {
    std::ifstream file("/proc/self/io");
    std::string word;
    long bytes = -1;
    file >> word >> bytes;
    REQUIRE(word == "rchar:");
    return bytes;
}
std::vector<std::string> paths_of(const std::vector<FileSum>& files) {
    std::vector<std::string> paths;
    for (const auto& file : files)
        paths.push_back(file.path);
    return paths;
}

}  // namespace

TEST_CASE("checksums are those of SHA-256 (FIPS 180-4, the examples of NIST)") {
    const TempFolder folder;
    CHECK(sum_of(folder.write("a", "abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sum_of(folder.write("b", "")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sum_of(folder.write("c", std::string(1'000'000, 'a'))) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a path that is not a regular file, or is too large, is not read, and nothing blocks") {
    const TempFolder folder;
    ::mkfifo((folder / "fifo").c_str(), 0777);
    fs::create_symlink("/dev/zero", folder / "zero");
    for (const char* name : {"fifo", "zero", "none", "."})
        CHECK(std::holds_alternative<referee::UnreadFile>(referee::hash_file(folder / name)));
    CHECK(std::holds_alternative<referee::HashedFile>(referee::hash_file(folder.write("a", "abc"), 3)));
    CHECK(std::get<referee::UnreadFile>(referee::hash_file(folder.write("a", "abc"), 2)).reason == "it is too large");
}

TEST_CASE("a changed file is reported with the bot's name and the file's path") {
    const TempFolder folder;
    const std::string a = folder.write("a", "one");
    const std::string b = folder.write("b", "one");
    FileWatch watch(std::vector{entrant("x", a), entrant("y", b)});
    CHECK_FALSE(watch.changed(0));
    folder.write("a", "two");
    CHECK(watch.changed(0) == "'x': its file " + a + " has changed since the tournament began");
    CHECK_FALSE(watch.changed(1));
    folder.write("a", "one");
    CHECK_FALSE(watch.changed(0));
    fs::remove(b);
    CHECK(watch.changed(1) == "'y': its file " + b + " is gone");
    fs::create_directory(b);
    CHECK(watch.changed(1) == "'y': its file " + b + " can't be read any more: it is not a regular file");
}

TEST_CASE("a change that keeps the size and resets the time is noticed") {
    const TempFolder folder;
    const std::string a = folder.write("a", "one");
    FileWatch watch(std::vector{entrant("x", a)});
    CHECK_FALSE(watch.changed(0));
    struct stat before {};
    ::stat(a.c_str(), &before);
    const timespec times[] = {before.st_atim, before.st_mtim};
    folder.write("a", "two");
    ::utimensat(AT_FDCWD, a.c_str(), times, 0);
    CHECK(watch.changed(0));
    folder.write("a", "one");
    // When this time has passed, the watch may rely on stat().
    std::this_thread::sleep_for(std::chrono::milliseconds(2100));
    CHECK_FALSE(watch.changed(0));
    folder.write("a", "two");
    ::utimensat(AT_FDCWD, a.c_str(), times, 0);
    CHECK(watch.changed(0));
}

TEST_CASE("a file that has just been written is read again, because stat might not show another change") {
    const TempFolder folder;
    const std::string a = folder.write("a", std::string(2 << 20, 'a'));
    FileWatch watch(std::vector{entrant("x", a)});
    CHECK_FALSE(watch.changed(0));
    const long read_before = bytes_read();
    CHECK_FALSE(watch.changed(0));
    CHECK(bytes_read() - read_before >= 2 << 20);
}

TEST_CASE("a file that is replaced by an equal one has not changed, but a link to another file has") {
    const TempFolder folder;
    const std::string a = folder.write("v1", "one");
    folder.write("v2", "two");
    const std::string link = folder / "bot";
    fs::create_symlink("v1", link);
    FileWatch watch(std::vector{entrant("x", link)});
    CHECK_FALSE(watch.changed(0));
    fs::rename(folder.write("new", "one"), a);
    CHECK_FALSE(watch.changed(0));
    fs::remove(link);
    fs::create_symlink("v2", link);
    CHECK(watch.changed(0));
}

TEST_CASE("an unchanged file is not read again, and several threads may ask") {
    const TempFolder folder;
    const std::string a = folder.write("a", std::string(2 << 20, 'a'));
    std::vector<StoredEntrant> entrants;
    for (int i = 0; i < 8; ++i)
        entrants.push_back(entrant("x", a));
    FileWatch watch(entrants);
    std::this_thread::sleep_for(std::chrono::milliseconds(2100));
    CHECK_FALSE(watch.changed(0));
    const long read_before = bytes_read();
    std::vector<std::thread> threads;
    std::atomic<int> wrong{0};
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&] {
            for (int i = 0; i < 500; ++i)
                if (watch.changed(i % 8)) ++wrong;
        });
    }
    for (auto& thread : threads)
        thread.join();
    CHECK(wrong == 0);
    CHECK(bytes_read() - read_before < 1 << 20);
    folder.write("a", "b");
    CHECK(watch.changed(3));
}

TEST_CASE("a bot's files are its program, the files among its arguments, and those of its folder") {
    const TempFolder folder;
    const ScopedFolder inside(folder.path());
    for (const char* name : {"bots/x/sub/.git", "bots/x/__pycache__", "bots/x/sub/deeper"})
        fs::create_directories(name);
    for (const char* name : {"bots/x/bot.py", "bots/x/sub/data.json", "bots/x/sub/deeper/more", "bots/x/.hidden",
                             "bots/x/sub/.git/config", "bots/x/__pycache__/bot.pyc", "y.py", "weights"})
        folder.write(name, name);
    fs::create_symlink("../..", "bots/x/up");
    fs::create_symlink("../../weights", "bots/x/linked");
    ::mkfifo("bots/x/fifo", 0777);
    using Paths = std::vector<std::string>;
    const referee::BotCommand x{"/bin/cat", {"/bin/cat", "bots/x/bot.py", "-v"}, "x"};
    CHECK(paths_of(files_of_bot(x, "bots/x", "x")) ==
          Paths{"/bin/cat", "bots/x/bot.py", "bots/x/linked", "bots/x/sub/data.json", "bots/x/sub/deeper/more"});
    const referee::BotCommand y{"/bin/cat", {"cat", "./bots/../y.py", folder / "weights", "no_file", "bots"}, "y"};
    CHECK(paths_of(files_of_bot(y, "", "y")) == Paths{"/bin/cat", "weights", "y.py"});
    CHECK(files_of_bot(y, "", "y")[2].sha256 == sum_of("y.py"));
}

TEST_CASE("too many files, and names that can't be kept, are refused") {
    const TempFolder folder;
    const referee::BotCommand bot{"/bin/cat", {"/bin/cat"}, "x"};
    folder.write("\xff", "");
    CHECK(contains(error_of([&] { files_of_bot(bot, folder.path(), "x"); }), "is not UTF-8: rename it"));
    fs::remove(folder / "\xff");
    for (int i = 0; i < 1000; ++i)
        folder.write(std::to_string(i), "");
    CHECK(contains(error_of([&] { files_of_bot(bot, folder.path(), "x"); }),
                   "there are more than 1000 files in its folder"));
    fs::resize_file(folder / "0", (std::uintmax_t{1} << 30) + 1);
    fs::remove(folder / "999");
    fs::remove(folder / "998");
    CHECK(contains(error_of([&] { files_of_bot(bot, folder.path(), "x"); }), "exceed 1024 MiB"));
}
