#include "referee/tournament/run/engine/spool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/sha256.hpp"
#include "referee/core/base/unique_fd.hpp"

namespace referee::tournament {

namespace {

constexpr std::string_view owner_file = "tournament";

constexpr std::string_view what_it_is = "spool";

constexpr int max_removals = 20;
constexpr std::chrono::milliseconds between_removals(100);

/// The disk space in bytes that must be free for another batch. The files of a batch that takes one minute are usually
/// smaller.
constexpr std::size_t space_of_a_batch = std::size_t{1} << 18;

/// The number of bytes of a part that are read in one call. The lines of most games are shorter.
constexpr std::size_t usual_read_at_once = std::size_t{1} << 24;

std::string_view without(std::string_view name, std::string_view ending) {
    return name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name;
}

/// Whether a file is the stream of a wave, such as "w3.jsonl.part".
bool is_stream(std::string_view name) {
    int wave = 0;
    if (!name.starts_with('w')) return false;
    std::from_chars(name.data() + 1, name.data() + name.size(), wave);
    return name == Spool::stream_of_wave(wave);
}

/// Returns a line in the format of sha256sum.
std::string line_of_sum(const std::string& sum, const std::string& file) {
    return fmt::format("{}  {}\n", sum, file);
}

std::string batch_file(const BatchName& batch) {
    return batch.text() + ".json";
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
    return path_.ends_with(ending) ? path_.substr(0, path_.size() - ending.size()) : "";
}

const OwnFolder& Spool::folder() const {
    assert(folder_);
    return *folder_;
}

std::vector<std::string> Spool::files() const {
    auto names = folder().names();
    if (!names) spool_fails(path_, "can't be read", errno);
    return *std::move(names);
}

void Spool::write_file(const std::string& name, std::string_view text) const {
    if (const int error = folder().write(name, text); error != 0)
        spool_fails(path_ + "/" + name, "can't be written", error);
}

void Spool::claim(const std::string& tournament) {
    tournament_ = tournament;
    folder_ = OwnFolder::make(path_, what_it_is);
    const std::string owner = folder().read(std::string(owner_file)).value_or("");
    if (owner == tournament + "\n") return;
    if (!owner.empty())
        throw games::UserError(fmt::format(
            "the spool '{}' belongs to another tournament: remove that folder, or name another --db", path_));
    write_file(std::string(owner_file), tournament + "\n");
}

bool Spool::visit(OwnFolder::Writers writers) {
    folder_ = OwnFolder::take(path_, what_it_is, writers);
    return folder_.has_value();
}

std::string Spool::write(const BatchName& name, const Batch& batch) const {
    const std::string file = batch_file(name);
    const std::string text = to_json(batch);
    write_file(file, text);
    return line_of_sum(sha256_of(text), file);
}

std::string Spool::write_sums(int wave, const std::string& lines) const {
    write_file(sums_of_wave(wave), lines);
    return sha256_of(lines);
}

std::vector<BatchName> Spool::batches() const {
    std::vector<BatchName> found;
    for (const std::string& name : files()) {
        const auto batch = batch_of_file(name);
        if (batch && name == batch_file(*batch)) found.push_back(*batch);
    }
    return found;
}

Batch Spool::read_batch(const BatchName& batch, std::string_view sum) const {
    const std::string file = batch_file(batch);
    const auto text = folder().read(file);
    if (!text)
        throw games::UserError(fmt::format("batch '{}/{}' can't be read: {}", path_, file, std::strerror(errno)));
    if (!sum.empty()) check_sum(file, *text, batch.wave, sum);
    return batch_of_json(*text);
}

void Spool::check_sum(const std::string& file, std::string_view text, int wave, std::string_view sum) const {
    const std::string list = sums_of_wave(wave);
    const auto sums = folder().read(list);
    if (!sums)
        throw games::UserError(fmt::format("batch sums '{}/{}' can't be read: {}", path_, list, std::strerror(errno)));
    const bool same = sha256_of(*sums) == sum && sums->find(line_of_sum(sha256_of(text), file)) != std::string::npos;
    if (same) return;
    throw games::UserError(
        fmt::format("batch '{}/{}' does not match what the tournament wrote (its SHA-256 differs)", path_, file));
}

int Spool::last_wave() const {
    int last = 0;
    for (const std::string& name : files()) {
        if (!name.starts_with('w')) continue;
        int wave = 0;
        std::from_chars(name.data() + 1, name.data() + name.size(), wave);
        last = std::max(last, wave);
    }
    return last;
}

bool Spool::has(const BatchName& batch) const {
    return folder().has(batch_file(batch));
}

void Spool::cancel(const BatchName& batch) const {
    folder().remove(batch_file(batch));
}

/// The finished games that were read from a part, except those in the tournament's file.
std::vector<int> Spool::unstored_in(std::string_view file) const {
    std::vector<int> games;
    const auto part = parts_.find(without(file, part_ending));
    if (part == parts_.end()) return games;
    std::ranges::copy_if(part->second.games, std::back_inserter(games), [this](int game) { return !is_stored(game); });
    return games;
}

/// Removes a file, unless it may contain a finished game that is not in the tournament's file.
void Spool::remove_file(const std::string& file) {
    const auto part = parts_.find(without(file, part_ending));
    if (is_part(file)) {
        const auto status = folder().status_of(file);
        const std::int64_t read_up_to = part == parts_.end() ? 0 : part->second.read_up_to;
        if (status && status->st_size > read_up_to) return;
        if (!unstored_in(file).empty()) return;
    }
    folder().remove(file);
    if (part != parts_.end()) parts_.erase(part);
}

void Spool::remove(const BatchName& batch) {
    cancel(batch);
    const std::string begin = batch.text() + ".";
    for (const std::string& name : files()) {
        if (name.starts_with(begin)) remove_file(name);
    }
    done_.erase(batch);
}

/// Ignores an incomplete last line of a part. It can't become a record, because its writer has ended.
std::size_t Spool::remove_stored() {
    for (const BatchName& batch : batches())
        cancel(batch);
    read({[](const PartPlace&, const Record&) {}, [](const PartPlace&) {}});
    std::set<int> left;
    for (const std::string& name : files()) {
        const std::vector<int> games = unstored_in(name);
        left.insert(games.begin(), games.end());
        if (games.empty() && name != owner_file) folder().remove_all(name);
    }
    if (left.empty()) remove_all();
    return left.size();
}

void Spool::remove_all() {
    // A job that begins or ends on a host may create a file in the meantime.
    for (int tries = 0; tries < max_removals && !folder().remove_itself(); ++tries)
        std::this_thread::sleep_for(between_removals);
    parts_.clear();
    done_.clear();
}

void Spool::read(const PartReaders& readers, const std::optional<BatchName>& only) {
    for (const std::string& name : files()) {
        if (!is_part(name)) continue;
        const auto batch = batch_of_file(name);
        if (only ? batch == only : batch || is_stream(name)) read_part(name, batch, readers);
    }
}

void Spool::read_part(const std::string& file, const std::optional<BatchName>& batch, const PartReaders& readers) {
    PartPlace place{std::string(without(file, part_ending))};
    std::int64_t& up_to = parts_[place.part].read_up_to;
    const bool done = file == place.part;
    const auto status = folder().status_of(file);
    if (!status) return;  // it has been renamed or removed; the next call will find it under its new name
    const UniqueFd fd = status->st_size > up_to ? folder().open(file) : UniqueFd();
    std::string bytes;
    for (std::size_t at_once = usual_read_at_once; fd && up_to < status->st_size;) {
        bytes.resize(std::min(static_cast<std::size_t>(status->st_size - up_to), at_once));
        const ssize_t count = ::pread(fd.get(), bytes.data(), bytes.size(), up_to);
        if (count <= 0) break;
        bytes.resize(static_cast<std::size_t>(count));
        place.byte = up_to;
        const std::size_t read = read_lines(bytes, place, status->st_mtim.tv_sec, readers);
        if (read == 0 && bytes.size() < at_once) break;  // an incomplete line
        if (read == 0) at_once *= 2;                     // an unusually long line
        up_to += static_cast<std::int64_t>(read);
    }
    if (done && batch && up_to >= status->st_size) done_.insert(*batch);
}

/// Reads the complete lines of `bytes`. Returns their total size in bytes. `place`: the position of `bytes` in the
/// part. `written_at`: the time of the last change in seconds, by the clock of the file system.
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

/// A batch has its own file, such as "w3.0.out", with a section for each host on which it has run. If there is no such
/// file, all batches of the wave share one file.
LastWords Spool::last_words(const BatchName& batch) const {
    const auto own = folder().read(batch.text() + ".out");
    std::istringstream file(own ? *own : folder().read(said_by_wave(batch.wave)).value_or(""));
    LastWords last;
    for (std::string line; std::getline(file, line);) {
        if (line.ends_with('\r')) line.pop_back();  // written by ssh
        if (own && line.starts_with(said_on)) {
            last = {line.substr(said_on.size()), ""};
        } else if (!line.empty()) {
            last.text = line;
        }
    }
    return last;
}

void Spool::check_space() const {
    const std::string file = "space";
    write_file(file, std::string(space_of_a_batch, ' '));
    folder().remove(file);
}

void Spool::remove_stream(int wave) {
    for (const BatchName& batch : batches()) {
        if (batch.wave == wave) return;
    }
    remove_file(stream_of_wave(wave));
}

}  // namespace referee::tournament
