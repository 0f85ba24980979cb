// The part of the director that is a teacher: a class hands in, and hands in again.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "tests/simulation/director.hpp"
#include "tests/simulation/words.hpp"

namespace simulation {

namespace {

constexpr const char* of_hand_ins = "handed_in";
constexpr const char* list_file = "class.csv";
constexpr const char* decisions_file = "decided.csv";

}  // namespace

Step Director::list_of_class() const {
    std::string text = has_teams_ ? "Name,Team\n" : "Name\n";
    for (const std::string& student : students_) {
        const auto team = team_of_.find(student);
        text += student + (has_teams_ ? "," + (team == team_of_.end() ? "" : team->second) : "") + "\n";
    }
    return Step{.file = list_file, .content = text};
}

/// A team that there is, or was, or a new one.
std::string Director::some_team() {
    if (teams_.empty() || random_.one_in(5)) teams_.push_back(new_name());
    return random_.pick(teams_);
}

/// Students move to other teams, leave theirs, or form new ones.
void Director::move_students() {
    for (const std::string& student : students_) {
        if (!random_.one_in(4)) continue;
        if (random_.one_in(4))
            team_of_.erase(student);
        else
            team_of_[student] = some_team();
    }
}

/// A student, a team, one who has not handed in, or nobody.
std::string Director::any_owner() {
    if (random_.one_in(5)) return "nobody";
    if (has_teams_ && random_.one_in(3)) return some_team();
    return random_.pick(students_);
}

/// The teacher's table: whose some hand-ins are. Few of its lines are wrong.
std::vector<Step> Director::decide_whose() {
    std::vector<Step> files;
    if (strangers_.empty() || random_.one_in(4)) {
        strangers_.push_back(new_name());
        files.push_back(Step{.file = fmt::format("{}/{}", of_hand_ins, strangers_.back()),
                             .content = hand_in_of(strangers_.back())});
    }
    std::string table = "person,student,suggestion\n";
    for (const std::string& one : strangers_)
        if (random_.one_in(2)) table += fmt::format("{},{},\n", one, random_.one_in(4) ? "" : any_owner());
    for (const auto& names : {students_, teams_})
        for (const std::string& one : names)
            if (random_.one_in(5) && std::filesystem::exists(fmt::format("{}/{}", of_hand_ins, one)))
                table += fmt::format("{},{},\n", one, random_.one_in(3) ? one : any_owner());
    if (random_.one_in(12)) table += new_name() + ",nobody,\n";  // has handed in nothing
    files.push_back(Step{.file = decisions_file, .content = table});
    return files;
}

/// A program, an older one again, one that fails its check, or no program at all.
std::string Director::hand_in_of(const std::string& student) {
    if (random_.one_in(6)) return "no program";
    return content_of_bot(fmt::format("{}/{}", of_hand_ins, student));
}

/// A new hand-in, or sometimes an earlier one that could play, or none: it is gone from the folder.
Step Director::next_of(const std::string& owner) {
    Step step{.file = fmt::format("{}/{}", of_hand_ins, owner)};
    const auto& fit = contents_[step.file];
    if (!std::filesystem::exists(step.file) || !random_.one_in(4))
        step.content = hand_in_of(owner);
    else if (!fit.empty() && random_.one_in(2))
        step.content = fit.back();
    return step;
}

Words Director::first_command_of_class(int entrants) {
    Words typed = {"tournament"};
    std::vector<std::string> certain;
    for (int i = 0; i < entrants; ++i) {
        const std::string& student = students_.emplace_back(new_name());
        if (has_teams_ && !random_.one_in(4)) team_of_[student] = some_team();
        if (random_.one_in(6)) continue;  // hands in later, or never
        const std::string content = hand_in_of(student);
        todo_.push_back(Step{.file = fmt::format("{}/{}", of_hand_ins, student), .content = content});
        const bool is_fit = content.starts_with("#!") && content.find("unfit") == std::string::npos;
        if (is_fit && !has_teams_ && !decides_) certain.push_back(student);
    }
    if (has_teams_ && team_of_.empty()) team_of_[students_.front()] = some_team();
    for (const std::string& team : teams_)
        if (random_.one_in(3))
            todo_.push_back(Step{.file = fmt::format("{}/{}", of_hand_ins, team), .content = hand_in_of(team)});
    todo_.push_back(list_of_class());
    const int own = random_.one_in(2) ? random_.between(1, 2) : 0;
    for (int i = 0; i < own || certain.size() < 2; ++i) {
        const std::string name = new_name();
        write_bot(name);
        certain.push_back(name);
        typed.push_back(random_.one_in(2) ? name + "=./" + name : "./" + name);
    }
    append(typed, {"--bots", of_hand_ins, "--students", list_file, "--sandbox", "on", "--db", db_, "--json", "--game",
                   "magnetize:height=3,width=3,max_plies=7"});
    if (has_teams_) append(typed, {"--teams", "Team"});
    if (decides_ && random_.one_in(2)) {
        for (Step& file : decide_whose())
            todo_.push_back(std::move(file));
        append(typed, {"--hand-ins", decisions_file});
    }
    complete(typed, certain);
    if (random_.one_in(6) && typed[1].starts_with("./")) {  // the organiser's bot must not be called so
        Step wrong = run_of(typed);
        wrong.typed[1] = fmt::format("{}={}", random_.pick(students_), typed[1]);
        todo_.push_back(wrong);
    }
    return typed;
}

/// Gives a list that must be refused: somebody is missing, or has the name of the organiser's bot, or a team another
/// name. Then the right one is there again.
void Director::give_wrong_list() {
    const std::vector<std::string> students = students_;
    const std::map<std::string, std::string> teams = team_of_;
    const Participant& one = random_.pick(book()->entrants);
    if (has_teams_ && random_.one_in(2)) {  // two teams exchange their names, or one has a new name
        const std::string team = some_team(), other = random_.one_in(2) ? new_name() : some_team();
        for (auto& [student, its_team] : team_of_)
            its_team = its_team == team ? other : its_team == other ? team : its_team;
    } else if (one.student.empty()) {
        students_.push_back(one.name);
        if (has_teams_ && random_.one_in(2)) {
            students_.back() = new_name();
            team_of_[students_.back()] = one.name;
        }
    } else {
        students_.erase(students_.begin());
    }
    todo_.push_back(list_of_class());
    todo_.push_back(Step{.typed = {"change", db_, "--bots", of_hand_ins, "--students", list_file}});
    students_ = students;
    team_of_ = teams;
    todo_.push_back(list_of_class());
}

/// What students hand in between two commands, and who comes into the class.
std::vector<Step> Director::new_hand_ins() {
    std::vector<Step> changes;
    if (random_.one_in(6)) {
        students_.push_back(new_name());
        if (has_teams_ && random_.one_in(2)) team_of_[students_.back()] = some_team();
        changes.push_back(list_of_class());
    } else if (has_teams_ && random_.one_in(2)) {
        move_students();
        changes.push_back(list_of_class());
    } else if (random_.one_in(12)) {
        give_wrong_list();
    }
    for (const auto& others : {teams_, strangers_})
        for (const std::string& one : others)
            if (random_.one_in(5)) changes.push_back(next_of(one));
    for (const std::string& student : students_)
        if (random_.one_in(3)) changes.push_back(next_of(student));
    return changes;
}

/// Lets an older bot of a student, which has a name of its own, play again when a newer one has left.
void Director::exchange_versions() {
    const std::set<std::string> all = entrants_of(book()->students);
    const std::string student = random_.pick(std::vector<std::string>(all.begin(), all.end()));
    const std::string old = new_name(), newer = new_name();
    write_bot(old);
    write_bot(newer);
    for (const Words& order :
         {Words{"replace", fmt::format("{0}={1}=./{1}", student, old)}, Words{"withdraw", student},
          Words{"add", fmt::format("{} #9=./{}", student, newer)}, Words{"withdraw", student}, Words{"return", old}}) {
        Step step;
        step.typed = {"change", db_};
        append(step.typed, order);
        todo_.push_back(step);
    }
}

void Director::take_up_hand_ins() {
    for (Step& step : new_hand_ins())
        todo_.push_back(std::move(step));
    Step step;
    step.typed = {"change", db_, "--bots", of_hand_ins};
    add_rounds(step.typed);
    const auto is_new = [&](const std::string& student) {
        const auto team = team_of_.find(student);
        const Listed wanted{student, team == team_of_.end() ? "" : team->second};
        return std::ranges::find(book()->students, wanted) == book()->students.end();
    };
    if (std::ranges::any_of(students_, is_new) && !random_.one_in(4)) append(step.typed, {"--students", list_file});
    if (decides_ && random_.one_in(2)) {
        for (Step& file : decide_whose())
            todo_.push_back(std::move(file));
        append(step.typed, {"--hand-ins", random_.one_in(3) ? "suggested" : decisions_file});
    }
    if (random_.one_in(5)) {
        todo_.push_back(step);
        todo_.back().typed.emplace_back("--dry-run");
    }
    if (!has_twin_ && random_.one_in(8))
        step.kill = Kill{random_.between(1, 12), random_.one_in(2)};
    else if (random_.one_in(6))
        step.meanwhile = random_.one_in(3) ? Words{"change", db_, "--bots", of_hand_ins} : orders();
    todo_.push_back(step);
}

}  // namespace simulation
