#include "referee/tournament/page/event.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "protocol/json_text.hpp"
#include "referee/files/file_kind.hpp"
#include "referee/terminal/output.hpp"

namespace referee::tournament {

using protocol::Json;

std::string json_of(const Event& event) {
    return protocol::json_text({{"title", event.title}, {"date", event.date}, {"place", event.place}});
}

Event event_in_page(const std::filesystem::path& page) {
    if (kind_of_file(page.string()) != FileKind::page) return {};
    std::ifstream file(page, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const std::string begin = fmt::format("id=\"{}\">", event_id);
    const auto at = text.find(begin);
    if (at == std::string::npos) return {};
    const auto from = at + begin.size();
    const Json event =
        protocol::parse_json_or_discard(std::string_view(text).substr(from, text.find('<', from) - from));
    const auto text_of = [&](const char* key) {
        const bool there = event.is_object() && event.contains(key) && event[key].is_string();
        return there ? harmless(event[key].get<std::string>()) : "";
    };
    return {text_of("title"), text_of("date"), text_of("place")};
}

}  // namespace referee::tournament
