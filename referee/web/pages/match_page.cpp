#include "referee/web/pages/match_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "protocol/ending.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/json_text.hpp"

namespace referee {

namespace {

using protocol::Json;
using protocol::MatchLog;

constexpr std::string_view place_of_matches = "@MATCHES@";

std::string text_of(const Json& value) {
    return protocol::escaped_json(protocol::json_text(value));
}

bool have_same_keys(const Json& a, const Json& b) {
    return a.size() == b.size() &&
           std::all_of(a.items().begin(), a.items().end(), [&](const auto& item) { return b.contains(item.key()); });
}

Json change_between(const Json& old, const Json& fresh) {
    const Json whole = Json::array({fresh});
    Json parts = Json::object();
    if (old.is_object() && fresh.is_object() && have_same_keys(old, fresh)) {
        for (const auto& [key, value] : fresh.items()) {
            if (old[key] != value) parts[key] = change_between(old[key], value);
        }
    } else if (old.is_array() && fresh.is_array() && old.size() <= fresh.size()) {
        for (std::size_t i = 0; i < fresh.size(); ++i) {
            if (i >= old.size())
                parts[std::to_string(i)] = Json::array({fresh[i]});
            else if (old[i] != fresh[i])
                parts[std::to_string(i)] = change_between(old[i], fresh[i]);
        }
    } else {
        return whole;
    }
    return text_of(parts).size() < text_of(whole).size() ? parts : whole;
}

/// The log without its plies.
std::string head_of(const MatchLog& log) {
    MatchLog head = log;
    head.plies.clear();
    return to_json(head, protocol::Layout::one_line);
}

std::string data_of(const MatchLog& log) {
    std::string out = R"({"log":)" + head_of(log);
    out += R"(,"meaning":)" + text_of(protocol::meaning_of(log.result.ending)) + R"(,"plies":[)";
    Json frame = protocol::parse_json(log.initial);
    for (const auto& ply : log.plies) {
        Json fresh = protocol::parse_json(ply.frame);
        Json row = {ply.player, ply.move, ply.wall, ply.cpu, ply.lost, ply.hand, change_between(frame, fresh)};
        if (!ply.notes.empty() || ply.charged) row.push_back(ply.notes.empty() ? Json(nullptr) : Json(ply.notes));
        if (ply.charged) row.push_back(ply.charged->count());
        out += (&ply == &log.plies.front() ? "\n" : ",\n") + text_of(row);
        frame = std::move(fresh);
    }
    return out + "]}";
}

std::string summary_of(const MatchLog& log) {
    const auto& result = log.result;
    return text_of({{"names", {log.players[0].name, log.players[1].name}},
                    {"winner", result.winner},
                    {"ending", protocol::name_of(result.ending)},
                    {"detail", result.detail},
                    {"plies", log.plies.size()}});
}

}  // namespace

std::string safe_in_script(std::string_view json) {
    std::string out;
    out.reserve(json.size() + json.size() / 16);
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        const bool separator =
            json.substr(i, 2) == "\xe2\x80" && (json.substr(i + 2, 1) == "\xa8" || json.substr(i + 2, 1) == "\xa9");
        if (c == '<' || c == '>' || c == '&') {
            out += fmt::format("\\u{:04x}", static_cast<int>(c));
        } else if (separator) {
            out += json[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else {
            out += c;
        }
    }
    return out;
}

std::string change_of(std::string_view old_json, std::string_view new_json) {
    return text_of(change_between(protocol::parse_json(old_json), protocol::parse_json(new_json)));
}

MatchPage::MatchPage() : MatchPage(viewer_page()) {}

MatchPage::MatchPage(std::string_view whole) {
    const auto place = whole.find(place_of_matches);
    page_ = whole.substr(0, place);
    rest_ = whole.substr(place + place_of_matches.size());
}

void MatchPage::add(const MatchLog& log) {
    ++matches_;
    add_data(fmt::format("match-{}", matches_), data_of(log));
    summaries_ += (matches_ == 1 ? "\n" : ",\n") + safe_in_script(summary_of(log));
}

void MatchPage::add_data(std::string_view id, std::string_view json) {
    page_ += fmt::format("<script type=\"application/json\" id=\"{}\">", id);
    page_ += safe_in_script(json);
    page_ += "</script>\n";
}

void MatchPage::add_tournament(std::string_view report, std::string_view numbers) {
    add_data("tournament-data", fmt::format(R"({{"report":"{}","games":[{}]}})", report, numbers));
}

std::string MatchPage::finished() {
    page_.append("<script type=\"application/json\" id=\"summaries\">").append(summaries_).append("]</script>");
    page_ += rest_;
    return std::move(page_);
}

}  // namespace referee
