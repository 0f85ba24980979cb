// SQLite behind values that clean up after themselves; its errors become one clear line each.
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
    no_database,  ///< the file is of another kind
    damaged,
    in_use,  ///< by another process
    not_opened,
    not_writable,
    disk_full,
    not_read,     ///< an error of the system
    not_written,  ///< likewise
    no_memory,
    misuse,   ///< this program has made a mistake
    unknown,  ///< none of these is certain
};
[[nodiscard]] FileFault fault_of(int code);

/// An open database. What is wrong with the file, or that another process has it, is thrown as a games::UserError; what
/// the system can't do (no space, no memory) as a std::runtime_error. Either names the file.
class Database {
public:
    enum class Mode : std::uint8_t {
        read_write,
        in_memory,  ///< an empty one, which no file has yet
        /// But what a killed writer has left beside the file may be put in its place. On a full disk, where that is not
        /// possible and nothing is left, it becomes `unchanging`.
        read_only,
        watching,    ///< nothing can be written, but another process may be writing
        unchanging,  ///< nothing can be written, and nobody writes
    };

    /// The file exists, but for `in_memory`, where it is only named. If another process is in the way for a moment,
    /// each call waits for up to two seconds.
    Database(const std::string& path, Mode mode);

    /// Runs statements that return nothing of interest.
    void execute(const char* sql) const;
    /// The first column of the first row.
    std::int64_t number(const char* sql) const;
    std::string text(const char* sql) const;

    /// The bytes of a file that holds what this database in memory does.
    std::string bytes() const;

    const std::string& path() const { return path_; }
    Mode mode() const { return mode_; }
    sqlite3* handle() const { return handle_.get(); }
    /// The meaning of an SQLite result code, in words.
    std::string reason_of(int code) const;
    /// Throws for a result code of SQLite's.
    [[noreturn]] void fail(int code) const;
    /// Throws a games::UserError for content that was not written so, and a std::runtime_error if the disk fails.
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

/// The value of a BLOB, where a std::string_view is a text.
struct Blob {
    std::string_view bytes;
};

/// A compiled statement, to be run any number of times: bind from 1 on, step, read columns from 0 on, reset.
/// The database outlives it.
class Statement {
public:
    Statement(const Database& database, std::string_view sql);

    Statement& bind(int place, std::int64_t value);
    Statement& bind(int place, const std::optional<std::int64_t>& value);
    /// The text has to live until reset().
    Statement& bind(int place, std::string_view value);
    /// Keeps a copy.
    Statement& bind(int place, std::string&& value);
    /// The bytes have to live until reset().
    Statement& bind(int place, Blob blob);

    /// Goes on to the next row. Returns whether there is one.
    bool step();
    /// For statements without rows: steps and resets.
    void run();
    void reset();

    std::int64_t number(int column) const;
    /// A number that an int holds and that is not negative; any other is damage.
    int count(int column) const;
    std::optional<std::int64_t> number_or_null(int column) const;
    /// Lives until the next step or reset.
    std::string_view text(int column) const;
    /// Likewise, of a BLOB.
    std::string_view bytes(int column) const;

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };

    void check(int code) const;
    /// The storage class of a column is a part of what was written.
    void expect(int column, int type) const;

    const Database* database_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// As long as it lives the database is seen as it was when it was first read, whatever others write.
class Snapshot {
public:
    explicit Snapshot(const Database& database);
    ~Snapshot();
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;

private:
    const Database* database_;
};

/// All that happens until commit() happens at once or not at all.
class Transaction {
public:
    explicit Transaction(const Database& database);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    /// When it returns, all is on the disk.
    void commit();

private:
    const Database* database_;
};

}  // namespace referee::tournament
