#include "referee/programs/match/match_commands.hpp"

namespace referee {

std::vector<Command> match_commands(ReadMatches* read, const WithDriver* with_driver) {
    return {
        {"replay", "replay LOG", "shows a match that was logged, and checks it",
         [read](const Arguments& arguments) { return parse_replay(arguments, read); }},
        {"watch", "watch LOG", "shows a logged match full-screen, with keys",
         [read](const Arguments& arguments) { return parse_watch(arguments, read); }},
        {"ask", "ask LOG BOT", "shows where a bot would play a different move",
         [read](const Arguments& arguments) { return parse_ask(arguments, read); }},
        {"new-bot", "new-bot NAME", "creates a folder with a small bot to start from",
         [with_driver](const Arguments& arguments) { return parse_new_bot(arguments, with_driver); }},
        {"check", "check BOT", "checks whether it can play, or says what is wrong",
         [with_driver](const Arguments& arguments) { return parse_check(arguments, with_driver); }},
        {"new-game", "new-game NAME", "creates a folder with the rules of a small game", parse_new_game},
        {"check-game", "check-game FILE", "checks the rules of a game of your own", parse_check_game},
        {"games", "games [GAME]", "lists the games and their settings", parse_games},
        {"solve", "solve GAME", "finds who wins with best play", parse_solve},
    };
}

}  // namespace referee
