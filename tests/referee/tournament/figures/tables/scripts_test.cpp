// Plays small tournaments game by game and checks their tables. Each file in scripts/ has commands. Lines that begin
// with '|' are the expected output. If UPDATE_EXPECTED is set in the environment, the test writes the current output
// into the files. Look at the difference before you commit it.
//
//     tournament FORMAT GAMES NAME...    begins a tournament with GAMES games per pairing
//     settings JSON                      replaces some of its settings
//     change KIND PLANNED JSON           adds a change that was made when PLANNED games were planned
//     play A B RESULTS [KEY=VALUE...]    plays games between two entrants, with swapped sides after each; '1' the
//                                        first mover wins, '0' the second, '=' a draw, 'x' neither started, '?' not
//                                        played yet; keys: round, times, ending, and busy=1 if a machine that was
//                                        too busy decided the games
//     repeating                          from now on, games with the same two entrants and sides have the same moves
//     check goal
//     state                              prints the games played, their total, and the goal
//     text [WORDS]                       prints the text of the tables, or its lines that contain WORDS
//     columns LIST                       prints columns of the standings as CSV
//     export NAME                        prints another table as CSV
//     live ROWS COLUMNS                  prints the table of the live display
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "protocol/json_fields.hpp"
#include "referee/tournament/figures/tables/export_tables.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/figures/tables/standings_text.hpp"
#include "tests/referee/tournament/figures/tables/played_tables.hpp"

namespace tournament_test {

namespace {

using nlohmann::json;

class Script {
public:
    /// Runs a command. Returns its output.
    std::string run(const std::string& line) {
        std::istringstream in(line);
        std::string command;
        in >> command;
        if (command.empty() || command.starts_with('#')) return "";
        if (command == "tournament") return begin(in);
        if (command == "settings") return set(in);
        if (command == "change") return change(in);
        if (command == "play") return play(in);
        if (command == "repeating") return played().repeating(), "";
        if (command == "check") return check_goal(played().account), "";
        if (command == "state") return state(played().account);
        if (command == "text") return lines_with(rest(in), standings_text(played().account, false));
        if (command == "columns") return csv("standings", rest(in));
        if (command == "export") return csv(rest(in), "");
        REQUIRE(command == "live");
        std::size_t rows = 0, columns = 0;
        in >> rows >> columns;
        const Account& account = played().account;
        return live_table(account, standings_of(account, false).ratings, rows, columns, false);
    }

private:
    static std::string rest(std::istream& in) {
        std::string text;
        std::getline(in >> std::ws, text);
        return text;
    }

    static std::vector<std::string> parts(const std::string& text, char separator) {
        std::vector<std::string> parts;
        std::istringstream in(text);
        for (std::string part; std::getline(in, part, separator);)
            parts.push_back(part);
        return parts;
    }

    static std::string lines_with(const std::string& words, const std::string& text) {
        std::string found;
        for (const std::string& line : parts(text, '\n')) {
            if (line.find(words) != std::string::npos) found += line + "\n";
        }
        return found;
    }

    /// Returns the current tournament. The first command that needs the tournament creates it.
    Played& played() {
        if (!played_) played_.emplace(head_);
        return *played_;
    }

    std::string begin(std::istream& in) {
        std::string format, name;
        int games = 0;
        in >> format >> games;
        std::vector<std::string> names;
        while (in >> name)
            names.push_back(name);
        head_ = head_of(names, settings_for(*format_of(format), games));
        played_.reset();
        return "";
    }

    std::string set(std::istream& in) {
        json settings = json::parse(head_.settings);
        settings.merge_patch(json::parse(rest(in)));
        head_.settings = settings.dump();
        return "";
    }

    std::string change(std::istream& in) {
        std::string kind;
        Change change;
        in >> kind >> change.planned;
        change.kind = *change_kind_of(kind);
        Change::fields(change, protocol::JsonReader{protocol::parse_json(rest(in))});
        head_.changes.push_back(change);
        return "";
    }

    std::string play(std::istream& in) {
        std::string first, second, results;
        in >> first >> second >> results;
        std::map<std::string, std::string> values = {
            {"round", "0"}, {"times", "1"}, {"ending", "by_rules"}, {"busy", "0"}};
        for (std::string part; in >> part;)
            values.at(part.substr(0, part.find('='))) = part.substr(part.find('=') + 1);
        for (int times = std::stoi(values["times"]); times > 0; --times) {
            int one = entrant(first), other = entrant(second);
            for (const char result : results) {
                played().game(one, other, result, std::stoi(values["round"]), *protocol::ending_of(values["ending"]),
                              "square", values["busy"] == "1");
                std::swap(one, other);
            }
        }
        return "";
    }

    int entrant(const std::string& name) const {
        const auto found = std::ranges::find(head_.entrants, name, &StoredEntrant::name);
        REQUIRE(found != head_.entrants.end());
        return static_cast<int>(found - head_.entrants.begin());
    }

    static std::string state(const Account& account) {
        std::string text = fmt::format("{} of {}, {}", account.played(),
                                       account.total() ? std::to_string(*account.total()) : "any number",
                                       account.finished() ? "finished" : "not finished");
        if (const auto& goal = account.goal())
            text += fmt::format(", {} of {} reached{}, farthest at {:.1f}", goal->reached, goal->of,
                                account.is_at_goal() ? " now" : "", *goal->farthest);
        return text;
    }

    std::string csv(const std::string& table, const std::string& columns) {
        std::string sheet;
        write_sheet(exported_table(table, played().account, {}, {parts(columns, ','), false}), SheetFormat::csv,
                    [&](std::string_view text) { sheet += text; });
        std::erase(sheet, '\r');
        return sheet;
    }

    TournamentHead head_;
    std::optional<Played> played_;
};

/// Returns the script, with the current output of its commands.
std::string with_output(std::istream& in) {
    Script script;
    std::string text;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('|')) continue;
        text += line + "\n";
        std::istringstream output(script.run(line));
        for (std::string said; std::getline(output, said);)
            text += (said.empty() ? "|" : "| " + said) + "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("tables are the same as in the scripts") {
    std::set<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(TABLE_SCRIPTS))
        paths.insert(entry.path());
    CHECK(paths.size() >= 7);
    for (const std::filesystem::path& path : paths) {
        CAPTURE(path.string());
        std::ifstream file(path);
        const std::string written((std::istreambuf_iterator<char>(file)), {});
        std::istringstream script(written);
        const std::string now = with_output(script);
        if (std::getenv("UPDATE_EXPECTED") != nullptr) {
            std::ofstream(path) << now;
            continue;
        }
        const auto differs = std::ranges::mismatch(now, written).in1 - now.begin();
        const auto begin = now.rfind('\n', static_cast<std::size_t>(differs)) + 1;
        CHECK_MESSAGE(now == written, "now, from the first line that differs: " << now.substr(begin, 500));
    }
}

}  // namespace tournament_test
