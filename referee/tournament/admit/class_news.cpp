#include "referee/tournament/admit/class_news.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/bots_folder.hpp"
#include "referee/core/bots/entrant_versions.hpp"
#include "referee/handins/team_changes.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/paper/store/student_entrants.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

/// The new list, with what is known about the hand-ins of the entrants in the old one. Throws games::UserError if a
/// student of the old list is missing, or if a team has another name.
std::vector<Student> merged(const std::vector<Student>& before, std::vector<Student> now, const std::string& file) {
    for (const Student& student : before)
        if (std::ranges::find(now, student.name, &Student::name) == now.end())
            throw UserError(
                fmt::format("--students: '{}' of the list with which the tournament began is missing in {}: "
                            "students and their names stay",
                            student.name, file));
    handins::require_names_of_teams(before, now, file);
    for (Student& student : now) {
        const auto itself = std::ranges::find(before, student.name, &Student::name);
        const bool stays = itself != before.end() && itself->entrant() == student.entrant();
        const auto same = stays ? itself : std::ranges::find(before, student.entrant(), &Student::entrant);
        if (same == before.end()) continue;  // nothing of the team is known
        student.handed_in = same->handed_in;
        student.remark = same->remark;
        student.build_output = same->build_output;
        student.plays_as = same->plays_as;
        student.is_newest_version = same->is_newest_version;
    }
    return now;
}

/// The entrants of the class to whom nobody in the new list belongs any more.
std::vector<std::string> former_after(const TournamentHead& head, const std::vector<Student>& now) {
    std::vector<std::string> former = handins::entrants_of(head.students);
    former.insert(former.end(), head.hand_ins.former.begin(), head.hand_ins.former.end());
    std::erase_if(former, [&](const std::string& one) { return !handins::members_of(one, now).empty(); });
    return former;
}

/// The new list of a class, and what is kept of its teams. Throws games::UserError if it does not fit the old one.
handins::StudentList new_list(const NewsOrder& order, const TournamentHead& head, const News& news,
                              handins::HandInRecord& record) {
    handins::Teams& teams = record.teams;
    if ((!order.teams.empty() || order.team_size) && teams.column.empty())
        throw UserError("--teams: this class has no teams: its students have handed in alone since its start");
    const auto size = order.team_size.value_or(teams.size);
    if (!order.teams.empty()) teams = handins::parse_teams(order.teams, size);
    if (!teams.column.empty()) teams.size = size;
    handins::StudentList list = handins::read_students(read_text_file(order.students), order.students, teams);
    list.students = merged(head.students, std::move(list.students), order.students);
    if (std::string moved = handins::moves_between(head.students, list.students); !moved.empty())
        list.notes.insert(list.notes.begin(), std::move(moved));
    record.former = former_after(head, list.students);
    TournamentHead after = head;
    after.students = list.students;
    after.hand_ins.former = record.former;
    for (std::size_t i = 0; i < head.entrants.size(); ++i) {
        const std::string owner = owner_of(i, head, news.field()), now = owner_of(i, after, news.field());
        if (now.empty() || now == owner) continue;
        throw UserError(fmt::format(
            "--students: '{}' is the name of a bot of {}: give the student{} another name in the list", news.names()[i],
            owner.empty() ? "yours" : fmt::format("'{}'", owner), teams.column.empty() ? "" : " or the team"));
    }
    for (const std::string& one : record.former) {
        const auto before = handins::members_of(one, head.students);
        const auto entrant = before.empty() ? std::nullopt : entrant_of(*before.front(), head, news.field());
        if (entrant && news.field().is_in(static_cast<int>(*entrant)))
            list.notes.push_back(fmt::format("'{}' has no members any more, and plays on until 'withdraw'", one));
    }
    return list;
}

/// Notes that the newest hand-in of this entrant is not refused, although it stays out.
void forget_refusal(std::vector<Student>& students, const std::string& entrant) {
    for (Student& student : students)
        if (student.entrant() == entrant) student.is_newest_version = true;
}

}  // namespace

std::optional<FolderNews> news_of_class(News news, const NewsOrder& order, const TournamentHead& head,
                                        const std::string& db, bool while_played, std::string_view path,
                                        const handins::Workplace& place) {
    const std::string bots =
        same_folder(handins::bots_folder_beside(db), settings_of_json(head.settings).bots_folders).value_or("");
    if (bots.empty())
        throw UserError(
            "--bots: the hand-ins were prepared for an earlier stage of this tournament: let single bots "
            "join with add or replace");
    if (!place.sandbox)
        throw UserError("--bots: hand-ins are unpacked and built only in a sandbox, and the tournament has none");
    handins::StudentList list{head.students, head.list_separator, {}};
    handins::HandInRecord record = head.hand_ins;
    if (!order.students.empty()) list = new_list(order, head, news, record);
    TournamentHead known = head;  // with the entrants of the new list
    known.students = list.students;
    known.hand_ins = record;
    // The newest one that was handed in. The director may have let other bots take part for the student.
    const auto newest = [&](const Student& student) {
        return news.last_entrant([&](std::size_t i) {
            const std::vector<std::string>& command = known.entrants[i].command;
            return is_version_of(news.names()[i], student.entrant()) && is_bot_of(student, i, known, news.field()) &&
                   !command.empty() && command.front().starts_with(bots + "/");
        });
    };
    const auto playing = [&](const Student& student) { return entrant_of(student, known, news.field()); };
    const auto versions_of = [&](const Student& student) {
        const auto version = newest(student);
        const bool is_first = !playing(student);
        return handins::Versions{version ? news.names()[*version] : "",
                                 is_first ? student.entrant() : next_version(student.entrant(), news.names())};
    };
    const auto find_versions = [&]() -> handins::VersionsOf {
        if (!while_played && Store::head_of(db) != head) throw ChangedMeanwhile();
        return versions_of;
    };
    auto prepared =
        handins::prepare_class(std::move(list), {order.folder, bots, handins::hand_ins_beside(db), order.owners}, place,
                               std::move(record), find_versions);
    if (!prepared) return std::nullopt;
    for (const handins::NewVersion& version : prepared->fresh) {
        const Student& student = prepared->list.students[version.student];
        try {
            Candidate bot = candidate_at(bots + "/" + version.folder, version.folder, path);
            if (const auto entrant = playing(student)) {
                if (!news.replace(*entrant, std::move(bot), "'return' it first"))
                    forget_refusal(prepared->list.students, student.entrant());
            } else {
                news.join(std::move(bot));
            }
        } catch (const UserError& error) {
            news.leave_out({student.entrant(), error.what()});
        }
    }
    for (LeftOut& one : prepared->left_out)
        news.leave_out(std::move(one));
    FolderNews all = news.take();
    all.of_class = {handins::kept_students(std::move(prepared->list.students)), std::move(prepared->hand_ins)};
    all.table = std::move(prepared->table);
    all.lock = std::move(prepared->lock);
    return all;
}

}  // namespace referee::tournament
