// `referee standings`: shows a tournament's tables.
#include "games/user_error.hpp"
#include "referee/commands/commands.hpp"
#include "referee/commands/option_parts.hpp"
#include "referee/terminal/output.hpp"
#include "referee/tournament/tables/hosts.hpp"
#include "referee/tournament/tables/standings_text.hpp"

namespace referee {

Task parse_standings(const Arguments& arguments) {
    std::string db;
    std::optional<tournament::NamedAnchor> anchor;
    CommandLine line("referee standings", "Shows a tournament's tables as they are now.");
    line.text("FILE", "", "the tournament's file", db);
    add_anchor(line, anchor);
    line.parse(arguments);
    if (db.empty()) throw games::UserError("no tournament is given: referee standings FILE");
    return [db, anchor]() -> int {
        using namespace tournament;
        const Store store = Store::open(db);
        const Account account = account_of(store);
        print(standings_text(account, colour_wanted(), anchor_of(anchor, account.head())) +
              hosts_text(hosts_of(store)));
        return exit_done;
    };
}

}  // namespace referee
