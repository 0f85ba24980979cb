// Writes match logs. A match has thousands of small plies and a few larger parts. The numbers, moves and frames of
// plies are written directly as text, and the JSON library writes the rest.
#include <algorithm>
#include <charconv>
#include <concepts>
#include <nlohmann/json.hpp>

#include "protocol/json_text.hpp"
#include "protocol/json_values.hpp"
#include "protocol/match_log.hpp"

namespace protocol {

namespace {

/// The JSON text of a value. Bots' names and output may contain anything. Bytes that are not UTF-8 are replaced, and
/// characters that a terminal may interpret are escaped.
std::string text_of(const Json& value) {
    return escaped_json(json_text(value));
}

/// Adds each visited field to the text of an object.
struct TextWriter {
    std::string& out;
    std::string_view gap = "";  ///< written before each field, and around each record of a list

    void operator()(const char* name, const auto& field) const {
        if (out.back() != '{') out += ',';
        out.append(gap).append("\"").append(name).append("\":");
        write(field);
    }
    template <class Field>
    void operator()(const char* name, const Omittable<Field>& field) const {
        if (!field.absent) (*this)(name, field.field);
    }

private:
    void write(const auto& value) const { out += text_of(Json(value)); }
    void write(const JsonText<const std::string>& json) const { out += json.text; }
    void write(const std::string& text) const {
        const auto is_plain = [](char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; };
        if (!std::ranges::all_of(text, is_plain)) {
            out += text_of(text);
        } else {
            out.append("\"").append(text) += '"';
        }
    }
    void write(const std::integral auto& number) const {
        char digits[24];
        out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    }
    void write(Micros time) const { write(time.count()); }
    template <class Value>
    void write(const std::optional<Value>& value) const {
        if (value) {
            write(*value);
        } else {
            out += "null";
        }
    }
    void write(const std::vector<int>& numbers) const {
        out += '[';
        for (const int number : numbers) {
            if (out.back() != '[') out += ',';
            write(number);
        }
        out += ']';
    }
    void write(const std::vector<LoggedPly>& plies) const {
        out += '[';
        for (const LoggedPly& ply : plies) {
            if (out.back() != '[') out += ',';
            out.append(gap) += '{';
            LoggedPly::fields(ply, TextWriter{out});
            out += '}';
        }
        out.append(gap) += ']';
    }
};

}  // namespace

std::string to_json(const MatchLog& match, Layout layout) {
    Json head = {{"format", match_log_format}};
    MatchLog::fields_of_head(match, JsonWriter{head});
    std::string out = text_of(head);
    std::size_t size = out.size() + 4096;
    for (const LoggedPly& ply : match.plies)
        size += ply.frame.size() + ply.notes.text.size() + 100;
    out.reserve(size);
    out.pop_back();  // removes the closing brace, because more fields follow
    MatchLog::fields_of_course(match, TextWriter{out, layout == Layout::readable ? "\n" : ""});
    out += "}\n";
    return out;
}

}  // namespace protocol
