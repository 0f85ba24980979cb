#include "referee/serve/request_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "protocol/json_text.hpp"

namespace referee::serve {

protocol::Json object_of(std::string_view body, std::span<const std::string_view> known, std::string_view usage) {
    auto object = protocol::parse_json_or_discard(body);
    if (!object.is_object()) throw games::UserError(std::string(usage));
    for (const auto& [name, value] : object.items()) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        const std::string hint = known.empty() ? "; there are none" : games::did_you_mean(name, known);
        throw games::UserError(fmt::format("unknown key '{}'{}", name, hint));
    }
    return object;
}

}  // namespace referee::serve
