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

namespace {

/// A program that plays a game of one's own without the referee, by the rules that are beside it.
handins::ProjectFile player_of(const ArenaState& state) {
    const auto colon = state.game.find(':');
    return {"play.py",
            built_in_text("play.py", {{"GAME", std::string(games::name_in(state.game))},
                                      {"RULES", state.rules},
                                      {"SETTINGS", colon == std::string::npos ? "" : state.game.substr(colon + 1)}}),
            true};
}

/// What the README of a kit says of this arena. `run`: the command of the bot, if play.py is in the kit.
std::string in_this_arena(std::string_view address, bool has_driver, std::string_view run) {
    const std::string play =
        run.empty() ? ""
                    : fmt::format(
                          "`python3 ../play.py {0}` plays this game by the rules in `../rules`, against random "
                          "moves; `python3 ../play.py {0} me` against you. It needs none of the referee's "
                          "programs, and limits no time.\n\n",
                          run);
    return fmt::format(
        "\n## In this arena\n\n{2}These are pages of the arena, and need none of the referee's programs:\n\n"
        "* {0}/guide/rules: the rules of the game, with its settings\n"
        "* {0}/guide/protocol: every line that a bot reads and writes\n"
        "{1}* {0}/guide/writing_a_bot: a tutorial\n\n"
        "The arena checks what you hand in as `referee check` does, and shows you its words.\n",
        address, has_driver ? fmt::format("* {}/guide/drivers: what a hand-in is\n", address) : "", play);
}

}  // namespace

Reply kit_reply(const std::variant<const Kit*, const handins::Driver*>& kit, const ArenaState& state,
                std::string_view address) {
    const std::string spec = state.rules.empty() ? state.game : games::with_program(state.game, "../" + state.rules);
    handins::Project project;
    try {
        project = rules_for_students(state.rules);
    } catch (const games::UserError& error) {
        return serve::words_reply(500, fmt::format("The rules of the game can't be given out: {}.", error.what()));
    }
    const bool has_driver = std::holds_alternative<const handins::Driver*>(kit);
    // A function is no program that play.py could start.
    const std::string_view run = has_driver || state.rules.empty() ? "" : std::get<const Kit*>(kit)->run;
    if (!run.empty()) project.push_back(player_of(state));
    const auto add = [&](std::vector<KitFile> files) {
        for (KitFile& part : files)
            if (part.name == "README.md") part.text += in_this_arena(address, has_driver, run);
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
