// Tests that a bot that can't be run is refused before a match begins, and that the message advises what to do.
#include "referee/core/bots/bot_command.hpp"

#include <doctest/doctest.h>
#include <elf.h>
#include <sys/stat.h>

#include <cstring>
#include <tuple>

#include "referee/core/bots/bot_text.hpp"
#include "referee/core/bots/sample_bots.hpp"
#include "tests/messages.hpp"
#include "tests/referee/temp_folder.hpp"

namespace {

using referee::BotCommand;
using referee::parse_bot_command;
using referee::split_words;
using Words = std::vector<std::string>;

/// The error message about a bot, or "(no error)".
std::string said_of(const std::string& bot) {
    return error_of([&] { return parse_bot_command(bot); });
}

std::string elf_header(unsigned char file_class, unsigned char data, std::uint16_t machine) {
    std::string header(64, '\0');
    std::memcpy(header.data(), ELFMAG, SELFMAG);
    header[EI_CLASS] = static_cast<char>(file_class);
    header[EI_DATA] = static_cast<char>(data);
    const bool little = data == ELFDATA2LSB;
    header[18] = static_cast<char>(little ? machine & 255 : machine >> 8);
    header[19] = static_cast<char>(little ? machine >> 8 : machine & 255);
    return header;
}

}  // namespace

TEST_CASE("a path is a program, and the bot is named after its file") {
    const BotCommand command = parse_bot_command("/bin/cat");
    CHECK(command.program == "/bin/cat");
    CHECK(command.arguments == Words{"/bin/cat"});
    CHECK(command.name == "cat");
}

TEST_CASE("a command line has arguments") {
    const BotCommand command = parse_bot_command("/bin/cat -n 'a file'");
    CHECK(command.program == "/bin/cat");
    CHECK(command.arguments == Words{"/bin/cat", "-n", "a file"});
    CHECK(command.name == "cat");
}

TEST_CASE("a file whose name contains spaces is not split") {
    const TempFolder folder;
    const std::string path = folder.write("my bot --fast", "#!/bin/sh\n");
    const BotCommand command = parse_bot_command(path);
    CHECK(command.arguments == Words{path});
    CHECK(command.name == "my bot --fast");
    CHECK(parse_bot_command("'" + path + "' -x").arguments == Words{path, "-x"});
}

TEST_CASE("a name without a slash means a file here first, then a program on the PATH") {
    const TempFolder folder;
    const TempFolder programs;
    programs.write("prog", "#!/bin/sh\n");
    programs.write("not_runnable", "#!/bin/sh\n", 0644);
    const ScopedVariable path("PATH", "/no/such/folder:" + programs.path());
    const ScopedFolder here(folder.path());
    CHECK(parse_bot_command("prog -x").program == programs / "prog");
    CHECK(parse_bot_command("prog -x").arguments == Words{"prog", "-x"});
    CHECK(contains(said_of("not_runnable"), "no such file, nor a program on the PATH"));
    CHECK(contains(said_of("nothing"), "no such file, nor a program on the PATH"));
    folder.write("prog", "#!/bin/sh\n");
    CHECK(parse_bot_command("prog").program == "./prog");
    folder.write("not_runnable", "#!/bin/sh\n", 0644);
    CHECK(contains(said_of("not_runnable"), "is not executable"));
}

TEST_CASE("a source file is run by the interpreter of its extension") {
    const TempFolder folder;
    const TempFolder programs;
    const std::string python = folder.write("bot.py", "print()\n", 0644);
    const std::string script = folder.write("bot.js", "1\n", 0644);
    const ScopedVariable path("PATH", programs.path());
    CHECK(contains(said_of(python), "needs 'python3', which is not on the PATH"));
    CHECK(contains(said_of(script), "needs 'node', which is not on the PATH"));
    programs.write("python3", "#!/bin/sh\n");
    programs.write("node", "#!/bin/sh\n");
    const BotCommand command = parse_bot_command(python);
    CHECK(command.program == programs / "python3");
    CHECK(command.arguments == Words{"python3", python});
    CHECK(command.name == "bot.py");
    CHECK(parse_bot_command("'" + script + "' --depth 3").arguments == Words{"node", script, "--depth", "3"});
    CHECK(parse_bot_command(script).name == "bot.js");
    CHECK(parse_bot_command("python3 -u -m my_bot --depth 3").name == "my_bot");
    CHECK(parse_bot_command("python3 -u").name == "python3");
    programs.write("java", "#!/bin/sh\n");
    CHECK(parse_bot_command("java -Xmx64m -cp classes Bot").name == "Bot");
    CHECK(parse_bot_command("java -cp classes").name == "java");
}

TEST_CASE("the fault of a bot that can't be run has a kind, whatever the bot is called") {
    using referee::BotFault;
    const TempFolder folder;
    folder.write("no such file", "#!/bin/sh\n", 0644);
    folder.write("text", "hello");
    folder.write("lost", "#!/no/interpreter\n");
    folder.write("kit.rs", "fn main() {}\n");
    const ScopedFolder here(folder.path());
    const std::tuple<const char*, BotFault, const char*> table[] = {
        {"./none", BotFault::missing, "no such file"},
        {"./kit", BotFault::missing, "no such file, but ./kit.rs is there: compile it first"},
        {"kit --fast", BotFault::missing,
         "no such file, nor a program on the PATH, but kit.rs is there: compile it first"},
        {"=./text", BotFault::missing, "no such file; write the name before '=': name=command"},
        {"a b=./text", BotFault::missing,
         "no such file, nor a program on the PATH; the name before '=' must not contain spaces"},
        {"unknown --depth=3", BotFault::missing,
         "no such file, nor a program on the PATH: if it is elsewhere, give its path"},
        {"pyhton3 text", BotFault::missing, "no such file, nor a program on the PATH; did you mean 'python3'?"},
        {"./txet", BotFault::missing, "no such file; did you mean './text'?"},
        {"python3 none.py", BotFault::missing, "no such file: none.py"},
        {"./no such file", BotFault::no_permission, "is not executable: chmod +x './no such file'"},
        {"./text", BotFault::no_program, "is neither a program nor a script that begins with '#!'"},
        {"./lost", BotFault::no_interpreter,
         "its first line names the interpreter '/no/interpreter', which does not exist"},
        {"'x", BotFault::unreadable, "a quote (') is not closed"},
    };
    for (const auto& [bot, fault, complaint] : table) {
        const std::string named = bot;
        INFO(named);
        try {
            static_cast<void>(parse_bot_command(bot));
            FAIL("it was not refused");
        } catch (const referee::BotError& error) {
            CHECK(error.fault() == fault);
            CHECK(error.complaint() == complaint);
            CHECK(contains(error.what(), std::string("bot '") + bot + "'"));
        }
    }
}

TEST_CASE("a bot that an interpreter runs is named after its own file") {
    const TempFolder folder;
    const std::string file = folder.write("clever.py", "print()\n", 0644);
    CHECK(parse_bot_command("/usr/bin/python3 -u " + file + " --x").name == "clever.py");
    CHECK(parse_bot_command("/usr/bin/env python3 " + file).name == "clever.py");
    CHECK(parse_bot_command("/usr/bin/python3 -c pass").name == "python3");
}

TEST_CASE("a folder with one bot is that bot, and is named after the folder") {
    const TempFolder folder;
    std::filesystem::create_directory(folder / "clever");
    folder.write("clever/main.py", "print()\n", 0644);
    folder.write("clever/helper.txt", "text\n", 0644);
    for (const std::string& path : {folder / "clever", folder / "clever/"}) {
        const auto command = parse_bot_command(path);
        CHECK(command.name == "clever");
        CHECK(command.arguments.back().ends_with("clever/main.py"));
    }
    folder.write("clever/main", "#!/bin/sh\n");
    CHECK(contains(said_of(folder / "clever"), "several programs"));
}

TEST_CASE("a file that can't be run is refused with the reason") {
    const TempFolder folder;
    ::mkfifo((folder / "fifo").c_str(), 0755);
    std::filesystem::create_directory(folder / "empty folder");
    const std::pair<std::string, const char*> table[] = {
        {folder / "nothing", "no such file"},
        {"./nobody.py", "no such file"},  // its interpreter is not needed to see this
        {"nobody.js", "no such file"},
        {folder.write("file", "#!/bin/sh\n") + "/below", "no such file"},
        {folder / "empty folder", "is a folder without an obvious bot: there is no program in it"},
        {folder / "fifo", "is not a regular file"},
        {"/dev/null", "is not a regular file"},
        {folder.write("plain", "#!/bin/sh\n", 0644), "is not executable: chmod +x "},
        {folder.write("empty", ""), "is an empty file"},
        {folder.write("text", "hello\n"), "neither a program nor a script that begins with '#!'"},
        {folder.write("missing", "#!/no/such/interpreter -x\n"),
         "the interpreter '/no/such/interpreter', which does not exist"},
        {folder.write("windows", "#!/bin/sh\r\necho\r\n"), "the file has Windows line ends: convert it with dos2unix"},
        {"", "command is empty"},
        {"   ", "command is empty"},
        {"''", "command is empty"},
    };
    for (const auto& [bot, message] : table) {
        const std::string said = said_of(bot);
        const std::string named = bot;
        INFO(named << ": " << said);
        CHECK(contains(said, message));
        CHECK_FALSE(contains(said, "\n"));
    }
}

TEST_CASE("a link to a program is a program, and a dangling link is not") {
    const TempFolder folder;
    std::filesystem::create_symlink("/bin/cat", folder / "link");
    std::filesystem::create_symlink("/no/such/file", folder / "broken");
    std::filesystem::create_symlink("loop", folder / "loop");
    CHECK(said_of(folder / "link") == "(no error)");
    CHECK(contains(said_of(folder / "broken"), "no such file"));
    CHECK_FALSE(said_of(folder / "loop") == "(no error)");
}

TEST_CASE("scripts with blanks and arguments in their first line are fine") {
    const TempFolder folder;
    for (const char* first :
         {"#!/bin/sh\n", "#! /bin/sh\n", "#!\t/bin/sh -e\n", "#!/usr/bin/env python3\n", "#!/bin/sh"}) {
        INFO(first);
        CHECK(said_of(folder.write("script", first)) == "(no error)");
    }
}

TEST_CASE("a program for another machine is refused with the machine's name, in either byte order") {
    const TempFolder folder;
#if defined(__x86_64__)
    CHECK(said_of(folder.write("own", elf_header(ELFCLASS64, ELFDATA2LSB, EM_X86_64))) == "(no error)");
    const std::string arm = said_of(folder.write("arm", elf_header(ELFCLASS64, ELFDATA2LSB, EM_AARCH64)));
    CHECK(contains(arm, "is a program for another architecture (64-bit ARM): compile it for this machine (x86-64)"));
    CHECK(contains(said_of(folder.write("riscv", elf_header(ELFCLASS64, ELFDATA2LSB, EM_RISCV))), "(RISC-V)"));
    CHECK(contains(said_of(folder.write("arm32", elf_header(ELFCLASS32, ELFDATA2LSB, EM_ARM))), "(32-bit ARM)"));
#endif
    CHECK(contains(said_of(folder.write("s390", elf_header(ELFCLASS64, ELFDATA2MSB, EM_S390))),
                   "for another architecture"));
    CHECK(contains(said_of(folder.write("x86be", elf_header(ELFCLASS64, ELFDATA2MSB, EM_X86_64))),
                   "for another architecture"));
}

TEST_CASE("a file with only the beginning of a header does not crash the check") {
    const TempFolder folder;
    const std::string header = elf_header(ELFCLASS64, ELFDATA2LSB, EM_X86_64);
    for (std::size_t size = 1; size < 20; ++size)
        said_of(folder.write("short", header.substr(0, size)));
    for (const char* text : {"#", "#!", "#!\n", "#! \n", "#!\r\n"}) {
        INFO(text);
        CHECK_FALSE(said_of(folder.write("short", text)) == "(no error)");
    }
}

TEST_CASE("a file in the working directory whose name begins like an option is still a file") {
    const TempFolder folder;
    folder.write("-c.py", "");
    folder.write("-x", "#!/bin/sh\n");
    const ScopedFolder inside(folder.path());
    CHECK(parse_bot_command("-c.py").arguments == std::vector<std::string>{"python3", "./-c.py"});
    CHECK(parse_bot_command("-x").arguments == std::vector<std::string>{"./-x"});
}

TEST_CASE("words are split as a shell splits them") {
    const std::pair<const char*, Words> table[] = {
        {"", {}},
        {"   \t\n ", {}},
        {"bot", {"bot"}},
        {"  bot   -v  ", {"bot", "-v"}},
        {"a\tb\nc", {"a", "b", "c"}},
        {"'a b'", {"a b"}},
        {"\"a b\"", {"a b"}},
        {"a' 'b\" \"c", {"a b c"}},
        {"''", {""}},
        {"\"\"", {""}},
        {"a '' b", {"a", "", "b"}},
        {"a''b", {"ab"}},
        {R"(a\ b)", {"a b"}},
        {R"(\a\\\'\")", {"a\\'\""}},
        {R"('a\b')", {R"(a\b)"}},
        {R"('a\')", {R"(a\)"}},
        {R"("a\b")", {R"(a\b)"}},
        {R"("a\"b")", {R"(a"b)"}},
        {R"("a\\b")", {R"(a\b)"}},
        {R"("\$\`")", {"$`"}},
        {R"("it's")", {"it's"}},
        {R"('say "x"')", {R"(say "x")"}},
        {"$HOME *.py ~ #x a;b|c&d", {"$HOME", "*.py", "~", "#x", "a;b|c&d"}},
        {"--name='x y' z=\"\"", {"--name=x y", "z="}},
        {"\xc3\xa4 \xff", {"\xc3\xa4", "\xff"}},
        {"a\\\nb", {"ab"}},  // a backslash before a line's end continues the line
        {"\"a\\\nb\"", {"ab"}},
    };
    for (const auto& [text, words] : table) {
        const char* const line = text;
        INFO(line);
        CHECK(split_words(line) == words);
    }
}

TEST_CASE("an unfinished command line is refused") {
    const auto said = [](const char* text) { return error_of([&] { return split_words(text); }); };
    for (const char* text : {"'", "\"", "a 'b", "a\"b c", "'a\"", "\"\\\""})
        CHECK_MESSAGE(contains(said(text), "is not closed"), text);
    for (const char* text : {"a\\", "\"a\\"})
        CHECK_MESSAGE(contains(said(text), "nothing follows the last backslash"), text);
}

TEST_CASE("sample bots are in libexec beside the bin of an installed program, and otherwise beside the program") {
    const TempFolder folder;
    const std::filesystem::path program = folder / "bin/referee";
    CHECK(referee::sample_bots_folder(program) == folder / "bin");
    std::filesystem::create_directories(folder / "libexec/referee/bots");
    CHECK(referee::sample_bots_folder(program) == folder / "libexec/referee/bots");
}

TEST_CASE("a sample bot is a file name, and never the referee itself") {
    for (const char* name : {"", "referee", "../bin/sh", "/bin/sh", "."})
        CHECK_FALSE(referee::sample_bot(name));
}

TEST_CASE("a bot's name may have blanks, and a command may have an equals sign") {
    const auto split = [](const std::string& text) {
        const referee::NamedBot bot = referee::named_bot(text);
        return bot.name + "|" + bot.command;
    };
    const TempFolder folder;
    const std::string script = folder.write("my bot.py", "");
    CHECK(split("kim=" + script) == "kim|" + script);
    CHECK(split("Kim Klein=" + script) == "Kim Klein|" + script);
    CHECK(split("Kim Klein=sh -c 'x=1'") == "Kim Klein|sh -c 'x=1'");
    CHECK(split("sh x=sh") == "|sh x=sh");  // the name of a program
    CHECK(split("kims_bot --depth=6") == "|kims_bot --depth=6");
    CHECK(split(" Kim=" + script) == "| Kim=" + script);
    CHECK(split("Kim =" + script) == "|Kim =" + script);
    CHECK(split("Kim Klein=") == "|Kim Klein=");
}
