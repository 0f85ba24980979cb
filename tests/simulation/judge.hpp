// Checks the laws while a history is played: keeps a book of each tournament, and compares it with the files and with
// what the program prints. Throws Broken at the first law that is broken.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/simulation/book.hpp"
#include "tests/simulation/bot_files.hpp"
#include "tests/simulation/hand_ins.hpp"
#include "tests/simulation/playback.hpp"
#include "tests/simulation/trace.hpp"

namespace simulation {

struct FileFacts;

class Judge final : public Listener {
public:
    /// `trace` may be null. The standings, which take most of the time, are compared after every `every`-th command.
    /// 0: only when they are asked for.
    explicit Judge(Trace* trace, int every = 1) : trace_(trace), every_(every) {}
    /// Requires: called before the first step.
    void watch(Playback& playback) { playback_ = &playback; }

    [[nodiscard]] const std::map<std::string, Book>& books() const { return books_; }
    [[nodiscard]] Book* book(const std::string& db) {
        const auto found = books_.find(db);
        return found == books_.end() ? nullptr : &found->second;
    }
    /// Compares the standings of a tournament with its book.
    void compare_standings(const std::string& db) const;
    /// Compares the marks of a class with the standings and its book. Does nothing for other tournaments.
    void check_marks(const std::string& db) const;
    /// The last command that was to begin this tournament; empty if there was none.
    struct FirstCommand {
        Words typed{};
        std::int64_t at_us = 0;
    };
    [[nodiscard]] FirstCommand first_command(const std::string& db) const {
        const auto found = first_commands_.find(db);
        return found == first_commands_.end() ? FirstCommand{} : found->second;
    }
    [[nodiscard]] bool last_was_killed() const { return last_was_killed_; }

    void wrote(const std::string& file, const std::string& content, std::int64_t at) override;
    void typed(const Step& step, std::int64_t at_us) override;
    void begun(const std::string& db, const referee::tournament::TournamentHead& head, bool is_new) override;
    void planned(const std::string& db, const referee::tournament::TournamentHead& head,
                 const referee::tournament::PlannedGame& game) override;
    void played(const std::string& db, const referee::tournament::TournamentHead& head,
                const referee::tournament::PlayedGame& game) override;
    void changed(const std::string& db, const referee::tournament::TournamentHead& head, const Words& typed,
                 bool accepted, const std::string& text) override;
    void answered(const Step& step, Answer& answer) override;

private:
    /// Returns the games that are not in the file.
    std::vector<int> settle_kill(const Step& step, Answer& answer, const FileFacts& facts);
    void check(const Step& step, const Answer& answer, const FileFacts& facts);
    /// What the docs allow is accepted, and nothing else.
    void check_orders(const Words& typed, const Answer& answer) const;
    /// A dry run refuses and counts what the change does.
    void check_dry_run(const Words& typed, const Answer& answer);
    /// Settings that are given again are those of the tournament, or refused.
    void check_settings(const Words& typed, const Answer& answer) const;
    /// A folder brings what is new in it, and nothing else.
    void check_news(const Words& typed, const std::vector<std::string>& expected, const Arrivals& joined) const;
    [[nodiscard]] std::vector<std::string> present_in(const std::string& db) const;
    /// A bot that is not fit is left out, and the journal says so once.
    void check_left_out(const Step& step, const Answer& answer, const FileFacts& facts);
    /// Those who may get a new version. A book does not tell who is out of a knockout, so the notes of a change do.
    [[nodiscard]] std::vector<std::string> playing_in(const std::string& db, const std::string& notes) const;
    /// A change was made with these words, and these notes were printed. Returns the new entrants.
    Arrivals make(const std::string& db, const Words& typed, const std::vector<std::string>& names,
                  const std::string& notes);
    Arrivals make_in_class(const std::string& db, const Words& typed, const std::vector<std::string>& names,
                           const std::string& notes);
    /// A change is in the file after a kill.
    Arrivals enter_unseen(const std::string& db, const Words& typed, const FileFacts& facts);
    /// A class begins with this command.
    void begin_class(const std::string& db, Book& fresh, const Words& typed);
    /// The exit code of a change that is made: whether hand-ins of a class are left without an owner.
    [[nodiscard]] int exit_when_done(const std::string& db, const Words& typed) const;
    /// Whether what a change takes up from a folder is allowed.
    [[nodiscard]] bool may_take_up(const std::string& db, const Words& typed) const;
    /// What the table of hand-ins shows to the teacher.
    void check_table(const Words& typed, const HandIns::Reading& reading) const;
    /// Whether the file has what is known of a class after a command, or before it.
    [[nodiscard]] static bool has_record(const FileFacts& facts, const std::vector<Listed>& list,
                                         const HandIns::Known& known, const std::set<std::string>& unowned);
    /// After a kill: whether a command that takes up hand-ins is in the file.
    [[nodiscard]] bool has_taken_up(const std::string& db, const Words& typed, const FileFacts& facts);
    /// After a kill, only the file tells why hand-ins don't play.
    void believe_reasons(const std::string& db);
    /// The row of each student is that of the newest version that plays, with the reason.
    void check_students(const std::string& db, const FileFacts& facts);
    /// The entrants of a second stage.
    void check_stage(const Book& fresh, const Words& typed) const;
    /// The first ones in the table of the first stage play on, in this order.
    void check_seeds(const Book& known, const Words& typed) const;

    Trace* trace_;
    Playback* playback_ = nullptr;
    std::map<std::string, Book> books_;
    BotFiles files_;
    HandIns hand_ins_;
    std::map<std::string, FirstCommand> first_commands_;  ///< by file
    Words dry_;                                           ///< the last command, if it was a change with --dry-run
    Answer dry_answer_{};
    std::deque<Words> pending_;       ///< changes that were typed while the run goes on
    bool was_not_answered_ = false;   ///< the first of them, as the machine failed
    std::multiset<std::string> due_;  ///< bots that are left out by this command
    std::set<int> of_run_;            ///< the games that this run has got back
    std::set<int> unexplained_;       ///< of these, those that a signal may explain
    bool had_signal_ = false;
    Words typed_;  ///< the last command
    int every_;
    int commands_ = 0;
    bool last_was_killed_ = false;
};

/// The tables of a tournament's file, read as the docs describe them.
struct FileFacts {
    std::vector<std::string> names;
    std::vector<Row> games;
    std::map<int, Outcome> matches;
    std::map<int, std::vector<Outcome>> set_aside;
    std::set<int> cancelled;
    int changes = 0;                                            ///< of the director
    std::vector<std::pair<std::string, std::string>> left_out;  ///< bots and reasons, in the order of the journal
    std::vector<Listed> students;                               ///< the list of a class
    std::set<std::string> unowned;                              ///< hand-ins that have no owner
    std::map<std::string, std::string> decisions;               ///< the teacher's, whose hand-ins are
    std::multiset<std::string> seen;                            ///< the entrants with whom hand-ins stay
};
[[nodiscard]] FileFacts facts_of(const std::string& db);

/// Enters a change in the book. Returns the new entrants, and those that they replace. `names`: all entrants.
Arrivals enter(Book& book, const Words& typed, const std::vector<std::string>& names);

}  // namespace simulation
