// Writes and reads the rows of a tournament's tables by the fields of a record. Each field is a column; the last column
// is the checksum of the row.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "protocol/fields.hpp"
#include "referee/tournament/paper/store/checksum.hpp"
#include "referee/tournament/paper/store/json_column.hpp"
#include "referee/tournament/paper/store/sqlite.hpp"

namespace referee::tournament {

/// Converts a field to a value of SQLite: a number, a number or NULL, a text, or bytes.
constexpr std::int64_t column_of(std::integral auto number) {
    return static_cast<std::int64_t>(number);
}
constexpr std::int64_t column_of(std::chrono::microseconds time) {
    return time.count();
}
template <class Value>
std::optional<std::int64_t> column_of(const std::optional<Value>& value) {
    return value ? std::optional(column_of(*value)) : std::nullopt;
}
inline std::string_view column_of(std::string_view text) {
    return text;
}
inline Blob column_of(Blob blob) {
    return blob;
}
inline std::string column_of(const std::vector<std::string>& words) {
    return words_to_json(words);
}
template <class Value, class Text>
Text column_of(const protocol::AsText<Value, Text>& field) {
    return field.text();
}

inline RowSum& operator<<(RowSum& sum, Blob blob) {
    return sum << blob.bytes;
}

/// Inserts one row with its checksum. Lists of records are skipped, because they have their own tables.
class RowWriter {
public:
    /// Requires: the visited fields live until run().
    explicit RowWriter(Statement& insert) : insert_(&insert) {}

    template <class Field>
    void operator()(const char* /*name*/, const Field& field) {
        if constexpr (!protocol::is_list_of_records<Field>) {
            auto column = column_of(field);
            sum_ << column;
            insert_->bind(++place_, std::move(column));
        }
    }
    /// Adds a number that is not in the row to the checksum.
    void add_to_sum(std::int64_t number) { sum_ << number; }
    void run() { insert_->bind(++place_, sum_.value()).run(); }

private:
    Statement* insert_;
    RowSum sum_;
    int place_ = 0;
};

/// Reads the columns of a row in their order. Throws games::UserError if a value has another type, or is out of range.
class RowReader {
public:
    explicit RowReader(const Statement& row) : row_(&row) {}

    template <class Field>
    void operator()(const char* /*name*/, Field&& field) {
        if constexpr (!protocol::is_list_of_records<std::remove_cvref_t<Field>>) {
            read(column_++, field);
            sum_ << column_of(field);
        }
    }
    /// Whether all fields could be read, and their checksum is in the next column.
    [[nodiscard]] bool is_as_written() const { return is_readable_ && row_->number(column_) == sum_.value(); }

private:
    void read(int column, int& number) { number = row_->count(column); }
    void read(int column, std::int64_t& number) { number = row_->number(column); }
    void read(int column, std::uint64_t& number) { number = static_cast<std::uint64_t>(row_->number(column)); }
    void read(int column, bool& flag) { flag = row_->number(column) != 0; }
    void read(int column, std::chrono::microseconds& time) { time = std::chrono::microseconds(row_->number(column)); }
    void read(int column, std::string& text) { text = row_->text(column); }
    void read(int column, std::string_view& text) { text = row_->text(column); }
    void read(int column, Blob& blob) { blob.bytes = row_->bytes(column); }
    void read(int column, std::vector<std::string>& words) { keep(words_of_json(row_->text(column)), words); }
    template <class Field>
    void read(int column, const Field& field) requires requires {
        read_text(std::string_view(), field);
    }
    { read_text(row_->text(column), field); }
    template <class Value>
    void read(int column, std::optional<Value>& value) {
        value.reset();
        if (row_->number_or_null(column)) read(column, value.emplace());
    }
    template <class Value, class Text>
    void read(int column, const protocol::AsText<Value, Text>& field) {
        keep(field.from(row_->text(column)), field.value);
    }
    template <class Value>
    void keep(const std::optional<Value>& read, Value& value) {
        is_readable_ = is_readable_ && read.has_value();
        if (read) value = *read;
    }

    const Statement* row_;
    RowSum sum_;
    int column_ = 0;
    bool is_readable_ = true;
};

/// Inserts a record as one row. Requires: `insert` was made from insert_into() for this record.
template <class Row>
void insert_row(Statement& insert, const Row& row) {
    RowWriter writer(insert);
    Row::fields(row, writer);
    writer.run();
}

/// The record in a row that select_from() selects; none if the row is damaged.
template <class Row>
std::optional<Row> row_of(const Statement& row) {
    Row record;
    RowReader reader(row);
    Row::fields(record, reader);
    return reader.is_as_written() ? std::optional(std::move(record)) : std::nullopt;
}

/// The names of the columns of a record, each followed by a comma.
template <class Row>
std::string columns_of() {
    std::string names;
    Row row;
    Row::fields(row, [&]<class Field>(const char* name, const Field&) {
        if constexpr (!protocol::is_list_of_records<Field>) names.append(name).append(", ");
    });
    return names;
}

/// SQL that selects the rows of a table for a RowReader.
template <class Row>
std::string select_from(std::string_view table) {
    return "SELECT " + columns_of<Row>() + "crc32 FROM " + std::string(table);
}

/// SQL that inserts a row into a table, for a RowWriter.
template <class Row>
std::string insert_into(std::string_view table) {
    const std::string columns = columns_of<Row>();
    std::string places = "?";
    for (const char letter : columns)
        places += letter == ',' ? ", ?" : "";
    return "INSERT INTO " + std::string(table) + " (" + columns + "crc32) VALUES (" + places + ")";
}

}  // namespace referee::tournament
