#include "referee/tournament/options/team_options.hpp"

#include "referee/handins/teams.hpp"

namespace referee {

void add_teams(CommandLine& line, std::string& teams, std::optional<int>& size) {
    constexpr int max_size = 1000;
    line.text("--teams", "[COLUMN[=PATTERN]]",
              "students hand in together: the column of the list\nwith the teams (Team), and a pattern if a cell has\n"
              "several groups: Groups=Team *",
              teams)
        .usual = handins::usual_team_column;
    line.number("--team-size", 1, max_size, "the most members of a team (6)", size);
}

void add_driver(CommandLine& line, std::string& driver) {
    line.file("--driver", "FILE",
              "the hand-ins are functions or classes, and this\nprogram calls them: function.py, java, c, or one of\n"
              "your own",
              driver);
}

}  // namespace referee
