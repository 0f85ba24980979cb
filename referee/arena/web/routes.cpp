#include "referee/arena/web/routes.hpp"

#include <array>

namespace referee::arena {

namespace {

constexpr std::array table = {
    Route{"GET", "/", Access::anybody, Action::home_page, true},
    Route{"GET", "/teacher", Access::anybody, Action::teacher_page, true},
    Route{"GET", "/public", Access::if_public, Action::public_page, true},
    Route{"GET", "/public/events", Access::if_public, Action::public_events},
    Route{"GET", "/ladder/*", Access::if_public, Action::game, true},
    Route{"GET", "/final/*", Access::if_public, Action::final_game, true},
    Route{"GET", "/api/who", Access::anybody, Action::who},
    Route{"POST", "/api/enter", Access::anybody, Action::enter},
    Route{"POST", "/api/leave", Access::student, Action::leave},
    Route{"GET", "/events", Access::student, Action::events},
    Route{"POST", "/api/upload", Access::student, Action::upload},
    Route{"POST", "/api/try", Access::student, Action::try_upload},
    Route{"GET", "/tries/*", Access::student, Action::game_of_try, true},
    Route{"POST", "/api/play-again", Access::student, Action::play_again},
    Route{"GET", "/kits/*", Access::student, Action::kit, true},
    Route{"GET", "/guide/*", Access::if_public, Action::guide, true},
    Route{"GET", "/versions/*", Access::student, Action::texts},
    Route{"GET", "/teacher/events", Access::teacher, Action::teacher_events},
    Route{"GET", "/teacher/ladder/*", Access::teacher, Action::teachers_game, true},
    Route{"GET", "/teacher/final/*", Access::teacher, Action::teachers_final_game, true},
    Route{"GET", "/teacher/versions/*", Access::teacher, Action::version},
    Route{"GET", "/teacher/uploads.zip", Access::teacher, Action::uploads_zip, true},
    Route{"GET", "/teacher/marks.csv", Access::teacher, Action::marks, true},
    Route{"POST", "/api/teacher/leave", Access::teacher, Action::leave_teacher},
    Route{"POST", "/api/teacher/pause", Access::teacher, Action::pause},
    Route{"POST", "/api/teacher/go-on", Access::teacher, Action::go_on},
    Route{"POST", "/api/teacher/withdraw", Access::teacher, Action::withdraw},
    Route{"POST", "/api/teacher/bring-back", Access::teacher, Action::bring_back},
    Route{"POST", "/api/teacher/extend", Access::teacher, Action::extend},
    Route{"POST", "/api/teacher/link", Access::teacher, Action::new_link},
    Route{"POST", "/api/teacher/final", Access::teacher, Action::start_final},
    Route{"POST", "/api/teacher/publish", Access::teacher, Action::publish},
    Route{"POST", "/api/teacher/unpublish", Access::teacher, Action::unpublish},
    Route{"POST", "/api/teacher/show-final", Access::teacher, Action::show_final},
    Route{"POST", "/api/teacher/hide-final", Access::teacher, Action::hide_final},
    Route{"POST", "/api/teacher/message", Access::teacher, Action::message},
    Route{"POST", "/api/teacher/add-student", Access::teacher, Action::add_student},
};

/// The part of `path` that stands for `*`, empty if the pattern has none; nothing if the path does not match.
std::optional<std::string_view> match(std::string_view pattern, std::string_view path) {
    const auto star = pattern.find('*');
    if (star == std::string_view::npos) return pattern == path ? std::optional(std::string_view()) : std::nullopt;
    const std::string_view before = pattern.substr(0, star);
    if (!path.starts_with(before)) return std::nullopt;
    const std::string_view part = path.substr(before.size());
    const bool is_part = !part.empty() && part.find('/') == std::string_view::npos;
    return is_part ? std::optional(part) : std::nullopt;
}

}  // namespace

std::span<const Route> routes() {
    return table;
}

std::optional<Routed> route_of(std::string_view method, std::string_view path) {
    std::optional<Routed> found;
    for (const Route& route : table) {
        const auto part = match(route.path, path);
        if (!part) continue;
        if (route.method == method) return Routed{&route, {}, *part};
        found = Routed{nullptr, route.method == "GET" ? "GET, HEAD" : "POST", *part};
    }
    return found;
}

}  // namespace referee::arena
