// `referee standings`: shows a tournament's tables.
#include <string>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"
#include "referee/programs/commands.hpp"
#include "referee/tournament/figures/tables/export_tables.hpp"
#include "referee/tournament/figures/tables/hosts.hpp"
#include "referee/tournament/figures/tables/standings_text.hpp"
#include "referee/tournament/figures/tables/tournament_files.hpp"
#include "referee/tournament/options/anchor_option.hpp"

namespace referee {

Task parse_standings(const Arguments& arguments) {
    std::vector<std::string> paths;
    std::optional<tournament::NamedAnchor> anchor;
    std::optional<tournament::SheetFormat> format;
    CommandLine line("referee standings",
                     "Shows a tournament's tables as they are now.\n\n"
                     "  referee standings a.db b.db        rates the bots of both together");
    line.list("FILE", "",
              "the tournament's file; of several files, all games\nadd up, and bots with the same name are one", paths);
    line.choice("--format", "FORMAT",
                "only the standings, for other programs: csv, json,\nmarkdown or mediawiki, as export writes them",
                std::vector<std::pair<std::string_view, tournament::SheetFormat>>{
                    {"csv", tournament::SheetFormat::csv},
                    {"json", tournament::SheetFormat::json},
                    {"markdown", tournament::SheetFormat::markdown},
                    {"mediawiki", tournament::SheetFormat::mediawiki}},
                format);
    add_anchor(line, anchor);
    line.parse(arguments);
    if (paths.empty()) throw games::UserError("no tournament is given: referee standings FILE");
    return [paths, anchor, format]() -> int {
        using namespace tournament;
        const std::vector<NamedStore> files = open_files(paths);
        const Account account = account_of_files(files);
        const auto fixed = anchor_of(anchor, account.head());
        if (format) {
            const auto table = exported_table("standings", account, fixed, {{}, *format == SheetFormat::json});
            write_sheet(table, *format, [](std::string_view part) { print(part); });
            return exit_done;
        }
        print(standings_text(account, colour_wanted(), fixed) + hosts_text(hosts_of(files)));
        return exit_done;
    };
}

}  // namespace referee
