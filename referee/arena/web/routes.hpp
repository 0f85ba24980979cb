// The routes of an arena's pages, and who may use each of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace referee::arena {

enum class Access : std::uint8_t {
    anybody,
    if_public,  ///< anybody if the arena is public, otherwise students and the teacher
    student,
    teacher,  ///< from this machine or over TLS only
};

enum class Action : std::uint8_t {
    home_page,
    teacher_page,
    public_page,
    enter,
    who,
    leave,
    leave_teacher,
    events,
    public_events,
    teacher_events,
    upload,
    try_upload,
    game_of_try,
    play_again,
    kit,
    guide,
    texts,
    game,
    final_game,
    teachers_game,
    teachers_final_game,
    version,
    uploads_zip,
    marks,
    pause,
    go_on,
    withdraw,
    bring_back,
    extend,
    new_link,
    start_final,
    publish,
    unpublish,
    show_final,
    hide_final,
    message,
    add_student,
};

struct Route {
    std::string_view method;  ///< "GET" or "POST"
    std::string_view path;    ///< `*` at its end is any name without a slash
    Access access;
    Action action;
    bool is_page = false;  ///< refusals are pages, and not JSON
};

/// All routes.
std::span<const Route> routes();

/// The route of a request.
struct Routed {
    const Route* route = nullptr;  ///< null: there are routes with this path, but not with this method
    std::string_view methods{};    ///< the methods that the path has
    std::string_view part{};       ///< the part of the path that stands for `*`
};
/// Nothing if no route has this path.
std::optional<Routed> route_of(std::string_view method, std::string_view path);

}  // namespace referee::arena
