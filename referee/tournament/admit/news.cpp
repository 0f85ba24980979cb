#include "referee/tournament/admit/news.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "referee/core/bots/entrant_versions.hpp"
#include "referee/handins/notices.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/paper/journal.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/student_entrants.hpp"

namespace referee::tournament {

namespace {

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

}  // namespace

News::News(const TournamentHead& head, const std::string& db, const handins::Workplace& place)
    : head_(head), place_(place), field_(static_cast<int>(head.entrants.size()), head.changes), names_(head.names()) {
    if (settings_of_json(head.settings).format.format == Format::knockout)
        knockout_.emplace(account_of(Store::open(db)));
}

void News::join(Candidate bot) {
    bot.if_unfit = IfUnfit::left_out;
    joining_.push_back(std::move(bot));
}

bool News::replace(std::size_t known, Candidate bot, std::string_view remedy) {
    if (!field_.is_in(static_cast<int>(known))) {
        of_gone_.push_back(fmt::format("'{}' has left, and its newer version stays out: {}", names_[known], remedy));
        return false;
    }
    if (knockout_ && !knockout_->knockout()->plays_on(static_cast<int>(known))) {
        // Each hand-in of a class has files of its own.
        const char* const needed =
            head_.students.empty() ? ": before the tournament is resumed, restore its files, or 'withdraw' it" : "";
        of_lost_.push_back(fmt::format("'{}' plays no more games in this knockout, and its newer version stays out{}",
                                       names_[known], needed));
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

FolderNews News::take() {
    FolderNews news{std::move(joining_), std::move(left_out_), {}};
    std::ranges::move(replacing_, std::back_inserter(news.bots));
    drop_known(news.left_out, head_, {});
    handins::Notices notices;
    notices.add(std::move(of_gone_), "entrants have left, and their newer versions stay out");
    notices.add(std::move(of_lost_), "entrants play no more games in this knockout, and their newer versions stay out");
    notices.tell(place_.tell);
    return news;
}

void drop_known(std::vector<LeftOut>& left_out, const TournamentHead& head, const std::vector<Student>& students) {
    for (LeftOut& bot : left_out) {
        if (const Student* owner = student_named(bot.name, students)) bot.name = owner->entrant();
    }
    std::erase_if(left_out, [&](const LeftOut& bot) { return is_in_journal(bot, head); });
}

}  // namespace referee::tournament
