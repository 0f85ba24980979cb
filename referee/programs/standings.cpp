// `referee standings`: shows a tournament's tables.
#include <string>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"
#include "referee/programs/commands.hpp"
#include "referee/tournament/figures/tables/hosts.hpp"
#include "referee/tournament/figures/tables/standings_text.hpp"
#include "referee/tournament/figures/tables/tournament_files.hpp"
#include "referee/tournament/options/anchor_option.hpp"

namespace referee {

Task parse_standings(const Arguments& arguments) {
    std::vector<std::string> paths;
    std::optional<tournament::NamedAnchor> anchor;
    CommandLine line("referee standings",
                     "Shows a tournament's tables as they are now.\n\n"
                     "  referee standings a.db b.db        rates the bots of both together");
    line.list("FILE", "",
              "the tournament's file; of several files, all games\nadd up, and bots with the same name are one", paths);
    add_anchor(line, anchor);
    line.parse(arguments);
    if (paths.empty()) throw games::UserError("no tournament is given: referee standings FILE");
    return [paths, anchor]() -> int {
        using namespace tournament;
        const std::vector<NamedStore> files = open_files(paths);
        const Account account = account_of_files(files);
        print(standings_text(account, colour_wanted(), anchor_of(anchor, account.head())) +
              hosts_text(hosts_of(files)));
        return exit_done;
    };
}

}  // namespace referee
