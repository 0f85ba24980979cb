// A game's settings: their names, ranges and defaults as data, and the values chosen for one match.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace games {

/// A text that a setting names by the path of a file. The text is what counts; the source is what the user wrote.
struct FileText {
    std::string source;
    std::string text;
    friend bool operator==(const FileText& a, const FileText& b) { return a.text == b.text; }
};

/// One setting that a game has.
struct Setting {
    /// The kind of its value. A position is a text like that of a file, but may also be given itself in place of a
    /// path; a game has at most one.
    enum class Kind : std::uint8_t { number, file, position };

    std::string_view name;
    std::string_view meaning;
    std::int64_t min;           ///< of a number
    std::int64_t max;           ///< of a number
    std::string_view fallback;  ///< the default as people read it: "6", or "4 x cells" where it follows from others
    Kind kind = Kind::number;
    /// Shows what such a file holds, in lines for people; null if there is nothing to be seen. Throws UserError
    /// if the file is wrong.
    std::string (*show)(const FileText& file) = nullptr;
    /// Whether specs and logs leave it out where its text is empty.
    bool is_optional = false;
};

/// Reads a whole file. Throws UserError if it can't. Games have no other way to a file.
using FileReader = std::function<std::string(const std::string& path)>;

/// The values of all settings of one game, in the order of the game's table. A value can be missing only until the
/// game has completed them.
class SettingValues {
public:
    /// A number, or the text of a file.
    using Value = std::variant<std::int64_t, FileText>;

    explicit SettingValues(std::span<const Setting> table) : table_(table), values_(table.size()) {}

    std::span<const Setting> table() const { return table_; }

    /// The setting of this name. Throws UserError, with a suggestion, where there is none.
    const Setting& setting(std::string_view name) const;

    /// Throws UserError if there is no such setting, it is no number, or the value is out of its range.
    void set(std::string_view name, std::int64_t value);
    /// Throws UserError if there is no such setting or it is a number.
    void set_file(std::string_view name, FileText file);
    /// Set the value unless there is one.
    void set_default(std::string_view name, std::int64_t value);
    void set_default_file(std::string_view name, FileText file);

    /// Whether it has a value. Throws UserError if there is no such setting.
    bool has(std::string_view name) const;
    /// Requires: the setting is a number and has a value.
    std::int64_t get(std::string_view name) const;
    /// Requires: the setting is a file or a position, and has a value.
    const FileText& file(std::string_view name) const;
    /// The value at this place of the table. Requires: it has a value.
    const Value& at(std::size_t place) const { return values_[place].value(); }

    friend bool operator==(const SettingValues& a, const SettingValues& b) { return a.values_ == b.values_; }

private:
    std::size_t place_of(std::string_view name) const;

    std::span<const Setting> table_;
    std::vector<std::optional<Value>> values_;
};

}  // namespace games
