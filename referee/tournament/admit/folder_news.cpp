#include "referee/tournament/admit/folder_news.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/bot_files.hpp"
#include "referee/core/bots/bots_folder.hpp"
#include "referee/core/bots/entrant_versions.hpp"
#include "referee/core/bots/real_words.hpp"
#include "referee/core/bots/sight.hpp"
#include "referee/handins/class_folder.hpp"
#include "referee/handins/notices.hpp"
#include "referee/handins/team_changes.hpp"
#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/paper/journal.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/student_entrants.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

/// Whether a change brings a bot of this name, which may be that of a file, or a version of it. In a class, whether it
/// brings a bot of this student or team.
bool brings(const Change& change, const std::string& name, const TournamentHead& head, const Field& field) {
    if (change.kind != Change::Kind::joined && change.kind != Change::Kind::replaced) return false;
    const auto entrant = static_cast<std::size_t>(change.kind == Change::Kind::joined ? change.entrant : change.by);
    if (!head.students.empty()) return owner_of(entrant, head, field) == name;
    const std::string& newcomer = head.entrants[entrant].name;
    return is_version_of(newcomer, name) || is_version_of(newcomer, std::filesystem::path(name).stem().string());
}

/// Whether the last entry of the journal about a bot says that it was left out for this reason.
bool is_in_journal(const LeftOut& bot, const TournamentHead& head) {
    const Change wanted = journal_of({bot}, "").front();
    const Field field = head.field();
    for (auto change = head.changes.rbegin(); change != head.changes.rend(); ++change) {
        if (brings(*change, wanted.name, head, field)) return false;
        if (change->kind == Change::Kind::left_out && change->name == wanted.name)
            return change->reason == wanted.reason;
    }
    return false;
}

/// Collects news about a tournament.
class News {
public:
    News(const TournamentHead& head, const std::string& db, const handins::Workplace& place)
        : head_(head),
          place_(place),
          field_(static_cast<int>(head.entrants.size()), head.changes),
          names_(head.names()) {
        if (settings_of_json(head.settings).format.format == Format::knockout)
            knockout_.emplace(account_of(Store::open(db)));
    }

    [[nodiscard]] const Field& field() const { return field_; }
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    /// The last entrant for which `test` is true; nothing if there is none.
    template <class Test>
    [[nodiscard]] std::optional<std::size_t> last_entrant(const Test& test) const {
        for (std::size_t i = names_.size(); i > 0; --i)
            if (test(i - 1)) return i - 1;
        return std::nullopt;
    }
    /// The last one that takes part or, if none does, the last one.
    template <class Test>
    [[nodiscard]] std::optional<std::size_t> last_present(const Test& test) const {
        const auto present = last_entrant([&](std::size_t i) { return test(i) && field_.is_in(static_cast<int>(i)); });
        return present ? present : last_entrant(test);
    }

    void join(Candidate bot) {
        bot.if_unfit = IfUnfit::left_out;
        joining_.push_back(std::move(bot));
    }

    /// `known`: an entrant of which `bot` is a newer version. `remedy`: how it can take part if the entrant has left.
    /// Returns whether it may take part.
    bool replace(std::size_t known, Candidate bot, std::string_view remedy) {
        if (!field_.is_in(static_cast<int>(known))) {
            of_gone_.push_back(
                fmt::format("'{}' has left, and its newer version stays out: {}", names_[known], remedy));
            return false;
        }
        if (knockout_ && !knockout_->knockout()->plays_on(static_cast<int>(known))) {
            // Each hand-in of a class has files of its own.
            const char* const needed =
                head_.students.empty() ? ": before the tournament is resumed, restore its files, or 'withdraw' it" : "";
            of_lost_.push_back(fmt::format(
                "'{}' plays no more games in this knockout, and its newer version stays out{}", names_[known], needed));
            return false;
        }
        const StoredEntrant& before = head_.entrants[known];
        bot.if_unfit = IfUnfit::left_out;
        bot.replaces = known;
        bot.reuse = before.reuse;
        if (!before.limits.empty()) bot.limits = parse_own_limits(before.limits, "the limits of " + names_[known]);
        replacing_.push_back(std::move(bot));
        return true;
    }

    void leave_out(LeftOut bot) { left_out_.push_back(std::move(bot)); }

    [[nodiscard]] FolderNews take() {
        FolderNews news{std::move(joining_), std::move(left_out_), {}};
        std::ranges::move(replacing_, std::back_inserter(news.bots));
        drop_known(news.left_out, head_, {});
        handins::Notices notices;
        notices.add(std::move(of_gone_), "entrants have left, and their newer versions stay out");
        notices.add(std::move(of_lost_),
                    "entrants play no more games in this knockout, and their newer versions stay out");
        notices.tell(place_.tell);
        return news;
    }

private:
    const TournamentHead& head_;
    const handins::Workplace& place_;
    Field field_;
    std::optional<Account> knockout_;
    std::vector<std::string> names_;
    std::vector<Candidate> joining_, replacing_;
    std::vector<LeftOut> left_out_;
    std::vector<std::string> of_gone_, of_lost_;  ///< lines about newer versions of those that can't play them
};

std::set<std::string> real_paths_of(const std::vector<FileSum>& files) {
    std::set<std::string> paths;
    for (const FileSum& file : files)
        paths.insert(secret_file(file.path));
    return paths;
}

/// Whether all files beside the program belong to an entrant that is this bot, as they do if it was named by its
/// folder. If a user has named the program, only the files in its command belong to it.
bool has_whole_folder(const StoredEntrant& entrant, const FoundBot& bot) {
    return entrant.command == bot.command.arguments ||
           entrant.files.size() > files_named_in({entrant.command.front(), entrant.command, {}}).size();
}

bool has_new_file(const std::vector<FileSum>& before, const std::vector<FileSum>& now) {
    return !std::ranges::includes(real_paths_of(before), real_paths_of(now));
}

/// Adds what is new about a bot of the folder. `known`: the last entrant that is this bot. `place`: its file or folder.
/// Throws games::UserError if the bot can't play.
void add_news_of(News& news, const TournamentHead& head, const FoundBot& bot, const std::optional<std::size_t>& known,
                 const std::string& place, std::string_view path) {
    const auto files = files_of_bot(bot.command, bot.folder, bot.name, std::nullopt);
    if (!can_be_kept(place)) throw UserError("its name is not UTF-8: rename it");
    if (!known) return news.join(candidate_of(bot, ""));
    const StoredEntrant& before = head.entrants[*known];
    const bool is_whole = has_whole_folder(before, bot);
    if (rehashed(before.files) == before.files && !(is_whole && has_new_file(before.files, files))) return;
    const auto first = static_cast<std::size_t>(news.field().place_of(static_cast<int>(*known)));
    Candidate next = candidate_of(bot, version_after(news.names()[first], news.names()));
    if (!is_whole) {
        next.command = bot_command_of(before.command, before.name, path);
        next.folder.clear();
    }
    news.replace(*known, std::move(next),
                 fmt::format("restore its files and 'return' it, or let the new version join with 'add {}'", place));
}

void news_of_plain_folder(News& news, const TournamentHead& head, const std::string& given, std::string_view path) {
    const std::string folder = same_folder(given, settings_of_json(head.settings).bots_folders).value_or("");
    if (folder.empty())
        throw UserError(
            fmt::format("--bots: '{0}' is not the tournament's folder of bots: let single bots join with "
                        "'add {0}/BOT'",
                        given));
    std::vector<std::vector<std::string>> known;
    for (const StoredEntrant& entrant : head.entrants)
        known.push_back(real_words(entrant.command, path));
    FolderContents contents = read_bots_folder(folder, path);
    for (const FoundBot& bot : contents.bots) {
        const auto words = real_words(bot.command.arguments, path);
        try {
            add_news_of(news, head, bot, news.last_present([&](std::size_t i) { return known[i] == words; }),
                        (std::filesystem::path(folder) / bot.name).string(), path);
        } catch (const UserError& error) {
            contents.left_out.push_back({bot.name, error.what()});
        }
    }
    for (LeftOut& bot : contents.left_out)
        news.leave_out(std::move(bot));
}

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
handins::StudentList new_list(const DirectorOrders& orders, const TournamentHead& head, const News& news,
                              handins::HandInRecord& record) {
    handins::Teams& teams = record.teams;
    if ((!orders.teams.empty() || orders.team_size) && teams.column.empty())
        throw UserError("--teams: this class has no teams: its students have handed in alone since its start");
    const auto size = orders.team_size.value_or(teams.size);
    if (!orders.teams.empty()) teams = handins::parse_teams(orders.teams, size);
    if (!teams.column.empty()) teams.size = size;
    handins::StudentList list = handins::read_students(read_text_file(orders.students), orders.students, teams);
    list.students = merged(head.students, std::move(list.students), orders.students);
    if (std::string moved = handins::moves_between(head.students, list.students); !moved.empty())
        list.notes.insert(list.notes.begin(), std::move(moved));
    record.former = former_after(head, list.students);
    for (std::size_t i = 0; i < head.entrants.size(); ++i)
        if (!is_of_class(i, head, news.field()) && student_named(news.names()[i], list.students) != nullptr)
            throw UserError(fmt::format(
                "--students: '{}' is the name of a bot of yours: give the student{} another name in the list",
                news.names()[i], teams.column.empty() ? "" : " or the team"));
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

std::optional<FolderNews> news_of_class(News news, const DirectorOrders& orders, const std::string& owners,
                                        const TournamentHead& head, const std::string& db, bool while_played,
                                        std::string_view path, const handins::Workplace& place) {
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
    if (!orders.students.empty()) list = new_list(orders, head, news, record);
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
    auto prepared = handins::prepare_class(std::move(list), {orders.folder, bots, handins::hand_ins_beside(db), owners},
                                           place, std::move(record), find_versions);
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

}  // namespace

std::optional<FolderNews> folder_news(const DirectorOrders& orders, const std::string& owners,
                                      const TournamentHead& head, const std::string& db, bool while_played,
                                      std::string_view path, const handins::Workplace& place) {
    News news(head, db, place);
    if (!head.students.empty())
        return news_of_class(std::move(news), orders, owners, head, db, while_played, path, place);
    if (!orders.students.empty())
        throw UserError("--students: the tournament has no class: its list is given when it begins");
    news_of_plain_folder(news, head, orders.folder, path);
    return news.take();
}

void drop_known(std::vector<LeftOut>& left_out, const TournamentHead& head, const std::vector<Student>& students) {
    for (LeftOut& bot : left_out) {
        if (const Student* owner = student_named(bot.name, students)) bot.name = owner->entrant();
    }
    std::erase_if(left_out, [&](const LeftOut& bot) { return is_in_journal(bot, head); });
}

}  // namespace referee::tournament
