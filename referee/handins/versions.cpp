#include "referee/handins/versions.hpp"

#include <algorithm>
#include <array>
#include <boost/regex.hpp>
#include <charconv>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace referee::handins {

namespace {

/// Folders of a platform. `expression` has the number of the version as its group; in each row, the versions are newer
/// than those of the row before. `only`: all files must be in such folders.
struct Kind {
    const char* expression;
    bool only;
};
using Platform = std::array<Kind, 2>;
constexpr std::array<Platform, 4> platforms = {{
    {{{R"(\d+_submissions)", false}, {R"(\d+_revisions_(\d+))", false}}},
    {{{R"(Submission attachment\(s\))", false}, {"", false}}},
    {{{R"((?:[Vv]ers(?:ion|ión|ione|ie|ão)|[Ww]ersja|バージョン) ?(\d+))", true}, {"", true}}},
    {{{R"((\d{4}-\d\d-\d\d(?:[-_T ]\d\d(?:[-_:]\d\d){1,2})?))", true}, {"", true}}},
}};

/// The place of a version in the order of all.
struct Rank {
    std::size_t row;
    std::uint64_t number;
    friend auto operator<=>(const Rank&, const Rank&) = default;
};

std::optional<Rank> rank_of(const std::string& folder, const Platform& platform) {
    for (std::size_t row = 0; row < platform.size(); ++row) {
        boost::smatch match;
        if (*platform[row].expression == '\0' ||
            !boost::regex_match(folder, match, boost::regex(platform[row].expression)))
            continue;
        std::string digits = match.size() > 1 ? match[1].str() : std::string();
        std::erase_if(digits, [](char c) { return c < '0' || c > '9'; });
        if (digits.size() == 8) digits += "000000";  // a date without a time of day
        std::uint64_t number = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return Rank{row, number};
    }
    return std::nullopt;
}

/// Keeps the newest of a platform's folders. Returns false if there are none.
bool keep_newest_of(Project& project, const Platform& platform) {
    std::set<std::string> top;
    bool has_files = false;
    for (const ProjectFile& file : project) {
        const auto slash = file.path.find('/');
        if (slash == std::string::npos) has_files = true;
        if (slash != std::string::npos) top.insert(file.path.substr(0, slash));
    }
    std::string newest;
    std::optional<Rank> best;
    std::ptrdiff_t versions = 0;
    for (const std::string& folder : top) {
        const auto rank = rank_of(folder, platform);
        if (!rank) continue;
        ++versions;
        if (!best || *rank > *best) newest = folder;
        best = std::max(best, rank);
    }
    const bool has_others = has_files || versions < std::ssize(top);
    if (!best || (platform.front().only && has_others)) return false;
    std::erase_if(project, [&](const ProjectFile& file) { return !file.path.starts_with(newest + "/"); });
    for (ProjectFile& file : project)
        file.path.erase(0, newest.size() + 1);
    return true;
}

}  // namespace

void keep_newest_version(Project& project) {
    Project kept = project;
    lift(kept);
    for (const Platform& platform : platforms) {
        // The only folder of its kind is one around everything, or none of a platform: lift() has removed it.
        if (!keep_newest_of(kept, platform)) continue;
        project = std::move(kept);
        return;
    }
}

}  // namespace referee::handins
