// Writes the files that are generated from the table of commands: man pages, shell completions, and the schema of
// plans.
#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <vector>

#include "games/user_error.hpp"
#include "packaging/manual/manual.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/replaced_file.hpp"
#include "referee/programs/commands.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;

/// The help of each command, and of `referee` itself, which plays a match if no command is given.
std::vector<CommandHelp> every_help() {
    std::vector<CommandHelp> all;
    for (const Command& command : commands()) {
        try {
            command.parse({"--help"});
        } catch (const Information& asked_for) {
            all.push_back(asked_for.help);
        }
    }
    CommandHelp own = all.front();
    own.name = "referee";
    own.overview = overview();
    all.push_back(own);
    return all;
}

void write_text(const fs::path& path, std::string_view text) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) {
        throw games::UserError(
            fmt::format("folder '{}' can't be created: {}", path.parent_path().string(), error.message()));
    }
    ReplacedFile file(path, "file");
    file.write(text);
    file.complete();
}

void write_manual(const fs::path& folder) {
    const std::vector<CommandHelp> all = every_help();
    for (const CommandHelp& help : all)
        write_text(folder / "man/man1" / (page_name(help) + ".1"), man_page(help, all));
    write_text(folder / "bash-completion/completions/referee", bash_completion(all));
    write_text(folder / "zsh/site-functions/_referee", zsh_completion(all));
    write_text(folder / "fish/vendor_completions.d/referee.fish", fish_completion(all));
    for (const CommandHelp& help : all) {
        if (help.name == "referee tournament")
            write_text(folder / "referee/tournament_plan.schema.json", plan_schema(help.options));
    }
}

}  // namespace

}  // namespace referee

int main(int argc, char** argv) {
    if (argc != 2) {
        referee::complain("write_manual FOLDER: the folder of man/, bash-completion/, zsh/, fish/ and referee/");
        return referee::exit_wrong_use;
    }
    try {
        referee::write_manual(argv[1]);
    } catch (const std::exception& error) {
        referee::complain(error.what());
        return referee::exit_failed;
    }
    return referee::exit_done;
}
