#include "referee/arena/web/kit_reply.hpp"

#include <fmt/format.h>

#include <utility>

#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "referee/arena/rules_for_students.hpp"
#include "referee/handins/zip.hpp"

namespace referee::arena {

using serve::Reply;

Reply file_reply(std::string_view type, std::string_view name, std::string content) {
    Reply reply{200, type, std::move(content), {}};
    reply.fields.emplace_back("Content-Disposition", fmt::format("attachment; filename=\"{}\"", name));
    return reply;
}

Reply kit_reply(const Kit& kit, const ArenaState& state) {
    const std::string spec = state.rules.empty() ? state.game : games::with_program(state.game, "../" + state.rules);
    handins::Project project;
    try {
        project = rules_for_students(state.rules);
    } catch (const games::UserError& error) {
        return serve::words_reply(500, fmt::format("The rules of the game can't be given out: {}.", error.what()));
    }
    for (KitFile& part : files_of(kit, "my_bot", games::name_in(state.game), spec))
        project.push_back({"my_bot/" + part.name, std::move(part.text), part.executable});
    return file_reply("application/zip", fmt::format("{}.zip", kit.name), handins::write_zip(project));
}

}  // namespace referee::arena
