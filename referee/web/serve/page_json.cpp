#include "referee/web/serve/page_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"

namespace referee::serve {

using protocol::Json;

Json object_of(std::string_view body, std::span<const std::string_view> known, std::string_view usage) {
    auto object = protocol::parse_json_or_discard(body);
    if (!object.is_object()) throw games::UserError(std::string(usage));
    for (const auto& [name, value] : object.items()) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        const std::string hint = known.empty() ? "; there are none" : games::did_you_mean(name, known);
        throw games::UserError(fmt::format("unknown key '{}'{}", shortened(name), hint));
    }
    return object;
}

void read_members(std::string_view body, std::span<const Member> members, std::string_view usage) {
    std::vector<std::string_view> names;
    for (const Member& member : members)
        names.push_back(member.first);
    const Json object = object_of(body, names, usage);
    for (const auto& [name, target] : members) {
        const auto found = object.find(name);
        if (found == object.end()) throw games::UserError(std::string(usage));
        if (const auto* text = std::get_if<std::string*>(&target)) {
            if (!found->is_string()) throw games::UserError(std::string(usage));
            found->get_to(**text);
        } else {
            const bool fits =
                found->is_number_unsigned() && found->get<std::uint64_t>() <= std::numeric_limits<int>::max();
            if (!fits) throw games::UserError(std::string(usage));
            found->get_to(*std::get<int*>(target));
        }
    }
}

std::string last_json(int player, std::string_view move) {
    return protocol::json_text({{"player", player}, {"move", move}});
}

std::string next_json(const games::Board& board, bool with_hand) {
    if (games::is_over(board.outcome())) return "null";
    const auto hand = with_hand ? board.hand() : std::nullopt;
    return protocol::json_text(
        {{"player", games::index(board.to_move())}, {"hand", hand ? Json(*hand) : Json(nullptr)}});
}

}  // namespace referee::serve
