// The spool: a folder beside the tournament's file, through which batches reach other machines and results return.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/base/own_folder.hpp"
#include "referee/tournament/run/engine/batch.hpp"

namespace referee::tournament {

/// The name of a batch, which is a task of a wave. A wave consists of the batches that are submitted together. The
/// files of a batch in the spool are "w3.0.json" and "w3.0.HOST.PID.jsonl.part". The latter loses ".part" when the
/// batch is done.
struct BatchName {
    int wave = 0;
    int task = 0;

    [[nodiscard]] std::string text() const { return "w" + std::to_string(wave) + "." + std::to_string(task); }
    friend auto operator<=>(const BatchName&, const BatchName&) = default;
};

/// The batch to which a file in the spool belongs, according to its name; none if it does not belong to a batch.
[[nodiscard]] std::optional<BatchName> batch_of_file(std::string_view name);

/// Whether a file is a part, according to its name. A part has the records of one run of a batch, or those of a stream.
[[nodiscard]] bool is_part(std::string_view name);

/// A set of games, by their numbers. Memory: one bit for each number.
class GameSet {
public:
    /// Requires: the number is not negative.
    void insert(int number) {
        const auto place = static_cast<std::size_t>(number);
        if (place >= bits_.size()) bits_.resize(2 * place + 1);
        bits_[place] = true;
    }
    void erase(int number) {
        if (contains(number)) bits_[static_cast<std::size_t>(number)] = false;
    }
    [[nodiscard]] bool contains(int number) const {
        return number >= 0 && static_cast<std::size_t>(number) < bits_.size() &&
               bits_[static_cast<std::size_t>(number)];
    }

private:
    std::vector<bool> bits_;
};

/// The position of a record in a part.
struct PartPlace {
    std::string part;  ///< the name of its file without ".part"
    std::int64_t byte = 0;
};

/// The last line that a batch's program, or the command that started it, has written to stderr.
struct LastWords {
    std::string host;  ///< empty if unknown
    std::string text;  ///< empty if nothing was written
};

/// Callbacks for the content of a part.
struct PartReaders {
    std::function<void(const PartPlace& place, Record record)> record;
    std::function<void(const PartPlace& place)> damage;  ///< called for a complete line that is not a valid record
    /// Called after the last record of a part that has grown. `ahead`: how far the clock of the record's machine is
    /// ahead of the file system's clock.
    std::function<void(const std::string& host, std::chrono::seconds ahead)> clock = nullptr;
};

/// The endings of the name of a part. When the part is done, ".part" is removed.
inline constexpr std::string_view part_ending = ".part", lines_ending = ".jsonl";

/// Throws std::runtime_error, for example "spool: 'PATH' can't be read: Permission denied".
[[noreturn]] void spool_fails(const std::string& path, const char* what, int error);

/// The spool's folder. Throws std::runtime_error if the system fails. The only copy of a finished game is never
/// removed: a part is removed only if all of its games are in the tournament's file, or by remove_all().
class Spool {
public:
    explicit Spool(std::string path) : path_(std::move(path)) {}
    [[nodiscard]] const std::string& path() const { return path_; }
    /// The path of the tournament's file; empty if the folder does not have the name that spool_of() gives.
    [[nodiscard]] std::string db() const;
    /// Requires: claim() or visit() has been called.
    [[nodiscard]] const OwnFolder& folder() const;

    /// Creates the folder, or uses the existing folder. Throws games::UserError if it belongs to another tournament, or
    /// if other users can write into it. Later calls use this folder even if its path then leads to another folder.
    void claim(const std::string& tournament);
    /// Opens the folder in order to play a batch. Returns false if there is no folder. `writers` may be unchecked only
    /// if the checksum of the batch is known. Throws games::UserError like claim().
    [[nodiscard]] bool visit(OwnFolder::Writers writers);
    /// Records that these games are in the tournament's file.
    void store(std::span<const int> games) {
        std::ranges::for_each(games, [this](int game) { stored_.insert(game); });
    }
    [[nodiscard]] bool is_stored(int game) const { return stored_.contains(game); }

    /// Writes a batch to disk. Returns its line for the wave's list of sums.
    std::string write(const BatchName& name, const Batch& batch) const;
    /// Writes the list of sums of a wave. Returns the checksum of the list.
    [[nodiscard]] std::string write_sums(int wave, const std::string& lines) const;
    /// The batches in the folder.
    [[nodiscard]] std::vector<BatchName> batches() const;
    /// Reads a batch. Throws games::UserError if it is damaged or missing, or if it is not in the list for which
    /// write_sums() returned `sum`. An empty `sum` is not checked.
    [[nodiscard]] Batch read_batch(const BatchName& batch, std::string_view sum = {}) const;
    /// The highest number of a wave that has any file in the folder; 0 if there is none.
    [[nodiscard]] int last_wave() const;
    /// Whether a batch is in the folder. A batch that is not there was cancelled or has been played.
    [[nodiscard]] bool has(const BatchName& batch) const;
    /// Cancels a batch. If it is already being played, it ends after its current game.
    void cancel(const BatchName& batch) const;
    /// Throws std::runtime_error if the disk has no space for another batch.
    void check_space() const;
    /// Removes the files of a batch.
    void remove(const BatchName& batch);
    /// Cancels all batches and removes the folder, but keeps parts with finished games that are not stored. Returns the
    /// number of these games.
    std::size_t remove_stored();
    /// Removes the folder with everything in it, including games that are not stored.
    void remove_all();

    /// Reads the lines that were written since the last call. An incomplete line is left for a later call. If `only` is
    /// given, reads only the parts of this batch.
    void read(const PartReaders& readers, const std::optional<BatchName>& only = std::nullopt);
    /// Whether a run of this batch has marked its part as done.
    [[nodiscard]] bool is_done(const BatchName& batch) const { return done_.contains(batch); }
    [[nodiscard]] LastWords last_words(const BatchName& batch) const;
    /// The beginning of the first line that a batch's script writes. The host's name follows.
    static constexpr std::string_view said_on = "on ";

    /// The file with the SHA-256 of each batch of a wave, in the format of sha256sum.
    [[nodiscard]] static std::string sums_of_wave(int wave) { return "w" + std::to_string(wave) + ".sums"; }
    /// The file with the stderr of a wave that is one process.
    [[nodiscard]] static std::string said_by_wave(int wave) { return "w" + std::to_string(wave) + ".out"; }
    /// The stream of a wave, if its hosts have no spool: the file with the records of all its batches.
    [[nodiscard]] static std::string stream_of_wave(int wave) { return "w" + std::to_string(wave) + ".jsonl.part"; }
    /// Removes the stream of a wave, unless one of the wave's batches is still in the folder.
    void remove_stream(int wave);

private:
    struct Part {
        std::int64_t read_up_to = 0;
        std::vector<int> games;  ///< the games whose records were read from this part
    };
    void read_part(const std::string& file, const std::optional<BatchName>& batch, const PartReaders& readers);
    std::size_t read_lines(std::string_view bytes, PartPlace place, std::int64_t written_at,
                           const PartReaders& readers);
    std::vector<int> unstored_in(std::string_view file) const;
    void remove_file(const std::string& file);
    [[nodiscard]] std::vector<std::string> files() const;
    void write_file(const std::string& name, std::string_view text) const;
    void check_sum(const std::string& file, std::string_view text, int wave, std::string_view sum) const;

    std::string path_;
    std::optional<OwnFolder> folder_;  ///< none before claim() or visit()
    std::string tournament_;           ///< the tournament's id; empty before claim()
    std::map<std::string, Part, std::less<>> parts_;
    GameSet stored_;
    std::set<BatchName> done_;
};

}  // namespace referee::tournament
