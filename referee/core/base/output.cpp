#include "referee/core/base/output.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>

#include "protocol/answer.hpp"
#include "protocol/unsafe_characters.hpp"
#include "protocol/utf8.hpp"
#include "referee/core/base/terminal_size.hpp"
#include "referee/core/base/wrapped_text.hpp"

namespace referee {

namespace {

/// A line of a bot's stderr that exceeds this length is printed in parts.
constexpr std::size_t longest_line = 4096;

spdlog::logger& logger() {
    static const auto instance = [] {
        const char* no_colour = std::getenv("NO_COLOR");
        const bool plain = no_colour != nullptr && *no_colour != '\0';
        auto made =
            spdlog::stderr_color_mt("referee", plain ? spdlog::color_mode::never : spdlog::color_mode::automatic);
        made->set_pattern("%^%n: %v%$");  // the same text as notes_begin
        return made;
    }();
    return *instance;
}

/// Whether a locale such as "de_DE.UTF-8@euro", or just "UTF-8", has the charset UTF-8 in any of its spellings.
bool is_utf8(std::string_view locale) {
    const auto dot = locale.find('.');
    std::string charset;
    for (const char c : dot == std::string_view::npos ? locale : locale.substr(dot + 1)) {
        if (c == '@') break;
        if (c != '-') charset += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return charset == "utf8";
}

/// The first of these variables that is set determines the available characters (POSIX, "Internationalization
/// Variables").
std::string_view locale_of_characters() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* locale = std::getenv(name);
        if (locale != nullptr && *locale != '\0') return locale;
    }
    return "";
}

constexpr std::string_view notes_begin = "referee: ";

/// A note as it is printed after `notes_begin`.
std::string for_stderr(std::string_view text) {
    const std::string shown = shortened(harmless(text));
    const auto width = columns_of_terminal(STDERR_FILENO);
    return width ? wrapped_text(shown, notes_begin.size(), *width) : shown;
}

}  // namespace

void print(std::string_view text) {
    const auto width = columns_of_terminal(STDOUT_FILENO);
    const std::string wrapped = width ? wrapped_lines(text, *width) : "";
    const std::string_view shown = width ? std::string_view(wrapped) : text;
    std::fwrite(shown.data(), 1, shown.size(), stdout);
    std::fflush(stdout);
}

bool stdout_failed() {
    return std::ferror(stdout) != 0;
}

bool stdout_closed() {
    pollfd out{STDOUT_FILENO, 0, 0};
    // poll() also reports POLLHUP if stdout is a closed terminal.
    return stdout_failed() && ::poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP)) == POLLERR;
}

void check_stdout() {
    if (stdout_failed()) throw StdoutFailed("stdout can't be written to");
}

void print_to_stderr(std::string_view text) noexcept {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

void note(std::string_view text) {
    logger().info(for_stderr(text));
}
void warn(std::string_view text) {
    logger().warn(for_stderr(text));
}
void prepare_notes() {
    logger();
}
void be_quiet() {
    logger().set_level(spdlog::level::warn);
}

bool colour_wanted() {
    const char* no_colour = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    const bool can = terminal != nullptr && std::string_view(terminal) != "dumb" && ::isatty(STDOUT_FILENO) == 1;
    return can && (no_colour == nullptr || *no_colour == '\0');
}

games::Looks looks() {
    return {
        .utf8 = is_utf8(locale_of_characters()), .colour = colour_wanted(), .terminal = ::isatty(STDOUT_FILENO) == 1};
}

std::string coloured(Colour colour, std::string_view text) {
    if (!colour_wanted()) return std::string(text);
    const char* code = "";
    switch (colour) {
        case Colour::bold: code = "\x1b[1m"; break;
        case Colour::dim: code = "\x1b[2m"; break;
        case Colour::green: code = "\x1b[32m"; break;
        case Colour::red: code = "\x1b[31m"; break;
        case Colour::yellow: code = "\x1b[33m"; break;
    }
    return code + std::string(text) + "\x1b[0m";
}

void complain(std::string_view text) {
    print_to_stderr(std::string(notes_begin) + for_stderr(text) + "\n");
}

std::string shortened(std::string text) {
    constexpr std::size_t max_bytes = 2000;
    constexpr std::size_t max_end = 500;  // the remedy is often at the end
    if (text.size() <= max_bytes) return text;
    std::size_t end = text.size() - max_end;
    while (protocol::continues_character(text[end]))
        ++end;
    std::size_t begin = max_bytes - max_end;
    while (protocol::continues_character(text[begin]))
        --begin;
    return fmt::format("{} ... ({} bytes more) ... {}", text.substr(0, begin), end - begin, text.substr(end));
}

std::string harmless(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto [point, length] = protocol::decoded(text);
        if (!protocol::is_unsafe(point)) {
            out += text.substr(0, length);
        } else if (text[0] == '\t') {
            out += "    ";
        } else {
            out += protocol::escaped(text.substr(0, length));
        }
        text.remove_prefix(length);
    }
    return out;
}

StderrPrinter::~StderrPrinter() {
    if (!unfinished_.empty()) print_to_stderr(line_of(unfinished_));
}

void StderrPrinter::print(std::string_view text) {
    std::string lines;  // written in one call, because a bot may write very many lines
    for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        unfinished_ += text.substr(0, end);
        lines += line_of(unfinished_);
        unfinished_.clear();
        text.remove_prefix(end + 1);
    }
    unfinished_ += text;
    if (unfinished_.size() > longest_line) {
        lines += line_of(unfinished_);
        unfinished_.clear();
    }
    print_to_stderr(lines);
}

std::string StderrPrinter::line_of(std::string_view line) const {
    return name_ + ": " + harmless(line) + "\n";
}

}  // namespace referee
