// Plays logged matches of fitz again with the slow reference, which shares no code with the referee and its bots.
//
//     fitz_log_check LOG
//
// LOG holds one match per line. For each ply this program checks that the move is legal, that the frame is the same as
// the reference's, and that a player called fitz1 or fitz2 has moved according to RULES.md. Then it checks the result.
// It prints how many moves fitz1 and fitz2 have made, or the first error, with exit code 1.
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "tests/reference/fitz.hpp"

namespace {

using nlohmann::json;
using reference::Fitz;
using reference::FitzMove;

reference::FitzSettings settings_of(const json& config) {
    return {config.at("height"), config.at("width"), config.at("tiles"), config.at("max_plies")};
}

Fitz start_of(const json& config) {
    if (config.at("save").is_null()) return Fitz(settings_of(config));
    const std::vector<std::string> lines = config.at("save").at(0);
    std::istringstream first(lines.at(0));
    reference::FitzPosition position;
    first >> position.next_tile >> position.next_player;
    position.board.assign(lines.begin() + 1, lines.end());
    return Fitz(settings_of(config), position);
}

void expect(bool right, const std::string& complaint) {
    if (!right) throw std::runtime_error(complaint);
}

void check_frame(const Fitz& game, const json& frame) {
    const bool whole = game.plies == 0 || game.settings.height * game.settings.width <= 4096;
    expect(frame == json::parse(whole ? game.frame() : game.frame_of_change()), "the frame is " + frame.dump());
}

/// `counts`: how many moves each of the two automatic players has made.
void check_match(const json& log, std::map<std::string, long>& counts) {
    Fitz game = start_of(log.at("game").at("config"));
    check_frame(game, log.at("initial"));
    for (const json& ply : log.at("plies")) {
        expect(!game.over, "a ply after the end");
        expect(ply.at("player") == game.to_move, "the wrong player's turn");
        const std::string told = ply.at("move");
        const std::string name = log.at("players").at(ply.at("player").get<std::size_t>()).at("name");
        const bool given = game.plies < log.at("opening").get<int>();
        const auto is = [&](const char* player) { return !given && name.starts_with(player); };
        if (is("fitz1")) expect(told == game.automatic_1().text(), "not " + game.automatic_1().text());
        if (is("fitz2")) expect(told == game.automatic_2().text(), "not " + game.automatic_2().text());
        if (is("fitz1") || is("fitz2")) ++counts[name.substr(0, 5)];
        FitzMove move{};
        std::istringstream(told) >> move.row >> move.column >> move.degrees;
        expect(game.is_legal(move), "an illegal move");
        game.play(move);
        check_frame(game, ply.at("frame"));
    }
    const json& result = log.at("result");
    expect(game.over, "the match ends too early");
    expect(result.at("ending") == "by_rules" && result.at("detail") == game.reason, "the ending is " + result.dump());
    expect(result.at("winner") == (game.winner >= 0 ? json(game.winner) : json()), "the winner is " + result.dump());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: fitz_log_check LOG\n";
        return 2;
    }
    std::ifstream file(argv[1]);
    std::map<std::string, long> counts = {{"fitz1", 0}, {"fitz2", 0}};
    int matches = 0;
    for (std::string line; std::getline(file, line); ++matches) {
        const json log = json::parse(line);
        try {
            check_match(log, counts);
        } catch (const std::runtime_error& error) {
            std::cout << "match " << matches + 1 << ": " << error.what() << "\n" << line << "\n";
            return 1;
        }
    }
    std::cout << matches << " matches, fitz1 " << counts["fitz1"] << ", fitz2 " << counts["fitz2"] << "\n";
}
