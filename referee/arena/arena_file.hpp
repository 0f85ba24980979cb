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

#include "referee/arena/records.hpp"
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

/// Every function that writes returns when the change is on the disk. Only SHA-256 of links and cookies is kept. May be
/// used by one thread at a time. Throws games::UserError if the file is at fault, and std::runtime_error if the system
/// fails.
class ArenaFile {
public:
    /// Makes a new file with these people, and what runs their hand-ins, see driver(). `path` must not exist.
    static void create(const std::string& path, const ArenaSettings& settings,
                       const std::vector<handins::Student>& students, const handins::Driver& driver = {});
    /// Opens a file to write it. `to_read`: another process may be writing it.
    enum class Access : std::uint8_t { to_write, to_read };
    ArenaFile(const std::string& path, Access access);

    [[nodiscard]] const tournament::Database& database() const { return database_; }

    [[nodiscard]] ArenaSettings settings() const;
    /// Replaces the settings, and adds an entry to the audit trail unless `what` is empty.
    void set(const ArenaSettings& settings, const AuditEntry& entry);
    /// The driver of the hand-ins; one without a name: they are programs. Nothing if an older version made this file.
    [[nodiscard]] std::optional<handins::Driver> driver() const;
    void set(const handins::Driver& driver);
    void journal(const AuditEntry& entry);
    [[nodiscard]] std::vector<AuditEntry> audit() const;

    [[nodiscard]] std::vector<Person> people() const;
    /// Makes the changes of a later list: all of them, or none.
    void change_people(const ListNews& news);
    void set_withdrawn(int person, bool withdrawn, const AuditEntry& entry);

    /// Sets the link of somebody, whose earlier link and cookies end. `person`: -1 for the teacher.
    void set_link(int person, std::string_view token);
    [[nodiscard]] bool has_link(int person) const;
    [[nodiscard]] std::optional<int> owner_of_link(std::string_view token) const;
    void add_cookie(std::string_view cookie, int person, Time at);
    /// Those who have ever opened their link.
    [[nodiscard]] std::set<int> entered() const;
    [[nodiscard]] std::optional<int> owner_of_cookie(std::string_view cookie) const;
    void remove_cookie(std::string_view cookie);

    /// The members of a team who have handed in its versions, by version.
    [[nodiscard]] std::map<int, int> senders_of(int team) const;
    /// Adds a version that waits, and returns its number.
    int add_hand_in(const HandIn& hand_in);
    void judge(int person, int version, const Verdict& verdict, Time at);

    [[nodiscard]] std::optional<HandIn> hand_in(int person, int version) const;
    // The functions below leave build_output and check empty: a class has thousands of them.
    /// The versions of a person, the newest first.
    [[nodiscard]] std::vector<HandIn> hand_ins_of(int person) const;
    /// The newest version of each person, by person.
    [[nodiscard]] std::vector<HandIn> newest() const;
    /// The version of each person that is to play: the newest that is accepted, or an older accepted one that was
    /// chosen since it was handed in.
    [[nodiscard]] std::vector<HandIn> to_play() const;
    [[nodiscard]] std::optional<HandIn> to_play(int person) const;
    /// So many accepted versions of each person, the newest ones.
    [[nodiscard]] std::vector<HandIn> newest_accepted(int count) const;
    /// Lets an accepted version play until one that is handed in later is accepted. `newest`: the newest version now.
    void choose(int person, int version, int newest, Time at, const AuditEntry& entry);
    /// Whether this was the last choice of the person.
    [[nodiscard]] bool was_chosen(int person, int version, int newest) const;
    [[nodiscard]] int choices_since(int person, Time since) const;
    /// The hand-ins without a verdict, in the order in which they came.
    [[nodiscard]] std::vector<HandIn> waiting() const;
    /// The uploads of a person since a time, counting repeated ones.
    [[nodiscard]] int uploads_since(int person, Time since) const;
    [[nodiscard]] std::uint64_t bytes_of(int person) const;
    /// The time that workers have needed for a person's hand-ins that were judged since then.
    [[nodiscard]] std::chrono::milliseconds spent_since(int person, Time since) const;

private:
    void apply_choices(std::vector<HandIn>& accepted) const;
    std::vector<HandIn> hand_ins(const std::string& condition, const std::vector<std::int64_t>& values,
                                 bool with_texts = false) const;

    tournament::Database database_;
    bool has_choices_ = true;  ///< an older arena that is only read may lack the table
};

}  // namespace referee::arena
