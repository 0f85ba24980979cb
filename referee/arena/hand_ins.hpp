// The hand-ins of an arena as values: which of them wait, which are the newest, and which are to play.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/arena/records.hpp"

namespace referee::arena {

/// The time of workers that a person's hand-ins and tries may take in an hour. Later ones wait.
inline constexpr std::chrono::minutes work_an_hour{5};

/// The time that workers have needed for a hand-in or a try.
struct WorkDone {
    Time ended{};
    std::chrono::milliseconds spent{};
};

/// Until when the next hand-in of a person waits for whom workers have done this `work` in the last hour. None if there
/// is time left.
[[nodiscard]] std::optional<Time> rests_until(std::vector<WorkDone> work);

/// The versions of one holder.
struct HeldVersions {
    /// An older version was let play. It plays until a version after `after`, the newest one then, is accepted.
    struct Choice {
        int version = 0;
        int after = 0;
        friend bool operator==(const Choice&, const Choice&) = default;
    };

    std::vector<HandIn> versions{};  ///< the newest first, without build_output and check
    std::optional<Choice> choice{};  ///< the last one
    std::string build_output{};      ///< of the newest version
    std::string check{};

    /// Requires: there is a version.
    [[nodiscard]] HandIn newest_with_texts() const;
    /// Null if there is no such version.
    [[nodiscard]] const HandIn* find(int version) const;
    /// The version that is to play: the newest that is accepted, or the one that was chosen. Null if none is accepted.
    [[nodiscard]] const HandIn* to_play() const;
    [[nodiscard]] bool is_waiting() const;
    /// Of all versions together.
    [[nodiscard]] std::uint64_t bytes() const;
    /// For the versions that were judged since then.
    [[nodiscard]] std::vector<WorkDone> work_since(Time since) const;
};

/// The hand-ins of all people, by person. A change of one holder's replaces that pointer.
struct HandIns {
    std::vector<std::shared_ptr<const HeldVersions>> held;

    [[nodiscard]] const HeldVersions& of(int person) const { return *held[static_cast<std::size_t>(person)]; }
    /// The hand-ins without a verdict, in the order in which they came.
    [[nodiscard]] std::vector<HandIn> waiting() const;
    /// The newest version of each person that has one, by person.
    [[nodiscard]] std::vector<HandIn> newest() const;
    /// The version of each person that is to play, by person.
    [[nodiscard]] std::vector<HandIn> to_play() const;
    /// So many accepted versions of each person, the newest ones.
    [[nodiscard]] std::vector<HandIn> newest_accepted(int count) const;
};

}  // namespace referee::arena
