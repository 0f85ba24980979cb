// Tests the structured help (CommandHelp), and the man pages that are generated from it.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "packaging/manual/manual.hpp"
#include "referee/commands/commands.hpp"

namespace {

using referee::CommandHelp;
using referee::Option;

CommandHelp help_of(const std::string& command) {
    try {
        referee::parse_command({command, "--help"});
    } catch (const referee::Information& asked_for) {
        return asked_for.help;
    }
    return {};
}

Option option_of(const CommandHelp& help, const std::string& names) {
    const auto found = std::ranges::find(help.options, names, &Option::names);
    REQUIRE(found != help.options.end());
    return *found;
}

}  // namespace

TEST_CASE("the help has all options, with the words that they take") {
    const CommandHelp help = help_of("check");
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
        try {
            referee::parse_command({name, "--help-all"});
            FAIL("no help");
        } catch (const referee::Information& asked_for) {
            std::istringstream lines(asked_for.text);
            for (std::string line; std::getline(lines, line);) {
                INFO(line);
                CHECK(line.size() <= 80);
            }
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
        CHECK(page.find(part) != std::string::npos);
    }
}
