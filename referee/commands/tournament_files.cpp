#include "referee/commands/tournament_files.hpp"

#include <utility>

#include "referee/terminal/output.hpp"
#include "referee/tournament/tables/goal_check.hpp"

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

}  // namespace referee
