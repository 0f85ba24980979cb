// Match logs in few bytes: Zstandard, with a dictionary that has learned what the logs of a tournament have in common.
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

    /// Makes a dictionary known under its number. It is the one with which logs are packed from now on.
    void learn(int number, std::string_view dictionary);
    [[nodiscard]] bool knows(int number) const;
    /// The dictionary of the last learn(); none: logs are packed without one.
    [[nodiscard]] std::optional<int> dictionary() const;

    /// A frame of Zstandard, with the length and the checksum of the log in it. Lives until the next call. Throws
    /// std::bad_alloc.
    [[nodiscard]] std::string_view pack(std::string_view log);
    /// The way back. Lives until the next call. Nothing if it was not packed so. Requires: knows(dictionary). Throws
    /// std::bad_alloc.
    [[nodiscard]] std::optional<std::string_view> unpack(std::string_view packed, std::optional<int> dictionary);

private:
    struct Contexts;  // those of the library
    std::unique_ptr<Contexts> contexts_;
    std::optional<int> dictionary_;
    std::string packed_;
    std::string unpacked_;
};

/// Gathers logs until a dictionary can be made of them.
class DictionaryMaker {
public:
    /// Adds a log, if that is of use.
    void add(std::string_view log);
    /// As soon as there are enough logs, and only once: the dictionary. None is made of logs that have nothing in
    /// common.
    [[nodiscard]] std::optional<std::string> make();

private:
    std::string samples_;             ///< one after the other
    std::vector<std::size_t> sizes_;  ///< of each
    bool done_ = false;
};

}  // namespace referee::tournament
