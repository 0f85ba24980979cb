// Tests the laws of the table of options: an option writes what it has read, and printed options can be read again.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "referee/bots/bot_command.hpp"
#include "referee/commands/command_line.hpp"
#include "referee/commands/tournament_arguments.hpp"

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
    if (key == "until") return {"los=95", "elo=20", "17:30"};
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

TEST_CASE("an option without a value does not take the next option as its value") {
    for (const Arguments& arguments : {Arguments{"a", "b", "--db", "--quiet"}, Arguments{"a", "b", "--from"},
                                       Arguments{"a", "b", "--openings", "--games", "2"}}) {
        CHECK_THROWS_WITH_AS(tournament_options(arguments),
                             (arguments[2] + " needs a value: " + arguments[2] + " " +
                              (arguments[2] == "--openings" ? "N|FILE" : "FILE"))
                                 .c_str(),
                             games::UserError);
    }
}

TEST_CASE("rarely used options are only in the full help") {
    const auto help_of = [](const char* flag) {
        try {
            static_cast<void>(tournament_options({flag}));
        } catch (const Information& asked_for) {
            return asked_for.text;
        }
        return std::string();
    };
    const std::string help = help_of("--help"), all = help_of("--help-all");
    CHECK(help.find("\n  --games N") != std::string::npos);
    CHECK(help.find("--sandbox MODE") == std::string::npos);
    CHECK(help.find("More options: referee tournament --help-all") != std::string::npos);
    CHECK(all.find("\n  --games N") != std::string::npos);
    CHECK(all.find("--sandbox MODE") != std::string::npos);
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

TEST_CASE("a renamed option or command is refused with its new name") {
    const auto said = [](const Arguments& arguments) {
        try {
            static_cast<void>(tournament_options(arguments));
        } catch (const games::UserError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(said({"a", "b", "--clock", "60s"}) == "unknown option '--clock': use --limits clock=60s+1s");
    CHECK(said({"--resume", "--add=x"}) == "unknown option '--add': use referee change FILE add BOT");
}

}  // namespace referee
