// A tournament's file as a file: made complete or not at all, and checked thoroughly before use.
#pragma once

#include <functional>
#include <string>

#include "referee/system/unique_fd.hpp"
#include "referee/tournament/store/sqlite.hpp"

namespace referee::tournament {

/// Makes a database with the tables of store_schema.hpp and what `fill` puts into them. Until it is complete it has
/// no name. Throws games::UserError if there is a file of this name already.
void create_file(const std::string& path, const std::function<void(const Database&)>& fill);

/// Throws games::UserError if the file is not a tournament's, of another version, or has other tables.
void check_kind(const Database& database);

/// Throws games::UserError if the file is damaged. Reads all of it.
void check_content(const Database& database);

/// Throws games::UserError if the path is not a file (a pipe, for example) or is a match log. Does not check whether
/// there is anything at all.
void check_is_file(const std::string& path);

/// Throws games::UserError if one of the files that SQLite keeps beside a tournament's file is not a file, or another
/// user may have put it there: SQLite would copy what is in it into the tournament's file.
void check_companions(const std::string& path);

/// Tells the one process that may write a file from all that read it. The system takes the mark away when the process
/// ends. Requires: it outlives every Database of this file in this process, since closing it undoes their locks.
class WriterMark {
public:
    /// Opens the file, for writing where `to_write`. Throws games::UserError if it can't be opened for writing; who
    /// only reads is told why by the Database.
    WriterMark(const std::string& path, bool to_write);

    /// Throws games::UserError if another process has it.
    void take() const;
    bool held_by_another_process() const;

private:
    std::string path_;
    UniqueFd file_;
};

/// The folder beside a tournament's file in which the games arrive that other machines play. It need not be there.
[[nodiscard]] inline std::string spool_of(const std::string& db) {
    return db + ".spool";
}

/// The mode in which a file can be opened for reading.
Database::Mode reading_mode(const std::string& path);

}  // namespace referee::tournament
