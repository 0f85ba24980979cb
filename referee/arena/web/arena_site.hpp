// Answers the requests of an arena's pages: finds the route, checks who asks, and acts.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "referee/arena/arena.hpp"
#include "referee/arena/web/feeds.hpp"
#include "referee/arena/web/routes.hpp"
#include "referee/web/serve/http_message.hpp"

namespace referee::arena {

/// The event streams that a student, or the teacher, may have at once.
inline constexpr std::size_t streams_of_person = 4;

/// Used only by the thread of the connections, but for the work that it returns.
class ArenaSite {
public:
    /// Requires: both outlive the site.
    ArenaSite(Arena& arena, Feeds& feeds);

    serve::Outcome operator()(const serve::Request& request) const;
    /// Decides on an upload when its head has been read (serve::Receiver).
    std::variant<serve::Reply, std::unique_ptr<serve::BodySink>> receive(const serve::Request& request,
                                                                         std::size_t length) const;

private:
    /// A request whose sender may use the route.
    struct Call {
        const serve::Request& request;
        const Route& route;
        std::string_view part;
        std::optional<int> person{};  ///< the student who asks; none: anybody, or the teacher
    };

    std::string cookie_name(Role role) const;
    std::optional<Visitor> visitor(const serve::Request& request, Role role) const;
    std::function<bool()> right_of(const serve::Request& request, Visitor visitor) const;
    serve::Outcome stream(const serve::Request& request, std::initializer_list<Role> roles,
                          std::shared_ptr<serve::Topic> topic, bool for_anybody = false) const;
    std::variant<serve::Reply, Call> admit(const serve::Request& request) const;
    serve::Outcome act(const Call& call) const;
    serve::Outcome teachers_act(const Call& call) const;
    serve::Outcome order(const Call& call) const;
    serve::Outcome page_of_game(const Call& call, StageName stage, bool of_teacher) const;
    serve::Outcome page_of_try(int person, std::string_view game) const;
    serve::Outcome enter(const serve::Request& request) const;
    serve::Reply who(const serve::Request& request) const;
    serve::Outcome leave(const serve::Request& request, Role role) const;
    serve::Outcome play_again(const serve::Request& request, int person) const;
    serve::Outcome kit(std::string_view file) const;
    serve::Outcome guide(std::string_view name) const;
    serve::Outcome texts_of(int person, std::string_view version) const;
    serve::Outcome version_of(std::string_view part) const;
    serve::Outcome uploads_zip(const serve::Request& request) const;

    Arena& arena_;
    Feeds& feeds_;
    const handins::Driver* const driver_;  ///< null: the hand-ins are programs
    const std::string id_;
    const bool is_public_;
};

}  // namespace referee::arena
