// Writes match logs. A match has thousands of small plies and a handful of larger parts: the plies are put together by
// hand, since they hold nothing but numbers, moves and frames, and the rest is left to the JSON library.
#include <charconv>
#include <concepts>
#include <nlohmann/json.hpp>

#include "protocol/json_text.hpp"
#include "protocol/json_values.hpp"
#include "protocol/match_log.hpp"

namespace protocol {

namespace {

/// JSON text of a value. Bots' names and output are anything: bytes that are no UTF-8 are replaced, and nothing that a
/// terminal may obey is left as it is.
std::string text_of(const Json& value) {
    return escaped_json(json_text(value));
}

void append(std::string& out, std::integral auto number) {
    char digits[24];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void append(std::string& out, const std::optional<Micros>& time) {
    if (time) {
        append(out, time->count());
    } else {
        out += "null";
    }
}

void append(std::string& out, const std::vector<int>& numbers) {
    out += '[';
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) out += ',';
        append(out, numbers[i]);
    }
    out += ']';
}

Json head_of(const MatchLog& match) {
    Json head;
    head["format"] = match_log_format;
    head["referee"] = {{"version", match.referee_version}};
    head["id"] = match.id;
    head["started_at"] = match.started_at;
    Json config = Json::object();
    for (const auto& [name, value] : match.config)
        config[name] = json_of(value);
    head["game"] = {{"name", match.game}, {"config", std::move(config)}, {"seed", match.seed}};
    for (const LoggedPlayer& player : match.players) {
        Json& logged = head["players"].emplace_back(
            Json{{"name", player.name}, {"command", player.command}, {"isolation", player.isolation}});
        if (player.games_before) logged["games_before"] = *player.games_before;
        if (player.limits) logged["limits"] = json_of(*player.limits);
    }
    head["limits"] = json_of(match.limits);
    head["opening"] = match.opening;
    return head;
}

void append_ply(std::string& out, const LoggedPly& ply) {
    out += R"({"player":)";
    append(out, ply.player);
    out.append(R"(,"move":")").append(ply.move);
    out += R"(","wall_us":)";
    append(out, ply.wall);
    out += R"(,"cpu_us":)";
    append(out, ply.cpu);
    if (ply.charged) {
        out += R"(,"charged_us":)";
        append(out, ply.charged);
    }
    out += R"(,"lost":)";
    append(out, ply.lost);
    if (ply.hand) {
        out += R"(,"hand":)";
        append(out, *ply.hand);
    }
    if (!ply.notes.empty()) out.append(R"(,"notes":)").append(text_of(json_of(ply.notes)));
    out.append(R"(,"frame":)").append(ply.frame) += '}';
}

Json result_of(const Result& result) {
    return {{"winner", or_null(result.winner)},
            {"ending", name_of(result.ending)},
            {"detail", result.detail.empty() ? Json(nullptr) : Json(result.detail)}};
}

Json failure_of(const std::optional<Failure>& failure) {
    if (!failure) return nullptr;
    return {{"player", failure->player},
            {"line", or_null(failure->line)},
            {"exit_code", or_null(failure->exit_code)},
            {"signal", or_null(failure->signal)},
            {"elapsed_us", or_null(failure->elapsed)},
            {"limit_us", or_null(failure->limit)},
            {"cpu_us", or_null(failure->cpu)},
            {"waited_us", or_null(failure->waited)},
            {"stderr_tail", failure->stderr_tail},
            {"valid_moves", failure->valid_moves}};
}

Json last_notes_of(const std::array<Notes, 2>& notes) {
    Json both = Json::array();
    for (const Notes& one : notes)
        both.push_back(one.empty() ? Json(nullptr) : json_of(one));
    return both;
}

}  // namespace

std::string to_json(const MatchLog& match, Layout layout) {
    const std::string_view gap = layout == Layout::readable ? "\n" : "";
    std::string out = text_of(head_of(match));
    std::size_t size = out.size() + 4096;
    for (const LoggedPly& ply : match.plies)
        size += ply.frame.size() + ply.notes.text.size() + 100;
    out.reserve(size);
    out.pop_back();  // the closing brace: there is more to come
    out.append(",").append(gap).append(R"("initial":)").append(match.initial);
    out.append(",").append(gap).append(R"("plies":[)");
    for (std::size_t i = 0; i < match.plies.size(); ++i) {
        out.append(i == 0 ? "" : ",").append(gap);
        append_ply(out, match.plies[i]);
    }
    out.append(gap).append("],").append(gap).append(R"("result":)").append(text_of(result_of(match.result)));
    out.append(",").append(gap).append(R"("failure":)").append(text_of(failure_of(match.failure)));
    if (match.last_notes != std::array<Notes, 2>()) {
        out.append(",").append(gap).append(R"("last_notes":)").append(text_of(last_notes_of(match.last_notes)));
    }
    out.append("}\n");
    return out;
}

}  // namespace protocol
