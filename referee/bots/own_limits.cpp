#include "referee/bots/own_limits.hpp"

#include <fmt/format.h>

#include <array>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "referee/processes/launcher.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

constexpr std::array<std::string_view, 4> names_of_limits = {"move-time", "first-move-time", "clock", "memory"};

void add(std::string& text, std::string_view name, const std::string& value) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value);
}

}  // namespace

bool OwnLimits::is_given(std::string_view name) const {
    return (name == "move-time" && time.move) || (name == "first-move-time" && time.first_move) ||
           (name == "clock" && time.clock) || (name == "memory" && memory);
}

void OwnLimits::set(std::string_view name, const std::string& value, std::string_view what) {
    const std::string place = fmt::format("{}: {}", what, harmless(name));
    if (is_given(name)) throw games::UserError(place + " is given twice");
    if (name == "move-time") {
        time.move = parse_positive_duration(value, place);
    } else if (name == "first-move-time") {
        time.first_move = parse_positive_duration(value, place);
    } else if (name == "clock") {
        time.clock = parse_clock(value, place);
    } else if (name == "memory") {
        memory = parse_memory(value, place);
    } else {
        throw games::UserError(fmt::format("{}: there is no limit '{}'{}", what, harmless(name),
                                           games::did_you_mean(name, names_of_limits)));
    }
}

OwnLimits parse_own_limits(std::string_view text, std::string_view what) {
    OwnLimits limits;
    while (!text.empty()) {
        const auto end = std::min(text.find(','), text.size());
        const std::string_view part = text.substr(0, end);
        const auto equals = part.find('=');
        if (equals == std::string_view::npos)
            throw games::UserError(
                fmt::format("{}: '{}' is no limit: write move-time=50ms,memory=256M, say", what, harmless(part)));
        limits.set(part.substr(0, equals), std::string(part.substr(equals + 1)), what);
        if (end + 1 == text.size()) throw games::UserError(fmt::format("{}: nothing follows the last comma", what));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return limits;
}

OwnLimits parse_given_limits(std::string_view text, std::string_view what) {
    if (text.empty())
        throw games::UserError(fmt::format("{}: no limit is given: write move-time=50ms,memory=256M, say", what));
    return parse_own_limits(text, what);
}

std::string to_text(const OwnLimits& limits) {
    std::string text;
    if (limits.time.move) add(text, "move-time", exact(*limits.time.move));
    if (limits.time.first_move) add(text, "first-move-time", exact(*limits.time.first_move));
    if (limits.time.clock) add(text, "clock", clock_text(*limits.time.clock));
    if (limits.memory) add(text, "memory", memory_text(*limits.memory));
    return text;
}

protocol::Limits with_own(protocol::Limits common, const OwnLimits& own) {
    const bool has_time = own.time.move || own.time.first_move || own.time.clock;
    protocol::Limits limits = has_time ? with_given(common, own.time) : common;
    if (!own.memory) return limits;
    limits.memory_bytes = *own.memory;
    if (!limits.memory_bytes && !limits.processes) {
        limits.kept_by = "nothing";
    } else if (limits.kept_by == "nothing") {
        limits.kept_by = find_limit_keeper().name;
    }
    return limits;
}

}  // namespace referee
