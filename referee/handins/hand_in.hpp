// Turns one hand-in into the folder of a bot.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/core/base/own_folder.hpp"
#include "referee/handins/copies.hpp"
#include "referee/handins/driver.hpp"
#include "referee/handins/matching.hpp"
#include "referee/handins/workshop.hpp"

namespace referee::handins {

/// A file or folder that somebody has handed in.
struct Entry {
    std::string path;
    EntryName name;
    FoundBy found_by = FoundBy::name;
    const Student* student = nullptr;  ///< who has handed it in; found by `team`: the first member
    std::string sum{};                 ///< of the content; empty: unknown
    std::int64_t at = 0;               ///< the newest time of its files, if the sum is known
};

/// The entries of one student, or of one team. Their files belong together.
struct HandIn {
    const Student* student;  ///< the first member of the team in the list
    std::vector<Entry> entries;
    std::string folder{};               ///< the name of the folder to make of it
    const Driver* driver = nullptr;     ///< what runs it; null: it is a program itself
    const KnownFiles* known = nullptr;  ///< not compared with others; null: it is not compared
    std::string newest{};               ///< the folder of the version that has played last; empty: none has
    bool is_older = false;              ///< a later one was there before, and has been overwritten since
    std::vector<std::string> copies{};  ///< the persons of entries that are copies of those that count
};

/// The folders of bots that are made of hand-ins.
struct BotsFolder {
    std::string path;
    OwnFolder folder;
};

/// Folders whose names begin so are not complete yet.
inline constexpr std::string_view unfinished = ".new-";

/// The result of preparing a hand-in.
struct Outcome {
    enum class Kind : std::uint8_t {
        prepared,
        unchanged,  ///< it was prepared earlier
        played,     ///< it is the version that has played last
        refused,    ///< it can't play, and has no folder
        stopped,
        lacks_program,  ///< this machine does not have a compiler or an interpreter
    };
    Kind kind = Kind::prepared;
    std::string what{};          ///< refused: why, as the end of a sentence; lacks_program: its name
    std::string output{};        ///< the end of what the build has written; may be empty
    std::string choice{};        ///< prepared or unchanged: which of several files was taken; may be empty
    bool reached_limit = false;  ///< refused for lack of time or memory or a program, so another try may succeed
    Likeness likeness{};         ///< for a comparison with the hand-ins of others
};

/// A prepared folder for a comparison with those of others.
[[nodiscard]] Likeness likeness_of_prepared(const std::string& folder, const KnownFiles& known);

/// Reads, unpacks, recognises and builds a hand-in, and writes it into its folder: the project in a subfolder, a
/// launcher `bot`, and a record by which an unchanged hand-in is recognised. Thread-safe for different students. Throws
/// std::runtime_error, which names the student, if the folder can't be written, or if a step can't be run in the
/// sandbox.
[[nodiscard]] Outcome prepare_hand_in(const HandIn& hand_in, const BotsFolder& bots, Workshop& workshop);

}  // namespace referee::handins
