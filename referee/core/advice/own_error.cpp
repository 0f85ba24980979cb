#include "referee/core/advice/own_error.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <vector>

namespace referee {

namespace {

/// The messages of several languages' libraries if there is no network.
constexpr std::string_view network_errors[] = {"Network is unreachable",
                                               "name resolution",
                                               "Name or service not known",
                                               "Connection refused",
                                               "No route to host",
                                               "ENETUNREACH",
                                               "EAI_AGAIN",
                                               "ENOTFOUND",
                                               "ECONNREFUSED",
                                               "ConnectionError",
                                               "UnknownHostException",
                                               "ConnectException",
                                               "getaddrinfo",
                                               "Max retries exceeded",
                                               "urlopen error"};

/// The errors of parsers that may have got another block than their author expected.
constexpr std::string_view input_errors[] = {"ValueError",
                                             "IndexError",
                                             "KeyError",
                                             "EOFError",
                                             "NumberFormatException",
                                             "InputMismatchException",
                                             "NoSuchElementException",
                                             "OutOfBoundsException",
                                             "StringIndexOutOf",
                                             "invalid_argument",
                                             "out_of_range",
                                             "index out of range",
                                             "ParseIntError",
                                             "invalid syntax: \"",
                                             "reading '"};

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool has_any(std::string_view text, std::span<const std::string_view> parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return has(text, part); });
}
bool has_any(std::string_view text, std::initializer_list<std::string_view> parts) {
    return has_any(text, std::span(parts.begin(), parts.size()));
}

/// Whether the line begins with a name that ends in Error or Exception: "NameError: ...",
/// "json.decoder.JSONDecodeError", "SyntaxError [ERR_X]: ...".
bool begins_with_name_of_error(std::string_view line) {
    const auto is_part_of_name = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
               c == '$';
    };
    const auto end = std::ranges::find_if_not(line, is_part_of_name) - line.begin();
    const std::string_view name = line.substr(0, static_cast<std::size_t>(end));
    const std::string_view rest = line.substr(name.size());
    const bool ends = rest.empty() || rest.starts_with(":") || rest.starts_with(" [");
    return ends && (name.ends_with("Error") || name.ends_with("Exception"));
}

bool tells_an_error(std::string_view line) {
    constexpr std::array beginnings = {
        "Exception in thread", "panic: ",      "thread '", "Error: ", "Caused by: ", "terminate called",
        "Unhandled exception", "fatal error: "};
    return begins_with_name_of_error(line) ||
           std::ranges::any_of(beginnings, [&](std::string_view beginning) { return line.starts_with(beginning); }) ||
           has_any(line, {"No module named", "No such file or directory", "Read-only file system", "Permission denied",
                          "_create: Function not implemented", "command not found", "syntax error", ": Assertion `"}) ||
           has_any(line, network_errors);
}

/// The last part of the line that is in quotes.
std::string quoted_in(std::string_view line) {
    const auto end = line.find_last_of("'\"");
    if (end == std::string_view::npos || end == 0) return {};
    const auto begin = line.rfind(line[end], end - 1);
    return begin == std::string_view::npos ? std::string() : std::string(line.substr(begin + 1, end - begin - 1));
}

std::string last_word_of(std::string_view line) {
    return std::string(line.substr(line.find_last_of(' ') + 1));
}

std::string_view without_blanks(std::string_view text) {
    constexpr std::string_view blank = " \t\r\n\v\f";
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(blank)));
    return text.substr(0, text.find_last_not_of(blank) + 1);
}

/// The lines that are not blank, without blanks at their ends.
std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const auto last = line.find_last_not_of(" \t\v\f");
        if (last != std::string_view::npos) lines.push_back(line.substr(0, last + 1));
    }
    return lines;
}

bool is_indented(std::string_view line) {
    return line.starts_with(' ') || line.starts_with('\t');
}

/// Python's own classes of errors may have any name. The error is behind the last list of calls.
std::string_view error_behind_traceback(const std::vector<std::string_view>& lines) {
    const auto last = std::find(lines.rbegin(), lines.rend(), "Traceback (most recent call last):");
    if (last == lines.rend()) return {};
    const auto error = std::find_if_not(last.base(), lines.end(), is_indented);
    return error == lines.end() ? std::string_view() : *error;
}

/// Whether a line is behind the error that it belongs to: the version of Node, a list of Go's calls, a hint of Rust.
bool is_behind_error(std::string_view line) {
    return is_indented(line) || line.starts_with("Node.js v") || line.starts_with("(Use `node") ||
           line.starts_with("note: ") || line.starts_with("goroutine ") || line.starts_with("exit status ") ||
           line.starts_with("main.");
}

OwnError error_told_by(std::string_view line) {
    using Kind = OwnError::Kind;
    const std::string quoted = quoted_in(line);
    if (has_any(line, {"No module named", "Cannot find module", "Could not find or load main class",
                       "ClassNotFoundException", "NoClassDefFoundError"}))
        return {Kind::missing_module, std::string(line), quoted.empty() ? last_word_of(line) : quoted};
    if (has_any(line, {"No such file or directory", "FileNotFound", "NoSuchFileException", "no such file"}))
        return {Kind::missing_file, std::string(line), quoted};
    if (has_any(line, {"Read-only file system", "Permission denied", "PermissionError", "AccessDenied"}))
        return {Kind::not_allowed, std::string(line), quoted};
    if (has_any(line, network_errors)) return {Kind::no_network, std::string(line), quoted};
    if (has(line, "timer_create: Function not implemented") || has(line, "timerfd_create: Function not implemented"))
        return {Kind::no_timer, std::string(line), quoted};
    if (has_any(line, {"SyntaxError", "IndentationError", "TabError", "syntax error"}))
        return {Kind::wrong_source, std::string(line), quoted};
    return {has_any(line, input_errors) ? Kind::wrong_input : Kind::other, std::string(line), quoted};
}

}  // namespace

std::optional<OwnError> own_error_in(std::string_view text) {
    std::optional<OwnError> found;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (tells_an_error(line)) found = error_told_by(line);
    }
    return found;
}

std::string line_that_tells(std::string_view text) {
    const auto lines = lines_of(text);
    if (lines.empty()) return {};
    if (const auto error = error_behind_traceback(lines); !error.empty()) return std::string(error);
    if (const auto error = own_error_in(text)) {
        const auto place = std::ranges::find(
            lines, std::string_view(error->line).substr(0, error->line.find_last_not_of(" \t\v\f") + 1));
        const std::string_view next =
            place == lines.end() || place + 1 == lines.end() ? std::string_view() : *(place + 1);
        // C++ and Rust tell the reason in the next line.
        if (without_blanks(next).starts_with("what():") ||
            (place != lines.end() && place->starts_with("thread '") && place->ends_with(':')))
            return std::string(without_blanks(next.empty() ? *place : next));
        return std::string(without_blanks(error->line));
    }
    const auto last = std::find_if_not(lines.rbegin(), lines.rend(), is_behind_error);
    return std::string(without_blanks(last == lines.rend() ? lines.back() : *last));
}

}  // namespace referee
