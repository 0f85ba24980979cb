#include "referee/tournament/engine/spool.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <thread>

#include "games/user_error.hpp"
#include "referee/files/fresh_file.hpp"

namespace referee::tournament {

namespace {

constexpr std::string_view owner_file = "tournament";
constexpr std::string_view part_ending = ".part";
constexpr std::string_view lines_ending = ".jsonl";

/// Records that come faster are synced together. One that is lost is played again.
constexpr std::chrono::milliseconds between_syncs(100);

constexpr int max_removals = 20;
constexpr std::chrono::milliseconds between_removals(100);

/// Batches and parts of less than a minute are usually smaller.
constexpr std::size_t space_of_a_batch = std::size_t{1} << 18;

/// A line of a game of 100,000 plies is shorter.
constexpr std::size_t max_read_at_once = std::size_t{1} << 26;

[[noreturn]] void spool_fails(const std::string& path, const char* what, int error) {
    throw std::runtime_error(fmt::format("spool: '{}' {}: {}", path, what, std::strerror(error)));
}

std::string_view without(std::string_view name, std::string_view ending) {
    return name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name;
}

/// The names of the files in a folder; none if it is not there.
std::vector<std::string> files_in(const std::string& folder) {
    const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
    if (!open) {
        if (errno == ENOENT) return {};
        spool_fails(folder, "can't be read", errno);
    }
    std::vector<std::string> names;
    while (const dirent* entry = ::readdir(open.get()))
        names.emplace_back(entry->d_name);
    return names;
}

/// Whether it is a wave's: "w3.jsonl.part".
bool is_stream(std::string_view name) {
    int wave = 0;
    if (!name.starts_with('w')) return false;
    std::from_chars(name.data() + 1, name.data() + name.size(), wave);
    return name == Spool::stream_of_wave(wave);
}

void write_file(const std::string& path, std::string_view text) {
    FreshFile fresh(path);
    int error = fresh.error();
    if (error == 0) error = write_bytes(fresh.fd(), text);
    if (error == 0) error = fresh.take_place(FreshFile::IfThere::replace);
    if (error != 0) spool_fails(path, "can't be written", error);
}

}  // namespace

std::optional<BatchName> batch_of_file(std::string_view name) {
    BatchName batch;
    if (!name.starts_with('w')) return std::nullopt;
    const char* const end = name.data() + name.size();
    const auto wave = std::from_chars(name.data() + 1, end, batch.wave);
    if (wave.ec != std::errc() || wave.ptr == end || *wave.ptr != '.') return std::nullopt;
    const auto task = std::from_chars(wave.ptr + 1, end, batch.task);
    if (task.ec != std::errc() || (task.ptr != end && *task.ptr != '.')) return std::nullopt;
    return batch;
}

bool is_part(std::string_view name) {
    return without(name, part_ending).ends_with(lines_ending);
}

std::string Spool::db() const {
    constexpr std::string_view ending = ".spool";
    return folder_.ends_with(ending) ? folder_.substr(0, folder_.size() - ending.size()) : "";
}

void Spool::claim(const std::string& tournament) const {
    if (::mkdir(folder_.c_str(), 0777) != 0 && errno != EEXIST) spool_fails(folder_, "can't be made", errno);
    const std::string path = folder_ + "/" + std::string(owner_file);
    std::ifstream file(path);
    std::string owner;
    if (std::getline(file, owner)) {
        if (owner == tournament) return;
        throw games::UserError(fmt::format(
            "the spool '{}' belongs to another tournament: remove that folder, or name another --db", folder_));
    }
    write_file(path, tournament + "\n");
}

void Spool::write(const BatchName& name, const Batch& batch) const {
    write_file(path_of(name), to_json(batch));
}

std::vector<BatchName> Spool::batches() const {
    std::vector<BatchName> found;
    for (const std::string& name : files_in(folder_)) {
        const auto batch = batch_of_file(name);
        if (batch && name == batch->text() + ".json") found.push_back(*batch);
    }
    return found;
}

Batch Spool::read_batch(const BatchName& batch) const {
    std::ifstream file(path_of(batch), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file) throw games::UserError(fmt::format("batch '{}' can't be read", path_of(batch)));
    return batch_of_json(text);
}

int Spool::last_wave() const {
    int last = 0;
    for (const std::string& name : files_in(folder_)) {
        if (!name.starts_with('w')) continue;
        int wave = 0;
        std::from_chars(name.data() + 1, name.data() + name.size(), wave);
        last = std::max(last, wave);
    }
    return last;
}

bool Spool::has(const BatchName& batch) const {
    return ::access(path_of(batch).c_str(), F_OK) == 0;
}

void Spool::cancel(const BatchName& batch) const {
    ::unlink(path_of(batch).c_str());
}

void Spool::remove(const BatchName& batch) {
    cancel(batch);
    const std::string begin = batch.text() + ".";
    for (const std::string& name : files_in(folder_)) {
        if (!name.starts_with(begin)) continue;
        ::unlink((folder_ + "/" + name).c_str());
        read_up_to_.erase(std::string(without(name, part_ending)));
    }
    done_.erase(batch);
}

void Spool::remove_all() {
    // A job that is just beginning or ending on a host may put a file there meanwhile.
    std::error_code error;
    for (int tries = 0; tries < max_removals; ++tries) {
        std::filesystem::remove_all(folder_, error);
        if (!error && ::access(folder_.c_str(), F_OK) != 0) break;
        std::this_thread::sleep_for(between_removals);
    }
    read_up_to_.clear();
    done_.clear();
}

void Spool::read(const PartReaders& readers, const std::optional<BatchName>& only) {
    for (const std::string& name : files_in(folder_)) {
        if (!is_part(name)) continue;
        const auto batch = batch_of_file(name);
        if (only ? batch == only : batch || is_stream(name)) read_part(name, batch, readers);
    }
}

void Spool::read_part(const std::string& file, const std::optional<BatchName>& batch, const PartReaders& readers) {
    PartPlace place{std::string(without(file, part_ending))};
    std::int64_t& up_to = read_up_to_[place.part];
    const bool done = file == place.part;
    const std::string path = folder_ + "/" + file;
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return;  // renamed or removed meanwhile: the next call sees it
    const UniqueFd fd(status.st_size > up_to ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : -1);
    std::string bytes;
    while (fd && up_to < status.st_size) {
        bytes.resize(std::min<std::size_t>(static_cast<std::size_t>(status.st_size - up_to), max_read_at_once));
        const ssize_t count = ::pread(fd.get(), bytes.data(), bytes.size(), up_to);
        if (count <= 0) break;
        bytes.resize(static_cast<std::size_t>(count));
        std::size_t begin = 0;
        std::optional<std::pair<std::string, std::int64_t>> last;
        for (std::size_t end = 0; (end = bytes.find('\n', begin)) != std::string::npos; begin = end + 1) {
            place.byte = up_to + static_cast<std::int64_t>(begin);
            auto record = record_of(std::string_view(bytes).substr(begin, end - begin));
            if (!record) {
                readers.damage(place);
                continue;
            }
            last = {record->on.host, record->written_at};
            readers.record(place, std::move(*record));
        }
        if (last && readers.clock)
            readers.clock(last->first, std::chrono::seconds(last->second - status.st_mtim.tv_sec));
        if (begin == 0) break;  // a line without an end
        up_to += static_cast<std::int64_t>(begin);
    }
    if (done && batch && up_to >= status.st_size) done_[*batch] = true;
}

/// A batch has "w3.0.out", with a part for each host on which it has run; or its wave has a file for all.
LastWords Spool::last_words(const BatchName& batch) const {
    const std::string own = folder_ + "/" + batch.text() + ".out";
    const bool alone = ::access(own.c_str(), F_OK) == 0;
    std::ifstream file(alone ? own : folder_ + "/" + said_by_wave(batch.wave));
    LastWords last;
    for (std::string line; std::getline(file, line);) {
        if (line.ends_with('\r')) line.pop_back();  // as ssh writes it
        if (alone && line.starts_with(said_on)) {
            last = {line.substr(said_on.size()), ""};
        } else if (!line.empty()) {
            last.text = line;
        }
    }
    return last;
}

void Spool::check_space() const {
    const std::string path = folder_ + "/space";
    write_file(path, std::string(space_of_a_batch, ' '));
    ::unlink(path.c_str());
}

void Spool::remove_stream(int wave) {
    for (const BatchName& batch : batches()) {
        if (batch.wave == wave) return;
    }
    const std::string stream = stream_of_wave(wave);
    ::unlink((folder_ + "/" + stream).c_str());
    read_up_to_.erase(std::string(without(stream, part_ending)));
}

PartWriter::PartWriter(const std::string& folder, const BatchName& batch, const std::string& host) {
    std::string clean = host;
    std::replace_if(
        clean.begin(), clean.end(), [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '_'; }, '_');
    for (int again = 0; !fd_; ++again) {
        path_ = fmt::format("{}/{}.{}.{}{}{}{}", folder, batch.text(), clean, ::getpid(),
                            again == 0 ? "" : fmt::format("-{}", again), lines_ending, part_ending);
        if (::access(path_.substr(0, path_.size() - part_ending.size()).c_str(), F_OK) == 0) continue;
        fd_ = UniqueFd(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666));
        if (!fd_ && errno != EEXIST) spool_fails(path_, "can't be made", errno);
    }
}

PartWriter PartWriter::to_stdout() {
    PartWriter writer;
    writer.fd_ = UniqueFd(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    if (!writer.fd_) spool_fails("stdout", "can't be written", errno);
    return writer;
}

void PartWriter::append(const std::string& line) {
    if (const int error = write_bytes(fd_, line); error != 0) {
        if (path_.empty()) spool_fails("stdout", "can't be written", error);
        static_cast<void>(::ftruncate(fd_.get(), size_));
        spool_fails(path_, "can't be written", error);
    }
    size_ += static_cast<std::int64_t>(line.size());
    if (Clock::now() - synced_ >= between_syncs) sync();
}

void PartWriter::sync() {
    if (path_.empty()) return;
    if (::fdatasync(fd_.get()) != 0) spool_fails(path_, "can't be written", errno);
    synced_ = Clock::now();
}

void PartWriter::complete() {
    sync();
    if (path_.empty()) return;
    const std::string name = path_.substr(0, path_.size() - part_ending.size());
    const bool renamed = ::rename(path_.c_str(), name.c_str()) == 0;
    if (!renamed && errno != ENOENT) spool_fails(path_, "can't be renamed", errno);
}

}  // namespace referee::tournament
