#include "referee/core/bots/own_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "games/words.hpp"
#include "referee/core/base/cores.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/processes/launcher.hpp"

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

template <class Value>
auto& field(auto& limits, std::optional<Value> GivenLimits::*member) {
    return limits.time.*member;
}
template <class Value>
auto& field(auto& limits, std::optional<Value> OwnLimits::*member) {
    return limits.*member;
}

/// One limit: its name, and the functions that read and write its value.
struct Limit {
    std::string_view name;
    std::string_view kept_name;  ///< its name in tournament files; empty if it can only be given for all bots
    void (*read)(OwnLimits& limits, const std::string& value, const std::string& what);
    std::optional<std::string> (*write)(const OwnLimits& limits);
};

template <auto member, auto parse, auto text>
constexpr Limit limit(std::string_view name, std::string_view kept_name) {
    return {name, kept_name,
            [](OwnLimits& limits, const std::string& value, const std::string& what) {
                field(limits, member).emplace(parse(value, what));
            },
            [](const OwnLimits& limits) {
                const auto& value = field(limits, member);
                return value ? std::optional<std::string>(text(*value)) : std::nullopt;
            }};
}

constexpr std::array<Limit, 7> all_limits = {
    limit<&GivenLimits::move, parse_positive_duration, exact>("move", "move-time"),
    limit<&GivenLimits::first_move, parse_positive_duration, exact>("first", "first-move-time"),
    limit<&GivenLimits::clock, parse_clock, clock_text>("clock", "clock"),
    limit<&GivenLimits::margin, parse_duration, exact>("margin", ""),
    limit<&OwnLimits::memory, parse_memory, memory_text>("memory", "memory"),
    limit<&OwnLimits::processes, parse_processes, processes_text>("processes", ""),
    limit<&OwnLimits::cpus, parse_cpus, cpus_text>("cpus", ""),
};

enum class Of { all_bots, one_bot };

/// Finds the limit with this name. Throws games::UserError if there is none, or if it can only be given for all bots
/// and is given for one.
const Limit& limit_called(std::string_view name, Of of, std::string_view what) {
    std::vector<std::string_view> known;
    for (const Limit& limit : all_limits) {
        const bool fits = of == Of::all_bots || !limit.kept_name.empty();
        const bool is_it = limit.name == limit_name(name);
        if (is_it && fits) return limit;
        if (is_it) throw UserError(fmt::format("{}: {} is for all bots, not for one", what, name));
        if (fits) known.push_back(limit.name);
    }
    throw UserError(
        fmt::format("{}: there is no limit '{}'{}", what, harmless(name), games::did_you_mean(name, known)));
}

void set(OwnLimits& limits, const Limit& limit, const std::string& value, std::string_view what) {
    const std::string place = fmt::format("{}: {}", what, limit.name);
    if (limit.write(limits)) throw UserError(place + " is given twice");
    limit.read(limits, value, place);
}

OwnLimits parse(std::string_view text, Of of, std::string_view what) {
    OwnLimits limits;
    for (const auto& [part, name, value] : parts_of(text, what)) {
        if (!value)
            throw UserError(fmt::format("{}: '{}' is not a limit: write {}, say", what, harmless(part), example));
        set(limits, limit_called(name, of, what), *value, what);
    }
    return limits;
}

std::string text_of(const OwnLimits& limits, bool as_kept) {
    std::string text;
    for (const Limit& limit : all_limits) {
        if (const auto value = limit.write(limits))
            text += fmt::format("{}{}={}", text.empty() ? "" : ",", as_kept ? limit.kept_name : limit.name, *value);
    }
    return text;
}

void require_some(std::string_view text, std::string_view what) {
    if (text.empty()) throw UserError(fmt::format("{}: no limit is given: write {}, say", what, example));
}

}  // namespace

std::string_view limit_name(std::string_view name) {
    const auto found = std::ranges::find_if(
        all_limits, [name](const Limit& limit) { return !limit.kept_name.empty() && limit.kept_name == name; });
    return found == all_limits.end() ? name : found->name;
}

void OwnLimits::set(std::string_view name, const std::string& value, std::string_view what) {
    referee::set(*this, limit_called(name, Of::one_bot, what), value, what);
}

void OwnLimits::add(const OwnLimits& others, std::string_view what) {
    for (const Limit& limit : all_limits) {
        if (const auto value = limit.write(others)) referee::set(*this, limit, *value, what);
    }
}

OwnLimits OwnLimits::replaced_by(const OwnLimits& given) const {
    OwnLimits limits = *this;
    if (given.time.replace_time()) limits.time = {.move = {}, .first_move = {}, .margin = time.margin, .clock = {}};
    for (const Limit& limit : all_limits) {
        if (const auto value = limit.write(given)) limit.read(limits, *value, std::string(limit.name));
    }
    return limits;
}

bool OwnLimits::agree_with(const OwnLimits& given) const {
    return std::ranges::all_of(all_limits, [&](const Limit& limit) {
        const auto value = limit.write(given);
        return !value || value == limit.write(*this);
    });
}

OwnLimits parse_own_limits(std::string_view text, std::string_view what) {
    return text.empty() ? OwnLimits() : parse(text, Of::one_bot, what);
}

OwnLimits parse_given_limits(std::string_view text, std::string_view what) {
    require_some(text, what);
    return parse(text, Of::one_bot, what);
}

OwnLimits parse_common_limits(std::string_view text, std::string_view what) {
    require_some(text, what);
    return parse(text, Of::all_bots, what);
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
