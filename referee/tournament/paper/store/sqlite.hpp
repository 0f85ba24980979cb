// RAII wrappers for SQLite. They turn each of its errors into one clear line.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace referee::tournament {

/// The meaning of an SQLite result code for a tournament's file.
enum class FileFault : std::uint8_t {
    no_database,  ///< the file is not a database
    damaged,
    in_use,  ///< another process uses it
    not_opened,
    not_writable,
    disk_full,
    not_read,     ///< the system failed to read
    not_written,  ///< the system failed to write
    no_memory,
    misuse,  ///< this program has made a mistake
    unknown,
};
[[nodiscard]] FileFault fault_of(int code);

/// An open database. Throws games::UserError if the file is at fault, or if another process uses it. Throws
/// std::runtime_error if the system fails (no space, no memory). Both errors name the file.
class Database {
public:
    enum class Mode : std::uint8_t {
        read_write,
        in_memory,  ///< an empty database without a file
        /// Writes nothing, except that SQLite may recover what a killed writer has left beside the file. If a full disk
        /// prevents that, and nothing is left to recover, the mode becomes `unchanging`.
        read_only,
        watching,    ///< nothing can be written, but another process may be writing
        unchanging,  ///< nothing can be written, and no other process writes
    };

    /// Requires: the file exists. For `in_memory`, the path is only a name. Each call waits for up to two seconds while
    /// another process locks the file.
    Database(const std::string& path, Mode mode);

    /// Runs statements, and ignores the rows that they return.
    void execute(const char* sql) const;
    /// The first column of the first row.
    std::int64_t number(const char* sql) const;
    std::string text(const char* sql) const;

    /// Copies this database to a new file as it is at one moment, also while another process writes it. `path` must not
    /// exist.
    void copy_to(const std::string& path) const;

    /// The content of this database in memory, as the bytes of a file.
    std::string bytes() const;

    const std::string& path() const { return path_; }
    Mode mode() const { return mode_; }
    sqlite3* handle() const { return handle_.get(); }
    /// The meaning of an SQLite result code, in words.
    std::string reason_of(int code) const;
    /// Throws the error for an SQLite result code.
    [[noreturn]] void fail(int code) const;
    /// Reports damage: throws a games::UserError, or a std::runtime_error if the disk fails.
    [[noreturn]] void damaged(const std::string& what) const;

private:
    struct Close {
        void operator()(sqlite3* handle) const;
    };

    void open();
    bool lacks_room() const;

    std::string path_;
    Mode mode_;
    std::unique_ptr<sqlite3, Close> handle_;
};

/// A value to bind as a BLOB. (A std::string_view is bound as a TEXT.)
struct Blob {
    std::string_view bytes;
};

/// A compiled statement that can run any number of times. A run consists of bind(), step(), reading columns, and
/// reset(). Places for bind() are counted from 1, columns from 0. Requires: the database outlives this object.
class Statement {
public:
    Statement(const Database& database, std::string_view sql);

    Statement& bind(int place, std::int64_t value);
    Statement& bind(int place, const std::optional<std::int64_t>& value);
    /// Requires: the text lives until reset().
    Statement& bind(int place, std::string_view value);
    /// Keeps a copy of the text.
    Statement& bind(int place, std::string&& value);
    /// Requires: the bytes live until reset().
    Statement& bind(int place, Blob blob);

    /// Advances to the next row. Returns whether there is one.
    bool step();
    /// Runs a statement that returns no rows, and resets it.
    void run();
    void reset();

    std::int64_t number(int column) const;
    /// The value as a non-negative int. Any other value is reported as damage.
    int count(int column) const;
    std::optional<std::int64_t> number_or_null(int column) const;
    /// Valid until the next step or reset.
    std::string_view text(int column) const;
    /// The bytes of a BLOB. Valid until the next step or reset.
    std::string_view bytes(int column) const;

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };

    void check(int code) const;
    [[noreturn]] void damaged_value(int column, const char* fault) const;
    /// Reports damage unless the column has this storage class.
    void expect(int column, int type) const;

    const Database* database_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// A transaction that is rolled back unless it is committed.
class Transaction {
public:
    enum class Kind : std::uint8_t {
        writing,  ///< the changes before commit() take effect all at once, or not at all
        reading,  ///< while it lives, the database appears as it was at the first read, whatever other processes write
    };

    explicit Transaction(const Database& database, Kind kind = Kind::writing);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    /// Returns when all changes are on the disk.
    void commit();

private:
    const Database* database_;
};

}  // namespace referee::tournament
