#include "referee/tournament/engine/spool.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "games/user_error.hpp"
#include "referee/files/fresh_file.hpp"
#include "referee/system/unique_fd.hpp"

namespace referee::tournament {

namespace {

constexpr std::string_view owner_file = "tournament";

constexpr int max_removals = 20;
constexpr std::chrono::milliseconds between_removals(100);

/// Batches and parts of less than a minute are usually smaller.
constexpr std::size_t space_of_a_batch = std::size_t{1} << 18;

/// Few games have longer lines.
constexpr std::size_t usual_read_at_once = std::size_t{1} << 24;

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
    while (const dirent* entry = ::readdir(open.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") names.emplace_back(name);
    }
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

void spool_fails(const std::string& path, const char* what, int error) {
    throw std::runtime_error(fmt::format("spool: '{}' {}: {}", path, what, std::strerror(error)));
}

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

void Spool::claim(const std::string& tournament) {
    tournament_ = tournament;
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

void Spool::store(std::span<const int> games) {
    for (const int game : games) {
        const auto place = static_cast<std::size_t>(game);
        if (place >= stored_.size()) stored_.resize(2 * place + 1);
        stored_[place] = true;
    }
}

bool Spool::is_stored(int game) const {
    return game >= 0 && static_cast<std::size_t>(game) < stored_.size() && stored_[static_cast<std::size_t>(game)];
}

/// The finished games in a file that are in no other place, as far as it was read.
std::vector<int> Spool::unstored_in(std::string_view file) const {
    std::vector<int> games;
    const auto part = parts_.find(without(file, part_ending));
    if (part == parts_.end()) return games;
    std::ranges::copy_if(part->second.games, std::back_inserter(games), [this](int game) { return !is_stored(game); });
    return games;
}

/// What has not been read may be such a game, too.
void Spool::remove_file(const std::string& file) {
    const std::string path = folder_ + "/" + file;
    const auto part = parts_.find(without(file, part_ending));
    if (is_part(file)) {
        struct stat status {};
        const std::int64_t read_up_to = part == parts_.end() ? 0 : part->second.read_up_to;
        if (::stat(path.c_str(), &status) == 0 && status.st_size > read_up_to) return;
        if (!unstored_in(file).empty()) return;
    }
    ::unlink(path.c_str());
    if (part != parts_.end()) parts_.erase(part);
}

void Spool::remove(const BatchName& batch) {
    cancel(batch);
    const std::string begin = batch.text() + ".";
    for (const std::string& name : files_in(folder_)) {
        if (name.starts_with(begin)) remove_file(name);
    }
    done_.erase(batch);
}

/// A line without its end is no record, and whoever would have ended it does so no more.
std::size_t Spool::remove_stored() {
    for (const BatchName& batch : batches())
        cancel(batch);
    read({[](const PartPlace&, const Record&) {}, [](const PartPlace&) {}});
    std::set<int> left;
    for (const std::string& name : files_in(folder_)) {
        const std::vector<int> games = unstored_in(name);
        left.insert(games.begin(), games.end());
        std::error_code error;
        if (games.empty() && name != owner_file) std::filesystem::remove_all(folder_ + "/" + name, error);
    }
    if (left.empty()) remove_all();
    return left.size();
}

void Spool::remove_all() {
    // A job that is just beginning or ending on a host may put a file there meanwhile.
    std::error_code error;
    for (int tries = 0; tries < max_removals; ++tries) {
        std::filesystem::remove_all(folder_, error);
        if (!error && ::access(folder_.c_str(), F_OK) != 0) break;
        std::this_thread::sleep_for(between_removals);
    }
    parts_.clear();
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
    std::int64_t& up_to = parts_[place.part].read_up_to;
    const bool done = file == place.part;
    const std::string path = folder_ + "/" + file;
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return;  // renamed or removed meanwhile: the next call sees it
    const UniqueFd fd(status.st_size > up_to ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : -1);
    std::string bytes;
    for (std::size_t at_once = usual_read_at_once; fd && up_to < status.st_size;) {
        bytes.resize(std::min(static_cast<std::size_t>(status.st_size - up_to), at_once));
        const ssize_t count = ::pread(fd.get(), bytes.data(), bytes.size(), up_to);
        if (count <= 0) break;
        bytes.resize(static_cast<std::size_t>(count));
        place.byte = up_to;
        const std::size_t read = read_lines(bytes, place, status.st_mtim.tv_sec, readers);
        if (read == 0 && bytes.size() < at_once) break;  // a line without an end
        if (read == 0) at_once *= 2;                     // one of unusual length
        up_to += static_cast<std::int64_t>(read);
    }
    if (done && batch && up_to >= status.st_size) done_.insert(*batch);
}

/// Returns the number of bytes that the complete lines have. `place`: where they begin. `written_at`: by the clock of
/// the file system, in seconds.
std::size_t Spool::read_lines(std::string_view bytes, PartPlace place, std::int64_t written_at,
                              const PartReaders& readers) {
    const std::int64_t first = place.byte;
    std::size_t begin = 0;
    std::optional<std::pair<std::string, std::int64_t>> last;
    for (std::size_t end = 0; (end = bytes.find('\n', begin)) != std::string_view::npos; begin = end + 1) {
        place.byte = first + static_cast<std::int64_t>(begin);
        auto record = record_of(bytes.substr(begin, end - begin));
        if (!record) {
            readers.damage(place);
            continue;
        }
        last = {record->on.host, record->written_at};
        if (record->fault.empty() && record->tournament == tournament_)
            parts_[place.part].games.push_back(record->game);
        readers.record(place, std::move(*record));
    }
    if (last && readers.clock) readers.clock(last->first, std::chrono::seconds(last->second - written_at));
    return begin;
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
    remove_file(stream_of_wave(wave));
}

}  // namespace referee::tournament
