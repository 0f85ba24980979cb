#include "referee/bots/own_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "games/words.hpp"
#include "referee/processes/launcher.hpp"
#include "referee/system/cores.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

using games::UserError;

constexpr std::string_view example = "move=50ms,memory=256M";
constexpr std::uint64_t max_processes = 100'000;

/// Reads a number such as "64". Returns nothing for `none`, the word for no limit.
std::optional<std::uint64_t> number_or(std::string_view none, const std::string& text, std::uint64_t max,
                                       std::string_view what, std::string_view of_max) {
    if (text == none) return std::nullopt;
    const auto number = games::whole_number(text);
    if (number && *number > 0 && static_cast<std::uint64_t>(*number) <= max) return static_cast<std::uint64_t>(*number);
    throw UserError(fmt::format("{} '{}': write a whole number from 1 to {}{}, or {}", what, text, max, of_max, none));
}

LimitOrNone parse_processes(const std::string& text, std::string_view what) {
    return number_or("none", text, max_processes, what, "");
}
std::string processes_text(const LimitOrNone& number) {
    return number ? std::to_string(*number) : "none";
}

LimitOrNone parse_cpus(const std::string& text, std::string_view what) {
    return number_or("all", text, allowed_cores().size(), what, ", the cores of this machine");
}
std::string cpus_text(const LimitOrNone& number) {
    return number ? std::to_string(*number) : "all";
}

template <class Limit>
auto& field(auto& limits, std::optional<Limit> GivenLimits::*member) {
    return limits.time.*member;
}
template <class Limit>
auto& field(auto& limits, std::optional<Limit> OwnLimits::*member) {
    return limits.*member;
}

/// One limit: its name, and the functions that read and write its value.
struct Part {
    std::string_view name;
    std::string_view kept_name;  ///< its name in tournament files; empty if it can only be given for all bots
    void (*read)(OwnLimits& limits, const std::string& value, const std::string& what);
    std::optional<std::string> (*write)(const OwnLimits& limits);
};

template <auto member, auto parse, auto text>
constexpr Part part(std::string_view name, std::string_view kept_name) {
    return {name, kept_name,
            [](OwnLimits& limits, const std::string& value, const std::string& what) {
                field(limits, member).emplace(parse(value, what));
            },
            [](const OwnLimits& limits) {
                const auto& value = field(limits, member);
                return value ? std::optional<std::string>(text(*value)) : std::nullopt;
            }};
}

constexpr std::array<Part, 7> parts = {
    part<&GivenLimits::move, parse_positive_duration, exact>("move", "move-time"),
    part<&GivenLimits::first_move, parse_positive_duration, exact>("first", "first-move-time"),
    part<&GivenLimits::clock, parse_clock, clock_text>("clock", "clock"),
    part<&GivenLimits::margin, parse_duration, exact>("margin", ""),
    part<&OwnLimits::memory, parse_memory, memory_text>("memory", "memory"),
    part<&OwnLimits::processes, parse_processes, processes_text>("processes", ""),
    part<&OwnLimits::cpus, parse_cpus, cpus_text>("cpus", ""),
};

/// Finds the limit with this name. Throws games::UserError if there is none, or if `of_one` is set and the limit can
/// only be given for all bots.
const Part& part_called(std::string_view name, bool of_one, std::string_view what) {
    std::vector<std::string_view> known;
    for (const Part& part : parts) {
        const bool is_it = name == part.name || (!part.kept_name.empty() && name == part.kept_name);
        if (is_it && (!of_one || !part.kept_name.empty())) return part;
        if (is_it) throw UserError(fmt::format("{}: {} is for all bots, not for one", what, name));
        if (!of_one || !part.kept_name.empty()) known.push_back(part.name);
    }
    throw UserError(
        fmt::format("{}: there is no limit '{}'{}", what, harmless(name), games::did_you_mean(name, known)));
}

void set(OwnLimits& limits, const Part& part, const std::string& value, std::string_view what) {
    const std::string place = fmt::format("{}: {}", what, part.name);
    if (part.write(limits)) throw UserError(place + " is given twice");
    part.read(limits, value, place);
}

OwnLimits parse(std::string_view text, bool of_one, std::string_view what) {
    OwnLimits limits;
    while (!text.empty()) {
        const auto end = std::min(text.find(','), text.size());
        const std::string_view part = text.substr(0, end);
        const auto equals = part.find('=');
        if (equals == std::string_view::npos)
            throw UserError(fmt::format("{}: '{}' is no limit: write {}, say", what, harmless(part), example));
        set(limits, part_called(part.substr(0, equals), of_one, what), std::string(part.substr(equals + 1)), what);
        if (end + 1 == text.size()) throw UserError(fmt::format("{}: nothing follows the last comma", what));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return limits;
}

std::string text_of(const OwnLimits& limits, bool as_kept) {
    std::string text;
    for (const Part& part : parts) {
        if (const auto value = part.write(limits))
            text += fmt::format("{}{}={}", text.empty() ? "" : ",", as_kept ? part.kept_name : part.name, *value);
    }
    return text;
}

void require_some(std::string_view text, std::string_view what) {
    if (text.empty()) throw UserError(fmt::format("{}: no limit is given: write {}, say", what, example));
}

}  // namespace

void OwnLimits::set(std::string_view name, const std::string& value, std::string_view what) {
    referee::set(*this, part_called(name, true, what), value, what);
}

void OwnLimits::add(const OwnLimits& others, std::string_view what) {
    for (const Part& part : parts) {
        if (const auto value = part.write(others)) referee::set(*this, part, *value, what);
    }
}

OwnLimits OwnLimits::replaced_by(const OwnLimits& given) const {
    OwnLimits limits = *this;
    for (const Part& part : parts) {
        if (const auto value = part.write(given)) part.read(limits, *value, std::string(part.name));
    }
    return limits;
}

OwnLimits parse_own_limits(std::string_view text, std::string_view what) {
    return parse(text, true, what);
}

OwnLimits parse_given_limits(std::string_view text, std::string_view what) {
    require_some(text, what);
    return parse(text, true, what);
}

OwnLimits parse_common_limits(std::string_view text, std::string_view what) {
    require_some(text, what);
    return parse(text, false, what);
}

std::string to_text(const OwnLimits& limits) {
    return text_of(limits, true);
}

std::string option_text(const OwnLimits& limits) {
    return text_of(limits, false);
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
