#include "referee/files/json_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "games/user_error.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::Json;

/// "line 3, column 7" of a byte, counted from 1; columns are counted in characters.
std::string place_in(std::string_view text, std::size_t byte) {
    const auto before = text.substr(0, byte > 0 ? std::min(byte - 1, text.size()) : 0);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const auto begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    const auto column = std::count_if(before.begin() + static_cast<std::ptrdiff_t>(begin), before.end(),
                                      [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
    return fmt::format("line {}, column {}", line, column + 1);
}

/// Behind the library's own account of where it was.
std::string what_of(std::string_view what) {
    const auto begin = what.find("syntax error");
    return harmless(what.substr(begin == std::string_view::npos ? 0 : begin));
}

}  // namespace

Json parse_written_json(std::string_view text, const std::string& file) {
    std::vector<std::set<std::string>> keys;  // of the objects that are open
    const auto see = [&](int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::object_start) keys.emplace_back();
        if (event == Json::parse_event_t::object_end) keys.pop_back();
        if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second) {
            throw UserError(fmt::format("{}: the key '{}' occurs twice in one object: remove one", file,
                                        harmless(value.get<std::string>())));
        }
        return true;
    };
    if (const auto excess = protocol::excess_of(text))
        throw UserError(fmt::format("{}, {}: this JSON {}", file, place_in(text, excess->byte), excess->what));
    try {
        return Json::parse(text, see);
    } catch (const Json::parse_error& error) {
        throw UserError(
            fmt::format("{}, {}: this is no JSON: {}", file, place_in(text, error.byte), what_of(error.what())));
    } catch (const Json::exception& error) {
        throw UserError(fmt::format("{}: this is no JSON: {}", file, what_of(error.what())));
    }
}

}  // namespace referee
