// The JSON that the server's pages send, and the parts of JSON that several of them get.
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

/// The object in a body. Throws games::UserError with `usage` if there is none, and if one of its keys is not `known`:
/// nobody would notice a mistyped key that is ignored.
protocol::Json object_of(std::string_view body, std::span<const std::string_view> known, std::string_view usage);

/// A move of the person.
struct MoveRequest {
    static constexpr std::string_view usage = R"(to move, send {"ply":N,"move":"..."})";
    int ply = 0;  ///< the number of plies that were made before
    std::string move;

    static void fields(auto& self, auto&& visit) {
        visit("ply", self.ply);
        visit("move", self.move);
    }
};

/// The match is to continue from an earlier position.
struct BackRequest {
    static constexpr std::string_view usage = R"(to go back, send {"ply":N})";
    int ply = 0;  ///< the number of plies that stay

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

/// A member to read: a whole number from 0, or a text.
using Member = std::pair<std::string_view, std::variant<int*, std::string*>>;
/// Reads an object that has exactly these members. Throws games::UserError.
void read_members(std::string_view body, std::span<const Member> members, std::string_view usage);

/// One of the requests above. Throws games::UserError with its usage if the body is something else.
template <protocol::HasFields Request>
Request request_of(std::string_view body) {
    Request request;
    std::vector<Member> members;
    Request::fields(request, [&](const char* name, auto& member) { members.emplace_back(name, &member); });
    read_members(body, members, Request::usage);
    return request;
}

/// {"player", "move"}
std::string last_json(int player, std::string_view move);

/// {"player", "hand"}: `hand` is null if there is none, or if it is not for this page (`with_hand`). "null" if the
/// game is over.
std::string next_json(const games::Board& board, bool with_hand);

}  // namespace referee::serve
