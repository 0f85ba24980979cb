#include "referee/tournament/figures/tables/tournament_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"

namespace referee {

using tournament::Account;
using tournament::NamedStore;

std::vector<NamedStore> open_files(const std::vector<std::string>& paths) {
    std::vector<NamedStore> files;
    for (const std::string& path : paths)
        files.push_back({path, tournament::Store::open(path)});
    return files;
}

Account account_of_files(std::span<const NamedStore> files) {
    if (files.size() == 1) return tournament::account_of(files.front().store);
    tournament::JoinedFiles joined = tournament::join(files);
    for (const std::string& warning : joined.warnings)
        warn(warning);
    return std::move(joined.account);
}

void refuse_own_file(std::string_view option, const std::string& output, const std::string& db) {
    std::error_code error;
    // SQLite's files lie beside the target of a link, and need not exist now.
    const std::string file = std::filesystem::weakly_canonical(db, error);
    const std::string place = std::filesystem::weakly_canonical(output, error);
    for (const char* end : {"", "-wal", "-shm"}) {
        if (!std::filesystem::equivalent(file + end, output, error) && file + end != place) continue;
        throw games::UserError(fmt::format("{} '{}' is the tournament file: name another file", option, output));
    }
}

}  // namespace referee
