// Creates a tournament's file completely or not at all, and checks it before use.
#pragma once

#include <functional>
#include <string>

#include "referee/core/base/unique_fd.hpp"
#include "referee/tournament/paper/store/sqlite.hpp"

namespace referee::tournament {

/// Throws games::UserError if create_file() could not create this file now, because there is something with this name,
/// or because of its folder. Throws std::runtime_error if the disk is full. Leaves nothing behind.
void check_can_be_created(const std::string& path);

/// Creates a database with the tables of docs/tournament_file.md and the rows that `fill` inserts. The file gets its
/// name only when it is complete. Throws games::UserError if a file of this name exists already.
void create_file(const std::string& path, const std::function<void(const Database&)>& fill);

/// Throws games::UserError if the file is not a tournament's file, has another version, or has other tables.
void check_kind(const Database& database);

/// Throws games::UserError if the file is damaged. Reads all of it.
void check_content(const Database& database);

/// Throws games::UserError if the path is not a regular file (but a pipe, for example), or if it is a match log. A
/// missing file is not an error.
void check_is_file(const std::string& path);

/// Throws games::UserError if one of the files that SQLite keeps beside a tournament's file is not a regular file, or
/// if another user may have put it there, because SQLite would copy its content into the tournament's file.
void check_companions(const std::string& path);

/// A lock that only the writer of a file holds. The system removes it when the process ends. Requires: it outlives
/// every Database of this file in this process, because closing it would release their locks.
class WriterMark {
public:
    /// A mark of no file, which nobody holds.
    WriterMark() = default;
    /// Opens the file, for writing if `to_write`. Throws games::UserError if it can't be opened for writing. If it
    /// can't be opened for reading, the Database reports why.
    WriterMark(const std::string& path, bool to_write);

    /// Takes the lock. Throws games::UserError if another process holds it.
    void take() const;
    bool held_by_another_process() const;

private:
    std::string path_;
    UniqueFd file_;
};

/// The folder beside a tournament's file that receives the games of other machines. It need not exist.
[[nodiscard]] inline std::string spool_of(const std::string& db) {
    return db + ".spool";
}

/// The mode in which a file can be opened for reading. Throws games::UserError if a killed process has left changes
/// beside the file that can't be recovered without write permission.
Database::Mode reading_mode(const std::string& path);

}  // namespace referee::tournament
