// Tests the table of commands, the help and man pages that are made from it, and the laws of the table of options: an
// option writes what it has read, and printed options can be read again.
#include "referee/programs/commands.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <sstream>
#include <string>
#include <vector>

#include "packaging/manual/manual.hpp"
#include "referee/core/bots/bot_command.hpp"
#include "referee/core/options/command_line.hpp"
#include "referee/programs/match/match_commands.hpp"
#include "referee/tournament/options/tournament_arguments.hpp"
#include "tests/messages.hpp"

namespace {

using referee::Arguments;
using referee::CommandHelp;
using referee::Information;
using referee::Option;
using referee::parse_command;

/// Returns the requested help or version, which is empty if neither is requested.
Information asked_for(const Arguments& arguments) {
    try {
        parse_command(arguments);
    } catch (const Information& information) {
        return information;
    }
    return {"", {}};
}

std::string answer(const Arguments& arguments) {
    return asked_for(arguments).text;
}

std::string refusal(const Arguments& arguments) {
    return error_of([&] { parse_command(arguments); });
}

Option option_of(const CommandHelp& help, const std::string& names) {
    const auto found = std::ranges::find(help.options, names, &Option::names);
    REQUIRE(found != help.options.end());
    return *found;
}

}  // namespace

TEST_CASE("a program may have the commands of matches alone, and commands that only it calls") {
    std::vector<referee::Command> rows = referee::match_commands(referee::read_logged_matches, nullptr);
    rows.push_back({"play", "BOT_A [BOT_B]", "plays", referee::parse_play});
    const std::size_t listed = rows.size();
    rows.push_back({"step", {}, {}, [](const Arguments&) { return [] { return 7; }; }});
    const referee::CommandTable table(rows);
    CHECK(table.commands().size() == listed);
    CHECK(contains(table.overview(), "\nLook\n  referee replay LOG "));
    CHECK(contains(table.overview(), "\nTournaments and pages come with 'make build'.\n"));
    CHECK_FALSE(contains(table.overview(), "  referee tournament"));
    CHECK_FALSE(contains(table.overview(), "step"));
    CHECK(table.parse({"step"})() == 7);
    CHECK(contains(error_of([&] {
                       static_cast<void>(table.parse({"help", "step"}));
                   }),
                   "there is no command 'step'; there are: play, replay, "));
    for (const Arguments& absent : {Arguments{"help", "standings"}, Arguments{"standings", "t.db"}}) {
        CHECK(error_of([&] { static_cast<void>(table.parse(absent)); }) ==
              "'standings' is not in this program: it comes with 'make build'");
    }
}

TEST_CASE("each command is in the overview, which --help prints") {
    CHECK(referee::commands().size() > 10);
    for (const referee::Command& command : referee::commands()) {
        CHECK(contains(referee::overview(), "\n  referee " + std::string(command.usage) + "  "));
        CHECK(contains(referee::overview(), "  " + std::string(command.summary) + "\n"));
    }
    CHECK(answer({"--help"}) == referee::overview());
    CHECK(std::ranges::count(referee::overview(), '\n') <= 24);
}

TEST_CASE("each command describes its options") {
    for (const referee::Command& command : referee::commands()) {
        const std::string name(command.name);
        const std::string help = answer({name, "--help"});
        INFO(name);
        CHECK(contains(help, "Usage: referee " + name + " [OPTIONS]"));
        CHECK(answer({name, "--help-all"}).size() >= help.size());
        CHECK(answer({name, "-h"}) == help);
        CHECK(answer({"help", name}) == help);
    }
}

TEST_CASE("a mistyped command is answered with the nearest one") {
    for (const referee::Command& command : referee::commands()) {
        const std::string name(command.name);
        for (const std::string& mistyped : {name + "q", "q" + name.substr(1), name.substr(0, 2) + "q" + name.substr(2)})
            CHECK(refusal({mistyped}) == "there is no command or bot '" + mistyped + "'; did you mean '" + name + "'?");
    }
}

TEST_CASE("help and version are texts") {
    CHECK(answer({"--version"}).starts_with("referee "));
    for (const Arguments& arguments : {Arguments{"a", "b", "--version"}, Arguments{"replay", "--version"}})
        CHECK(answer(arguments) == answer({"--version"}));
    for (const Arguments& arguments : {Arguments{"help"}, Arguments{"-h"}, Arguments{"help", "help"}})
        CHECK(answer(arguments) == answer({"--help"}));
}

TEST_CASE("nothing is done while arguments are read") {
    for (const Arguments& arguments :
         {Arguments{"a", "b"}, Arguments{"play", "a", "b"}, Arguments{"replay", "no/log"}, Arguments{"view", "no/log"},
          Arguments{"watch", "no/log"}, Arguments{"standings", "no/file"}, Arguments{"view", "no/file"},
          Arguments{"export", "no/file", "games"}, Arguments{"serve", "no/file"}, Arguments{"check", "no/bot"},
          Arguments{"tournament", "a", "b"}, Arguments{"games"}, Arguments{"solve", "othello"},
          Arguments{"change", "no/file", "add", "a"}, Arguments{"ask", "no/log", "a"}}) {
        INFO(arguments.front());
        CHECK(parse_command(arguments) != nullptr);
    }
}

TEST_CASE("a time of day is the next one, on the days on which the clocks change, too") {
    const char* const zone = std::getenv("TZ");
    const std::string before = zone == nullptr ? "" : zone;
    ::setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    ::tzset();
    const auto utc = [](int month, int day, int hour, int minute) {
        std::tm time{};
        time.tm_year = 2026 - 1900;
        time.tm_mon = month - 1;
        time.tm_mday = day;
        time.tm_hour = hour;
        time.tm_min = minute;
        return ::timegm(&time);
    };
    constexpr int half_past_five = 17 * 60 + 30;
    using referee::next_time_of_day;
    CHECK(next_time_of_day(half_past_five, utc(1, 5, 16, 29)) == utc(1, 5, 16, 30));
    CHECK(next_time_of_day(half_past_five, utc(1, 5, 16, 30)) == utc(1, 6, 16, 30));
    CHECK(next_time_of_day(half_past_five, utc(12, 31, 23, 30)) == utc(13, 1, 16, 30));
    // Summer time begins or ends during the night, so half past five has another time in UTC the next day.
    CHECK(next_time_of_day(half_past_five, utc(3, 28, 17, 0)) == utc(3, 29, 15, 30));
    CHECK(next_time_of_day(half_past_five, utc(10, 24, 16, 0)) == utc(10, 25, 16, 30));  // summer time ends
    zone == nullptr ? ::unsetenv("TZ") : ::setenv("TZ", before.c_str(), 1);
    ::tzset();
}

TEST_CASE("an option with an empty value does not take the next argument") {
    for (const referee::Command& command : referee::commands()) {
        const std::string name(command.name);
        const CommandHelp help = asked_for({name, "--help"}).help;
        for (const referee::Option& option : help.options) {
            if (option.is_argument() || option.type.empty()) continue;
            const std::string given = option.names.substr(option.names.find(',') + 1) + "=";
            INFO(name, " ", given);
            const std::string said = refusal({name, given, "--no-such"});
            CHECK_FALSE(said.empty());
            CHECK((contains(said, "unknown option '--no-such'") || !contains(said, "--no-such")));
        }
    }
}

TEST_CASE("the help has all options, with the words that they take") {
    const CommandHelp help = asked_for({"check", "--help"}).help;
    CHECK(help.name == "referee check");
    CHECK(option_of(help, "BOT").is_argument());
    CHECK_FALSE(option_of(help, "--seed").is_argument());
    CHECK(option_of(help, "--sandbox").words == std::vector<std::string>{"on", "off", "auto"});
    CHECK(option_of(help, "--seed").words.empty());
    CHECK(option_of(help, "--limits").is_list);
}

TEST_CASE("the help fits a terminal of 80 columns") {
    for (const referee::Command& command : referee::commands()) {
        const std::string name(command.name);
        INFO(name);
        std::istringstream lines(answer({name, "--help"}) + answer({name, "--help-all"}));
        for (std::string line; std::getline(lines, line);) {
            INFO(line);
            CHECK(line.size() <= 80);
        }
    }
}

TEST_CASE("a man page escapes text that roff would interpret") {
    CommandHelp help{"referee try", "Tries it.\n\n.hidden\n\n  an \\example\n\nMore.", {}, "0 done"};
    help.options.emplace_back();
    help.options[0].names = "-o,--out";
    help.options[0].type = "FILE";
    help.options[0].help = "a file";
    const std::string page = referee::man_page(help, {});
    for (const char* part :
         {".TH REFEREE\\-TRY 1 ", "\nreferee\\-try \\- tries it\n", "\n\\&.hidden\n", ".nf\n  an \\eexample\n",
          ".fi\nMore.\n", "\\fB\\-o,\\-\\-out\\fR \\fIFILE\\fR\na file\n", ".SH EXIT STATUS\n0 done\n"}) {
        INFO(part);
        CHECK(contains(page, part));
    }
}

namespace referee {

namespace {

/// A text for each kind of value that this option can have.
std::vector<std::string> samples_of(const Option& option) {
    if (option.kind == Option::Kind::flag) return {""};
    if (option.kind == Option::Kind::number) return {"3", "17"};
    if (!option.words.empty() && option.words_are_all) return option.words;
    const std::string key = option.key();
    if (key == "limits")
        return {"first=1s,clock=1m+1s,margin=20ms,memory=none,processes=64,cpus=1", "a:b:move=50ms,memory=1G"};
    if (key == "move-time" || key == "pause") return {"1ms", "90s"};
    if (key == "openings") return {"6", "book.txt", "a,b.txt", "book.txt,order=random,start=5", "order=file"};
    if (key == "sandbox") return {"on", "off", "auto", "reuse=off", "on,folder=a,folder=b\\,c,reuse=off"};
    if (key == "from") return {"x", "a,b.db,top=4"};
    if (key == "sprt") return {"elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic"};
    if (key == "until") return {"los=95", "elo=20"};
    if (key == "stop-at") return {"17:30"};
    if (key == "anchor") return {"a=b=1500", "x=-20.5"};
    if (key == "stop-after") return {"20", "20m"};
    if (key == "engine")
        return {"slurm", "slurm,partition=arena,nodelist=n1\\,n2", "slurm,batch=30s,leave-running",
                "parallel,hosts=a b,transfer", "slurm,comment=a\\\\,qos=b"};
    return {"x", "two words"};
}

/// Returns the arguments that the table of options writes for one option after the option has read this text.
Arguments written_after(const std::string& names, const std::string& text) {
    TournamentOptions options;
    CommandLine line("referee tournament", "");
    add_tournament_options(line, options);
    const auto option = std::ranges::find(line.options(), names, &Option::names);
    option->read(text);
    return option->write();
}

}  // namespace

TEST_CASE("an option writes what it has read, and nothing for the default") {
    TournamentOptions options;
    CommandLine line("referee tournament", "");
    add_tournament_options(line, options);
    CHECK(line.options().size() > 30);
    for (const Option& option : line.options()) {
        INFO(option.names);
        CHECK(option.write().empty());
        for (const std::string& text : samples_of(option)) {
            INFO(text);
            const Arguments written = written_after(option.names, text);
            CHECK(written == Arguments{text});
        }
    }
}

TEST_CASE("arguments are taken literally, including brackets") {
    CHECK(tournament_options({"[]", "[a,b]", "x"}).bots == Arguments{"[]", "[a,b]", "x"});
    CHECK(tournament_options({"a", "b", "--challenger", "[c]"}).challenger == "[c]");
    CHECK(tournament_options({"a", "b", "--challenger", "BOT"}).challenger == "BOT");
}

TEST_CASE("limits of one bot may be given in several texts, each limit once") {
    const auto limits = tournament_options({"a", "b", "--limits", "a:move=50ms", "--limits=a:memory=1G"}).own_limits;
    REQUIRE(limits.size() == 1);
    CHECK(option_text(limits[0].limits) == "move=50ms,memory=1G");
    CHECK_THROWS_AS(tournament_options({"a", "b", "--limits", "a:move=50ms", "--limits=a:move=1s"}), games::UserError);
}

TEST_CASE("rarely used options are only in the full help") {
    const std::string help = answer({"tournament", "--help"}), all = answer({"tournament", "--help-all"});
    CHECK(contains(help, "\n  --games N"));
    CHECK_FALSE(contains(help, "--sandbox MODE"));
    CHECK(contains(help, "More options: referee tournament --help-all"));
    CHECK(contains(all, "\n  --games N"));
    CHECK(contains(all, "--sandbox MODE"));
}

TEST_CASE("the command that resumes repeats how the run was played, and can be read") {
    const TournamentOptions options =
        tournament_options({"a", "b", "--games", "4", "--db", "my file.db", "--jobs", "3", "--force", "--stop-after",
                            "2", "--engine", "slurm,partition=a b,leave-running,batch=30s"});
    const std::string command = resuming_command(options);
    CHECK(command ==
          "referee tournament --resume --db 'my file.db' --jobs 3 --force --engine "
          "'slurm,batch=30s,leave-running,partition=a b'");
    Arguments words = split_words(command);
    words.erase(words.begin(), words.begin() + 2);
    CHECK(resuming_command(tournament_options(words)) == command);
}

}  // namespace referee
