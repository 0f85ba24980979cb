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

}  // namespace

Step Director::list_of_class() const {
    return Step{.file = list_file, .content = fmt::format("Name\n{}\n", fmt::join(students_, "\n"))};
}

/// A program, an older one again, one that fails its check, or no program at all.
std::string Director::hand_in_of(const std::string& student) {
    if (random_.one_in(6)) return "no program";
    return content_of_bot(fmt::format("{}/{}", of_hand_ins, student));
}

Words Director::first_command_of_class(int entrants) {
    Words typed = {"tournament"};
    std::vector<std::string> certain;
    for (int i = 0; i < entrants; ++i) {
        const std::string& student = students_.emplace_back(new_name());
        if (random_.one_in(6)) continue;  // hands in later, or never
        const std::string content = hand_in_of(student);
        todo_.push_back(Step{.file = fmt::format("{}/{}", of_hand_ins, student), .content = content});
        const bool is_fit = content.starts_with("#!") && content.find("unfit") == std::string::npos;
        if (is_fit) certain.push_back(student);
    }
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
    complete(typed, certain);
    if (random_.one_in(6) && typed[1].starts_with("./")) {  // the organiser's bot must not be called so
        Step wrong = run_of(typed);
        wrong.typed[1] = fmt::format("{}={}", random_.pick(students_), typed[1]);
        todo_.push_back(wrong);
    }
    return typed;
}

/// What students hand in between two commands, and who comes into the class.
std::vector<Step> Director::new_hand_ins() {
    std::vector<Step> changes;
    if (random_.one_in(6)) {
        students_.push_back(new_name());
        changes.push_back(list_of_class());
    } else if (random_.one_in(12)) {  // a list that must be refused: somebody is missing, or is the organiser's bot
        const std::vector<std::string> right = students_;
        const Participant& one = random_.pick(book()->entrants);
        if (one.student.empty())
            students_.push_back(one.name);
        else
            students_.erase(students_.begin());
        todo_.push_back(list_of_class());
        todo_.push_back(Step{.typed = {"change", db_, "--bots", of_hand_ins, "--students", list_file}});
        students_ = right;
        todo_.push_back(list_of_class());
    }
    for (const std::string& student : students_)
        if (random_.one_in(3))
            changes.push_back(Step{.file = fmt::format("{}/{}", of_hand_ins, student), .content = hand_in_of(student)});
    return changes;
}

void Director::take_up_hand_ins() {
    for (Step& step : new_hand_ins())
        todo_.push_back(std::move(step));
    Step step;
    step.typed = {"change", db_, "--bots", of_hand_ins};
    add_rounds(step.typed);
    const auto is_new = [&](const std::string& student) {
        return std::ranges::find(book()->students, student) == book()->students.end();
    };
    if (std::ranges::any_of(students_, is_new) && !random_.one_in(4)) append(step.typed, {"--students", list_file});
    if (random_.one_in(5)) {
        todo_.push_back(step);
        todo_.back().typed.emplace_back("--dry-run");
    }
    if (!has_twin_ && random_.one_in(8)) step.kill = Kill{random_.between(1, 12), random_.one_in(2)};
    todo_.push_back(step);
}

}  // namespace simulation
