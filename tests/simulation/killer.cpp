#include "tests/simulation/killer.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

namespace simulation {

namespace {

/// The content of a file: as the program sees it, and as it is on the disk for sure.
struct Content {
    std::string written;
    std::string synced;
    bool exists = false;
    bool existed = false;  ///< when the failure came
};

/// The failure that is armed.
struct Armed {
    std::string db;
    Kill kill;
    std::map<std::string, Content> files;
    int writes = 0;
    bool struck = false;
};

std::optional<Armed>& armed() {
    static std::optional<Armed> one;
    return one;
}

/// The content that follows the file of this path; null if it does not matter.
Content* content_of(const char* path) {
    if (!armed() || path == nullptr) return nullptr;
    const auto found = armed()->files.find(path);
    return found == armed()->files.end() ? nullptr : &found->second;
}

/// Counts a write or a sync. Returns whether it fails.
bool fails() {
    Armed& all = *armed();
    if (!all.struck && ++all.writes >= all.kill.write) {
        all.struck = true;
        for (auto& [path, content] : all.files)
            content.existed = content.exists;
    }
    return all.struck;
}

struct ShimFile {
    sqlite3_file base;
    sqlite3_file* real;
    const char* path;
};

ShimFile& shim(sqlite3_file* file) {
    return *reinterpret_cast<ShimFile*>(file);
}
sqlite3_file* real(sqlite3_file* file) {
    return shim(file).real;
}

int shim_close(sqlite3_file* file) {
    return real(file)->pMethods == nullptr ? SQLITE_OK : real(file)->pMethods->xClose(real(file));
}
int shim_read(sqlite3_file* file, void* into, int count, sqlite3_int64 at) {
    return real(file)->pMethods->xRead(real(file), into, count, at);
}
int shim_write(sqlite3_file* file, const void* from, int count, sqlite3_int64 at) {
    if (Content* content = content_of(shim(file).path)) {
        if (fails()) return SQLITE_IOERR_WRITE;
        const auto end = static_cast<std::size_t>(at) + static_cast<std::size_t>(count);
        content->written.resize(std::max(content->written.size(), end));
        std::memcpy(content->written.data() + at, from, static_cast<std::size_t>(count));
        content->exists = true;
    }
    return real(file)->pMethods->xWrite(real(file), from, count, at);
}
int shim_truncate(sqlite3_file* file, sqlite3_int64 size) {
    if (Content* content = content_of(shim(file).path)) {
        if (fails()) return SQLITE_IOERR_TRUNCATE;
        content->written.resize(static_cast<std::size_t>(size));
    }
    return real(file)->pMethods->xTruncate(real(file), size);
}
int shim_sync(sqlite3_file* file, int flags) {
    if (Content* content = content_of(shim(file).path)) {
        if (fails()) return SQLITE_IOERR_FSYNC;
        content->synced = content->written;
    }
    return real(file)->pMethods->xSync(real(file), flags);
}
int shim_size(sqlite3_file* file, sqlite3_int64* size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}
int shim_lock(sqlite3_file* file, int lock) {
    return real(file)->pMethods->xLock(real(file), lock);
}
int shim_unlock(sqlite3_file* file, int lock) {
    return real(file)->pMethods->xUnlock(real(file), lock);
}
int shim_reserved(sqlite3_file* file, int* result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}
int shim_control(sqlite3_file* file, int operation, void* argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
int shim_sector(sqlite3_file* file) {
    return real(file)->pMethods->xSectorSize(real(file));
}
int shim_device(sqlite3_file* file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}
int shim_shm_map(sqlite3_file* file, int page, int size, int extend, void volatile** at) {
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, at);
}
int shim_shm_lock(sqlite3_file* file, int offset, int n, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, n, flags);
}
void shim_shm_barrier(sqlite3_file* file) {
    real(file)->pMethods->xShmBarrier(real(file));
}
int shim_shm_unmap(sqlite3_file* file, int remove) {
    return real(file)->pMethods->xShmUnmap(real(file), remove);
}

// Version 2 has no memory-mapped reads and writes, so every write passes here.
const sqlite3_io_methods methods = {
    2,           shim_close,   shim_read,     shim_write,       shim_truncate,  shim_sync,
    shim_size,   shim_lock,    shim_unlock,   shim_reserved,    shim_control,   shim_sector,
    shim_device, shim_shm_map, shim_shm_lock, shim_shm_barrier, shim_shm_unmap, nullptr,
    nullptr};

sqlite3_vfs* usual_vfs = nullptr;

int shim_open(sqlite3_vfs* /*vfs*/, const char* path, sqlite3_file* file, int flags, int* out) {
    ShimFile& opened = shim(file);
    opened.base.pMethods = nullptr;
    opened.real = reinterpret_cast<sqlite3_file*>(&opened + 1);
    opened.path = path;
    const int code = usual_vfs->xOpen(usual_vfs, path, opened.real, flags, out);
    if (opened.real->pMethods == nullptr) return code;
    opened.base.pMethods = &methods;
    // The referee creates a tournament's file without SQLite.
    Content* content = content_of(path);
    if (content != nullptr && !content->exists && !armed()->struck) {
        sqlite3_int64 size = 0;
        opened.real->pMethods->xFileSize(opened.real, &size);
        content->written.resize(static_cast<std::size_t>(size));
        if (size > 0) opened.real->pMethods->xRead(opened.real, content->written.data(), static_cast<int>(size), 0);
        content->synced = content->written;
        content->exists = true;
    }
    return code;
}

int shim_delete(sqlite3_vfs* /*vfs*/, const char* path, int sync) {
    if (Content* content = content_of(path)) {
        if (fails()) return SQLITE_IOERR_DELETE;
        content->exists = false;
        content->written.clear();
        content->synced.clear();
    }
    return usual_vfs->xDelete(usual_vfs, path, sync);
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

void Killer::install() {
    static sqlite3_vfs vfs;
    if (usual_vfs != nullptr) return;
    sqlite3_initialize();
    usual_vfs = sqlite3_vfs_find(nullptr);
    vfs = *usual_vfs;
    vfs.szOsFile = static_cast<int>(sizeof(ShimFile)) + usual_vfs->szOsFile;
    vfs.zName = "killer";
    vfs.xOpen = shim_open;
    vfs.xDelete = shim_delete;
    sqlite3_vfs_register(&vfs, 1);
}

Killer::Killer(const std::string& db, const Kill& kill) {
    const std::string path = std::filesystem::absolute(db);
    armed() = Armed{path, kill, {}, 0, false};
    for (const std::string& file : {path, path + "-wal"}) {
        Content& content = armed()->files[file];
        content.exists = std::filesystem::exists(file);
        content.written = content.synced = bytes_of(file);
    }
}

Killer::~Killer() {
    armed().reset();
}

bool Killer::has_struck() const {
    return armed()->struck;
}

void Killer::restore() const {
    const Armed& all = *armed();
    std::filesystem::remove(all.db + "-shm");
    for (const auto& [path, content] : all.files) {
        std::filesystem::remove(path);
        if (!content.existed) continue;
        const std::string& bytes = all.kill.is_power_failure ? content.synced : content.written;
        if (!std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size())))
            throw std::runtime_error("can't write " + path);
    }
}

}  // namespace simulation
