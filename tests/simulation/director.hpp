// Makes up histories: a seeded person who starts tournaments, changes, stops and resumes them.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/simulation/judge.hpp"
#include "tests/simulation/random.hpp"
#include "tests/simulation/step.hpp"

namespace simulation {

/// Luck for a history with this seed.
[[nodiscard]] Luck luck_of(std::uint64_t seed);

/// Whether the history with this seed is one of a class.
[[nodiscard]] bool is_class(std::uint64_t seed);

class Director {
public:
    /// Requires: `judge` hears of every step before the next one is asked for, and outlives the director.
    Director(std::uint64_t seed, Judge& judge);

    /// The next step; nothing at the end of the history.
    [[nodiscard]] std::optional<Step> next();
    /// Whether no step follows.
    [[nodiscard]] bool is_over() const { return todo_.empty() && phase_ == Phase::over; }
    /// Whether interruptions must change nothing.
    [[nodiscard]] bool has_twin() const { return has_twin_; }

private:
    enum class Phase { begins, plays, ends, second_stage, over };

    void begin();
    void go_on();
    void end();
    void begin_second_stage();
    void write_bot(const std::string& path, const std::string& remark = "");
    Words first_command();
    Words first_command_of_class(int entrants);
    void complete(Words& typed, const std::vector<std::string>& names);
    void add_format(Words& typed, int entrants);
    void add_openings(Words& typed);
    Step run_of(Words typed);
    void let_it_be_stopped(Step& step);
    void interrupt(Step& step);
    void choose_weights();
    void change();
    void break_up_pairing();
    Words orders();
    void add_order(Words& typed, std::set<std::string>& named);
    void add_newcomer(Words& typed);
    void add_again(Words& typed, const std::vector<std::string>& present, bool is_wrong);
    std::string somebody(const std::vector<std::string>& names);
    void give_other_settings();
    void change_while_played(Step& step);
    std::string new_version(const std::vector<std::string>& gone);
    std::string content_of_bot(const std::string& path);
    std::vector<Step> changes_in_folder();
    void begin_with_folder();
    Step list_of_class() const;
    void give_wrong_list();
    void exchange_versions();
    void move_students();
    std::vector<Step> decide_whose();
    std::string some_team();
    std::string any_owner();
    std::string hand_in_of(const std::string& student);
    Step next_of(const std::string& owner);
    std::vector<Step> new_hand_ins();
    void take_up_hand_ins();
    [[nodiscard]] bool is_class() const { return !students_.empty(); }
    std::optional<std::string> word_for(const Participant& one) const;
    void take_up_folder();
    void exchange_versions_in_folder();
    void add_rounds(Words& typed);
    void take_up_folder_meanwhile(Step& step, int games);
    std::string new_name();
    const Book* book() const { return judge_.book(db_); }

    Random random_;
    Judge& judge_;
    Phase phase_ = Phase::begins;
    std::deque<Step> todo_;
    std::string db_ = "t.db";
    std::string format_;
    Words first_;
    bool from_folder_ = false;
    std::vector<std::string> in_folder_;                        ///< the names of its bots
    std::map<std::string, std::vector<std::string>> contents_;  ///< fit versions of files
    std::vector<std::string> students_;                         ///< of a class; empty: it is none
    std::map<std::string, std::string> team_of_;                ///< of each student; none: the student is alone
    std::vector<std::string> teams_;                            ///< all that were ever in a list
    std::vector<std::string> strangers_;                        ///< have handed in, and are not in the list
    std::vector<std::string> stages_played_;                    ///< the files of earlier tournaments
    bool has_class_ = false;
    bool has_teams_ = false;
    bool decides_ = false;  ///< the teacher says whose hand-ins are
    bool has_twin_ = false;
    bool was_interrupted_ = false;
    bool is_endless_ = false;        ///< a run does not end by itself
    bool is_short_ = false;          ///< few bots, short runs and many orders
    std::string own_game_;           ///< its rules are a program; empty: a built-in game
    bool has_few_openings_ = false;  ///< fewer than a pairing has pairs
    bool is_large_swiss_ = false;    ///< so large that those who leave change who plays whom
    bool has_goal_ = false;          ///< two or three bots play until a goal is reached, mostly soon
    /// How often each order is given in this history; some are never given, so that others meet more often.
    std::vector<std::pair<std::string, std::size_t>> weights_;
    std::string last_named_;  ///< by an order
    int legs_ = 0;
    int names_ = 0;
    int stages_ = 0;
};

}  // namespace simulation
