// A game's settings: their names, ranges and defaults as data, and the values chosen for one match.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace games {

/// The content of a file whose path is the value of a setting. Only the text counts in comparisons. `source` is what
/// the user wrote.
struct FileText {
    std::string source;
    std::string text;
    friend bool operator==(const FileText& a, const FileText& b) { return a.text == b.text; }
};

/// One setting of a game.
struct Setting {
    /// The kind of the value. A position is a text that can be given directly or as the path of a file. A game has at
    /// most one position.
    enum class Kind : std::uint8_t { number, file, position };

    std::string name;
    std::string meaning;
    std::int64_t min = 0;  ///< only for a number
    std::int64_t max = 0;  ///< only for a number
    std::string fallback;  ///< the default in readable form: "6", or "4 x cells" if it depends on other settings
    Kind kind = Kind::number;
    /// Returns the content of this setting's file in readable lines; empty if there is nothing to show. Throws
    /// UserError if the file is invalid.
    std::function<std::string(const FileText& file)> show = {};
    /// Whether specs and logs leave out the setting if its text is empty.
    bool is_optional = false;
};

/// All settings of a game, in the order in which they are written.
using SettingTable = std::vector<Setting>;

/// Reads a whole file. Throws UserError if that fails. Games have no other access to files.
using FileReader = std::function<std::string(const std::string& path)>;

/// The values of all settings of one game, in the order of the game's table. Every setting has a value after the game
/// has completed them.
class SettingValues {
public:
    /// A number, or the text of a file.
    using Value = std::variant<std::int64_t, FileText>;

    /// Creates a set without values, which keeps the table alive. Requires: `table` is not null.
    explicit SettingValues(std::shared_ptr<const SettingTable> table)
        : table_(std::move(table)), values_(table_->size()) {}

    /// Valid as long as this object.
    const SettingTable& table() const { return *table_; }

    /// The setting with this name, valid as long as this object. Throws UserError, with a suggestion, if there is none.
    const Setting& setting(std::string_view name) const;

    /// Throws UserError if there is no such setting, if it is not a number, or if the value is out of range.
    void set(std::string_view name, std::int64_t value);
    /// Throws UserError if there is no such setting or it is a number.
    void set_file(std::string_view name, FileText file);
    /// Sets the value if the setting has none.
    void set_default(std::string_view name, std::int64_t value);
    void set_default_file(std::string_view name, FileText file);

    /// Whether the setting has a value. Throws UserError if there is no such setting.
    bool has(std::string_view name) const;
    /// Requires: the setting is a number and has a value.
    std::int64_t get(std::string_view name) const;
    /// Requires: the setting is a file or a position, and has a value.
    const FileText& file(std::string_view name) const;
    /// The value at this index of the table. Requires: it has a value.
    const Value& at(std::size_t place) const { return values_[place].value(); }

    /// Requires: both belong to the same game.
    friend bool operator==(const SettingValues& a, const SettingValues& b) { return a.values_ == b.values_; }

private:
    std::size_t place_of(std::string_view name) const;

    std::shared_ptr<const SettingTable> table_;
    std::vector<std::optional<Value>> values_;
};

}  // namespace games
