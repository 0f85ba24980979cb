// Compresses match logs with Zstandard and a dictionary trained on the logs of the tournament.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::tournament {

/// Packs and unpacks logs. Not to be shared between threads.
class LogPacker {
public:
    LogPacker();
    ~LogPacker();
    LogPacker(LogPacker&&) noexcept;
    LogPacker& operator=(LogPacker&&) noexcept;

    /// Adds a dictionary under its number. Logs are packed with it from now on.
    void learn(int number, std::string_view dictionary);
    [[nodiscard]] bool knows(int number) const;
    /// The number of the dictionary of the last learn(); none: logs are packed without a dictionary.
    [[nodiscard]] std::optional<int> dictionary() const;

    /// Packs a log as a Zstandard frame that holds the length and the checksum of the log. The result is valid until
    /// the next call. Throws std::bad_alloc.
    [[nodiscard]] std::string_view pack(std::string_view log);
    /// The inverse of pack(). The result is valid until the next call. None if the bytes were not packed with this
    /// dictionary. Requires: knows(dictionary). Throws std::bad_alloc.
    [[nodiscard]] std::optional<std::string_view> unpack(std::string_view packed, std::optional<int> dictionary);

private:
    struct Contexts;  // the library's contexts
    std::unique_ptr<Contexts> contexts_;
    std::optional<int> dictionary_;
    std::string packed_;
    std::string unpacked_;
};

/// Collects logs until a dictionary can be trained on them.
class DictionaryMaker {
public:
    /// Adds a log, if more samples are needed.
    void add(std::string_view log);
    /// Returns the dictionary once, as soon as there are enough logs. None at other times, or if the logs have nothing
    /// in common.
    [[nodiscard]] std::optional<std::string> make();

private:
    std::string samples_;             ///< the logs, one after the other
    std::vector<std::size_t> sizes_;  ///< the size of each log
    bool done_ = false;
};

}  // namespace referee::tournament
