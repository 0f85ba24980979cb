// A tournament's file: entrants, settings, planned games, and every match with its whole log. Added data is never lost.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/match_log.hpp"
#include "referee/core/base/file_identity.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/schedule/finished_games.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/paper/store/log_packer.hpp"
#include "referee/tournament/paper/store/played_game.hpp"
#include "referee/tournament/paper/store/sqlite.hpp"
#include "referee/tournament/paper/store/store_file.hpp"
#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::tournament {

struct StoredLog;

/// An open tournament file. One process at a time can write it, while any number of processes read it. Each reader sees
/// a snapshot. A store may be used by one thread at a time.
///
/// Throws games::UserError if the file is at fault, and never repairs it. Throws std::runtime_error if the system fails
/// (a full disk); the file is then unchanged, and can still be used.
class Store {
public:
    /// Creates a new file, which appears complete or not at all. Throws games::UserError if the file exists already.
    static Store create(const std::string& path, const TournamentHead& head);
    /// Opens a file to continue it. Throws games::UserError, naming the differences, if it belongs to another
    /// tournament than `head`. (The time of creation and the changes do not matter.)
    static Store resume(const std::string& path, const TournamentHead& head);
    /// Opens a file to continue it, whatever tournament it is.
    static Store to_write(const std::string& path) { return {path, Purpose::resume}; }
    /// Reads only the head. The rest of the file is not checked; resume() checks it.
    static TournamentHead head_of(const std::string& path);
    /// Opens a file for reading. Shows the file as it is now.
    static Store open(const std::string& path);

    /// Opens the file of a store once more for reading, by another thread of this process. A process that writes a file
    /// must not call open() for it, because that closes the file now and then, which would release SQLite's locks. The
    /// new store can't tell whether the file is being written. Requires: this store outlives the new one.
    [[nodiscard]] Store view() const;

    /// For a store from open(): reads the current state of the file. Returns whether it has changed since the last
    /// refresh. A changed file may have new entrants. If the path now leads to another file, the store still shows the
    /// old file.
    bool refresh();
    /// Ends the snapshot until the next refresh(), so that the writer need not keep the old state.
    void release_snapshot();
    /// Whether another process is writing the file. Only for a store from open().
    bool is_being_written() const { return mark_.held_by_another_process(); }
    /// Whether the path still leads to this file.
    bool is_in_its_place() const;

    const TournamentHead& head() const { return head_; }

    /// Appends changes to the journal, all of them or none, with the entrants that they add. The matches of games that
    /// are to be played again are set aside: they stay in the file, but their games no longer have a match. A match
    /// that a change reinstates is the match of its game again. `news` takes the place of what is
    /// known of a class; without students, all of that stays. Requires: the changes are about existing entrants and
    /// games; games to be played again have a match; games with a reinstated match have none.
    void change(std::span<const Change> changes, std::span<const StoredEntrant> joined, const ClassNews& news = {});

    /// The rules of the game, a program, are at this path from now on: changes `rules_program` in the settings.
    /// Requires: the game is one's own.
    void move_rules(const std::string& program);

    /// The planned games so far, starting with number `from`.
    std::vector<PlannedGame> games(int from = 0) const;
    /// The game with this number; none if it is not planned.
    std::optional<PlannedGame> game(int number) const;
    /// Adds planned games. Requires: they follow the last of games().
    void add_games(std::span<const PlannedGame> games);
    /// The games that the schedule offers now and that have no match yet. Adds new games to the file. Throws
    /// games::UserError if the file's games differ from the schedule's.
    std::vector<PlannedGame> missing_games(Schedule& schedule);

    /// Adds the matches of several games with one wait for the disk: all of them or none. Returns when they are on the
    /// disk. Requires: the games were added by add_games(), and have no match yet. Also throws std::runtime_error if
    /// the path no longer leads to this file, because a reader would not find the matches there.
    void add_matches(std::span<const PlayedGame> games);
    void add_match(const PlayedGame& game) { add_matches({&game, 1}); }

    /// Calls `use` for each match that another machine has played, with that machine and the number of void attempts,
    /// in the order of the match numbers.
    void for_each_played_on(
        const std::function<void(int number, const PlayedOn& on, std::uint64_t void_games)>& use) const;

    /// The results of all games. Cancelled games are included. Annulled results become cancelled games.
    FinishedGames results() const { return results_under(head_); }
    /// The results that the file would have with this head, which has further changes.
    FinishedGames results_under(const TournamentHead& head) const;
    /// All matches, in the order of their numbers.
    std::vector<StoredMatch> matches() const;
    /// Calls `use` with each match from number `from` on, in the order of their numbers. Holds one match at a time.
    void for_each_summary(const std::function<void(const StoredMatch& match)>& use, int from = 0) const;
    /// Calls `use` with the number and the log of each match, in the order of the numbers. The log is JSON on one line,
    /// without a newline. Holds one log at a time.
    void for_each_match(const std::function<void(int number, std::string_view json)>& use) const;

    /// Like for_each_match(), but for the matches with these numbers, in the order given. Requires: these matches
    /// exist.
    void for_each_match_of(std::span<const int> numbers,
                           const std::function<void(int number, std::string_view json)>& use) const;
    /// The log of one match; none if the match does not exist.
    std::optional<std::string> log_of(int number) const;
    bool has_match(int number) const;
    /// The games that have a match, in ascending order.
    std::vector<int> numbers_of_matches() const;

    /// Merges the files that SQLite keeps beside this file into it, so that it can be copied alone. If this is not
    /// possible now, returns the reason; the files beside this file then still belong to it, and nothing is lost.
    std::optional<std::string> gather_into_one_file();

private:
    enum class Purpose : std::uint8_t { resume, look, head };

    struct ViewOf {
        const Store& written;
    };
    explicit Store(ViewOf view);

    Store(const std::string& path, Purpose purpose);
    void read_head();

    void reopen_if_written();
    void add_log(const PlayedGame& game);
    std::int64_t reinstate(int number);
    void add_dictionary(std::string_view dictionary);
    void learn_dictionary(int number) const;
    std::string_view unpacked(const Statement& row) const;
    std::string_view unpacked(const StoredLog& stored) const;
    bool was_busy(int number) const;
    void add_played_on(std::span<const PlayedGame> games);
    std::int64_t number_of_host(const PlayedOn& on);

    FilePlace place_;
    WriterMark mark_;                     ///< outlives the database
    std::unique_ptr<Database> database_;  ///< stays at its address when the store moves, because statements point to it
    std::unique_ptr<Transaction> snapshot_;   ///< for a file that is open for reading
    std::int64_t seen_version_ = 0;           ///< SQLite's count of writes by other connections
    std::optional<FileIdentity> unchanging_;  ///< the identity of a file that was opened as immutable
    std::unique_ptr<Statement> insert_match_;
    std::unique_ptr<Statement> insert_log_;
    mutable LogPacker packer_;  ///< learns a dictionary when a log needs it
    DictionaryMaker dictionary_maker_;
    std::vector<PlayedOn> hosts_;  ///< the hosts in the file, indexed by number; empty until add_matches() needs them
    TournamentHead head_;
};

}  // namespace referee::tournament
