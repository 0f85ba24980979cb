#include "referee/arena/languages.hpp"

#include <fmt/format.h>

#include "referee/core/bots/kits.hpp"
#include "referee/core/bots/program_path.hpp"
#include "referee/core/processes/sandbox.hpp"
#include "referee/handins/recipe.hpp"

namespace referee::arena {

/// A starter kit is a hand-in of its language, so its recipe says what it needs.
std::vector<std::string> missing_languages(const games::GameSpec& spec) {
    std::vector<std::string> missing;
    for (const Kit& kit : kits()) {
        handins::Project project;
        for (const KitFile& file : files_of(kit, "bot", spec.game->name, to_string(spec)))
            if (file.name == kit.source) project.push_back({file.name, file.text, file.executable});
        for (const std::string& program : handins::recognise(project).needs()) {
            if (find_on_path(program, sandbox_path)) continue;
            missing.push_back(fmt::format("{} ({})", kit.title, program));
            break;
        }
    }
    return missing;
}

}  // namespace referee::arena
