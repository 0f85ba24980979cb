#include <cstdio>
#include <string>
#include "tests/simulation/playback.hpp"
#include "tests/simulation/trace.hpp"
using namespace simulation;
int main(int argc, char** argv) {
    std::string all;
    History history{.seed = argc > 1 ? std::stoull(argv[1]) : 1};
    Trace trace([&](const std::string& line) { all += line; });
    {
        Playback playback(history.seed, history.luck, trace);
        trace.begin(history, 2);
        for (const char* bot : {"a", "b", "c", "d"}) {
            Step step;
            step.file = bot;
            step.content = std::string("#!/bin/sh\n# ") + bot + "\n";
            playback.run(step);
        }
        Step step{.typed = {"tournament", "./a", "./b", "./c", "./d", "--db", "t.db", "--game", "magnetize:height=3,width=3", "--games", "4", "--json"}, .jobs = 2};
        playback.run(step);
        for (const Words& look : std::vector<Words>{{"standings", "t.db"}, {"export", "t.db", "standings", "--format", "json"}, {"export", "t.db", "games", "--format", "json"}, {"export", "t.db", "crosstable", "--format", "json"}, {"export", "t.db", "superiority", "--format", "json"},{"export", "t.db", "endings", "--format", "json"},{"export", "t.db", "parameters", "--format", "json"}})
            trace.show(look, playback.look(look));
        trace.end();
    }
    std::fputs(all.c_str(), stdout);
}
