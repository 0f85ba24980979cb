// A game's settings: their names, ranges and defaults as data, and the values chosen for one match.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace games {

/// One setting that a game has.
struct Setting {
    std::string_view name;
    std::string_view meaning;
    std::int64_t min;
    std::int64_t max;
    std::string_view fallback;  ///< the default as people read it: "6", or "4 x cells" where it follows from others
};

/// The values of all settings of one game, in the order of the game's table. A value can be missing only until the
/// game has completed them.
class SettingValues {
public:
    explicit SettingValues(std::span<const Setting> table) : table_(table), values_(table.size()) {}

    std::span<const Setting> table() const { return table_; }

    /// Throws UserError where there is no such setting or the value is out of its range.
    void set(std::string_view name, std::int64_t value);
    /// Sets the value unless there is one.
    void set_default(std::string_view name, std::int64_t value);
    /// Requires: the setting exists and has a value.
    std::int64_t get(std::string_view name) const;
    /// The value at this place of the table. Requires: it has a value.
    std::int64_t at(std::size_t place) const { return values_[place].value(); }

    friend bool operator==(const SettingValues& a, const SettingValues& b) { return a.values_ == b.values_; }

private:
    std::optional<std::size_t> place_of(std::string_view name) const;

    std::span<const Setting> table_;
    std::vector<std::optional<std::int64_t>> values_;
};

}  // namespace games
