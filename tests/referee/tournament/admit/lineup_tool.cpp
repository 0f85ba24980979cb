// Prints the results of find_bots() and check_lineup() for its arguments as JSON.
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/tournament/admit/fitness.hpp"

namespace {

using nlohmann::json;
namespace tournament = referee::tournament;

std::string text_of(const json& value) {
    return value.dump(1, ' ', true, json::error_handler_t::replace);
}

/// Arguments: [--bots FOLDER] [--check GAME --jobs N --move-time T --sandbox on|off] BOT...
int run(const std::vector<std::string>& arguments) {
    std::vector<std::string> bots;
    std::vector<std::string> folders;
    std::string game;
    int jobs = 1;
    protocol::Limits limits = referee::usual_limits();
    referee::IsolationOptions isolation_options;
    isolation_options.sandbox = referee::SandboxMode::off;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (word == "--bots") {
            folders.push_back(arguments.at(++i));
        } else if (word == "--check") {
            game = arguments.at(++i);
        } else if (word == "--jobs") {
            jobs = std::stoi(arguments.at(++i));
        } else if (word == "--move-time") {
            limits.move = limits.first_move = referee::parse_duration(arguments.at(++i), word);
        } else if (word == "--sandbox") {
            if (arguments.at(++i) == "on") isolation_options.sandbox = referee::SandboxMode::on;
        } else {
            bots.push_back(word);
        }
    }
    const referee::StopSignal stop;
    const referee::Isolation isolation = make_isolation(isolation_options);
    tournament::Candidates candidates = tournament::candidates_of(bots, isolation.path());
    for (const std::string& folder : folders)
        add_folder(candidates, folder, {}, isolation.path());
    tournament::Lineup lineup = find_bots(std::move(candidates), {isolation.path(), folders});
    json told = json::array();
    bool finished = true;
    if (!game.empty()) {
        const auto plan = tournament::quick_check(games::parse_spec(game), limits, 1);
        finished = check_lineup(lineup, plan, isolation, stop.fd(), jobs, [&](const auto& contender, const auto* out) {
            told.push_back({contender.entrant.name, out == nullptr});
        });
    }
    json all{{"contenders", json::array()}, {"left_out", json::array()}, {"told", told}, {"finished", finished}};
    for (const auto& contender : lineup.contenders) {
        const auto& entrant = contender.entrant;
        json sums = json::object();
        for (const auto& [path, sha256] : contender.files)
            sums[path] = sha256;
        all["contenders"].push_back({{"name", entrant.name},
                                     {"command", entrant.command.arguments},
                                     {"files", sums},
                                     {"checked", contender.if_unfit != referee::IfUnfit::unchecked}});
    }
    for (const auto& one : lineup.left_out)
        all["left_out"].push_back({{"name", one.name}, {"reason", one.reason}, {"hint", one.hint}});
    std::puts(text_of(all).c_str());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const games::UserError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
