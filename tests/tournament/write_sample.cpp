// Writes the sample tournament, ten of its twelve games played, to the file that is named.
#include "referee/tournament/settings.hpp"
#include "tests/tournament/sample_tournament.hpp"

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    using namespace tournament_test;
    TournamentHead head = sample_head();
    Settings settings;
    settings.game = "magnetize:height=2,width=3";
    settings.format.games = 4;
    head.settings = to_json(settings);
    Store store = Store::create(argv[1], head);
    store.add_games(sample_games(12));
    for (int number = 0; number < 10; ++number)
        store.add_match(number, sample_match(number));
}
