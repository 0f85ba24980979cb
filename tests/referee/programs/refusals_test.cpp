// Tests that invalid arguments and files are refused with a message on one line that says what is wrong.
// tests/end_to_end tests how the program reports such a message.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "referee/programs/commands.hpp"
#include "tests/messages.hpp"
#include "tests/referee/scripted_match.hpp"
#include "tests/referee/temp_folder.hpp"

namespace {

using referee::Arguments;

const std::string bot = SCRIPTED_BOT;

/// Arguments and the message that they must cause. In the arguments, {} is a folder with the files of write_files(). In
/// the message, a star stands for any text.
struct Refusal {
    Arguments arguments;
    std::string message;
};

const std::vector<Refusal> refusals = {
    {{"--games", "3"}, "no bot is given"},
    {{bot, bot, "third"}, "unexpected bot 'third'"},
    {{"", bot}, "command is empty"},
    {{"./nobody", bot}, "'./nobody'*no such file"},
    {{"{}/good.json", bot}, "is a match log, not a bot: view it with referee view"},
    {{"{}/database", bot}, "is a tournament's file, not a bot: view it with referee standings"},
    {{"{}/bot.cpp", bot}, "is source code: compile it"},
    {{"{}/bot.c", bot}, "is source code: compile it"},
    {{"python3 {}/nope.py", bot}, "'python3 *': no such file: */nope.py"},
    {{"python3 -u {}/nope.py", bot}, "'python3 -u *': no such file: */nope.py"},
    {{"replya", "{}/good.json"}, "no command or bot 'replya'; did you mean 'replay'?"},
    {{bot, bot, "--game", "chess"}, "unknown game 'chess'*magnetize"},
    {{bot, bot, "--game", ""}, "--game needs a value: --game SPEC"},
    {{"=" + bot, bot}, "write the name before '=': name=command"},
    {{bot, bot, "--game", "magnetize:hight=6"}, "did you mean 'height'"},
    {{bot, bot, "--gaem", "magnetize"}, "unknown option '--gaem'; did you mean '--game'"},
    {{bot, bot, "--xyzzy"}, "unknown option '--xyzzy'; there are: "},
    {{bot, bot, "--no-boards"}, "unknown option '--no-boards'"},
    {{bot, bot, "--force=no"}, "'--force=no': --force takes no value"},
    {{bot, bot, "--seed"}, "--seed needs a value: --seed N"},
    {{"view", "{}/database", "-o"}, "--output needs a value: --output FILE"},
    {{bot, bot, "--games", "0"}, "from 1 to 1000000"},
    {{bot, bot, "--games", "1000001"}, "from 1 to 1000000"},
    {{bot, bot, "--seed", "-1"}, "--seed"},
    {{bot, bot, "--seed", "9007199254740992"}, "from 0 to 9007199254740991"},
    {{bot, bot, "--seed", "1", "--seed", "2"}, "--seed is given more than once"},
    {{bot, bot, "--move-time", "100"}, "--move-time '100': write the unit"},
    {{bot, bot, "--limits", "first=1d"}, "--limits: first '1d': the unit must be"},
    {{bot, bot, "--move-time", "0ms"}, "above 0"},
    {{bot, bot, "--limits", "margin=-1ms"}, "--limits: margin '-1ms': a duration can't be negative"},
    {{bot, bot, "--limits", "margin=25h"}, "24h"},
    {{bot, bot, "--game", "othello", "--traditional-time"}, "othello has no traditional limit"},
    {{bot, bot, "--game", "magnetic_cave", "--traditional-time", "--limits", "margin=1ms"}, "omit margin=1ms"},
    {{bot, bot, "--game", "magnetic_cave", "--traditional-time", "--limits", "first=1s"}, "omit first=1s"},
    {{bot, bot, "--limits", "c:move=1s"}, "--limits: no bot is called 'c'; there are: "},
    {{bot, bot, "--limits", ""}, "--limits: no limit is given: write move=50ms"},
    {{bot, bot, "--limits", "mvoe=1s"}, "--limits: there is no limit 'mvoe'; did you mean 'move'"},
    {{bot, bot, "--limits", "first=1s", "--limits", "first=2s"}, "--limits: first is given twice"},
    {{bot, bot, "--limits", "move=1s", "--move-time", "2s"}, "--limits: move is given twice"},
    {{bot, std::string(65, 'x') + "=" + bot}, "64"},
    {{"x=" + bot, "x=" + bot}, "both bots are called 'x'"},
    {{bot, bot, "--log", "{}/no/log"}, "can't be written"},
    {{bot, bot, "--log", "{}"}, "can't be written"},
    {{bot, bot, "--log", "{}", "--games", "2"}, "can't be written"},
    {{bot, bot, "--json", "--log", "-"}, "both write to stdout"},
    {{bot, bot, "--json", "--show"}, "both write to stdout"},
    {{bot, bot, "--log", "-", "--show"}, "both write to stdout"},
    {{bot, "human", "--json"}, "which the human player needs"},
    {{bot, "--log", "-"}, "which the human player needs"},
    {{bot, bot, "--at", "3"}, "--at goes with --resume"},
    {{bot, bot, "--resume", "{}/none"}, "can't be read"},
    {{bot, bot, "--resume", "{}"}, "is a directory"},
    {{bot, bot, "--resume", "{}/good.json"}, "is over: choose an earlier"},
    {{bot, bot, "--resume", "{}/good.json", "--at", "43"}, "has only 13 plies"},
    {{bot, bot, "--resume", "{}/many"}, "several matches: choose one with --match"},
    {{bot, bot, "--resume", "{}/many", "--match", "3"}, "holds 2 matches"},
    {{bot, bot, "--match", "3"}, "--match goes with --resume"},
    {{bot, "--resume", "-"}, "reads stdin, which the human player needs"},
    {{bot, bot, "--resume", "{}/good.json", "--at", "1", "--game", "magnetize:width=9"}, "differs from the game of"},
    {{bot, bot, "--resume", "{}/tampered", "--at", "1"}, "ply 3"},
    {{"replay"}, "no log is given"},
    {{"replay", "a", "b"}, "unexpected argument 'b'"},
    {{"replay", "{}/none"}, "can't be read"},
    {{"replay", "{}"}, "is a directory"},
    {{"replay", "{}/empty"}, "empty"},
    {{"replay", "{}/blank"}, "empty"},
    {{"replay", "{}/text"}, "damaged: not valid JSON"},
    {{"replay", bot}, "damaged: not valid JSON"},
    {{"replay", "{}/truncated"}, "damaged: not valid JSON"},
    {{"replay", "{}/other"}, "damaged: the log has no \"format\""},
    {{"replay", "{}/later"}, "written by another version of referee: its format is"},
    {{"replay", "{}/unknown_game"}, "damaged: game.name is \"chess\", not one of"},
    {{"replay", "{}/out_of_range"}, "out of range"},
    {{"replay", "{}/many_damaged", "--no-boards"}, "many_damaged:3' is damaged"},
    {{"replay", "{}/twice"}, "damaged"},
    {{"replay", "{}/good.json", "--at", "43"}, "has only 13 plies"},
    {{"replay", "{}/many", "--match", "5"}, "holds 2 matches"},
    {{"replay", "{}/good.json", "--match", "0"}, "from 1 to"},
    {{"replay", "{}/good.json", "--stdin-of", "2"}, "from 0 to 1"},
    {{"replay", "{}/many", "--stdin-of", "0"}, "choose one with --match"},
    {{"replay", "{}/good.json", "--until", "3"}, "--until goes with --stdin-of"},
    {{"replay", "{}/good.json", "--no-board"}, "did you mean '--no-boards'"},
    {{"standings", "{}/good.json"}, "is a match log, not a tournament's file: view it with referee view"},
    {{"view", "{}/good.json", "--about", "title=x"}, "--about is for the pages of a whole tournament: omit it"},
    {{"view"}, "no log and no tournament is given"},
    {{"tournament", "--resume", "--db", "{}/good.json"}, "is a match log"},
    {{"tournament", bot, bot, "--db", "{}/good.json"}, "is not a tournament's file: give another --db"},
    {{"games", "chess"}, "unknown game 'chess'"},
    {{"help", "nonsense"}, "no command 'nonsense'"},
    {{"change"}, "no tournament is given: referee change FILE"},
    {{"change", "{}/database"}, "no change is given: write add, withdraw, annul, replace, return, again or rounds"},
    {{"change", "{}/database", "remove", "a"}, "unknown change 'remove': write add, withdraw"},
    {{"change", "{}/database", "add"}, "'add' needs an argument"},
    {{"change", "{}/database", "rounds", "many"}, "rounds 'many': write a whole number from 1"},
    {{"change", "{}/none", "withdraw", "a"}, "there is no tournament file '*/none'"},
    {{"change", "{}/good.json", "withdraw", "a"}, "is a match log"},
    {{"change", "{}/database", "withdraw", "a", "--limits", "move=1s"}, "those of all bots stay"},
    {{"replay", "{}/good.json", "--stdin_of", "1"}, "did you mean '--stdin-of'?"},
    {{bot, bot, "--game-s=3"}, "unknown option '--game-s'; did you mean '--games'?"},
    {{bot, bot, "--resume", "-", "--watch"}, "both read stdin"},
    {{bot, bot, "--force"}, "--force goes with --log"},
    {{"games", "x", "y"}, "unexpected argument 'y'"},
    {{"replay", "x", "--at", "1", "--at", "1"}, "--at is given more than once"},
    {{bot, bot, "--limits", "memory=1"}, "write a size such as"},
    {{bot, bot, "--limits", "processes=0"}, "from 1 to"},
    {{"watch"}, "no log is given"},
    {{"watch", "-"}, "keys come from stdin"},
    {{"watch", "m.json", "--at", "-1"}, "from 0 to"},
    {{"view", "m.json", "-o", ""}, "--output needs a file name"},
    {{"view", "m.json", "--match", "0"}, "from 1 to"},
    {{"view", "m.json", "[n]"}, "unexpected argument '[n]'"},
    {{"view", "{}/good.json", "--about", "Class 5b"}, "--about 'Class 5b': write title=TEXT, date=TEXT or place=TEXT"},
    {{"view", "t.db", "--about", "date=x", "--about=date=y"}, "--about: date is given twice"},
    {{"view", "t.db", "--about", "title="}, "--about: title has no text"},
    {{"tournament", "--bots", ""}, "--bots needs a folder name"},
    {{"tournament", "--plan", ""}, "--plan needs a value: --plan FILE"},
    {{"tournament", "--plan", "--dry-run"}, "--plan needs a value: --plan FILE"},
    {{"tournament", "{}/plan.json", "--plan", "q.json"}, "'q.json': only one plan can be used"},
    {{"tournament", "{}/plan.json", "--plan=q.json"}, "'q.json': only one plan can be used"},
    {{"tournament", "--resume", "q.json"}, "'q.json': a plan is the first argument, or is given with --plan"},
    {{"tournament", "--db", "x.db", "q.json"}, "'q.json': a plan is the first argument, or is given with --plan"},
    {{"tournament", "{}/plan.json", "./a", "--sprt", "", "--sandbox=off"},
     "--sprt: nothing is given (with plan '*plan.json')"},
    {{"tournament", "greedy book.json", "./nobody"}, "bot 'greedy book.json': no such file"},
    {{"tournament", "./a", "--db="}, "--db needs a file name"},
    {{"tournament", "--from", ",top=3"}, "--from needs a file name"},
    {{"tournament", "--from", "a.db,top=1"}, "--from: top '1': write a whole number from 2 to 10000"},
    {{"tournament", "./a", "--json", "--quiet"}, "--json and --quiet: use only one of them"},
    {{"tournament", "./a", "--sandbox", "on,folder="},
     "--sandbox: 'folder=' is not valid here: write folder=DIR or reuse=off"},
    {{"tournament", "./a", "--sandbox", "on,off"}, "--sandbox: the mode is given twice"},
    {{"tournament", "./a", "--sandbox", "on", "--sandbox", "off"}, "--sandbox: the mode is given twice"},
    {{"tournament", "./a", "--sandbox", ""}, "--sandbox"},
    {{"tournament", "./a", "--sandbox", "maybe"}, "--sandbox 'maybe': write on, off or auto"},
    {{"tournament", "./a", "--sandbox", "reuse=no"}, "--sandbox: reuse 'no': write on or off"},
    {{bot, bot, "--sandbox", "on,folder={}/none"}, "--sandbox: folder '*/none': no such folder"},
    {{"change", "t.db", "rounds", "0"}, "from 1 to"},
    {{"ask", "m.json"}, "no bot is given"},
    {{"ask", "m.json", "a", "b", "c"}, "at most two bots"},
    {{"games-needed"}, "nothing is asked for: add --elo 20, or --sprt 0,5"},
    {{"games-needed", "--elo", "0"}, "--elo '0': write a number from 1 to 10000"},
    {{"games-needed", "--elo", "20x"}, "--elo '20x': write a number from 1 to 10000"},
    {{"games-needed", "--elo", "20", "--draws", "1"}, "--draws '1': write a number from 0 to 0.95"},
    {{"games-needed", "--sprt", "0,5", "--bots", "4"}, "--bots is for --elo: a sequential test has two bots"},
    {{"games-needed", "--sprt", "5"}, "--sprt '5': write both bounds, such as 0,5"},
    {{"games-needed", "--sprt", "5,0"}, "sprt elo0=5,elo1=0: elo1 must be greater than elo0, by 0.01 or more"},
    {{"games-needed", "--sprt", "0,5,9"},
     "--sprt '0,5,9': '9' is not one of elo0=0, elo1=5, alpha=.05, beta=.05, model=normalized"},
    {{"solve", "othello", "--limits", "memory=256"}, "--limits: memory '256': write a size such as 512M"},
    {{"solve", "othello", "--limits", "time=0s"}, "--limits: time '0s': write a time above 0"},
    {{"solve", "othello", "--limits", "time=1s,time=2s"}, "--limits: time is given twice"},
    {{"solve", "othello", "--limits", "memory=32M", "--limits", "memory=64M"}, "--limits: memory is given twice"},
    {{"solve", "othello", "--limits", ""}, "--limits: nothing is given"},
    {{"solve", "othello", "--limits", "time=1s,"}, "--limits: there is an empty part before or after a comma"},
    {{"solve", "othello", "--clock", "3s"}, "unknown option '--clock'; there are: "},
    {{"standings", "--name-a", "x"}, "unknown option '--name-a'; there are: "},
    {{"change", "{}/database", "add", "x", "--memory", "1G"}, "unknown option '--memory'"},
    {{"tournament", "./a", "--sandbox", "reuse=off,reuse=on"}, "--sandbox: reuse is given twice"},
    {{"tournament", "./a", "--sandbox", "off,folder=d"}, "--sandbox: folder goes with a sandbox, and off means none"},
    {{"tournament", "./a", "--sandbox", "reuse=off", "--sandbox", "off"}, "--sandbox: reuse goes with a sandbox"},
    {{"tournament", "./a", "--json", "--dry-run"}, "--json writes the events of games, and --dry-run plays none"},
    {{"engine", "test"}, "referee engine 'test': write check, calibrate or play"},
    {{"tournament", "./a", "--engine", "parallel,hosts=a,hosts=b"}, "--engine: hosts is given twice"},
    {{bot, bot, "--resume", "m.json", "--opening", "DROP 1"}, "--opening and --resume both set"},
    {{"view", "m.json", "--match", "x"}, "--match,--game 'x': write a whole number"},
    {{"solve", "othello", "--limits", "time"}, "--limits: 'time' is not a limit here"},
    {{bot, bot, "--time", "3s"}, "unknown option '--time'; did you mean '--move-time'?"},
    {{bot, bot, "--matches", "3"}, "unknown option '--matches'; did you mean '--match'?"},
    {{bot, bot, "--top", "3"}, "unknown option '--top'; there are: "},
    {{"solve", "othello", "--limits", "nodes=5"},
     "--limits: 'nodes=5' is not a limit here: write time=30s or memory=256M"},
    {{"serve", "--jobs", "0"}, "--jobs '0': write a whole number from 1 to 64"},
    {{bot, bot, "--games", "1.5"}, "--games"},
    {{bot, bot, "--games", ""}, "--games"},
    {{bot, bot, "--seed", "1e3"}, "--seed"},
    {{bot, bot, "--seed", "99999999999999999999"}, "--seed"},
    {{bot, bot, "--move-time", "x"}, "--move-time"},
    {{bot, bot, "--at", "-1"}, "--at"},
    {{bot, bot, "--log", ""}, "--log"},
    {{bot, bot, "--resume", ""}, "--resume"},
    {{bot, bot, "--limits", "move=1s,"}, "--limits"},
    {{bot, bot, "--limits", "move"}, "--limits"},
    {{bot, bot, "--limits", "a:margin=1s"}, "--limits"},
    {{bot, bot, "--games"}, "--games needs a value"},
    {{bot, bot, "--move-time"}, "--move-time needs a value"},
    {{bot, bot, "--log"}, "--log needs a value"},
    {{bot, bot, "--limits"}, "--limits needs a value"},
    {{bot, bot, "--json=0"}, "--json takes no value"},
    {{bot, bot, "--quiet=3"}, "--quiet takes no value"},
    {{bot, bot, "--show=false"}, "--show takes no value"},
    {{bot, bot, "--stderr=x"}, "--stderr takes no value"},
    {{bot, bot, "--traditional-time=true"}, "--traditional-time takes no value"},
    {{bot, bot, "--log", "--json=0"}, "--log needs a value: --log FILE"},
    {{"tournament", "a", "b", "--db", "--quiet"}, "--db needs a value: --db FILE"},
    {{"tournament", "a", "b", "--from"}, "--from needs a value: --from FILE"},
    {{"tournament", "a", "b", "--openings", "--games", "2"}, "--openings needs a value: --openings N|FILE"},
};

/// Writes valid logs, and files with one fault each.
void write_files(const TempFolder& folder) {
    ScriptedMatch match;
    match.script(worked_example());
    const auto log = nlohmann::json::parse(to_json(match.play(), protocol::Layout::one_line));
    const std::string good = log.dump(2) + "\n", line = log.dump() + "\n";
    const auto write_changed = [&](const char* name, const char* place, const nlohmann::json& value) {
        auto changed = log;
        changed[nlohmann::json::json_pointer(place)] = value;
        folder.write(name, changed.dump());
    };
    folder.write("good.json", good);
    folder.write("many", line + line);
    folder.write("many_damaged", line + line + line.substr(0, line.size() - 5) + "\n");
    folder.write("twice", good + good);
    folder.write("truncated", good.substr(0, good.size() - 100));
    folder.write("other", "{}\n");
    write_changed("later", "/format", "referee-match/2");
    write_changed("unknown_game", "/game/name", "chess");
    write_changed("out_of_range", "/game/config/height", 100);
    write_changed("tampered", "/plies/2/move", "DROP 4");
    folder.write("empty", "");
    folder.write("plan.json", "{\"games\": 4}\n");
    folder.write("blank", "\n \n\n");
    folder.write("database", "SQLite format 3" + std::string(101, '\0'));
    folder.write("bot.cpp", "int main() {}\n", 0644);
    folder.write("bot.c", "int main() {}\n");
    folder.write("text", "just a text\n");
}

bool matches(std::string_view text, std::string_view pattern) {
    while (true) {
        const auto star = pattern.find('*');
        const auto found = text.find(pattern.substr(0, star));
        if (found == std::string_view::npos) return false;
        if (star == std::string_view::npos) return true;
        text.remove_prefix(found + star);
        pattern.remove_prefix(star + 1);
    }
}

}  // namespace

TEST_CASE("invalid arguments and files are refused with a message on one line") {
    const TempFolder folder;
    const ScopedVariable no_sandbox("REFEREE_SANDBOX", "off");
    write_files(folder);
    for (const Refusal& refusal : refusals) {
        Arguments arguments = refusal.arguments;
        std::string shown;
        for (std::string& argument : arguments) {
            if (const auto place = argument.find("{}"); place != std::string::npos)
                argument.replace(place, 2, folder.path());
            shown += " " + argument;
        }
        INFO(shown);
        const std::string message = error_of([&] { referee::parse_command(arguments)(); });
        INFO(message);
        CHECK(matches(message, refusal.message));
        CHECK_FALSE(contains(message, "\n"));
        CHECK_FALSE(message.ends_with('.'));
    }
}
