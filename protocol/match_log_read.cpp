// Reads match logs strictly. Reports the position of the first fault in a damaged log.
#include <nlohmann/json.hpp>

#include "protocol/json_text.hpp"
#include "protocol/json_values.hpp"
#include "protocol/match_log.hpp"
#include "protocol/match_log_schema.hpp"
#include "protocol/schema.hpp"

namespace protocol {

namespace {

/// Checks a document against the schema, and for faults that a schema can't express. Returns the first problem.
std::optional<std::string> problem_of(const Json& document) {
    static const Schema schema(match_log_schema());
    if (auto problem = schema.problem(document, "the log")) return problem;
    const std::size_t plies = document.at("plies").size();
    if (document.at("opening").get<std::size_t>() <= plies) return std::nullopt;
    return "opening is out of range: there are only " + std::to_string(plies) + " plies";
}

/// Whether the document is a match log of a version that the schema does not describe.
bool is_of_another_version(const Json& document) {
    if (!document.is_object()) return false;
    const auto format = document.find("format");
    if (format == document.end() || !format->is_string()) return false;
    const auto& name = format->get_ref<const std::string&>();
    return name.starts_with(match_log_family) && name != match_log_format;
}

}  // namespace

std::optional<MatchLog> parse_match_log(std::string_view json, LogProblem& problem) {
    try {
        const auto document = parse_json(json);
        const auto wrong = problem_of(document);
        if (!wrong) return document.get<MatchLog>();
        problem = {is_of_another_version(document) ? LogFault::other_version : LogFault::damaged, *wrong};
    } catch (const JsonError& error) {
        problem = {LogFault::damaged, error.what()};
    }
    return std::nullopt;
}

}  // namespace protocol
