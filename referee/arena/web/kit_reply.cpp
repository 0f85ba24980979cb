#include "referee/arena/web/kit_reply.hpp"

#include <fmt/format.h>

#include <utility>

#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "referee/arena/rules_for_students.hpp"
#include "referee/handins/driver_kit.hpp"
#include "referee/handins/zip.hpp"

namespace referee::arena {

using serve::Reply;

Reply file_reply(std::string_view type, std::string_view name, std::string content) {
    Reply reply{200, type, std::move(content), {}};
    reply.fields.emplace_back("Content-Disposition", fmt::format("attachment; filename=\"{}\"", name));
    return reply;
}

Reply kit_reply(const std::variant<const Kit*, const handins::Driver*>& kit, const ArenaState& state) {
    const std::string spec = state.rules.empty() ? state.game : games::with_program(state.game, "../" + state.rules);
    handins::Project project;
    try {
        project = rules_for_students(state.rules);
    } catch (const games::UserError& error) {
        return serve::words_reply(500, fmt::format("The rules of the game can't be given out: {}.", error.what()));
    }
    const auto add = [&](std::vector<KitFile> files) {
        for (KitFile& part : files)
            project.push_back({"my_bot/" + part.name, std::move(part.text), part.executable});
    };
    const std::string_view game = games::name_in(state.game);
    if (const auto* const* driver = std::get_if<const handins::Driver*>(&kit)) {
        add(handins::files_of(**driver, "my_bot", game, spec));
        return file_reply("application/zip", "kit.zip", handins::write_zip(project));
    }
    const Kit& language = *std::get<const Kit*>(kit);
    add(files_of(language, "my_bot", game, spec));
    return file_reply("application/zip", fmt::format("{}.zip", language.name), handins::write_zip(project));
}

}  // namespace referee::arena
