#include "referee/core/base/duration.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "games/user_error.hpp"

namespace referee {

namespace {

using std::chrono::microseconds;

struct Unit {
    std::string_view name;
    std::int64_t micros;
};
constexpr std::array<Unit, 5> units = {
    {{"us", 1}, {"ms", 1000}, {"s", 1'000'000}, {"m", 60'000'000}, {"h", 3'600'000'000}}};

}  // namespace

microseconds parse_duration(std::string_view text, std::string_view what) {
    constexpr microseconds longest = std::chrono::hours(24);
    const auto fail = [&](const char* why) { return games::UserError(fmt::format("{} '{}': {}", what, text, why)); };
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc{} || !std::isfinite(number)) throw fail("write a number and a unit, such as 100ms or 1.5s");
    if (number < 0) throw fail("a duration can't be negative");
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    for (const auto& [name, micros] : units) {
        if (name != unit) continue;
        const double exact_micros = number * static_cast<double>(micros);
        if (exact_micros > static_cast<double>(longest.count())) throw fail("the longest is 24h");
        return microseconds(std::llround(exact_micros));
    }
    throw fail(unit.empty() ? "write the unit, too: us, ms, s, m or h" : "the unit must be us, ms, s, m or h");
}

microseconds parse_positive_duration(std::string_view text, std::string_view what) {
    constexpr std::string_view zeros = "0.";
    const bool is_zero = !text.empty() && text.find_first_not_of(zeros) == std::string_view::npos;  // needs no unit
    const microseconds duration = is_zero ? microseconds(0) : parse_duration(text, what);
    if (duration.count() > 0) return duration;
    throw games::UserError(fmt::format("{} '{}': write a time above 0, from 1us to 24h, such as 100ms", what, text));
}

std::string exact(microseconds duration) {
    const Unit* best = &units.front();
    for (const auto& unit : units) {
        if (duration.count() != 0 && duration.count() % unit.micros == 0) best = &unit;
    }
    return fmt::format("{}{}", duration.count() / best->micros, best->name);
}

std::string rounded(std::chrono::nanoseconds duration) {
    const double micros = static_cast<double>(duration.count()) / 1e3;
    if (micros < 999.5) return fmt::format("{:.0f} us", micros);
    if (micros < 999'950) return fmt::format("{:.1f} ms", micros / 1e3);
    return fmt::format("{:.2f} s", micros / 1e6);
}

}  // namespace referee
