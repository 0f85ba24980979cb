// `referee manual`: the man pages, and the completions for shells.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "games/user_error.hpp"
#include "referee/commands/commands.hpp"
#include "referee/commands/completions.hpp"
#include "referee/commands/man_page.hpp"
#include "referee/files/replaced_file.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;

constexpr const char* manual_overview =
    R"(Writes the man pages, and the completions for bash, zsh and fish.

  referee manual ~/.local/share    where man and the shells look for them
  man referee-tournament)";

/// Each command's help, once: `help` has that of `referee` itself, which plays a match.
std::vector<CommandHelp> every_help() {
    std::vector<CommandHelp> all;
    for (const Command& command : commands()) {
        try {
            command.parse({"--help"});
        } catch (const Information& asked_for) {
            if (std::ranges::find(all, asked_for.help.name, &CommandHelp::name) == all.end())
                all.push_back(asked_for.help);
        }
    }
    return all;
}

void write_text(const fs::path& path, std::string_view text) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) {
        throw games::UserError(
            fmt::format("folder '{}' can't be made: {}", path.parent_path().string(), error.message()));
    }
    ReplacedFile file(path, "file");
    file.write(text);
    file.complete();
}

int write_manual(const fs::path& folder) {
    const std::vector<CommandHelp> all = every_help();
    for (const CommandHelp& help : all)
        write_text(folder / "man/man1" / (page_name(help) + ".1"), man_page(help, all));
    write_text(folder / "bash-completion/completions/referee", bash_completion(all));
    write_text(folder / "zsh/site-functions/_referee", zsh_completion(all));
    write_text(folder / "fish/vendor_completions.d/referee.fish", fish_completion(all));
    note(fmt::format("{} man pages and 3 completions in {}", all.size(), folder.string()));
    return exit_done;
}

}  // namespace

Task parse_manual(const Arguments& arguments) {
    std::string folder;
    CommandLine line("referee manual", manual_overview);
    line.text("FOLDER", "", "they go into man/, bash-completion/, zsh/ and\nfish/ in here", folder);
    line.parse(arguments);
    if (folder.empty()) throw games::UserError("no folder is given: referee manual FOLDER");
    return [folder] { return write_manual(folder); };
}

}  // namespace referee
