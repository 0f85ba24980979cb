#include "referee/tournament/admit/admit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/bots/bot_files.hpp"
#include "referee/core/bots/sight.hpp"
#include "referee/handins/teams.hpp"
#include "referee/tournament/admit/file_watch.hpp"
#include "referee/tournament/admit/folder_news.hpp"
#include "referee/tournament/admit/left_out_report.hpp"
#include "referee/tournament/admit/settle.hpp"
#include "referee/tournament/admit/sources.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/store/store_compare.hpp"
#include "referee/tournament/paper/store/student_entrants.hpp"

namespace referee::tournament {

namespace {

/// Refuses an order that brings a bot which is not fit to play, because the director can correct the bot now.
void require_all_fit(const Lineup& checked) {
    if (checked.left_out.empty()) return;
    const LeftOut& bot = checked.left_out.front();
    throw games::UserError(fmt::format("'{}' is not fit to play, and nothing was changed: {}{}", bot.name, bot.reason,
                                       bot.hint.empty() ? "" : "; see " + bot.hint));
}

/// Carries out one order.
class Admission {
public:
    Admission(const Participation& wish, const Entrance& entrance)
        : wish_(wish), known_(entrance.known), entrance_(entrance), isolation_(entrance.prepared.isolation) {}

    Admitted run() {
        auto arrivals = arrivals_of(wish_, entrance_);
        if (!arrivals || (has_hand_ins() && is_stopped())) return {"the hand-ins were prepared"};
        table_ = std::move(arrivals->table);
        students_ = arrivals->of_class.students.empty() ? known_.students : arrivals->of_class.students;
        settle(*arrivals);
        seal();
        if (!check()) return {"the bots were checked"};
        if (wish_.orders.news) complete_news(*arrivals);
        return std::move(admitted_);
    }

private:
    [[nodiscard]] bool is_stopped() const { return is_readable(entrance_.stop_fd); }
    [[nodiscard]] bool has_hand_ins() const {
        return !wish_.students.empty() || (wish_.orders.news && !known_.students.empty());
    }

    void settle(Arrivals& arrivals) {
        Lineup& lineup = admitted_.lineup;
        lineup = settled_lineup(wish_, entrance_, std::move(arrivals.candidates));
        if (entrance_.begun) {
            const std::set<std::size_t> returning = returners_of(wish_.orders, known_);
            admitted_.returning.assign(returning.begin(), returning.end());
        }
        if (!wish_.students.empty()) {
            lineup.students = arrivals.of_class.students;
            lineup.hand_ins = arrivals.of_class.hand_ins;
            lineup.list_separator = arrivals.list_separator;
        }
        if (!entrance_.begun) refuse_names_of_students(wish_.students.empty() ? known_.students : lineup.students);
    }

    /// Refuses a new tournament if a bot of the organiser has the name of a student, whose marks would be the bot's.
    void refuse_names_of_students(const std::vector<Student>& students) const {
        const auto named = std::span(admitted_.lineup.contenders).subspan(known_.entrants.size());
        for (const Contender& contender : named) {
            const std::string& name = contender.entrant.name;
            // When a class begins, those that are checked are its hand-ins.
            if (!wish_.students.empty() && is_checked(contender.if_unfit)) continue;
            const bool is_student = std::ranges::find(students, name, &Student::name) != students.end();
            if (is_student || student_named(name, students) != nullptr || is_former(name, known_.hand_ins))
                throw games::UserError(
                    fmt::format("'{}' is the name of a {}: give your own bot another one, as in teacher=./bot.py", name,
                                is_student || !handins::has_teams(students) ? "student" : "team"));
        }
    }

    /// Called when all bots are known, so that the same files are hidden from all of them.
    void seal() {
        std::vector<Contender> found = admitted_.lineup.contenders;
        if (entrance_.while_played) {  // the files of the others are hidden already
            found.clear();
            for (const std::size_t place : admitted_.arriving())
                found.push_back(admitted_.lineup.contenders[place]);
        }
        admitted_.secrets = secrets_of(found, entrance_.prepared.settings.bots_folders, entrance_.copies, wish_.db);
        if (!wish_.students.empty()) admitted_.secrets.push_back(secret_file(wish_.students));
        if (!wish_.students.empty() || !known_.students.empty()) {
            for (const std::string& file : handins::tables_of(handins::hand_ins_beside(wish_.db)))
                admitted_.secrets.push_back(secret_file(file));
        }
        const std::string& owners = wish_.orders.news ? wish_.orders.news->owners : wish_.owners;
        if (!owners.empty() && owners != handins::all_suggested) admitted_.secrets.push_back(secret_file(owners));
        isolation_.hide(admitted_.secrets);
    }

    /// Checks the bots that must be checked. Returns false if a stop was requested.
    bool check() {
        Lineup& lineup = admitted_.lineup;
        if (entrance_.plan == nullptr || (wish_.bots_folder.empty() && lineup.joining() == 0)) return !is_stopped();
        const bool is_strict = std::ranges::find(lineup.contenders, IfUnfit::order_refused, &Contender::if_unfit) !=
                               lineup.contenders.end();
        const auto left_out_before = is_class() ? count_refused() : lineup.left_out.size();
        const auto number = count_to_check() + left_out_before;
        if (shows_progress()) {
            if (!is_class()) report_left_out(lineup.left_out);
            entrance_.tell(left_out_before == 0
                               ? fmt::format("checking {}", number == 1 ? "the bot" : fmt::format("{} bots", number))
                               : fmt::format("checking the other {} of {} bots", count_to_check(), number));
        }
        const auto report = [&](const Contender& contender, const LeftOut* left_out) {
            if (left_out == nullptr || !shows_progress() || is_strict) return;
            const bool is_told_later = is_class() && student_named(contender.entrant.name, students_) != nullptr;
            if (!is_told_later) report_left_out(*left_out);
        };
        if (!entrance_.check(lineup, *entrance_.plan, isolation_, entrance_.stop_fd, entrance_.jobs, report) ||
            is_stopped())
            return false;
        if (is_class()) handins::add_refusals(table_, refusals());
        if (shows_progress()) {
            if (is_class()) report_refused(lineup.left_out, students_);
            const auto fit = count_to_check();
            entrance_.tell(number == 1 && lineup.left_out.empty()
                               ? std::string("it is fit to play")
                               : fmt::format("{} of {} {} fit to play", fit, number, fit == 1 ? "is" : "are"));
        }
        if (is_strict) require_all_fit(lineup);
        return true;
    }

    [[nodiscard]] bool shows_progress() const { return !entrance_.while_played; }
    [[nodiscard]] std::size_t count_to_check() const {
        return static_cast<std::size_t>(
            std::ranges::count_if(admitted_.lineup.contenders, is_checked, &Contender::if_unfit));
    }

    [[nodiscard]] bool is_class() const { return has_hand_ins(); }
    /// The hand-ins of students that can't play. That of a team has the names of the team and of all its members.
    [[nodiscard]] std::vector<LeftOut> refusals() const {
        std::vector<LeftOut> refused;
        for (LeftOut bot : admitted_.lineup.left_out) {
            const Student* const student = student_named(bot.name, students_);
            if (student == nullptr) continue;
            std::set<std::string> names = {student->entrant()};
            for (const Student* member : handins::members_of(student->entrant(), students_))
                names.insert(member->name);
            for (const std::string& name : names) {
                bot.name = name;
                refused.push_back(bot);
            }
        }
        return refused;
    }
    /// A team counts once.
    [[nodiscard]] std::size_t count_refused() const {
        std::set<std::string> entrants;
        for (const LeftOut& bot : admitted_.lineup.left_out)
            if (const Student* const student = student_named(bot.name, students_)) entrants.insert(student->entrant());
        return entrants.size();
    }

    void complete_news(Arrivals& arrivals) {
        std::vector<LeftOut> unfit = admitted_.lineup.left_out;
        drop_known(unfit, known_, arrivals.of_class.students);
        admitted_.left_out = std::move(arrivals.left_out);
        std::ranges::move(unfit, std::back_inserter(admitted_.left_out));
        admitted_.news = std::move(arrivals.of_class);
    }

    const Participation& wish_;
    const TournamentHead& known_;
    const Entrance& entrance_;
    Isolation isolation_;
    handins::WrittenTable table_;
    std::vector<Student> students_;  ///< of the class
    Admitted admitted_;
};

}  // namespace

std::vector<std::size_t> Admitted::arriving() const {
    std::vector<std::size_t> places = returning;
    for (std::size_t i = lineup.begun; i < lineup.contenders.size(); ++i)
        places.push_back(i);
    return places;
}

std::vector<Newcomer> Admitted::newcomers() const {
    std::vector<Newcomer> all;
    for (const Contender& contender : std::span(lineup.contenders).last(lineup.joining()))
        all.push_back({contender.entrant.name, contender.replaces});
    return all;
}

std::vector<StoredEntrant> Admitted::joining() const {
    std::vector<StoredEntrant> all;
    for (const Contender& contender : std::span(lineup.contenders).last(lineup.joining()))
        all.push_back(contender.stored());
    return all;
}

Admitted admit(const Participation& wish, const Entrance& entrance) {
    return Admission(wish, entrance).run();
}

void require_folder_of_tournament(const Participation& wish, const TournamentHead& head) {
    if (!wish.only_changes || !wish.orders.bring_bots()) return;
    const Field field = head.field();
    const std::set<std::size_t> leavers = leavers_of(wish.orders, head);
    std::vector<StoredEntrant> staying;
    std::vector<std::string> relative;
    for (std::size_t i = 0; i < head.entrants.size(); ++i) {
        if (!field.is_in(static_cast<int>(i)) || leavers.contains(i)) continue;
        staying.push_back(head.entrants[i]);
        for (const FileSum& file : staying.back().files)
            if (!file.path.starts_with('/')) relative.push_back(file.path);
    }
    if (may_have_begun_here(staying)) return;
    throw games::UserError("new bots are looked up in the folder in which the tournament was started: " +
                           folder_to_run_in(relative, wish.db));
}

void warn_of_changed_files(const TournamentHead& head) {
    if (!may_have_begun_here(head.entrants)) return;  // all files would seem to be gone
    const Field field = head.field();
    FileWatch watch({});
    for (const int entrant : field.present()) {
        const auto change = watch.changed(head.entrants[static_cast<std::size_t>(entrant)], "it joined");
        if (!change) continue;
        warn(fmt::format("{}: before the tournament is resumed, {}", *change, record_bot_changes));
        return;
    }
}

}  // namespace referee::tournament
