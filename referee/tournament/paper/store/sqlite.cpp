#include "referee/tournament/paper/store/sqlite.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/unique_fd.hpp"

namespace referee::tournament {

namespace {

/// The maximum time to wait for another process, which locks the file for a moment to open or close it.
constexpr int patience_ms = 2000;

/// The path as a URI. SQLite would misread some plain paths: ":memory:", and options after a question mark.
std::string uri_of(const std::string& path, bool immutable) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-";
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(path).string()) {
        if (plain.find(c) != std::string_view::npos) {
            uri += c;
            continue;
        }
        constexpr std::string_view digits = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(c);
        uri += '%';
        uri += digits[byte >> 4];
        uri += digits[byte & 15];
    }
    return immutable ? uri + "?immutable=1" : uri;
}

/// Makes a message of SQLite printable. It may contain parts of the file.
std::string printable(std::string text) {
    for (char& c : text) {
        if (c < ' ' || c > '~') c = c == '\n' ? ' ' : '?';
    }
    return text;
}

std::string cannot_be(const std::string& path, const std::string& what) {
    return "tournament file '" + path + "' can't be " + what;
}

/// The system's current reason why a file can't be used; empty if there is none. SQLite does not keep this reason.
/// After a failure it looks for other files, and remembers the error of that search. Opens no file, because closing it
/// would release locks.
std::string obstacle_to(const std::string& path, bool to_write) {
    const auto refused = [](const char* name, int wish) { return ::faccessat(AT_FDCWD, name, wish, AT_EACCESS) != 0; };
    if (refused(path.c_str(), to_write ? R_OK | W_OK : R_OK)) return std::strerror(errno);
    const auto folder = std::filesystem::absolute(path).parent_path();
    if (to_write && refused(folder.c_str(), W_OK | X_OK))
        return "folder '" + folder.string() + "': " + std::strerror(errno);
    return "";
}

/// Whether the system fails to read a file. A missing file does not count.
bool fails_to_be_read(const std::string& path) {
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    std::vector<char> bytes(1 << 16);
    ssize_t count = 0;
    for (off_t at = 0; (count = ::pread(file.get(), bytes.data(), bytes.size(), at)) > 0;)
        at += count;
    return count < 0 && errno == EIO;
}

/// Whether the system fails to read the file or the log beside it, or failed recently. SQLite reports a damaged file in
/// both cases: if the file is damaged, and if the disk fails.
bool disk_fails(sqlite3* handle, const std::string& path) {
    if (fails_to_be_read(path) || fails_to_be_read(path + "-wal")) return true;
    int error = 0;
    if (sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &error) == SQLITE_OK && error == EIO) return true;
    sqlite3_file* journal = nullptr;
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal);
    if (journal == nullptr || journal->pMethods == nullptr) return false;
    return journal->pMethods->xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &error) == SQLITE_OK && error == EIO;
}

}  // namespace

FileFault fault_of(int code) {
    // The file is shorter than its header says.
    if (code == SQLITE_IOERR_SHORT_READ || code == SQLITE_IOERR_CORRUPTFS) return FileFault::damaged;
    if (code == SQLITE_IOERR_READ) return FileFault::not_read;
    switch (code & 0xff) {
        case SQLITE_NOTADB: return FileFault::no_database;
        case SQLITE_ERROR:  // a schema that can't be used
        case SQLITE_CORRUPT:
        case SQLITE_FORMAT:
        case SQLITE_SCHEMA:
        case SQLITE_TOOBIG: return FileFault::damaged;
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
        case SQLITE_PROTOCOL: return FileFault::in_use;
        case SQLITE_PERM:
        case SQLITE_CANTOPEN: return FileFault::not_opened;
        case SQLITE_READONLY: return FileFault::not_writable;
        case SQLITE_FULL: return FileFault::disk_full;
        case SQLITE_IOERR: return FileFault::not_written;
        case SQLITE_NOMEM: return FileFault::no_memory;
        case SQLITE_CONSTRAINT:
        case SQLITE_MISMATCH:
        case SQLITE_RANGE:
        case SQLITE_MISUSE: return FileFault::misuse;
        default: return FileFault::unknown;
    }
}

void Database::Close::operator()(sqlite3* handle) const {
    sqlite3_close_v2(handle);
}

Database::Database(const std::string& path, Mode mode) : path_(path), mode_(mode) {
    open();
    if (mode == Mode::read_only && lacks_room() && !holds_something(path + "-wal")) {
        mode_ = Mode::unchanging;
        open();
    }
    sqlite3_busy_timeout(handle(), patience_ms);  // after lacks_room(), which must not wait
    // The file may come from an untrusted source. So nothing in its schema may run, and each page is checked.
    sqlite3_db_config(handle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    execute("PRAGMA cell_size_check = ON");
    execute("PRAGMA synchronous = FULL");
    const bool writes = mode == Mode::read_write || mode == Mode::in_memory;
    execute(writes ? "PRAGMA foreign_keys = ON" : "PRAGMA query_only = ON");
}

void Database::open() {
    const bool readable = mode_ == Mode::watching || mode_ == Mode::unchanging;
    const std::string uri = mode_ == Mode::in_memory ? ":memory:" : uri_of(path_, mode_ == Mode::unchanging);
    sqlite3* handle = nullptr;
    const int flags =
        (readable ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE;
    const int code = sqlite3_open_v2(uri.c_str(), &handle, flags, nullptr);
    handle_.reset(handle);
    if (code != SQLITE_OK) fail(code);
}

/// Whether reading can't begin because the disk is too full for the files that SQLite keeps beside the file. (If so, no
/// process is writing. A writer would have left a log there, or would have room for its next log.)
bool Database::lacks_room() const {
    const int code = sqlite3_exec(handle(), "SELECT 1 FROM sqlite_schema", nullptr, nullptr, nullptr);
    if (code == SQLITE_PROTOCOL) fail(code);  // SQLite has already retried for ten seconds
    if (fault_of(code) == FileFault::disk_full) return true;
    if (fault_of(code) != FileFault::not_written) return false;
    const int error = sqlite3_system_errno(handle());
    return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

void Database::execute(const char* sql) const {
    const int code = sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) fail(code);
}

std::int64_t Database::number(const char* sql) const {
    Statement statement(*this, sql);
    statement.step();
    return statement.number(0);
}

std::string Database::text(const char* sql) const {
    Statement statement(*this, sql);
    statement.step();
    return std::string(statement.text(0));
}

/// All pages are copied in one step, so that no write of another process begins the copy anew.
void Database::copy_to(const std::string& path) const {
    sqlite3* opened = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE;
    int code = sqlite3_open_v2(uri_of(path, false).c_str(), &opened, flags, nullptr);
    const std::unique_ptr<sqlite3, Close> copy(opened);
    sqlite3_backup* backup = code == SQLITE_OK ? sqlite3_backup_init(copy.get(), "main", handle(), "main") : nullptr;
    if (backup != nullptr) {
        code = sqlite3_backup_step(backup, -1);
        code = sqlite3_backup_finish(backup);
    } else if (code == SQLITE_OK) {
        code = sqlite3_errcode(copy.get());
    }
    if (code != SQLITE_OK)
        throw std::runtime_error("'" + path_ + "' can't be copied to '" + path + "': " + sqlite3_errstr(code));
}

std::string Database::bytes() const {
    sqlite3_int64 size = 0;
    const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(sqlite3_serialize(handle(), "main", &size, 0),
                                                                        &sqlite3_free);
    if (!bytes) fail(SQLITE_NOMEM);
    return {reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)};
}

std::string Database::reason_of(int code) const {
    const FileFault fault = fault_of(code);
    if (fault == FileFault::disk_full) return "the disk is full";
    if (fault == FileFault::no_memory) return "there is no memory left";
    if (fault == FileFault::not_opened || fault == FileFault::not_writable) {
        const std::string obstacle = obstacle_to(path_, mode_ == Mode::read_write);
        return obstacle.empty() ? sqlite3_errstr(code) : obstacle;
    }
    if (code == SQLITE_IOERR_SHORT_READ || code == SQLITE_IOERR_CORRUPTFS) return sqlite3_errstr(code);
    const int system_error = handle_ && (code & 0xff) == SQLITE_IOERR ? sqlite3_system_errno(handle()) : 0;
    if (system_error != 0) return std::strerror(system_error);
    return handle_ ? sqlite3_errmsg(handle()) : sqlite3_errstr(code);
}

void Database::fail(int code) const {
    const std::string reason = reason_of(code);
    switch (fault_of(code)) {
        case FileFault::no_database:
            throw games::UserError("'" + path_ + "' is not a tournament file, or its first bytes are damaged");
        case FileFault::damaged: damaged(reason);
        case FileFault::in_use: throw games::UserError("tournament file '" + path_ + "' is in use by another process");
        case FileFault::not_opened: throw games::UserError(cannot_be(path_, "opened: " + reason));
        case FileFault::not_writable: throw games::UserError(cannot_be(path_, "written: " + reason));
        case FileFault::disk_full:
            throw std::runtime_error(cannot_be(path_, "written: " + reason + "; what it holds is safe"));
        case FileFault::not_read: throw std::runtime_error(cannot_be(path_, "read: " + reason));
        case FileFault::not_written: throw std::runtime_error(cannot_be(path_, "written: " + reason));
        case FileFault::no_memory: throw std::runtime_error(cannot_be(path_, "used: " + reason));
        case FileFault::misuse: throw std::logic_error("'" + path_ + "': " + reason);
        case FileFault::unknown: break;
    }
    throw std::runtime_error(cannot_be(path_, "used: " + reason + " (SQLite code " + std::to_string(code) + ")"));
}

void Database::damaged(const std::string& what) const {
    if (disk_fails(handle(), path_))
        throw std::runtime_error(cannot_be(path_, std::string("read: ") + std::strerror(EIO)));
    throw games::UserError("tournament file '" + path_ + "' is damaged: " + printable(what));
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

Statement::Statement(const Database& database, std::string_view sql) : database_(&database) {
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
    statement_.reset(statement);
}

void Statement::check(int code) const {
    if (code != SQLITE_OK) database_->fail(code);
}

Statement& Statement::bind(int place, std::int64_t value) {
    check(sqlite3_bind_int64(statement_.get(), place, value));
    return *this;
}

Statement& Statement::bind(int place, const std::optional<std::int64_t>& value) {
    if (value) return bind(place, *value);
    check(sqlite3_bind_null(statement_.get(), place));
    return *this;
}

Statement& Statement::bind(int place, std::string_view value) {
    check(sqlite3_bind_text64(statement_.get(), place, value.data(), value.size(), SQLITE_STATIC, SQLITE_UTF8));
    return *this;
}

Statement& Statement::bind(int place, std::string&& value) {
    check(sqlite3_bind_text64(statement_.get(), place, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
    return *this;
}

Statement& Statement::bind(int place, Blob blob) {
    check(sqlite3_bind_blob64(statement_.get(), place, blob.bytes.data(), blob.bytes.size(), SQLITE_STATIC));
    return *this;
}

bool Statement::step() {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    sqlite3_reset(statement_.get());
    database_->fail(code);
}

void Statement::run() {
    step();
    reset();
}

void Statement::reset() {
    sqlite3_reset(statement_.get());
    sqlite3_clear_bindings(statement_.get());
}

void Statement::damaged_value(int column, const char* fault) const {
    database_->damaged(std::string("a value in column ") + sqlite3_column_name(statement_.get(), column) + fault);
}

void Statement::expect(int column, int type) const {
    if (sqlite3_column_type(statement_.get(), column) != type) damaged_value(column, " is not of its type");
}

std::int64_t Statement::number(int column) const {
    expect(column, SQLITE_INTEGER);
    return sqlite3_column_int64(statement_.get(), column);
}

int Statement::count(int column) const {
    const std::int64_t value = number(column);
    if (value >= 0 && value <= std::numeric_limits<int>::max()) return static_cast<int>(value);
    damaged_value(column, " is out of range");
}

std::optional<std::int64_t> Statement::number_or_null(int column) const {
    if (sqlite3_column_type(statement_.get(), column) == SQLITE_NULL) return std::nullopt;
    return number(column);
}

std::string_view Statement::text(int column) const {
    expect(column, SQLITE_TEXT);
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
    if (bytes == nullptr) database_->fail(SQLITE_NOMEM);
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::string_view Statement::bytes(int column) const {
    expect(column, SQLITE_BLOB);
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
    if (bytes == nullptr && size > 0) database_->fail(SQLITE_NOMEM);
    return {bytes, size};
}

Transaction::Transaction(const Database& database, Kind kind) : database_(&database) {
    database.execute(kind == Kind::writing ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
    // After some errors SQLite has rolled back by itself. If this rollback fails, the next process rolls back.
    if (database_ != nullptr && sqlite3_get_autocommit(database_->handle()) == 0)
        sqlite3_exec(database_->handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
    database_->execute("COMMIT");
    database_ = nullptr;
}

}  // namespace referee::tournament
