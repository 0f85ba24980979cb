#include "referee/tournament/run/change_request.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "protocol/json_fields.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/file_identity.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/tournament/paper/store/store_file.hpp"
#include "referee/tournament/run/live/door.hpp"

namespace referee::tournament {

namespace {

using namespace std::chrono_literals;

/// A process that begins or ends its run holds the file, but has no open door.
constexpr auto patience_for_door = 5s;
constexpr auto between_connects = 50ms;

constexpr std::array<std::string_view, 3> answer_names = {"note", "made", "refused"};

template <class Message>
std::optional<Message> message_of(std::string_view line) {
    try {
        return protocol::parse_json_or_discard(line).get<Message>();
    } catch (const protocol::JsonError&) {
        return std::nullopt;
    } catch (const protocol::Json::exception&) {
        return std::nullopt;
    }
}

/// Connects to the process that plays the tournament. Returns nothing if no process does. Throws games::UserError if
/// the process belongs to another user.
UniqueFd connect_to_player(const std::string& db) {
    const TournamentAddress address(identity_of(db).place, Offer::changes);
    const WriterMark mark(db, false);
    const TimePoint end = Clock::now() + patience_for_door;
    for (;;) {
        Connection connection = connect_to(address);
        if (connection.is_refused)
            throw games::UserError("another user plays the tournament: only that user or root can change it now");
        if (connection.socket || !mark.held_by_another_process() || Clock::now() >= end)
            return std::move(connection.socket);
        std::this_thread::sleep_for(between_connects);
    }
}

[[noreturn]] void throw_ended(const std::string& db) {
    throw std::runtime_error(fmt::format(
        "the process that plays the tournament ended before it answered; whether the change was made is shown "
        "by: referee standings {}",
        copyable_path(db)));
}

void wait_for(int socket, short events) {
    pollfd descriptor = {socket, events, 0};
    if (::poll(&descriptor, 1, -1) < 0 && errno != EINTR)
        throw std::system_error(errno, std::generic_category(), "waiting for the process that plays the tournament");
}

/// Stops if the process at the other end receives no more, because it may have answered before.
void send_all(int socket, std::string_view text) {
    while (!text.empty()) {
        const auto sent = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
        if (sent > 0) {
            text.remove_prefix(static_cast<std::size_t>(sent));
        } else if (errno == EAGAIN) {
            wait_for(socket, POLLOUT);
        } else if (errno != EINTR) {
            return;
        }
    }
}

/// Receives lines.
class Lines {
public:
    Lines(int socket, const std::string& db) : socket_(socket), db_(db) {}

    std::string next() {
        for (;;) {
            if (const auto end = unread_.find('\n'); end != std::string::npos) {
                std::string line = unread_.substr(0, end);
                unread_.erase(0, end + 1);
                return line;
            }
            wait_for(socket_, POLLIN);
            std::array<char, 65536> buffer;
            const auto count = ::recv(socket_, buffer.data(), buffer.size(), 0);
            if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
            if (count <= 0 || unread_.size() > max_message) throw_ended(db_);
            unread_.append(buffer.data(), static_cast<std::size_t>(count));
        }
    }

private:
    int socket_;
    const std::string& db_;
    std::string unread_;
};

}  // namespace

std::string_view name_of(AnswerKind kind) {
    return answer_names[static_cast<std::size_t>(kind)];
}

std::optional<AnswerKind> answer_kind_of(std::string_view name) {
    for (std::size_t i = 0; i < answer_names.size(); ++i) {
        if (answer_names[i] == name) return static_cast<AnswerKind>(i);
    }
    return std::nullopt;
}

ChangeRequest request_of(const TournamentOptions& wish) {
    std::error_code error;
    const std::string folder = std::filesystem::current_path(error);  // empty if it is gone
    ChangeRequest request{folder, wish.orders, wish.rounds, {}, wish.reuse};
    for (const NamedLimits& one : wish.own_limits)
        request.limits.push_back({one.name, to_text(one.limits)});
    return request;
}

TournamentOptions options_of(const ChangeRequest& request) {
    TournamentOptions wish;
    wish.resume = true;
    wish.only_changes = true;
    wish.orders = request.orders;
    wish.rounds = request.rounds;
    wish.reuse = request.reuse;
    for (const LimitsInWords& one : request.limits)
        wish.own_limits.push_back({one.name, parse_own_limits(one.limits, "--limits")});
    return wish;
}

std::string to_line(const ChangeRequest& request) {
    return protocol::json_text(protocol::Json(request)) + "\n";
}

std::string to_line(const ChangeAnswer& answer) {
    return protocol::json_text(protocol::Json(answer)) + "\n";
}

std::optional<ChangeRequest> change_request_of(std::string_view line) {
    return message_of<ChangeRequest>(line);
}

std::optional<ChangeAnswer> change_answer_of(std::string_view line) {
    return message_of<ChangeAnswer>(line);
}

std::optional<std::vector<std::string>> change_while_played(
    const TournamentOptions& wish, const std::function<void(const std::string& text)>& on_note) {
    const UniqueFd socket = connect_to_player(wish.db);
    if (!socket) return std::nullopt;
    if (wish.game)
        throw games::UserError("--game: the tournament is being played with its rules: omit it, or stop the run first");
    const std::string message = to_line(request_of(wish));
    if (message.size() > max_message) throw games::UserError("the change is too long: make it in several commands");
    send_all(socket.get(), message);
    Lines lines(socket.get(), wish.db);
    for (;;) {
        const auto answer = change_answer_of(lines.next());
        if (!answer) throw_ended(wish.db);
        if (answer->kind == AnswerKind::made) return answer->texts;
        if (answer->kind == AnswerKind::refused)
            throw games::UserError(answer->texts.empty() ? "the change is refused" : answer->texts.front());
        for (const std::string& text : answer->texts)
            on_note(text);
    }
}

}  // namespace referee::tournament
