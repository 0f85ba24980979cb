// What the pages and the run of an arena read: everything as it was after one change.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/arena/entering.hpp"
#include "referee/arena/hand_ins.hpp"
#include "referee/arena/links.hpp"
#include "referee/arena/records.hpp"

namespace referee::arena {

enum class StageName : std::uint8_t { ladder, final };

/// A version with what is known only while the arena runs.
struct VersionNow {
    HandIn hand_in;
    std::optional<int> waits_behind{};  ///< waiting: the number of hand-ins of others before it
    std::optional<Time> rests_until{};  ///< waiting: as in Snapshot::rests
    bool plays = false;                 ///< it is the version that takes part in the ladder
    bool may_return = false;            ///< accepted, kept, and another one is to play: see Arena::play_again()
    std::string sender{};  ///< of a team's version: the name of the member who has handed it in, for its members
};

/// The progress of a hand-in that has no verdict yet.
struct Progress {
    HandInState state = HandInState::building;
    std::string check{};
};

/// A value that several snapshots share.
template <class T>
[[nodiscard]] std::shared_ptr<const T> shared(T value) {
    return std::make_shared<const T>(std::move(value));
}

/// Never changes: the arena publishes a changed copy after each change, which shares all that has stayed the same.
struct Snapshot {
    template <class T>
    using Shared = std::shared_ptr<const T>;

    // As in arena.db:
    ArenaSettings settings;
    Shared<std::vector<Person>> people;
    Shared<Keys> keys;
    Shared<std::set<int>> entered;  ///< those who have ever opened their link
    Shared<std::vector<AuditEntry>> audit;
    HandIns hand_ins;
    std::map<int, Shared<Try>> tries{};  ///< by person
    // Known only while the arena runs:
    std::map<std::pair<int, int>, Shared<Progress>> work{};  ///< by person and version
    /// Until when the hand-ins and tries of holders wait whose time of workers is used up.
    std::map<int, Time> rests{};
    /// The versions that take part in the ladder, by the name of the entrant.
    Shared<std::map<std::string, Played>> entrants = shared(std::map<std::string, Played>());
    std::string game{};   ///< as in tournament::Settings
    std::string rules{};  ///< the path of the rules of a game of one's own; empty for a built-in one
    int jobs = 1;
    std::string address{};  ///< of the links

    /// Throws games::UserError if there is no such person.
    [[nodiscard]] const Person& person(int number) const;
    /// The person whose versions a person sees: the team, or the person alone.
    [[nodiscard]] int holder_of(int person) const { return this->person(person).holder; }
    [[nodiscard]] std::optional<Time> rest_of(int holder) const;
    /// A version with the state of the work on it, and its place among those that wait.
    [[nodiscard]] VersionNow with_state(HandIn hand_in) const;
    /// The newest version of each holder that has one, in the order of the list.
    [[nodiscard]] std::vector<VersionNow> newest_versions() const;
    /// The versions that take part in the ladder now, by holder.
    [[nodiscard]] std::map<int, int> playing() const;
    /// The holder and the version behind an entrant of this name. None for a bot of the teacher.
    [[nodiscard]] std::optional<Played> played_by(StageName stage, std::string_view entrant) const;
    /// The tries that have not ended, in the order in which they came.
    [[nodiscard]] std::vector<HandIn> waiting_tries() const;
    /// Whether nobody who takes part in the final waits for a verdict.
    [[nodiscard]] bool final_may_begin() const;
};

}  // namespace referee::arena
