#include "referee/arena/arena.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "games/user_error.hpp"
#include "referee/arena/arena_folder.hpp"
#include "referee/arena/links.hpp"
#include "referee/core/base/sha256.hpp"
#include "referee/tournament/paper/store/sqlite.hpp"
#include "tests/referee/arena/test_arena.hpp"

namespace referee::arena {

namespace {

using namespace std::chrono_literals;
using Kind = UploadRefusal::Kind;

const Verdict fit{.accepted = true};

}  // namespace

TEST_CASE("An upload is a version that waits, and its bytes are kept") {
    TestArena test;
    std::vector<News> news;
    test.arena->listen([&](const News& one) { news.push_back(one); });
    CHECK(test.accepted(1, "a").version == 1);
    CHECK(news.size() == 1);
    const auto versions = test.arena->versions_of(1);
    REQUIRE(versions.size() == 1);
    CHECK(versions[0].hand_in.state == HandInState::waiting);
    CHECK(versions[0].waits_behind == 0);
    CHECK(test.arena->bytes_of(1, 1) == "a");
    CHECK(content_of("uploads/" + sha256_of("a")) == "a");
    test.accepted(0, "b");
    CHECK(test.arena->versions_of(0)[0].waits_behind == 1);
    CHECK(test.arena->state().pending == 2);
    test.start();
    CHECK(test.arena->bytes_of(1, 1) == "a");
    CHECK(test.arena->versions_of(1)[0].hand_in.file == "bot.py");
}

TEST_CASE("Who has used up the time of workers waits until enough of it is an hour old") {
    const Time time{1000h};
    CHECK_FALSE(rests_until({}));
    CHECK_FALSE(rests_until({{time, work_an_hour - 1ms}}));
    CHECK(rests_until({{time, work_an_hour}}) == time + 1h);
    CHECK(rests_until({{time + 2min, 4min}, {time, 1min}, {time + 1min, 30s}}) == time + 1h);
    CHECK(rests_until({{time + 9min, 6min}, {time + 5min, 2min}, {time, 3min}}) == time + 9min + 1h);
}

TEST_CASE("While an upload waits for the disk, the pages do not wait") {
    TestArena test;
    test.arena->write_links("http://a:1", "http://a:1");
    const std::string cookie = test.arena->log_in(token_of_link(test.arena->new_link(0)).value())->cookie;
    test.accepted(0, "a");
    auto other = std::make_optional<tournament::Database>(arena_db, tournament::Database::Mode::read_write);
    auto busy = std::make_optional<tournament::Transaction>(*other);  // now no other writer gets on
    auto upload = std::async(std::launch::async, [&] { return test.accepted(1, "b").version; });
    while (!std::filesystem::exists("uploads/" + sha256_of("b")))
        std::this_thread::sleep_for(1ms);
    auto page = std::async(std::launch::async, [&] {
        CHECK(test.arena->visitor_of_cookie(cookie)->person == 0);
        CHECK(test.arena->versions_of(0).size() == 1);
        CHECK(test.arena->versions_of(1).empty());
        CHECK(test.arena->snapshot()->newest_versions().size() == 1);
        CHECK(test.arena->forecast().entrants == 2);
        return test.arena->state().pending;
    });
    CHECK(page.wait_for(30s) == std::future_status::ready);
    CHECK(upload.wait_for(0s) == std::future_status::timeout);
    busy.reset();
    other.reset();
    CHECK(page.get() == 1);
    CHECK(upload.get() == 1);
    CHECK(test.arena->state().pending == 2);
}

TEST_CASE("The name of a file is a plain name") {
    TestArena test;
    const std::vector<std::pair<std::string, std::string>> names = {
        {"../../etc/passwd", "passwd"},
        {"C:\\bots\\bot.py", "bot.py"},
        {".hidden", "hidden"},
        {"", "bot"},
        {"..", "bot"},
        {std::string(300, 'x') + ".py", std::string(97, 'x') + ".py"}};
    for (std::size_t i = 0; i < names.size(); ++i) {
        test.now = Time(2h * (i + 1));
        test.accepted(0, std::to_string(i), names[i].first);
        CHECK(test.arena->versions_of(0)[0].hand_in.file == names[i].second);
        test.judge(0, fit);
    }
}

TEST_CASE("The same bytes of the same person are the same version") {
    TestArena test;
    CHECK(test.accepted(0, "a").is_new);
    CHECK(!test.accepted(0, "a").is_new);  // while it waits, after a lost answer
    test.judge(0, fit);
    CHECK(!test.accepted(0, "a").is_new);
    CHECK(test.accepted(1, "a").version == 1);
    test.accepted(0, "b");
    test.judge(0, {.reason = "why"});
    CHECK(test.accepted(0, "b").version == 2);
    CHECK(!test.accepted(0, "b").is_new);
    CHECK(test.accepted(0, "b", "bot.c").version == 3);  // the name tells the language
}

TEST_CASE("An upload whose connection is lost holds nobody up") {
    TestArena test;
    auto begun = test.arena->begin_upload(0, "bot.py", std::nullopt);
    const auto& lost = std::get<std::unique_ptr<Upload>>(begun);
    CHECK(!lost->add("x"));
    CHECK(test.accepted(1, "b").is_new);
    CHECK(test.accepted(0, "a").is_new);
    CHECK(std::get<UploadRefusal>(lost->finish()).kind == Kind::pending);
    CHECK(test.arena->versions_of(0).size() == 1);
}

TEST_CASE("An upload is refused if its sender has lost the right to it meanwhile") {
    TestArena test;
    test.arena->write_links("http://a:1", "http://a:1");
    std::vector<News::Kind> news;
    const auto entered = [&] {
        return test.arena->log_in(token_of_link(test.arena->new_link(0)).value()).value().cookie;
    };
    const auto begun_by = [&](const std::string& cookie) {
        auto upload = std::get<std::unique_ptr<Upload>>(test.arena->begin_upload(0, "bot.py", std::nullopt, cookie));
        CHECK(!upload->add("x"));
        return upload;
    };
    const std::string replaced = entered();
    const auto first = begun_by(replaced);
    test.arena->listen([&](const News& one) { news.push_back(one.kind); });
    const std::string left = entered();
    CHECK(std::ranges::count(news, News::Kind::sessions) > 0);
    const auto second = begun_by(left);
    news.clear();
    test.arena->log_out(left);
    CHECK(news == std::vector{News::Kind::sessions});
    CHECK(std::get<UploadRefusal>(first->finish()).kind == Kind::right_ended);
    CHECK(std::get<UploadRefusal>(second->finish()).kind == Kind::right_ended);
    CHECK(test.arena->versions_of(0).empty());
    CHECK(std::get<UploadResult>(begun_by(entered())->finish()).version == 1);
    test.arena->listen({});
}

TEST_CASE("An upload that began before the deadline may take until a minute after it") {
    TestArena test;
    auto begun = test.arena->begin_upload(0, "bot.py", std::nullopt);
    const auto& upload = std::get<std::unique_ptr<Upload>>(begun);
    test.now = Time(1000h - 1s);
    CHECK(upload->more_time() == 0s);
    test.now = Time(1000h);
    CHECK(upload->more_time() == 60s);
    test.now = Time(1000h + 58s);
    CHECK(upload->more_time() == 2s);
    test.now = Time(1000h + 90s);
    CHECK(upload->more_time() == 0s);
}

TEST_CASE("Who was withdrawn holds nobody up, and a final that has begun ignores the clock and late orders") {
    TestArena test;
    test.accepted(0, "a");
    test.now = Time(1000h);
    CHECK(test.arena->phase() == Phase::preparing);
    test.arena->withdraw(0);
    CHECK(test.arena->phase() == Phase::final);
    test.arena->update([](ArenaSettings& settings) { settings.final_has_begun = true; });
    test.now = Time(999h);
    CHECK(test.arena->phase() == Phase::final);
    CHECK_THROWS_AS(test.arena->bring_back(0), games::UserError);
    CHECK_THROWS_AS(test.arena->withdraw(1), games::UserError);
    test.arena->extend(Time(1001h));
    CHECK(test.arena->phase() == Phase::running);
    test.arena->bring_back(0);
}

TEST_CASE("The same bytes are a new version if the machine could not try them") {
    TestArena test;
    test.accepted(0, "a");
    test.judge(0, {.reason = "slow", .may_be_repeated = true});
    CHECK(test.arena->state().pending == 0);
    const UploadResult again = test.accepted(0, "a");
    CHECK(again.is_new);
    CHECK(again.version == 2);
    CHECK(test.arena->state().pending == 1);
}

TEST_CASE("An older version plays again until a later one is accepted") {
    TestArena test;
    test.now = Time(500h);
    const auto plays = [&] {
        const auto to_play = test.arena->to_play();
        return to_play.empty() ? 0 : to_play.front().version;
    };
    const auto again = [&](int version, const std::string& cookie = {}) {
        const auto refusal = test.arena->play_again(0, version, cookie);
        return refusal ? std::optional(refusal->kind) : std::nullopt;
    };
    CHECK(again(1) == Kind::impossible);
    for (const char* bytes : {"1", "2", "3"}) {
        test.accepted(0, bytes);
        test.judge(0, {.accepted = *bytes != '2', .reason = *bytes == '2' ? "why" : ""});
    }
    CHECK(plays() == 3);
    CHECK((again(2) == Kind::impossible && again(4) == Kind::impossible && again(0) == Kind::impossible));
    CHECK((!test.accepted(0, "3").may_return && test.accepted(0, "1").may_return));
    CHECK(!again(1));
    CHECK(plays() == 1);
    CHECK(!again(1));  // a repeated request changes nothing
    CHECK(test.arena->audit().size() == 1);
    CHECK((test.arena->audit()[0].who == "student" && test.arena->audit()[0].what == "Zoë lets version 1 play again"));
    CHECK(again(3, "no cookie") == Kind::right_ended);
    test.start();
    CHECK(plays() == 1);
    const auto versions = test.arena->versions_of(0);
    CHECK((versions[0].may_return && !versions[1].may_return && !versions[2].may_return));
    // The choice came after version 4 was handed in, and before version 5.
    test.accepted(0, "4");
    CHECK(!again(3));
    test.judge(0, fit);
    CHECK(plays() == 3);
    test.accepted(0, "5");
    CHECK(plays() == 3);
    test.judge(0, {.reason = "why"});
    CHECK(plays() == 3);
    test.now = test.now.load() + 2h;
    test.accepted(0, "6");
    test.judge(0, fit);
    CHECK(plays() == 6);
    CHECK(!again(6));
    // A version whose files are gone is built anew if it is handed in again.
    std::filesystem::remove_all(TestArena::folder_of("Zoë #1"));
    CHECK(again(1) == Kind::impossible);
    CHECK(!test.arena->versions_of(0).back().may_return);
    CHECK(test.accepted(0, "1").is_new);
    test.judge(0, fit);
    CHECK(plays() == 7);
    for (int i = 1; i < UploadLimits().an_hour; ++i)
        CHECK(!again(i % 2 == 0 ? 3 : 6));
    CHECK(again(3) == Kind::too_often);
    test.now = Time(1000h);
    CHECK(again(6) == Kind::closed);
    CHECK(plays() == 6);
}

TEST_CASE("Uploads have limits") {
    UploadLimits limits;
    limits.bytes = 10;
    limits.bytes_of_person = 25;
    limits.an_hour = 3;
    TestArena test(limits);
    test.now = Time(500h);
    CHECK(test.refused(0, "12345678901") == Kind::too_large);
    CHECK(test.refused(0, "") == Kind::empty);
    test.accepted(0, "1");
    CHECK(test.refused(0, "2") == Kind::pending);
    test.judge(0, fit);
    test.accepted(0, "2");
    test.judge(0, fit);
    test.accepted(0, "3");
    test.judge(0, fit);
    CHECK(test.refused(0, "4") == Kind::too_often);
    CHECK(!test.accepted(0, "3").is_new);  // a repeated upload costs nothing
    CHECK(test.accepted(1, "4").is_new);
    test.now = Time(501h);
    CHECK(test.accepted(0, "4").is_new);
}

TEST_CASE("A try is no version, takes the place of the one before, and has its own limits") {
    UploadLimits limits;
    limits.bytes = 10;
    limits.tries_an_hour = 3;
    TestArena test(limits);
    test.now = Time(500h);
    const auto only_try = [&](int person, const std::string& bytes) -> std::optional<Kind> {
        const auto done = test.upload(person, bytes, "bot.py", UploadFor::only_try);
        const auto* refusal = std::get_if<UploadRefusal>(&done);
        return refusal != nullptr ? std::optional(refusal->kind) : std::nullopt;
    };
    CHECK(!test.arena->try_of(0));
    CHECK((only_try(0, "12345678901") == Kind::too_large && only_try(0, "") == Kind::empty));
    test.accepted(1, "1");
    CHECK(!only_try(0, "a"));
    CHECK((test.arena->try_of(0)->tried.hand_in.state == HandInState::waiting &&
           test.arena->try_of(0)->waits_behind == 1));
    CHECK(content_of("uploads/try-of-0") == "a");
    CHECK(!only_try(2, "c"));
    CHECK(test.arena->try_of(2)->waits_behind == 2);
    CHECK(!only_try(0, "b"));
    CHECK((content_of("uploads/try-of-0") == "b" && test.arena->try_of(0)->waits_behind == 2));
    CHECK(!only_try(0, "c"));
    CHECK((only_try(0, "d") == Kind::too_often && content_of("uploads/try-of-0") == "c"));
    CHECK((test.arena->versions_of(0).empty() && test.arena->audit().empty() && test.arena->state().pending == 1));
    CHECK(test.accepted(0, "c").version == 1);
    // What was not over ends with the process.
    test.start();
    CHECK((test.arena->try_of(0)->tried.hand_in.state == HandInState::ended && !test.arena->log_of_try(0, 0)));
    CHECK(!std::filesystem::exists("uploads/try-of-0"));
    CHECK(!std::filesystem::exists("uploads/try-of-2"));
    CHECK(only_try(0, "e") == Kind::too_often);
    test.now = Time(501h + 1s);
    CHECK(!only_try(0, "e"));
    CHECK(!test.arena->try_of(1));
    test.now = Time(1000h);
    CHECK(only_try(0, "f") == Kind::closed);
}

TEST_CASE("A try that began before the deadline is refused after it, and nothing waits for it") {
    TestArena test;
    auto begun = test.arena->begin_upload(0, "bot.py", std::nullopt, {}, UploadFor::only_try);
    const auto& upload = std::get<std::unique_ptr<Upload>>(begun);
    CHECK(!upload->add("a"));
    test.now = Time(1000h);
    CHECK((upload->more_time() == 0ms && test.arena->phase() == Phase::final));
    CHECK(std::get<UploadRefusal>(upload->finish()).kind == Kind::closed);
    CHECK(!test.arena->try_of(0));
}

TEST_CASE("A try ends with the right of who has sent it") {
    TestArena test;
    test.arena->write_links("http://a:1", "http://a:1");
    const std::string link = token_of_link(test.arena->new_link(0)).value();
    const std::string cookie = test.arena->log_in(link)->cookie, other = test.arena->log_in(link)->cookie;
    const auto only_try = [&](const std::string& by) {
        auto begun = test.arena->begin_upload(0, "bot.py", std::nullopt, by, UploadFor::only_try);
        const auto& upload = std::get<std::unique_ptr<Upload>>(begun);
        CHECK(!upload->add("a"));
        return std::holds_alternative<UploadResult>(upload->finish());
    };
    const auto state = [&] { return test.arena->try_of(0)->tried.hand_in.state; };
    CHECK(only_try(cookie));
    test.arena->log_out(other);
    CHECK(state() == HandInState::waiting);
    test.arena->log_out(cookie);
    CHECK(state() == HandInState::ended);
    CHECK(!only_try(cookie));
    CHECK(only_try(test.arena->log_in(link)->cookie));
    test.arena->new_link(1);
    CHECK(state() == HandInState::waiting);
    test.arena->new_link(0);
    CHECK(state() == HandInState::ended);
}

TEST_CASE("All versions of a person together have a limit") {
    UploadLimits limits;
    limits.bytes_of_person = 10;
    TestArena test(limits);
    test.accepted(0, "123456789");
    test.judge(0, fit);
    CHECK(test.refused(0, "12") == Kind::too_much);
    CHECK(test.accepted(0, "1").version == 2);
}

TEST_CASE("A full disk refuses uploads") {
    UploadLimits limits;
    limits.free_disk = std::uint64_t{1} << 60;
    TestArena test(limits);
    CHECK(test.refused(0, "1") == Kind::disk_full);
}

TEST_CASE("An upload counts if it begins before the deadline and ends soon after it") {
    TestArena test;
    auto begun = test.arena->begin_upload(0, "bot.py", std::nullopt);
    const auto& upload = std::get<std::unique_ptr<Upload>>(begun);
    CHECK(!upload->add("a"));
    auto late = test.arena->begin_upload(1, "bot.py", std::nullopt);
    CHECK(!std::get<std::unique_ptr<Upload>>(late)->add("b"));
    test.now = Time(1000h);
    CHECK(test.arena->phase() == Phase::closing);
    CHECK(test.refused(2, "c") == Kind::closed);
    test.now = Time(1000h + 59s);
    CHECK(std::get<UploadResult>(upload->finish()).version == 1);
    test.now = Time(1000h + 60s);
    CHECK(std::get<UploadRefusal>(std::get<std::unique_ptr<Upload>>(late)->finish()).kind == Kind::closed);
    CHECK(test.arena->phase() == Phase::preparing);
    begun = UploadRefusal{Kind::closed, ""};
    late = UploadRefusal{Kind::closed, ""};
    CHECK(test.arena->versions_of(0)[0].hand_in.at == Time(999h));
    test.judge(0, fit);
    CHECK(test.arena->phase() == Phase::final);
}

TEST_CASE("An upload whose last byte has arrived in time counts, and the final waits for it") {
    TestArena test;
    auto begun = test.arena->begin_upload(0, "bot.py", std::nullopt);
    const auto& upload = std::get<std::unique_ptr<Upload>>(begun);
    CHECK(!upload->add("a"));
    test.now = Time(1000h + 59s);
    upload->complete();
    test.now = Time(1000h + 61s);
    CHECK(test.arena->phase() == Phase::closing);
    CHECK(std::get<UploadResult>(upload->finish()).version == 1);
    CHECK(test.arena->phase() == Phase::preparing);
    // The last byte of another one comes too late.
    TestArena other;
    auto late = other.arena->begin_upload(0, "bot.py", std::nullopt);
    CHECK(!std::get<std::unique_ptr<Upload>>(late)->add("b"));
    other.now = Time(1000h + 60s);
    std::get<std::unique_ptr<Upload>>(late)->complete();
    CHECK(std::get<UploadRefusal>(std::get<std::unique_ptr<Upload>>(late)->finish()).kind == Kind::closed);
    CHECK(other.arena->phase() != Phase::closing);
}

TEST_CASE("The deadline can be moved while nothing was set aside") {
    TestArena test;
    const std::string hash = test.arena->state().seed_hash;
    CHECK(hash == sha256_of("SECRET"));
    CHECK(test.arena->state().final_secret.empty());
    CHECK_THROWS_AS(test.arena->extend(Time(998h)), games::UserError);
    test.arena->start_final();
    CHECK(test.arena->phase() == Phase::final);
    test.arena->extend(Time(1001h));
    CHECK(test.arena->phase() == Phase::running);
    CHECK(test.arena->state().seed_hash == hash);
    CHECK_THROWS_AS(static_cast<void>(test.arena->marks()), games::UserError);
    test.arena.reset();
    {
        ArenaFile file(arena_db, ArenaFile::Access::to_write);
        ArenaSettings settings = file.settings();
        settings.final_has_begun = true;
        file.set(settings, {});
    }
    test.start();
    CHECK(final_file(test.arena->settings()) == "final.db");
    test.arena->extend(Time(1002h));
    CHECK(test.arena->state().seed_hash != hash);
    std::vector<std::string> what;
    for (const AuditEntry& entry : test.arena->audit())
        what.push_back(entry.who + " " + entry.what.substr(0, 20));
    CHECK(what.size() == 3);
    CHECK(what.front().starts_with("teacher starts the final"));
    CHECK(test.arena->audit().back().what.ends_with("; the final is set aside"));
    test.start();
    CHECK(test.arena->settings().deadline == Time(1002h));
    CHECK(final_file(test.arena->settings()) == "final-2.db");
}

TEST_CASE("Links and cookies belong to one person until the link is replaced") {
    TestArena test;
    test.arena->make_missing_links();
    const std::string teacher = test.arena->write_links("http://a:1", "http://c:1");
    CHECK(teacher.starts_with("http://c:1/#"));
    CHECK(test.arena->visitor_of_link(token_of_link(teacher).value()) == Visitor{Role::teacher, -1});
    const OwnFolder root = OwnFolder::make(".", "folder");
    const auto tokens = LinksFile(root).tokens();
    REQUIRE(tokens.size() == 3);
    const auto log_in = test.arena->log_in(tokens.at(1));
    REQUIRE(log_in);
    CHECK(log_in->visitor == Visitor{Role::student, 1});
    CHECK(test.arena->visitor_of_cookie(log_in->cookie) == Visitor{Role::student, 1});
    CHECK(!test.arena->visitor_of_cookie(tokens.at(1)));
    CHECK(!test.arena->log_in(log_in->cookie));
    const auto other = test.arena->log_in(tokens.at(0));
    const std::string link = test.arena->new_link(1);
    CHECK(!test.arena->visitor_of_link(tokens.at(1)));
    CHECK(!test.arena->visitor_of_cookie(log_in->cookie));
    CHECK(test.arena->visitor_of_cookie(other->cookie) == Visitor{Role::student, 0});
    test.start();
    CHECK(test.arena->visitor_of_link(token_of_link(link).value()) == Visitor{Role::student, 1});
    CHECK(token_of_link(test.arena->write_links("http://b:2", "http://c:2")) == token_of_link(teacher));
    CHECK(content_of("links.csv").find("http://b:2/#") != std::string::npos);
    test.arena->log_out(other->cookie);
    CHECK(!test.arena->visitor_of_cookie(other->cookie));
    for (const std::string& secret : {tokens.at(0), log_in->cookie, token_of_link(teacher).value()}) {
        CHECK(content_of(arena_db).find(secret) == std::string::npos);
        CHECK(content_of(std::string(arena_db) + "-wal").find(secret) == std::string::npos);
    }
}

TEST_CASE("A student who is added later gets a link, and the others keep theirs") {
    TestArena test;
    test.arena->make_missing_links();
    const OwnFolder root = OwnFolder::make(".", "folder");
    const auto before = LinksFile(root).tokens();
    std::vector<handins::Student> list(2);
    list[0].name = "Kim";
    list[1].name = "New";
    test.arena->take_list(list);
    test.arena->make_missing_links();
    CHECK(test.arena->people().size() == 4);
    auto after = LinksFile(root).tokens();
    CHECK(after.contains(3));
    after.erase(3);
    CHECK(after == before);
    list.resize(1);
    list[0].name = "greedy";  // then the final could not be played
    CHECK_THROWS_AS(test.arena->take_list(list), games::UserError);
    CHECK(test.arena->people().size() == 4);
}

TEST_CASE("Only one process runs an arena, and a first start is complete or absent") {
    TestArena test;
    CHECK_THROWS_AS(Arena(), games::UserError);
    CHECK(is_arena());
    CHECK_THROWS_AS(make_arena([] {}), games::UserError);
    std::filesystem::create_directory("other");
    const ScopedFolder inside("other");
    CHECK(!is_arena());
    CHECK_THROWS_AS(make_arena([] {
                        std::ofstream("ladder.db") << "x";
                        throw games::UserError("no");
                    }),
                    games::UserError);
    CHECK(!is_arena());
    CHECK(std::filesystem::is_empty("."));
    make_arena([] { ArenaFile::create("arena.db", {}, {}); });
    CHECK(is_arena());
    CHECK(!std::filesystem::exists("ladder.db"));
    CHECK(!std::filesystem::exists(".first"));
}

}  // namespace referee::arena
