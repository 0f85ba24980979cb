#include "referee/arena/records.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <cctype>
#include <ctime>

#include "games/user_error.hpp"
#include "protocol/utf8.hpp"
#include "referee/core/bots/entrant_names.hpp"

namespace referee::arena {

namespace {

using games::UserError;

constexpr std::array<std::string_view, 7> state_names = {"waiting",  "building", "checking", "playing",
                                                         "accepted", "refused",  "ended"};
constexpr std::array<std::string_view, 5> phase_names = {"running", "closing", "preparing", "final", "done"};

std::time_t seconds_of(Time time) {
    return std::chrono::system_clock::to_time_t(std::chrono::floor<std::chrono::seconds>(time));
}

/// The numbers of a text such as "2026-12-18 18:00", if it has this form: '0' stands for a digit.
std::optional<std::array<int, 6>> numbers_in(std::string_view text, std::string_view form) {
    std::array<int, 6> numbers{};
    std::size_t place = 0;
    if (text.size() != form.size()) return std::nullopt;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool digit = form[i] == '0';
        if (digit != (std::isdigit(static_cast<unsigned char>(text[i])) != 0)) return std::nullopt;
        if (!digit && text[i] != form[i]) return std::nullopt;
        if (!digit) continue;
        numbers.at(place) = 10 * numbers.at(place) + (text[i] - '0');
        if (i + 1 < form.size() && form[i + 1] != '0') ++place;
    }
    return numbers;
}

}  // namespace

Time system_time() {
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

std::string time_text(Time time) {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(seconds_of(time)));
}

std::optional<Time> time_of_text(std::string_view text) {
    const auto numbers = numbers_in(text, "0000-00-00T00:00:00Z");
    if (!numbers) return std::nullopt;
    const auto& [year, month, day, hour, minute, second] = *numbers;
    std::tm parts{};
    parts.tm_year = year - 1900;
    parts.tm_mon = month - 1;
    parts.tm_mday = day;
    parts.tm_hour = hour;
    parts.tm_min = minute;
    parts.tm_sec = second;
    const Time time(std::chrono::seconds(::timegm(&parts)));
    return time_text(time) == text ? std::optional(time) : std::nullopt;
}

Time parse_time(const std::string& text, std::string_view what, Time now) {
    const std::time_t moment = seconds_of(now);
    std::tm parts{};
    ::localtime_r(&moment, &parts);
    const auto whole = numbers_in(text, "0000-00-00 00:00");
    const auto of_day = numbers_in(text, "00:00");
    std::tm wanted = parts;
    if (whole) {
        wanted.tm_year = (*whole)[0] - 1900;
        wanted.tm_mon = (*whole)[1] - 1;
        wanted.tm_mday = (*whole)[2];
    }
    if (whole || of_day) {
        wanted.tm_hour = whole ? (*whole)[3] : (*of_day)[0];
        wanted.tm_min = whole ? (*whole)[4] : (*of_day)[1];
        wanted.tm_sec = 0;
        wanted.tm_isdst = -1;
        std::tm asked = wanted;
        std::time_t found = ::mktime(&wanted);
        if (of_day && found <= moment) {
            ++asked.tm_mday;
            found = ::mktime(&asked);
            wanted.tm_hour = (*of_day)[0];
        }
        const bool exists = (!whole || (wanted.tm_mday == (*whole)[2] && wanted.tm_mon == (*whole)[1] - 1)) &&
                            (whole ? (*whole)[3] : (*of_day)[0]) < 24 && (whole ? (*whole)[4] : (*of_day)[1]) < 60;
        if (found != -1 && exists) return Time(std::chrono::seconds(found));
    }
    throw UserError(fmt::format("{} '{}': write a date and a time such as \"2026-12-18 18:00\", or 18:00", what, text));
}

std::string local_text(Time time) {
    return fmt::format("{:%a %d %b %Y %H:%M}", fmt::localtime(seconds_of(time)));
}

std::string_view name_of(HandInState state) {
    return state_names[static_cast<std::size_t>(state)];
}

std::optional<HandInState> hand_in_state_of(std::string_view name) {
    for (std::size_t i = 0; i < state_names.size(); ++i)
        if (state_names[i] == name) return static_cast<HandInState>(i);
    return std::nullopt;
}

std::string_view name_of(Phase phase) {
    return phase_names[static_cast<std::size_t>(phase)];
}

std::string final_file(const ArenaSettings& settings) {
    if (settings.finals_set_aside == 0) return "final.db";
    return fmt::format("final-{}.db", settings.finals_set_aside + 1);
}

std::string entrant_name(const Person& person, int version) {
    const std::string number = version > 0 ? fmt::format(" #{}", version) : std::string(mark_of_try);
    const std::string& name = person.student.name;
    if (protocol::count_characters(name) + number.size() <= longest_name) return name + number;
    // The number of the person keeps names apart that begin alike.
    const std::string end = fmt::format("~{}{}", person.number, number);
    return std::string(protocol::first_characters(name, longest_name - end.size())) + end;
}

}  // namespace referee::arena
