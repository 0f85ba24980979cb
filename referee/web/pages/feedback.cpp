#include "referee/web/pages/feedback.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/advice/forfeit_advice.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/own_folder.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/match/seen_by.hpp"
#include "referee/handins/teams.hpp"
#include "referee/handins/zip.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/figures/tables/student_state.hpp"
#include "referee/tournament/figures/tables/tables.hpp"
#include "referee/tournament/options/anchor_option.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/web/pages/entrant_page.hpp"
#include "referee/web/pages/match_page.hpp"

namespace referee {

namespace {

using namespace tournament;
using games::UserError;

/// A page with more bytes gets no more matches: learning platforms take only small files.
constexpr std::size_t full_feedback = std::size_t{4} << 20;
constexpr const char* archive_name = "feedback.zip";
constexpr const char* what_folder = "folder of feedback";

/// Refuses a folder that contains anything but feedback.
void check_content(const OwnFolder& folder, const std::string& path) {
    for (const std::string& name : folder.names().value_or(std::vector<std::string>())) {
        const bool is_page = name.ends_with(".html") && kind_of_file(path + "/" + name) == FileKind::page;
        if (name != archive_name && !is_page)
            throw UserError(
                fmt::format("{} '{}' holds '{}', which is no feedback: name a new folder", what_folder, path, name));
    }
}

/// Opens the folder, and refuses one that contains anything but feedback.
OwnFolder open_folder(const std::string& path) {
    OwnFolder folder = OwnFolder::make(path, what_folder);
    check_content(folder, path);
    if (::fchmod(folder.fd().get(), S_IRWXU) != 0)
        throw UserError(fmt::format("{} '{}' can't be made private: {}", what_folder, path, std::strerror(errno)));
    return folder;
}

/// The name of a student's page. Other systems than this one refuse some characters.
std::string page_name(const Student& student, std::set<std::string>& taken) {
    std::string name = student.name;
    std::ranges::replace_if(
        name, [](char c) { return std::string_view("\\/:*?\"<>|").find(c) != std::string_view::npos; }, '_');
    std::string unique = name;
    for (int i = 2; !taken.insert(handins::in_lower_case(unique)).second; ++i)
        unique = fmt::format("{} {}", name, i);
    return unique + ".html";
}

/// What happened in a game that was forfeited, for the author of one player's bot. The first forfeit of each kind is
/// explained: a bot that fails in one way may do so in a hundred games. `log`: what the author may see. `is_driven`:
/// a driver calls a function of the bot.
ForfeitDetail forfeit_in(const protocol::MatchLog& log, int player, std::set<protocol::Ending>& explained,
                         bool is_driven) {
    const auto& [winner, ending, reason, score] = log.result;
    ForfeitDetail detail{protocol::sentence_of(ending, reason)};
    const bool is_shown = log.failure && log.failure->player == player && !reason.empty();
    if (is_shown && explained.insert(ending).second) detail.explained = explained_to_author(log, is_driven);
    return detail;
}

/// The student as the page names it: all members of a team have the same page.
Student with_members(Student student, const std::vector<Student>& students) {
    if (student.team.empty()) return student;
    std::string names;
    for (const Student* member : handins::members_of(student.team, students))
        names += (names.empty() ? ": " : ", ") + member->name;
    student.name = student.team + names;
    return student;
}

class Feedback {
public:
    Feedback(const Store& store, const std::string& db, const std::optional<Anchor>& anchor)
        : store_(store),
          db_(db),
          account_(account_of(store)),
          standings_(standings_of(account_, true, anchor)),
          games_(game_rows_of(store)) {
        add_ranks(standings_);
    }

    std::string page_of(const Student& student) const {
        const StudentState state = state_of(student, account_.head(), account_.field());
        const Student named = with_members(student, account_.head().students);
        MatchPage page(answer_page_frame());
        if (!state.entrant) return answer_page(page.finished(), named, state, {});
        const auto line = std::ranges::find(standings_.lines, *state.entrant, &StandingsLine::entrant);
        const auto place = static_cast<std::size_t>(line - standings_.lines.begin());
        std::vector<TurnTimes> times(account_.entrants().size());
        const ReportData report{&account_, &standings_, &times, nullptr};
        GameRows games = games_;
        ForfeitDetails details;
        GameNotes notes;
        const int entrant = static_cast<int>(*state.entrant);
        for (const int number : games_with_notes(report, place, games))
            notes[{entrant, number}];
        std::string numbers;
        std::set<protocol::Ending> explained;
        store_.for_each_match_of(losses_first(report, place, games), [&](int number, std::string_view json) {
            GameRow& row = *std::ranges::lower_bound(games.rows, number, {}, &GameRow::number);
            const int player = row.first == entrant ? 0 : 1;
            const auto log = seen_by(
                player, checked_log(json, fmt::format("tournament file '{}', game {}", db_, shown_number(number))));
            if (row.winner && protocol::is_forfeit(log.result.ending))
                details[number] = forfeit_in(log, player, explained, !account_.head().hand_ins.driver.name.empty());
            if (const auto shown = notes.find({entrant, number}); shown != notes.end())
                shown->second = notes_of_player(log, player);
            add_turns(log, times[static_cast<std::size_t>(row.first)], times[static_cast<std::size_t>(row.second)]);
            if (page.size() > full_feedback) return;
            page.add(log);
            row.match = page.matches();
            numbers += fmt::format("{}{}", numbers.empty() ? "" : ",", shown_number(number));
        });
        page.add_tournament("#", numbers);
        return answer_page(page.finished(), named, state, {&report, place, &games, &details, &notes});
    }

private:
    const Store& store_;
    std::string db_;
    Account account_;
    Standings standings_;
    GameRows games_;
};

}  // namespace

void check_feedback(const std::string& folder, bool has_students) {
    if (!has_students)
        throw UserError("--feedback is for the students of a class: --students gives a tournament their list");
    if (const auto there = OwnFolder::take(folder, what_folder, OwnFolder::Writers::only_this_user))
        return check_content(*there, folder);
    static_cast<void>(OwnFolder::make(folder, what_folder));
    ::rmdir(folder.c_str());  // nothing has been decided yet
}

void write_feedback(const Store& store, const std::string& db, const std::string& path,
                    const std::optional<NamedAnchor>& anchor) {
    check_feedback(path, !store.head().students.empty());
    const OwnFolder folder = open_folder(path);
    const Feedback feedback(store, db, anchor_of(anchor, store.head()));
    for (const std::string& name : folder.names().value_or(std::vector<std::string>()))
        folder.remove(name);
    const auto write = [&](const std::string& name, std::string_view bytes) {
        if (const int error = folder.write(name, bytes); error != 0)
            throw std::runtime_error(fmt::format("'{}/{}' can't be written: {}", path, name, std::strerror(error)));
    };
    std::set<std::string> taken;
    std::map<std::string, std::string> archive, pages;  // by the folder, and by the entrant
    for (const Student& student : store.head().students) {
        const auto page = pages.find(student.entrant());
        const std::string text = page == pages.end() ? feedback.page_of(student) : page->second;
        write(page_name(student, taken), text);
        if (!student.handed_in.empty()) archive.emplace(student.handed_in, text);
        if (!student.team.empty()) pages.emplace(student.entrant(), text);
    }
    handins::Project files;
    for (const auto& [name, page] : archive)
        files.push_back({name + "/feedback.html", page});
    write(archive_name, handins::write_zip(files));
    note(fmt::format("feedback for {} students in {}; {} is for Moodle's \"Upload multiple feedback files in a zip\"",
                     store.head().students.size(), path, archive_name));
}

}  // namespace referee
