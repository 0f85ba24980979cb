// Plays a history: types its commands into the real program in this process, with a fake engine, and hands what
// happens to a listener.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "protocol/json_fields.hpp"
#include "tests/simulation/captured.hpp"
#include "tests/simulation/fake_engine.hpp"
#include "tests/simulation/fates.hpp"
#include "tests/simulation/killer.hpp"
#include "tests/simulation/step.hpp"

namespace simulation {

/// The program's answer to a command.
struct Answer {
    int exit = 0;
    std::string out{};
    std::string err{};
    bool killed = false;  ///< the machine failed meanwhile; the exit code says nothing
    /// After a kill: whether the file, or the change that was typed, is on the disk.
    bool is_in_file = false;
    /// After a kill: the number of planned games on the disk.
    int planned = 0;
    /// The names of entrants that a change has brought, each with the one that it replaces; empty: none.
    std::vector<std::pair<std::string, std::string>> joined{};
};
/// Whether a command has done what it says. Hand-ins of a class may have no owner.
[[nodiscard]] inline bool is_done(const Answer& answer) {
    return answer.exit == 0 || answer.exit == 6;
}

/// Receives everything that happens, in order. Games are those of the file `db`.
class Listener {
public:
    virtual ~Listener() = default;
    /// A person writes a file, which is dated `at`.
    virtual void wrote(const std::string& /*file*/, const std::string& /*content*/, std::int64_t /*at*/) {}
    virtual void typed(const Step& /*step*/, std::int64_t /*at_us*/) {}
    /// A run of this tournament begins. `is_new`: it is the first one.
    virtual void begun(const std::string& /*db*/, const referee::tournament::TournamentHead& /*head*/,
                       bool /*is_new*/) {}
    /// A game is new in the file.
    virtual void planned(const std::string& /*db*/, const referee::tournament::TournamentHead& /*head*/,
                         const referee::tournament::PlannedGame& /*game*/) {}
    virtual void played(const std::string& /*db*/, const referee::tournament::TournamentHead& /*head*/,
                        const referee::tournament::PlayedGame& /*game*/) {}
    /// A change that was typed while a run went on is in the file, or was refused.
    virtual void changed(const std::string& /*db*/, const referee::tournament::TournamentHead& /*head*/,
                         const Words& /*typed*/, bool /*accepted*/, const std::string& /*text*/) {}
    virtual void answered(const Step& /*step*/, Answer& /*answer*/) {}
};

/// One folder in which commands are typed. The process works in it, so there is one at a time.
class Playback {
public:
    /// Creates the folder in `/dev/shm`, and removes it at the end.
    explicit Playback(const History& history, Listener& listener);
    ~Playback();
    Playback(const Playback&) = delete;
    Playback& operator=(const Playback&) = delete;

    /// Carries out a step.
    Answer run(const Step& step);
    /// Types a command of which the listener does not hear.
    Answer look(const Words& typed) { return look(Step{.typed = typed}); }
    Answer look(const Step& step);
    /// The same at another time of the history.
    Answer look_at(const Words& typed, std::int64_t at_us);
    /// Writes a program, which is fit to play unless its content says something else; empty: removes it. `at`: the
    /// milliseconds of its date.
    void write(const std::string& file, const std::string& content, std::int64_t at = 0);
    /// The exported standings of a file, as JSON, joined with another one if there is a name. At depth 1 without
    /// ratings, which take most of the time, and without the order, which follows from them.
    Answer standings(const std::string& db, const std::string& with = "");

    /// Whose bot plays for each student of a class, and why the newest one does not, as JSON.
    Answer students(const std::string& db);

    /// Whether the listener hears of the command that is typed now.
    [[nodiscard]] bool hears() const { return is_heard_; }
    [[nodiscard]] int pairs_before_rest() const { return pairs_before_rest_; }
    [[nodiscard]] const Fates& fates() const { return fates_; }

private:
    class Observer;

    Answer type(const Step& step);
    void type_meanwhile(const Step& step);
    Answer with_machine(const Step& step);
    void tell_plans(const std::string& db, const referee::tournament::Store& store);

    std::uint64_t seed_;
    int depth_;
    int pairs_before_rest_;
    Fates fates_;
    Listener& listener_;
    std::string folder_;
    std::string before_;
    Captured captured_;
    std::int64_t now_us_ = 0;
    bool time_is_up_ = false;
    bool is_heard_ = true;  ///< by the listener
    std::uint64_t seeds_drawn_ = 0;
    std::int64_t date_ = 0;            ///< of the file that is written next
    std::exception_ptr broken_;        ///< at the end of the last run
    std::map<std::string, int> told_;  ///< by file: the number of planned games that the listener knows
};

/// The tournament's file that a command is about. Empty if it is about none.
[[nodiscard]] std::string file_of(const Words& typed);

/// How often each game of a file was played: its matches, and those that were set aside. `store`: the same file.
[[nodiscard]] std::map<int, int> attempts_in(const std::string& db, const referee::tournament::Store& store);

}  // namespace simulation
