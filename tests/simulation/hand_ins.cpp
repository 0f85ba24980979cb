#include "tests/simulation/hand_ins.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "tests/simulation/words.hpp"

namespace simulation {

namespace {

const std::string nobody = "nobody";

Words cells_of(const std::string& line) {
    Words cells(1);
    for (const char c : line) {
        if (c == ',')
            cells.emplace_back();
        else if (c != '\r')
            cells.back() += c;
    }
    return cells;
}

/// The lines of a table behind its header.
std::vector<Words> lines_of(const std::string& text) {
    std::vector<Words> lines;
    std::istringstream all(text);
    std::string line;
    std::getline(all, line);
    while (std::getline(all, line))
        lines.push_back(cells_of(line));
    return lines;
}

bool has_teams(const std::vector<Listed>& list) {
    return std::ranges::any_of(list, [](const Listed& one) { return !one.team.empty(); });
}

std::map<std::string, std::set<std::string>> members_in(const std::vector<Listed>& list,
                                                        const std::set<std::string>& known) {
    std::map<std::string, std::set<std::string>> members;
    for (const Listed& one : list)
        if (known.contains(one.name)) members[one.entrant()].insert(one.name);
    return members;
}

/// Why a list can't take the place of another one; empty: it can.
std::string fault_of(const std::vector<Listed>& list, const std::vector<Listed>& before) {
    constexpr std::ptrdiff_t most_members = 6;
    std::set<std::string> names, known, teams;
    for (const Listed& one : list) {
        names.insert(one.name);
        teams.insert(one.team);
        if (!one.team.empty() && std::ranges::count(list, one.team, &Listed::team) > most_members)
            return one.team + " is too large";
    }
    for (const Listed& one : before) {
        if (!names.contains(one.name)) return one.name + " is missing";
        known.insert(one.name);
    }
    if (std::ranges::any_of(names, [&](const std::string& name) { return teams.contains(name); }))
        return "a team has the name of a student";
    // A team with another name and the same members. Newcomers don't count.
    const auto now = members_in(list, known);
    for (const auto& [entrant, members] : members_in(before, known)) {
        const bool was_team = std::ranges::find(before, entrant, &Listed::team) != before.end();
        for (const auto& [name, others] : now)
            if (was_team && name != entrant && others == members) return name + " was " + entrant;
    }
    return "";
}

}  // namespace

std::string bots_beside(const std::string& db) {
    return db.substr(0, db.rfind(".db")) + ".bots";
}

std::string text_on_disk(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void HandIns::wrote(const std::string& file, const std::string& content, std::int64_t at) {
    if (content.empty())
        files_.erase(file);
    else
        files_[file] = {content, at};
}

std::string HandIns::content_of(const std::string& file) const {
    const auto found = files_.find(file);
    return found == files_.end() ? "" : found->second.content;
}

std::vector<Listed> HandIns::list_in(const std::string& file) const {
    std::vector<Listed> list;
    for (const Words& cells : lines_of(content_of(file)))
        list.push_back({cells[0], cells.size() > 1 ? cells[1] : ""});
    return list;
}

/// A folder of hand-ins while a command reads it.
class HandIns::Folder {
public:
    Folder(const HandIns& all, const std::string& folder, std::vector<Listed> list, Known known)
        : list_(std::move(list)), has_teams_(has_teams(list_)), known_(std::move(known)) {
        for (const auto& [path, file] : all.files_) {
            const std::string name = path.substr(path.rfind('/') + 1);
            if (path == folder + "/" + name) entries_.emplace(name, file);
        }
    }

    /// Takes the teacher's table. Returns why it can't be used.
    std::string decide(const std::vector<Words>& lines) {
        std::map<std::string, std::string> later;
        for (const Words& cells : lines) {
            const std::string &entry = cells.at(0), &wanted = cells.at(1);
            // An empty cell decides nothing.
            if (!entries_.contains(entry) && (wanted.empty() || known_.decisions.contains(entry))) continue;
            if (!entries_.contains(entry)) return entry + " has handed in nothing";
            const bool exists = is_student(wanted) || is_team(wanted) || wanted == nobody;
            if (!wanted.empty() && !exists) return wanted + " is not in the list";
            if (wanted.empty() || wanted == cell_of(entry)) continue;
            later[entry] = wanted == nobody ? "" : wanted;
        }
        for (const auto& [entry, name] : later)
            known_.decisions[entry] = name;
        return "";
    }

    /// Takes the suggestions that the table shows, as far as nobody has been found since, and as only one hand-in may
    /// be this student's. One that the table does not show may be anybody's.
    void take_suggestions(const std::vector<Words>& lines) {
        std::map<std::string, std::string> shown;
        for (const Words& cells : lines)
            if (cells.size() > 2 && cells[1].empty()) shown[cells[0]] = cells[2];
        std::map<std::string, int> times;
        int others = 0;
        for (const auto& [entry, file] : entries_) {
            if (!is_unowned(entry)) continue;
            const auto known = shown.find(entry);
            ++(known == shown.end() ? others : times[known->second]);
        }
        for (const auto& [entry, student] : shown)
            if (entries_.contains(entry) && is_unowned(entry) && is_student(student) && times[student] + others == 1)
                known_.decisions[entry] = student;
    }

    void read_into(Reading& reading) {
        for (const auto& [entry, decided] : known_.decisions)
            carry_out(entry, decided);
        for (const auto& [entry, file] : entries_)
            see(entry, file);
        std::map<std::string, std::vector<std::string>> of_entrants;
        bool some_stay = false;
        for (const auto& [entry, file] : entries_) {
            reading.owners[entry] = cell_of(entry);
            const std::string entrant = entrant_of(entry);
            if (is_unowned(entry)) reading.unowned.insert(entry);
            some_stay = some_stay || (!entrant.empty() && entrant != now(entry));
            if (entrants_of(list_).contains(entrant)) of_entrants[entrant].push_back(entry);
        }
        if (of_entrants.empty() && !some_stay) reading.fault = "nothing in the folder is anybody's";
        for (const auto& [entrant, entries] : of_entrants)
            choose(entrant, entries, reading);
        end_decisions(of_entrants);
        reading.known = std::move(known_);
    }

private:
    [[nodiscard]] bool is_student(const std::string& name) const {
        return std::ranges::find(list_, name, &Listed::name) != list_.end();
    }
    [[nodiscard]] bool is_team(const std::string& name) const {
        return !name.empty() && std::ranges::find(list_, name, &Listed::team) != list_.end();
    }
    /// The student or team whose name the entry has, or whom the teacher has named.
    [[nodiscard]] std::string owner(const std::string& entry) const {
        const auto decided = known_.decisions.find(entry);
        const std::string name = decided == known_.decisions.end() ? entry : decided->second;
        return is_student(name) || is_team(name) ? name : "";
    }
    [[nodiscard]] bool is_nobodys(const std::string& entry) const {
        const auto decided = known_.decisions.find(entry);
        return decided != known_.decisions.end() && decided->second.empty();
    }
    /// The entrant for which the owner hands in now.
    [[nodiscard]] std::string now(const std::string& entry) const {
        const std::string name = owner(entry);
        const auto student = std::ranges::find(list_, name, &Listed::name);
        return student == list_.end() ? name : student->entrant();
    }
    [[nodiscard]] const Seen* seen(const std::string& entry) const {
        const auto found = known_.seen.find({entry, entries_.at(entry).content});
        return found == known_.seen.end() ? nullptr : &found->second;
    }
    [[nodiscard]] std::string entrant_of(const std::string& entry) const {
        if (is_nobodys(entry)) return "";
        const Seen* const before = has_teams_ ? seen(entry) : nullptr;
        return before == nullptr ? now(entry) : before->entrant;
    }
    [[nodiscard]] bool is_unowned(const std::string& entry) const {
        return !is_nobodys(entry) && entrant_of(entry).empty();
    }
    [[nodiscard]] std::string cell_of(const std::string& entry) const {
        if (is_nobodys(entry)) return nobody;
        const std::string name = owner(entry);
        return name.empty() ? entrant_of(entry) : name;
    }

    /// A decision is about a person: all that was handed in so far is what the teacher says.
    void carry_out(const std::string& entry, const std::string& decided) {
        for (auto one = known_.seen.begin(); one != known_.seen.end();) {
            const bool is_other = one->first.first == entry && one->second.owner != decided;
            if (is_other && is_team(decided)) one->second.entrant = decided;
            one = is_other && !is_team(decided) && (decided.empty() || is_student(decided)) ? known_.seen.erase(one)
                                                                                            : std::next(one);
        }
    }
    /// Of a class with teams: a hand-in stays with the team to which it belonged first. Handed in again by somebody who
    /// has left, it is no newer.
    void see(const std::string& entry, const File& file) {
        const std::string entrant = now(entry);
        if (!has_teams_ || is_nobodys(entry)) return;
        const auto decided = known_.decisions.find(entry);
        const bool is_for_team = decided != known_.decisions.end() && is_team(decided->second);
        const auto known = known_.seen.find({entry, file.content});
        if (known == known_.seen.end()) {
            if (!entrant.empty())
                known_.seen[{entry, file.content}] = {is_for_team && is_student(entry) ? entry : owner(entry), entrant,
                                                      file.at};
        } else if (entrant == known->second.entrant || is_for_team) {
            known->second.entrant = entrant.empty() ? known->second.entrant : entrant;
            known->second.at = file.at;
        }
    }
    [[nodiscard]] std::int64_t at(const std::string& entry) const {
        const Seen* const before = has_teams_ ? seen(entry) : nullptr;
        return before == nullptr ? entries_.at(entry).at : before->at;
    }

    /// The newest of an entrant's hand-ins counts, unless another member's was newer, which is there no more.
    void choose(const std::string& entrant, const std::vector<std::string>& entries, Reading& reading) {
        const std::string newest = *std::ranges::max_element(entries, {}, [&](const auto& one) { return at(one); });
        const bool is_older =
            has_teams_ && std::ranges::any_of(known_.seen, [&](const auto& one) {
                return one.second.entrant == entrant && std::ranges::all_of(entries, [&](const std::string& entry) {
                           return entry != one.first.first && at(entry) < one.second.at;
                       });
            });
        for (const std::string& entry : entries)
            if (is_older || entry != newest) reading.older.insert(entry);
        known_.handed_in[entrant] = newest;
        if (is_older) return;
        const std::string& content = entries_.at(newest).content;
        reading.newest[entrant] = content;
        const auto played = known_.played.find(entrant);
        if (played != known_.played.end() && played->second == content) {
            known_.why.erase(entrant);  // something that was refused has come between
            return;
        }
        if (!content.starts_with("#!"))
            reading.refused[entrant] = fmt::format("'{}', which is no program", newest);
        else if (content.find("unfit") != std::string::npos)
            reading.unfit[entrant] = "not fit";
        else
            reading.fit.insert(entrant);
    }

    /// What the teacher has taken away was not handed in. A decision that gives a student's hand-ins to a team holds
    /// for what was handed in so far.
    void end_decisions(const std::map<std::string, std::vector<std::string>>& of_entrants) {
        for (const auto& [entry, decided] : known_.decisions) {
            std::erase_if(known_.handed_in, [&, &entry = entry, &decided = decided](const auto& one) {
                const auto& [entrant, its_entry] = one;
                const bool stays = std::ranges::any_of(known_.seen, [&entry, &entrant = entrant](const auto& seen) {
                    return seen.first.first == entry && seen.second.entrant == entrant;
                });
                return its_entry == entry && !of_entrants.contains(entrant) && !stays && decided != entrant;
            });
        }
        std::erase_if(known_.decisions, [&](const auto& one) {
            return has_teams_ && is_team(one.second) && is_student(one.first) && entries_.contains(one.first);
        });
    }

    std::vector<Listed> list_;
    bool has_teams_;
    Known known_;
    std::map<std::string, File> entries_;
};

HandIns::Reading HandIns::read(const Words& typed, const std::string& db, const Book& before) const {
    Reading reading;
    const auto list = value_of(typed, "--students");
    reading.students = list ? list_in(*list) : before.students;
    const bool with_teams = before.students.empty() ? has(typed, "--teams") : has_teams(before.students);
    if (!with_teams)
        for (Listed& one : reading.students)
            one.team.clear();
    if (with_teams && !has_teams(reading.students)) reading.fault = "no student has a team";
    if (reading.fault.empty()) reading.fault = fault_of(reading.students, before.students);
    if (!reading.fault.empty()) return reading;
    const auto known = known_.find(db);
    const bool is_new = before.students.empty() || known == known_.end();
    Folder folder(*this, value_of(typed, "--bots").value(), reading.students, is_new ? Known() : known->second);
    if (const auto table = value_of(typed, "--hand-ins")) {
        if (*table == "suggested" && text_on_disk(table_of_hand_ins).empty()) reading.fault = "nothing was suggested";
        if (*table == "suggested")
            folder.take_suggestions(lines_of(text_on_disk(table_of_hand_ins)));
        else
            reading.fault = folder.decide(lines_of(content_of(*table)));
    }
    if (reading.fault.empty()) folder.read_into(reading);
    return reading;
}

}  // namespace simulation
