// An arena for tests: three students, and a clock that the test moves.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "referee/arena/arena.hpp"
#include "referee/arena/arena_folder.hpp"
#include "tests/referee/temp_folder.hpp"

namespace referee::arena {

/// An arena of three students in a folder of its own, with a clock that the test moves. Nothing is played.
struct TestArena {
    explicit TestArena(UploadLimits upload_limits = {}) : limits(upload_limits) {
        make_arena([] {
            std::vector<tournament::Student> students(3);
            students[0].name = "Zoë";
            students[1].name = "Kim";
            students[2].name = "Max";
            ArenaSettings settings;
            settings.deadline = Time(std::chrono::hours(1000));
            settings.final_secret = "SECRET";
            settings.staff = {"greedy", "random"};
            ArenaFile::create(arena_db, settings, students);
        });
        start();
    }
    void start() {
        arena.reset();
        arena.emplace([this] { return now.load(); }, limits);
    }
    std::variant<UploadResult, UploadRefusal> upload(int person, const std::string& bytes,
                                                     const std::string& name = "bot.py",
                                                     UploadFor purpose = UploadFor::version) {
        auto begun = arena->begin_upload(person, name, bytes.size(), {}, purpose);
        if (auto* refusal = std::get_if<UploadRefusal>(&begun)) return std::move(*refusal);
        const auto& upload = std::get<std::unique_ptr<Upload>>(begun);
        if (auto refusal = upload->add(bytes)) return *std::move(refusal);
        return upload->finish();
    }
    UploadResult accepted(int person, const std::string& bytes, const std::string& name = "bot.py") {
        return std::get<UploadResult>(upload(person, bytes, name));
    }
    UploadRefusal::Kind refused(int person, const std::string& bytes, const std::string& name = "bot.py") {
        return std::get<UploadRefusal>(upload(person, bytes, name)).kind;
    }
    /// Judges the newest version of a person, as the run would.
    void judge(int person, const Verdict& verdict) {
        const int version = arena->versions_of(person).front().hand_in.version;
        if (verdict.accepted)
            std::filesystem::create_directories(folder_of(entrant_name(arena->person(person), version)));
        arena.reset();
        ArenaFile(arena_db, ArenaFile::Access::to_write).judge(person, version, verdict, now);
        start();
    }

    static std::string folder_of(const std::string& entrant) { return std::string(versions_folder) + "/" + entrant; }

    TempFolder temp;
    ScopedFolder folder{temp.path()};
    std::atomic<Time> now{Time(std::chrono::hours(999))};
    UploadLimits limits;
    std::optional<Arena> arena;
};

}  // namespace referee::arena
