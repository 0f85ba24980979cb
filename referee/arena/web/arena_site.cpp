#include "referee/arena/web/arena_site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "protocol/json_text.hpp"
#include "referee/arena/web/arena_json.hpp"
#include "referee/arena/web/game_page.hpp"
#include "referee/arena/web/guide_page.hpp"
#include "referee/arena/web/kit_reply.hpp"
#include "referee/arena/web/upload_sink.hpp"
#include "referee/arena/web/uploads_zip.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/bots/kits.hpp"
#include "referee/web/pages/match_page.hpp"
#include "referee/web/serve/page_json.hpp"

namespace referee::arena {

using namespace serve;
using games::UserError;
using protocol::Json;
using protocol::json_text;

namespace {

/// The starter kit of a class with a driver.
constexpr std::string_view driver_kit = "kit.zip";
constexpr long cookie_lasts = 200L * 24 * 3600;  // seconds: longer than a term
constexpr std::size_t streams_of_nobody = 16;
constexpr std::string_view why_not_teacher =
    "The teacher's page opens only on the machine of the arena (also through ssh -L 8080:localhost:8080), or over TLS "
    "behind a reverse proxy (--public-origin).";

constexpr std::string_view link_was_replaced =
    "Others may have read your link on its way here, so it was replaced: the new one is in teacher.txt.";

/// The request to become the owner of a link. `sure`: 1 if the browser may stop being somebody else.
struct EnterRequest {
    static constexpr std::string_view usage = R"(to enter, send {"link":"...","sure":0})";
    std::string link;
    int sure = 0;

    static void fields(auto& self, auto&& visit) {
        visit("link", self.link);
        visit("sure", self.sure);
    }
};

struct PersonRequest {
    static constexpr std::string_view usage = R"(to name a student, send {"person":N})";
    int person = 0;
    static void fields(auto& self, auto&& visit) { visit("person", self.person); }
};

/// A new deadline, in minutes since 1970, UTC.
struct DeadlineRequest {
    static constexpr std::string_view usage = R"(to set the deadline, send {"minutes":N})";
    int minutes = 0;
    static void fields(auto& self, auto&& visit) { visit("minutes", self.minutes); }
};

struct AgainRequest {
    static constexpr std::string_view usage = R"(to let a version play again, send {"version":N})";
    int version = 0;
    static void fields(auto& self, auto&& visit) { visit("version", self.version); }
};

struct MessageRequest {
    static constexpr std::string_view usage = R"(to show a message to all students, send {"text":"..."})";
    std::string text;
    static void fields(auto& self, auto&& visit) { visit("text", self.text); }
};

struct StudentRequest {
    static constexpr std::string_view usage =
        R"(to add a student, send {"name":"...","number":"...","team":"..."}, the last two perhaps empty)";
    std::string name, number, team;
    static void fields(auto& self, auto&& visit) {
        visit("name", self.name);
        visit("number", self.number);
        visit("team", self.team);
    }
};

struct PlainRequest {
    static constexpr std::string_view usage = "send {}";
    static void fields(auto& /*self*/, auto&& /*visit*/) {}
};

std::optional<int> number_of(std::string_view part) {
    const auto number = games::whole_number(part);
    const bool fits = number && *number >= 0 && *number <= std::numeric_limits<int>::max();
    return fits ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

Reply refusal(const Route& route, int status, std::string_view why) {
    return route.is_page ? words_reply(status, why) : error_reply(status, why);
}

/// Work that tells a user's error in one line.
Work told(std::function<Reply()> act) {
    return [act = std::move(act)] {
        try {
            return act();
        } catch (const UserError& error) {
            return error_reply(409, error.what());
        }
    };
}

}  // namespace

ArenaSite::ArenaSite(Arena& arena, Feeds& feeds)
    : arena_(arena),
      feeds_(feeds),
      driver_(arena.driver()),
      id_(arena.settings().id),
      is_public_(arena.settings().is_public) {}

std::string ArenaSite::cookie_name(Role role) const {
    return fmt::format("arena_{}_{}", id_, role == Role::student ? "student" : "teacher");
}

/// Who has sent a request. The teacher's cookie counts only where nobody can listen.
std::optional<Visitor> ArenaSite::visitor(const Request& request, Role role) const {
    const auto cookie = request.cookie(cookie_name(role));
    if (!cookie || (role == Role::teacher && request.reach == Reach::open)) return std::nullopt;
    const auto visitor = arena_.visitor_of_cookie(*cookie);
    return visitor && visitor->role == role ? visitor : std::nullopt;
}

/// Whether the cookie by which a visitor was admitted is still valid: a right that ends also ends for what is under
/// way.
std::function<bool()> ArenaSite::right_of(const Request& request, Visitor visitor) const {
    return [this, visitor, cookie = std::string(request.cookie(cookie_name(visitor.role)).value_or(""))] {
        return arena_.visitor_of_cookie(cookie) == visitor;
    };
}

/// A stream of the first of these roles that the sender has. If it has none, which may be so since its cookie was
/// admitted, the stream is refused unless it is `for_anybody`: nothing would end it.
Outcome ArenaSite::stream(const Request& request, std::initializer_list<Role> roles, std::shared_ptr<Topic> topic,
                          bool for_anybody) const {
    for (const Role role : roles) {
        const auto who = visitor(request, role);
        if (!who) continue;
        return Stream{std::move(topic), holder_of(who->person), streams_of_person, right_of(request, *who)};
    }
    if (!for_anybody) return error_reply(401, "your session has ended: open your link again");
    return Stream{std::move(topic), "anybody", streams_of_nobody};
}

std::variant<Reply, ArenaSite::Call> ArenaSite::admit(const Request& request) const {
    const auto routed = route_of(request.method, request.path);
    if (!routed) return words_reply(404, "This page is not found.");
    if (routed->route == nullptr) return method_reply(routed->methods);
    const Route& route = *routed->route;
    Call call{request, route, routed->part};
    switch (route.access) {
        case Access::anybody: return call;
        case Access::teacher:
            if (visitor(request, Role::teacher)) return call;
            if (request.reach == Reach::open) return refusal(route, 403, why_not_teacher);
            return refusal(route, 401, "open the teacher's link first");
        case Access::student:
        case Access::if_public:
            if (const auto student = visitor(request, Role::student)) call.person = student->person;
            if (call.person) return call;
            if (route.access == Access::if_public && (is_public_ || visitor(request, Role::teacher))) return call;
            return refusal(route, 401, "open your personal link first");
    }
    return call;
}

Outcome ArenaSite::operator()(const Request& request) const {
    auto admitted = admit(request);
    if (auto* reply = std::get_if<Reply>(&admitted)) return std::move(*reply);
    const Call& call = std::get<Call>(admitted);
    try {
        return call.route.access == Access::teacher ? teachers_act(call) : act(call);
    } catch (const UserError& error) {
        return refusal(call.route, 400, error.what());
    }
}

Outcome ArenaSite::act(const Call& call) const {
    const Request& request = call.request;
    switch (call.route.action) {
        case Action::home_page: return page_reply(arena_page());
        case Action::public_page: return page_reply(public_page());
        case Action::teacher_page:
            return request.reach == Reach::open ? words_reply(403, why_not_teacher) : page_reply(teacher_page());
        case Action::who: return who(request);
        case Action::enter: return enter(request);
        case Action::leave: return leave(request, Role::student);
        case Action::public_events:
            return stream(request, {Role::student, Role::teacher}, feeds_.public_topic(), is_public_);
        case Action::events: return stream(request, {Role::student}, feeds_.topic_of(*call.person));
        case Action::texts: return texts_of(*call.person, call.part);
        case Action::upload:
        case Action::try_upload: return error_reply(415, "the Content-Type must be application/octet-stream");
        case Action::game_of_try: return page_of_try(*call.person, call.part);
        case Action::play_again: return play_again(request, *call.person);
        case Action::kit: return kit(call.part);
        case Action::guide: return guide(call.part);
        case Action::game: return page_of_game(call, StageName::ladder, false);
        case Action::final_game: return page_of_game(call, StageName::final, false);
        default: return error_reply(404, "not found");  // the teacher's actions
    }
}

Outcome ArenaSite::teachers_act(const Call& call) const {
    switch (call.route.action) {
        case Action::teacher_events: return stream(call.request, {Role::teacher}, feeds_.topic_of_teacher());
        case Action::teachers_game: return page_of_game(call, StageName::ladder, true);
        case Action::teachers_final_game: return page_of_game(call, StageName::final, true);
        case Action::version: return version_of(call.part);
        case Action::uploads_zip: return uploads_zip(call.request);
        case Action::marks:
            return Work([this] {
                try {
                    return file_reply("text/csv; charset=utf-8", "marks.csv", arena_.marks());
                } catch (const UserError& error) {
                    return words_reply(409, error.what());
                }
            });
        case Action::leave_teacher: return leave(call.request, Role::teacher);
        default: return order(call);
    }
}

/// The teacher's orders, which wait for the disk.
Outcome ArenaSite::order(const Call& call) const {
    const std::string_view body = call.request.body;
    Arena& arena = arena_;
    const auto of_person = [&](auto act) {
        return told([act, person = request_of<PersonRequest>(body).person] {
            act(person);
            return empty_reply();
        });
    };
    const auto plain = [&](auto act) {
        request_of<PlainRequest>(body);
        return told([act] {
            act();
            return empty_reply();
        });
    };
    switch (call.route.action) {
        case Action::pause: return plain([&arena] { arena.pause(true); });
        case Action::go_on: return plain([&arena] { arena.pause(false); });
        case Action::start_final: return plain([&arena] { arena.start_final(); });
        case Action::publish: return plain([&arena] { arena.publish(true); });
        case Action::unpublish: return plain([&arena] { arena.publish(false); });
        case Action::show_final: return plain([&arena] { arena.show_live(true); });
        case Action::hide_final: return plain([&arena] { arena.show_live(false); });
        case Action::message:
            return told([&arena, text = request_of<MessageRequest>(body).text] {
                arena.tell_students(text);
                return empty_reply();
            });
        case Action::withdraw: return of_person([&arena](int person) { arena.withdraw(person); });
        case Action::bring_back: return of_person([&arena](int person) { arena.bring_back(person); });
        case Action::extend:
            return told([&arena, minutes = request_of<DeadlineRequest>(body).minutes] {
                const Time deadline{std::chrono::minutes(minutes)};
                if (deadline > arena.now() + std::chrono::years(1))  // one digit of the year is soon mistyped
                    throw games::UserError("the new deadline is more than a year away");
                arena.extend(deadline);
                return empty_reply();
            });
        case Action::add_student:
            return told([&arena, student = request_of<StudentRequest>(body)] {
                const std::string link = arena.add_student(student.name, student.number, student.team);
                return json_reply(200, json_text({{"link", link}}));
            });
        case Action::new_link:
            return told([&arena, person = request_of<PersonRequest>(body).person] {
                return json_reply(200, json_text({{"link", arena.new_link(person)}}));
            });
        default: return error_reply(404, "not found");
    }
}

Reply ArenaSite::who(const Request& request) const {
    const auto student = visitor(request, Role::student);
    const bool teacher = visitor(request, Role::teacher).has_value();
    Json answer = {{"you", nullptr}, {"teacher", teacher}, {"public", is_public_}};
    if (student) {
        Json kits = Json::array();
        if (driver_ != nullptr && !handins::example_of(*driver_).empty())
            kits.push_back({{"file", driver_kit}, {"title", fmt::format("an example for {}", driver_->name)}});
        for (const Kit& kit : referee::kits())
            if (driver_ == nullptr) kits.push_back({{"file", fmt::format("{}.zip", kit.name)}, {"title", kit.title}});
        const Person you = arena_.person(student->person);
        const auto accepted = arena_.to_play();
        answer["you"] = {{"person", you.holder},
                         {"name", you.student.name},
                         {"accepted", std::ranges::find(accepted, you.holder, &HandIn::person) != accepted.end()}};
        if (!you.student.team.empty()) answer["you"]["team"] = you.student.team;
        answer["kits"] = std::move(kits);
        answer["max_bytes"] = UploadLimits().bytes;
    }
    return json_reply(200, json_text(answer));
}

Outcome ArenaSite::enter(const Request& request) const {
    const auto given = request_of<EnterRequest>(request.body);
    const auto before = visitor(request, Role::student);
    const std::string old_cookie(request.cookie(cookie_name(Role::student)).value_or(""));
    return told([this, given, before, old_cookie, reach = request.reach] {
        const auto owner = arena_.visitor_of_link(given.link);
        if (!owner)
            return error_reply(403, "this link is not valid, or it was replaced: ask your teacher for a new one");
        const bool teacher = owner->role == Role::teacher;
        if (teacher && reach == Reach::open) {
            note(fmt::format("the teacher's link was sent over plain http, where others can read it; the new one: {}",
                             arena_.replace_teachers_link()));
            return error_reply(403, fmt::format("{} {}", why_not_teacher, link_was_replaced));
        }
        const std::string name = teacher ? "the teacher" : arena_.person(owner->person).student.name;
        if (!teacher && before && *before != *owner && given.sure == 0)
            return json_reply(409, json_text({{"error", "this browser belongs to somebody else"},
                                              {"you", arena_.person(before->person).student.name},
                                              {"other", name}}));
        std::string cookie = old_cookie;
        const bool is_in = !teacher && arena_.visitor_of_cookie(old_cookie) == *owner;
        if (!is_in) {  // otherwise the cookie stays, because an upload or another tab may need it
            const auto log_in = arena_.log_in(given.link);
            if (!log_in) return error_reply(403, "this link was replaced a moment ago");
            if (!teacher && before) arena_.log_out(old_cookie);
            cookie = log_in->cookie;
        }
        Reply reply = json_reply(200, json_text({{"role", teacher ? "teacher" : "student"}, {"name", name}}));
        reply.fields.push_back(cookie_field(cookie_name(owner->role), cookie, cookie_lasts, reach == Reach::tls));
        return reply;
    });
}

Outcome ArenaSite::leave(const Request& request, Role role) const {
    request_of<PlainRequest>(request.body);
    const std::string name = cookie_name(role);
    return told([this, name, cookie = std::string(request.cookie(name).value_or("")), reach = request.reach] {
        arena_.log_out(cookie);
        Reply reply = empty_reply();
        reply.fields.push_back(cookie_field(name, "", 0, reach == Reach::tls));
        return reply;
    });
}

Outcome ArenaSite::play_again(const Request& request, int person) const {
    const int version = request_of<AgainRequest>(request.body).version;
    return told([this, person, version, cookie = std::string(request.cookie(cookie_name(Role::student)).value_or(""))] {
        const auto refusal = arena_.play_again(person, version, cookie);
        return refusal ? reply_of(*refusal) : empty_reply();
    });
}

Outcome ArenaSite::kit(std::string_view file) const {
    if (driver_ != nullptr && file == driver_kit && !handins::example_of(*driver_).empty())
        return Work([this, state = arena_.state()] { return kit_reply(driver_, state, arena_.address()); });
    for (const Kit& kit : kits())
        if (driver_ == nullptr && file == fmt::format("{}.zip", kit.name))
            return Work([this, &kit, state = arena_.state()] { return kit_reply(&kit, state, arena_.address()); });
    return words_reply(404, "There is no starter kit for this language.");
}

Outcome ArenaSite::guide(std::string_view name) const {
    const auto game = feeds_.game();
    auto page = game ? guide_page(name, *game, driver_ != nullptr) : std::nullopt;
    return page ? page_reply(*std::move(page)) : words_reply(404, "There is no such guide.");
}

Outcome ArenaSite::page_of_game(const Call& call, StageName stage, bool of_teacher) const {
    const auto number = number_of(call.part);
    const auto view = feeds_.stage(stage);
    const bool hidden = stage == StageName::final && !of_teacher && !arena_.state().published;
    if (!number || *number == 0 || !view || hidden) return words_reply(404, "This game does not exist, or not yet.");
    const GameViewer viewer{of_teacher, is_public_, call.person};
    return Work([this, view, viewer, number = *number - 1] { return game_page(arena_, *view, number, viewer); });
}

/// Nobody but its author sees a try.
Outcome ArenaSite::page_of_try(int person, std::string_view game) const {
    const auto number = number_of(game);
    if (!number || *number == 0) return words_reply(404, "You have no such game.");
    return Work([this, person, number = *number - 1] { return page_of_tried_game(arena_, person, number); });
}

/// Waits for the disk: an older version's texts are there only.
Outcome ArenaSite::texts_of(int person, std::string_view version) const {
    return Work([this, person, number = number_of(version)] {
        const auto found = number ? arena_.version(person, *number) : std::nullopt;
        return found ? json_reply(200, texts_json(*found)) : error_reply(404, "there is no such version");
    });
}

/// "3": the versions of a student; "3-12": the texts of one of them.
Outcome ArenaSite::version_of(std::string_view part) const {
    const auto dash = part.find('-');
    const auto person = number_of(part.substr(0, dash));
    if (!person) return error_reply(404, "there is no such student");
    static_cast<void>(arena_.snapshot()->person(*person));  // tells if there is none
    if (dash != std::string_view::npos) return texts_of(*person, part.substr(dash + 1));
    return json_reply(200, versions_json(arena_.versions_of(*person)));
}

Outcome ArenaSite::uploads_zip(const Request& request) const {
    Reply head = file_reply("application/zip", "uploads.zip", {});
    return Download{std::move(head),
                    [zip = std::make_shared<UploadsZip>(arena_), may_go_on = right_of(request, {Role::teacher, -1})] {
                        if (!may_go_on())
                            throw std::runtime_error("uploads.zip is broken off: the session of the teacher has ended");
                        return zip->next();
                    }};
}

std::variant<Reply, std::unique_ptr<BodySink>> ArenaSite::receive(const Request& request, std::size_t length) const {
    auto admitted = admit(request);
    if (auto* reply = std::get_if<Reply>(&admitted)) return std::move(*reply);
    const Call& call = std::get<Call>(admitted);
    const bool is_try = call.route.action == Action::try_upload;
    if (!is_try && call.route.action != Action::upload)
        return error_reply(415, "the Content-Type must be application/json");
    return begin_upload(arena_, *call.person, request.field("X-File-Name").value_or(""), length,
                        std::string(request.cookie(cookie_name(Role::student)).value_or("")),
                        is_try ? UploadFor::only_try : UploadFor::version);
}

}  // namespace referee::arena
