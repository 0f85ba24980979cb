#include "referee/output.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "protocol/answer.hpp"

namespace referee {

namespace {

spdlog::logger& logger() {
    static const auto instance = [] {
        const char* no_colour = std::getenv("NO_COLOR");
        const bool plain = no_colour != nullptr && *no_colour != '\0';
        auto made = spdlog::stderr_color_mt("referee", plain ? spdlog::color_mode::never : spdlog::color_mode::automatic);
        made->set_pattern("%^%n: %v%$");
        return made;
    }();
    return *instance;
}

}  // namespace

void print(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

bool stdout_failed() { return std::ferror(stdout) != 0; }

void note(std::string_view text) { logger().info(text); }
void warn(std::string_view text) { logger().warn(text); }
void be_quiet() { logger().set_level(spdlog::level::warn); }

bool colour_wanted() {
    const char* no_colour = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    const bool can = terminal != nullptr && std::string_view(terminal) != "dumb" && ::isatty(STDOUT_FILENO) == 1;
    return can && (no_colour == nullptr || *no_colour == '\0');
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

std::string harmless(std::string_view text) {
    std::string out;
    for (const char byte : text) {
        if (byte >= 0x20 && byte < 0x7f) {
            out += byte;
        } else if (byte == '\t') {
            out += "    ";
        } else {
            out += protocol::escaped({&byte, 1});
        }
    }
    return out;
}

void pass_on_stderr(std::string_view name, std::string_view text) {
    std::string lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.append(name).append(": ").append(harmless(text.substr(0, end))) += '\n';
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    std::fwrite(lines.data(), 1, lines.size(), stderr);
}

}  // namespace referee
