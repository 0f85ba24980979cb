// A class arena: students hand in bots, which play on a ladder until the deadline; then a final decides the marks.
//
// `Arena` is what the pages and the command use. Its parts: ArenaFile keeps people and hand-ins, Snapshot is what
// everybody reads of them, Inspector builds and checks a hand-in, HandInDesk brings hand-ins into the running ladder,
// and Stages plays the ladder and the final.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "referee/arena/arena_file.hpp"
#include "referee/arena/arena_folder.hpp"
#include "referee/arena/entering.hpp"
#include "referee/arena/records.hpp"
#include "referee/arena/snapshot.hpp"
#include "referee/arena/tries_table.hpp"
#include "referee/core/base/mutex.hpp"
#include "referee/core/base/wake_up.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/run/live/running_games.hpp"

namespace referee::arena {

/// Limits of uploads.
struct UploadLimits {
    std::uint64_t bytes = std::uint64_t{1} << 20;              ///< of one file
    std::uint64_t bytes_of_person = std::uint64_t{200} << 20;  ///< of all versions of a person
    std::uint64_t free_disk = std::uint64_t{1} << 30;          ///< that has to be left; also by games of the ladder
    int an_hour = 6;         ///< new versions of a person, and versions let play again
    int tries_an_hour = 12;  ///< files of a person that are only tried
};

/// Why an upload, or the wish to let a version play again, is refused.
struct UploadRefusal {
    enum class Kind : std::uint8_t {
        closed,  ///< the deadline has passed, or the upload took too long
        too_large,
        empty,
        pending,    ///< an earlier version has no verdict yet
        too_often,  ///< more than UploadLimits::an_hour, or tries_an_hour
        too_much,   ///< more than UploadLimits::bytes_of_person
        disk_full,
        right_ended,  ///< the link or the session of the person has ended meanwhile
        impossible,   ///< only of play_again(): this version can't play
    };
    Kind kind;
    std::string why;  ///< one sentence for the student, without a full stop
};

/// Whether an upload becomes a version, or is only tried.
enum class UploadFor : std::uint8_t {
    version,
    only_try,  ///< it is built and checked, plays two games, and takes no part in anything
};

/// A stored upload. Of a try, `version` means nothing.
struct UploadResult {
    int version = 0;
    bool is_new = true;       ///< false: the person had handed in the same bytes before, and nothing has changed
    bool may_return = false;  ///< not new, and it may be let play again
};

class Arena;

/// An upload that is being received. Nothing is stored before finish(). Used by one thread at a time.
class Upload {
public:
    /// Requires: the arena outlives the upload. For the others, see Arena::begin_upload().
    Upload(Arena& arena, int person, std::string file, Time begun, std::string cookie, UploadFor purpose);
    ~Upload();
    Upload(const Upload&) = delete;
    Upload& operator=(const Upload&) = delete;

    /// Adds bytes. Returns a refusal if they are too many.
    [[nodiscard]] std::optional<UploadRefusal> add(std::string_view bytes);
    /// Notes that the last byte has arrived, so that it is not late however long finish() is waited for. May be called
    /// once, before finish().
    void complete();
    /// Returns a refusal if it is empty, or if the right to hand in has ended since it began: it must not take the
    /// place of another upload. finish() asks again.
    [[nodiscard]] std::optional<UploadRefusal> refusal() const;
    /// Stores the upload. When it returns a result, the bytes and the version are on the disk, in this order: a
    /// temporary file, renamed to its SHA-256, and a row in arena.db. Waits for the disk several times. Throws
    /// std::runtime_error if the system fails.
    [[nodiscard]] std::variant<UploadResult, UploadRefusal> finish();
    /// For how much longer it may be received after the usual time: until time_to_finish_upload after the deadline, if
    /// the deadline has passed since it began, and otherwise no longer. A try gets no such time.
    [[nodiscard]] std::chrono::milliseconds more_time() const;

private:
    friend class Arena;
    void end();

    Arena& arena_;
    int person_;
    std::string file_;
    Time begun_;
    std::string cookie_;
    UploadFor purpose_;
    std::string bytes_;
    std::optional<Time> completed_;
    bool ended_ = false;
};

/// Something has changed. A listener asks the arena for the new state.
struct News {
    enum class Kind : std::uint8_t {
        version,   ///< the state of a version, or its place in the queue
        progress,  ///< another line of the check of a version: `text`
        tried,     ///< the state of the try of a person, or another line of its check
        ladder,    ///< entrants of the ladder have joined, left or returned
        state,     ///< the phase, the deadline, pause or publication
        people,    ///< somebody was withdrawn or returned, or has a new link
        sessions,  ///< a link or a cookie of `person` (-1: the teacher) may have ended, and with it the rights of who
                   ///< had it
    };
    Kind kind;
    int person = -1;
    int version = 0;
    std::string text{};  ///< may be hostile
};
/// Called in any thread, possibly while the arena is locked. Must return at once, and must not call the arena.
using NewsListener = std::function<void(const News& news)>;

/// A try with what is known only while the arena runs.
struct TryNow {
    Try tried;
    std::optional<int> waits_behind{};  ///< waiting: the number of hand-ins and other tries before it
    std::optional<Time> rests_until{};  ///< waiting: as in VersionNow
};

/// The state of the whole arena.
struct ArenaState {
    Phase phase = Phase::running;
    Time deadline{};
    bool paused = false;
    bool published = false;
    bool live = false;           ///< as in ArenaSettings
    std::string message{};       ///< of the teacher
    int pending = 0;             ///< hand-ins without a verdict
    std::string game{};          ///< as in tournament::Settings
    std::string rules{};         ///< the path of the rules of a game of one's own; empty for a built-in one
    std::string seed_hash{};     ///< SHA-256 of the secret from which the seed of the final follows
    std::string final_secret{};  ///< empty until the final is over
};

/// The progress of the final, without its players and its standings.
struct FinalProgress {
    int played = 0;
    std::optional<std::int64_t> games{};         ///< of all
    std::optional<std::int64_t> seconds_left{};  ///< none if the pace is not known yet
    bool operator==(const FinalProgress&) const = default;
};

/// The final as it would be played now.
struct Forecast {
    int entrants = 0;
    std::string format;  ///< "round-robin" or "swiss"
    int games = 0;
    std::optional<std::chrono::seconds> duration;  ///< none before the first games
    std::chrono::seconds intended{};               ///< --final-time
};

/// All functions are thread-safe. Those that write wait for each other, and return when the change is on the disk and
/// in the snapshot. They throw games::UserError for a request that makes no sense (in words for its author), and
/// std::runtime_error if the system fails. Those that only read wait for nobody, unless it says so.
class Arena {
public:
    /// Opens the arena in the working directory, see make_arena(). Throws games::UserError if it can't be used, or if
    /// another process runs it.
    explicit Arena(WallClock clock = system_time, UploadLimits limits = {});
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// Everything as it is now. Take several facts from one snapshot, so that they agree.
    [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const;

    // --- visitors -------------------------------------------------------------------------------------------------
    /// The owner of a link. `token`: the part of the link after '#', in any spelling (see normal_token()).
    [[nodiscard]] std::optional<Visitor> visitor_of_link(std::string_view token) const;
    /// Exchanges a link's token for the value of a cookie, which is journaled nowhere.
    struct LogIn {
        Visitor visitor;
        std::string cookie;  ///< 26 characters
    };
    [[nodiscard]] std::optional<LogIn> log_in(std::string_view token);
    [[nodiscard]] std::optional<Visitor> visitor_of_cookie(std::string_view cookie) const;
    void log_out(std::string_view cookie);

    // --- people and hand-ins --------------------------------------------------------------------------------------
    // The versions of a student in a team are those of the team, which is a person, too, without a link.
    [[nodiscard]] std::vector<Person> people() const { return *snapshot()->people; }
    /// Requires: the person exists; likewise below.
    [[nodiscard]] Person person(int number) const { return snapshot()->person(number); }
    [[nodiscard]] int holder_of(int person) const { return snapshot()->holder_of(person); }
    /// The versions of a person, the newest first. Only that one has its build_output and its check.
    [[nodiscard]] std::vector<VersionNow> versions_of(int person) const;
    /// A version with both. Waits for the disk if it is not the newest.
    [[nodiscard]] std::optional<VersionNow> version(int person, int version) const;
    /// The versions that this holder, a team or a student alone, has itself, also if nobody belongs to it any more.
    [[nodiscard]] std::vector<VersionNow> versions_held_by(int holder) const;
    /// The version of each holder that is to play, in the order of the list.
    [[nodiscard]] std::vector<HandIn> to_play() const { return snapshot()->hand_ins.to_play(); }
    /// The lines of a check that is running; those of the last check otherwise. Waits like version().
    [[nodiscard]] std::string check_text(int person, int version) const;
    /// The bytes that were handed in for a holder, from the disk. None if there is no such version.
    [[nodiscard]] std::optional<std::string> bytes_of(int holder, int version) const;

    /// Begins an upload whose first byte has come now. `file`: its name as the student's browser gives it. `length`: in
    /// bytes, if it is known. `cookie`: that of the sender, who must still have it at the end of the upload; empty: the
    /// caller vouches for the sender.
    [[nodiscard]] std::variant<std::unique_ptr<Upload>, UploadRefusal> begin_upload(
        int person, std::string_view file, std::optional<std::uint64_t> length, std::string cookie = {},
        UploadFor purpose = UploadFor::version);
    /// The newest try of this person alone, also of a member of a team. None if there is none.
    [[nodiscard]] std::optional<TryNow> try_of(int person) const;
    /// The log of a game of that try, counted from 0, from the disk. None if there is no such game, or if it was not
    /// kept.
    [[nodiscard]] std::optional<std::string> log_of_try(int person, int game) const;

    /// Lets an accepted version play again, until a later one is accepted. `cookie`: as for begin_upload().
    [[nodiscard]] std::optional<UploadRefusal> play_again(int person, int version, const std::string& cookie);

    // --- state ----------------------------------------------------------------------------------------------------
    [[nodiscard]] ArenaSettings settings() const { return snapshot()->settings; }
    [[nodiscard]] ArenaState state() const;
    [[nodiscard]] Forecast forecast() const;
    /// None if no final is being played.
    [[nodiscard]] std::optional<FinalProgress> final_progress() const;
    [[nodiscard]] std::vector<AuditEntry> audit() const { return *snapshot()->audit; }
    /// The driver of the hand-ins, which never changes. Null: they are programs.
    [[nodiscard]] const handins::Driver* driver() const { return driver_.name.empty() ? nullptr : &driver_; }
    /// Replaces the listener. Requires: the listener lives until it is replaced.
    void listen(NewsListener listener);

    /// A view of the ladder's or the final's file, for one thread. None if the file does not exist (yet). An extension
    /// sets a final aside: then final_file() is another one. Requires: the view does not outlive the arena, and
    /// nobody opens the file in another way in this process (closing it would release SQLite's locks). Waits for the
    /// disk.
    [[nodiscard]] std::optional<tournament::Store> view_of(StageName stage) const;
    /// The moves of the games of a stage that are being played. After a later deadline, those of a final may still be.
    [[nodiscard]] const tournament::RunningGames& running_games(StageName stage) const {
        return stage == StageName::ladder ? running_in_ladder_ : running_in_final_;
    }
    /// marks.csv (docs/arena.md), from the disk. Throws games::UserError if the final is not over.
    [[nodiscard]] std::string marks() const;

    // --- later starts ----------------------------------------------------------------------------------------------
    /// Takes up a later list: new students, and those who are in other teams now, see news_of_list().
    void take_list(const std::vector<handins::Student>& students);
    /// Changes settings; the change is journaled if there is one.
    void update(const std::function<void(ArenaSettings& settings)>& change);
    /// Gives a link to each person that has none, in links.csv first.
    void make_missing_links();

    // --- the teacher's actions, all of them journaled --------------------------------------------------------------
    void pause(bool paused);
    /// Acts on the whole team. Throws games::UserError if the final has begun; likewise bring_back().
    void withdraw(int person);
    void bring_back(int person);
    /// Sets a new deadline. If it lies in the future, a final that has begun is set aside. Throws games::UserError if
    /// the deadline is in the past.
    void extend(Time deadline);
    /// The deadline is now.
    void start_final();
    /// Shows the final to everybody, or hides it again. Throws games::UserError if there is nothing to publish, because
    /// the final is not over.
    void publish(bool published);
    /// Shows the final on the public page while it is played, also before it has begun, or hides it again. Publishing
    /// takes its place. Throws games::UserError if the final is to be shown and is over.
    void show_live(bool live);
    /// Shows a message to all students; an empty one takes it back. Throws games::UserError if it is too long.
    void tell_students(const std::string& message);
    /// Adds a student who is not in the list, and returns the student's link. `team`: as the list would have it, only
    /// in an arena with teams. Throws games::UserError if the list could not have this line, if it has the student
    /// already, or if the final has begun.
    std::string add_student(const std::string& name, const std::string& number, const std::string& team);
    /// Makes a new link for a person; the old one and its cookies end. Returns the link, and rewrites links.csv.
    std::string new_link(int person);

    /// Adapts links.csv and the teacher's link to the addresses of the server: "http://192.168.0.2:8080". To be called
    /// at each start. `for_teacher`: an address on this machine, or one over TLS. Returns the teacher's link.
    std::string write_links(const std::string& address, const std::string& for_teacher);
    /// The address for students: "http://192.168.0.2:8080". Empty before write_links().
    [[nodiscard]] std::string address() const { return snapshot()->address; }
    /// Ends the teacher's link and its cookies, because others may have read it, and writes a new one. Returns it.
    std::string replace_teachers_link();

    // --- the run --------------------------------------------------------------------------------------------------
    [[nodiscard]] Time now() const { return clock_(); }
    [[nodiscard]] Phase phase() const;

private:
    friend class Upload;
    friend class HandInDesk;
    friend class Stages;

    /// The snapshot, and the phase that it is in.
    struct Seen {
        std::shared_ptr<const Snapshot> snapshot;
        Phase phase;
    };

    std::variant<UploadResult, UploadRefusal> keep(const Upload& upload);
    std::variant<UploadResult, UploadRefusal> keep_try(const Upload& upload);
    void drop_tries_without_right() REQUIRES(writing_);
    bool disk_is_full(std::uint64_t bytes = 0) const;
    static bool is_kept(const std::string& entrant);
    std::optional<UploadRefusal> refusal(const HeldVersions& held, int person, std::uint64_t bytes, Time now) const
        REQUIRES(writing_);
    Time complete_upload();
    void end_upload(bool was_complete);
    void tell(const News& news) const;
    void wake();
    Seen seen() const;
    void replace_snapshot(Snapshot next) REQUIRES(writing_);
    Snapshot with_keys() const REQUIRES(writing_);
    Snapshot with_hand_ins_of(int person) const REQUIRES(writing_);
    Snapshot with_try_of(int person) const REQUIRES(writing_);
    AuditEntry entry(std::string who, std::string what) const { return {now(), std::move(who), std::move(what)}; }
    void set(const ArenaSettings& settings, std::string who, std::string what) REQUIRES(writing_);
    std::string write_teachers_link(const std::string& token) REQUIRES(writing_);
    void set_withdrawn(int person, bool withdrawn);
    void change_people(const ListNews& news, const std::string& who) REQUIRES(writing_);
    void set_deadline(Time deadline, const std::string& what) REQUIRES(writing_);

    // For the desk and the stages:
    /// Whether workers may try a hand-in of this holder now. The pages are told until when it waits otherwise. After
    /// the deadline, everybody waits for the final, so there is no limit.
    bool has_time_for(int holder);
    void work_on(int person, int version, HandInState state, const std::string& lines);
    void stop_work_on(int person, int version);
    void judge(int person, int version, const Verdict& verdict);
    bool awaits(const HandIn& tried) const;
    void judge_try(const HandIn& hand_in, HandInState state, const Verdict& verdict, const PlayedTry& played);
    void end_tries(const std::string& why);
    void close_tries() { end_tries("the deadline has passed"); }
    void set_ladder_head(const tournament::TournamentHead& head);
    void set_ladder(const tournament::Store* store);
    void set_final(const tournament::Store* store, std::string file);
    void set_jobs(int jobs);
    void set_game_time(std::chrono::microseconds time);
    /// The settings of the final. None if it may not begin, because the deadline was moved.
    std::optional<ArenaSettings> begin_final();
    void set_final_progress(const std::optional<FinalProgress>& progress);
    void set_final_over();

    ArenaFolder folder_;
    WallClock clock_;
    UploadLimits limits_;
    WakeUp wake_;                              ///< something has changed that the run has to look at
    std::atomic<bool> entries_changed_{true};  ///< the ladder may lack a version
    tournament::RunningGames running_in_ladder_, running_in_final_;

    /// Held by who changes something, also during waits for the disk. Locked before mutex_.
    mutable Mutex writing_;
    ArenaFile file_ GUARDED_BY(writing_);
    TriesTable tries_ GUARDED_BY(writing_);
    /// Of tries that have not ended, by person.
    std::map<int, std::string> cookies_of_tries_ GUARDED_BY(writing_);
    const handins::Driver driver_;
    std::string address_for_teacher_ GUARDED_BY(writing_);  ///< of the teacher's link
    const tournament::Store* ladder_ GUARDED_BY(writing_) = nullptr;
    const tournament::Store* final_ GUARDED_BY(writing_) = nullptr;
    std::string file_of_final_ GUARDED_BY(writing_);
    /// Nobody does anything while holding it but look at its members or replace them.
    mutable Mutex mutex_;
    std::shared_ptr<const Snapshot> snapshot_ GUARDED_BY(mutex_);  ///< replaced only while writing_ is locked, too
    int uploads_ GUARDED_BY(mutex_) = 0;           ///< the number of uploads that are being received or stored
    int complete_uploads_ GUARDED_BY(mutex_) = 0;  ///< those of them of which the last byte has arrived
    std::optional<FinalProgress> final_progress_ GUARDED_BY(mutex_);

    mutable Mutex listener_mutex_;
    NewsListener listener_ GUARDED_BY(listener_mutex_);
};

}  // namespace referee::arena
