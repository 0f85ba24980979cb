// Tests which of the folders that a platform writes within a hand-in counts.
#include "referee/handins/versions.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace {

using namespace referee::handins;

/// The paths that are kept of these.
std::vector<std::string> kept(const std::vector<std::string>& paths) {
    Project project;
    for (const std::string& path : paths)
        project.push_back({path, "", false});
    keep_newest_version(project);
    std::vector<std::string> left;
    for (const ProjectFile& file : project)
        left.push_back(file.path);
    return left;
}

using Paths = std::vector<std::string>;

TEST_CASE("the newest folder of a platform counts") {
    CHECK(kept({"Version 1/bot.py", "Version 2/bot.py", "Version 10/main.py"}) == Paths{"main.py"});
    CHECK(kept({"Contest/Version 2/bot.py", "Contest/Version 1/bot.py"}) == Paths{"bot.py"});
    CHECK(kept({"バージョン1/a.py", "バージョン2/b.py"}) == Paths{"b.py"});
    CHECK(kept({"1_task/task.pdf", "2_submissions/bot.py", "3_corrections/x.txt"}) == Paths{"bot.py"});
    CHECK(kept({"2_submissions/bot.py", "4_revisions_1/a.py", "6_revisions_2/b.py"}) == Paths{"b.py"});
    CHECK(kept({"Submission attachment(s)/bot.py", "timestamp.txt", "Feedback Attachment(s)/x"}) == Paths{"bot.py"});
    CHECK(kept({"2024-01-15-10-30-00/bot.py", "2024-01-16-09-00-00/main.py"}) == Paths{"main.py"});
    CHECK(kept({"2024-01-15/bot.py", "2023-12-31/main.py"}) == Paths{"bot.py"});
}

TEST_CASE("a project of the student stays as it is") {
    for (const Paths& paths : {Paths{"Version 1/bot.py", "bot.py"}, Paths{"part1/a.py", "part2/b.py"},
                               Paths{"version/a.py", "src/b.py"}, Paths{"bot/src/a.c", "bot/b.c"}, Paths{"bot.py"},
                               Paths{"Version 1/a.py", "lib/b.py"}, Paths{"2024-01-15/a.py", "b.py"}})
        CHECK(kept(paths) == paths);
}

}  // namespace
