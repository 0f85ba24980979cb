// Reads the JSON that the server's pages send, and writes the parts of JSON that several of them receive.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "games/board.hpp"
#include "protocol/fields.hpp"
#include "protocol/json_text.hpp"

namespace referee::serve {

/// Parses the object in a body. Throws games::UserError with `usage` if the body is not an object. Also throws if one
/// of its keys is not `known`, because a mistyped key would otherwise be ignored unnoticed.
protocol::Json object_of(std::string_view body, std::span<const std::string_view> known, std::string_view usage);

/// The request to make a move.
struct MoveRequest {
    static constexpr std::string_view usage = R"(to move, send {"ply":N,"move":"..."})";
    int ply = 0;  ///< the number of plies before the move
    std::string move;

    static void fields(auto& self, auto&& visit) {
        visit("ply", self.ply);
        visit("move", self.move);
    }
};

/// The request to continue the match from an earlier position.
struct BackRequest {
    static constexpr std::string_view usage = R"(to go back, send {"ply":N})";
    int ply = 0;  ///< the number of plies to keep

    static void fields(auto& self, auto&& visit) { visit("ply", self.ply); }
};

struct HintRequest {
    static constexpr std::string_view usage = "to be given a hint, send {}";
    static void fields(auto& /*self*/, auto&& /*visit*/) {}
};

struct LeaveRequest {
    static constexpr std::string_view usage = "to leave a match, send {}";
    static void fields(auto& /*self*/, auto&& /*visit*/) {}
};

/// The name of a member, and where to store its value: a whole number that is not negative, or a string.
using Member = std::pair<std::string_view, std::variant<int*, std::string*>>;
/// Reads an object that has exactly these members. Throws games::UserError if `body` is anything else.
void read_members(std::string_view body, std::span<const Member> members, std::string_view usage);

/// Reads one of the requests above. Throws games::UserError if the body is something else.
template <protocol::HasFields Request>
Request request_of(std::string_view body) {
    Request request;
    std::vector<Member> members;
    Request::fields(request, [&](const char* name, auto& member) { members.emplace_back(name, &member); });
    read_members(body, members, Request::usage);
    return request;
}

/// An object {"player", "move"}.
std::string last_json(int player, std::string_view move);

/// An object {"player", "hand"}, or "null" if the game is over. `hand` is null if there is none, or if this page must
/// not see it (`with_hand` is false).
std::string next_json(const games::Board& board, bool with_hand);

}  // namespace referee::serve
