// The file arena.db: the people of an arena, their links, what they have handed in, and the audit trail.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "referee/arena/hand_ins.hpp"
#include "referee/arena/links.hpp"
#include "referee/arena/records.hpp"
#include "referee/arena/snapshot.hpp"
#include "referee/arena/team_people.hpp"
#include "referee/handins/driver.hpp"
#include "referee/tournament/paper/store/sqlite.hpp"

namespace referee::arena {

/// The result of building and checking a hand-in.
struct Verdict {
    bool accepted = false;
    std::string reason{};  ///< refused: why, in one line
    std::string choice{};
    std::string build_output{};
    std::string check{};
    bool may_be_repeated = false;
    std::chrono::milliseconds spent{};  ///< the time that a worker needed
};

/// Every function that writes makes its change wholly or not at all, and returns when it is on the disk. Only SHA-256
/// of links and cookies is kept. May be used by one thread at a time. Throws games::UserError if the file is at fault,
/// and std::runtime_error if the system fails.
class ArenaFile {
public:
    /// Makes a new file with these people, and what runs their hand-ins, see driver(). `path` must not exist.
    static void create(const std::string& path, const ArenaSettings& settings,
                       const std::vector<handins::Student>& students, const handins::Driver& driver = {});
    /// Opens a file to write it. `to_read`: another process may be writing it.
    enum class Access : std::uint8_t { to_write, to_read };
    ArenaFile(const std::string& path, Access access);

    [[nodiscard]] const tournament::Database& database() const { return database_; }

    /// The part of a snapshot that is in the file.
    [[nodiscard]] Snapshot read() const;
    [[nodiscard]] ArenaSettings settings() const;
    /// Replaces the settings, and adds an entry to the audit trail unless `what` is empty.
    void set(const ArenaSettings& settings, const AuditEntry& entry);
    /// The driver of the hand-ins; one without a name: they are programs. Nothing if an older version made this file.
    [[nodiscard]] std::optional<handins::Driver> driver() const;
    void set(const handins::Driver& driver);
    [[nodiscard]] std::vector<AuditEntry> audit() const;

    [[nodiscard]] std::vector<Person> people() const;
    /// Makes the changes of a later list, and adds these entries to the audit trail.
    void change_people(const ListNews& news, const std::vector<AuditEntry>& entries);
    void set_withdrawn(int person, bool withdrawn, const AuditEntry& entry);

    /// Sets the links of some people, whose earlier links and cookies end. -1 is the teacher.
    void set_links(const std::map<int, std::string>& tokens, const AuditEntry& entry = {});
    void add_cookie(std::string_view cookie, int person, Time at);
    /// Those who have ever opened their link.
    [[nodiscard]] std::set<int> entered() const;
    void remove_cookie(std::string_view cookie);
    [[nodiscard]] Keys keys() const;

    /// Adds a version that waits, and returns its number.
    int add_hand_in(const HandIn& hand_in);
    void judge(int person, int version, const Verdict& verdict, Time at);

    /// With build_output and check, which are read here only for an older version: a class has thousands of them.
    [[nodiscard]] std::optional<HandIn> hand_in(int person, int version) const;
    [[nodiscard]] HeldVersions hand_ins_of(int person) const;
    [[nodiscard]] HandIns hand_ins() const;
    /// Lets an accepted version play until one that is handed in later is accepted. `newest`: the newest version now.
    void choose(int person, int version, int newest, Time at, const AuditEntry& entry);
    [[nodiscard]] int choices_since(int person, Time since) const;
    /// The uploads of a person since a time, counting repeated ones.
    [[nodiscard]] int uploads_since(int person, Time since) const;

private:
    bool has_table(std::string_view name) const;

    tournament::Database database_;
    // An older arena that is only read may lack these tables:
    bool has_choices_ = true;
    bool has_senders_ = true;
};

}  // namespace referee::arena
