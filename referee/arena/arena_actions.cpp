// The actions of the teacher and of the run.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <system_error>

#include "games/user_error.hpp"
#include "protocol/utf8.hpp"
#include "referee/arena/arena.hpp"
#include "referee/arena/links.hpp"
#include "referee/arena/team_people.hpp"
#include "referee/core/base/output.hpp"
#include "referee/handins/student_list.hpp"
#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/paper/settings.hpp"

namespace referee::arena {

namespace {

using games::UserError;

/// The most lines of a running check that are kept in memory, in bytes.
constexpr std::size_t max_check_text = 64 << 10;

/// The most characters of a message to all students.
constexpr std::size_t max_message = 500;

}  // namespace

void Arena::set(const ArenaSettings& settings, std::string who, std::string what) {
    file_.set(settings, entry(std::move(who), std::move(what)));
    Snapshot next = *snapshot();
    next.settings = settings;
    next.audit = shared(file_.audit());
    replace_snapshot(std::move(next));
    tell({News::Kind::state});
    wake();
}

void Arena::take_list(const std::vector<handins::Student>& students) {
    const Lock writing(writing_);
    change_people(news_of_list(people(), students, settings().staff, "--students"), "arena");
}

void Arena::change_people(const ListNews& news, const std::string& who) {
    if (news.fresh.empty() && news.moved.empty()) return;
    std::vector<AuditEntry> entries;
    for (const handins::Student& student : news.fresh)
        entries.push_back(entry(who, "adds " + student.name));
    for (const Person& person : news.moved)
        entries.push_back(entry(who, person.student.team.empty()
                                         ? fmt::format("lets {} hand in alone", person.student.name)
                                         : fmt::format("moves {} to {}", person.student.name, person.student.team)));
    file_.change_people(news, entries);
    Snapshot next = *snapshot();
    next.people = shared(file_.people());
    next.hand_ins = file_.hand_ins();
    next.audit = shared(file_.audit());
    replace_snapshot(std::move(next));
    entries_changed_ = true;  // a team may have no members any more
}

void Arena::update(const std::function<void(ArenaSettings& settings)>& change) {
    const Lock lock(writing_);
    ArenaSettings settings = this->settings();
    change(settings);
    if (settings != this->settings()) set(settings, "arena", "is started with other settings");
}

/// The file is written first: a link that the file names and arena.db does not know yet is taken up here.
void Arena::make_missing_links() {
    const Lock lock(writing_);
    const LinksFile links(folder_.root());
    auto tokens = links.tokens();
    const auto now = snapshot();
    std::map<int, std::string> unknown;
    int lost = 0;
    for (const Person& person : students_among(*now->people)) {
        const auto token = tokens.find(person.number);
        if (token == tokens.end() && now->keys->has_link(person.number)) {
            ++lost;
        } else if (token == tokens.end() || now->keys->owner_of_link(token->second) != person.number) {
            if (token == tokens.end()) tokens[person.number] = new_token();
            unknown[person.number] = tokens[person.number];
        }
    }
    if (lost > 0)
        warn(fmt::format(
            "'links.csv' lacks the links of {}, which stay valid: put the file back, or make new links on the "
            "teacher's page",
            tournament::counted(static_cast<std::uint64_t>(lost), "student")));
    if (unknown.empty()) return;
    links.write(*now->people, tokens, now->address);
    file_.set_links(unknown);
    replace_snapshot(with_keys());
}

namespace {

constexpr const char* new_student = "the new student";

/// The student of a list with one line.
handins::Student listed_student(const std::string& name, const std::string& number, const std::string& team,
                                const handins::Teams& teams) {
    std::string head, line;
    const auto add = [&](std::string_view title, const std::string& cell) {
        if (harmless(cell) != cell) throw UserError("the name of a student is one line of visible characters");
        std::string quoted;
        for (const char c : cell)
            quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
        head += fmt::format("{}\"{}\"", head.empty() ? "" : ",", title);
        line += fmt::format("{}\"{}\"", line.empty() ? "" : ",", quoted);
    };
    add("Name", name);
    if (!number.empty()) add("Number", number);
    if (!team.empty() && teams.column.empty()) throw UserError("this arena has no teams");
    if (!team.empty()) add(teams.column, team);
    // A list without a team would be refused, but a student may be alone.
    const auto list =
        handins::read_students(head + "\n" + line + "\n", new_student, team.empty() ? handins::Teams{} : teams);
    if (list.students.size() != 1) throw UserError("the new student needs a name");
    return list.students.front();
}

}  // namespace

std::string Arena::add_student(const std::string& name, const std::string& number, const std::string& team) {
    int person = -1;
    {
        const Lock lock(writing_);
        const auto now = snapshot();
        if (now->settings.final_has_begun) throw UserError("the final has begun: set a later deadline first");
        const handins::Student student = listed_student(name, number, team, now->settings.teams);
        const auto is_this = [&](const Person& one) { return handins::is_same_student(one.student, student); };
        if (std::ranges::any_of(students_among(*now->people), is_this))
            throw UserError(fmt::format("'{}' is in the list already: add something to the name", student.name));
        change_people(news_of_list(*now->people, {student}, now->settings.staff, new_student), "teacher");
        const auto after = snapshot();
        const auto is_added = [&](const Person& one) { return !one.is_team() && is_this(one); };
        person = std::ranges::find_if(*after->people, is_added)->number;
    }
    make_missing_links();
    tell({News::Kind::people, person});
    const Lock lock(writing_);
    return link_of(address(), LinksFile(folder_.root()).tokens().at(person));
}

void Arena::pause(bool paused) {
    const Lock lock(writing_);
    ArenaSettings settings = this->settings();
    settings.paused = paused;
    set(settings, "teacher", paused ? "pauses the ladder" : "lets the ladder go on");
}

void Arena::publish(bool published) {
    const Lock lock(writing_);
    ArenaSettings settings = this->settings();
    if (published && !settings.final_is_over) throw UserError("the final is not over: publish it when it is");
    settings.published = published;
    settings.live = false;  // who takes the final back hides it everywhere
    set(settings, "teacher", published ? "publishes the final" : "takes the final back");
}

void Arena::show_live(bool live) {
    const Lock lock(writing_);
    ArenaSettings settings = this->settings();
    if (live && settings.final_is_over) throw UserError("the final is over: publish it instead");
    settings.live = live;
    set(settings, "teacher", live ? "shows the final live" : "hides the final again");
}

void Arena::tell_students(const std::string& message) {
    if (protocol::count_characters(message) > max_message)
        throw UserError(fmt::format("the message has more than {} characters", max_message));
    const Lock lock(writing_);
    ArenaSettings settings = this->settings();
    settings.message = message;
    set(settings, "teacher",
        message.empty() ? "takes the message to all students back" : "tells all students: " + message);
}

void Arena::withdraw(int person) {
    set_withdrawn(person, true);
}

void Arena::bring_back(int person) {
    set_withdrawn(person, false);
}

void Arena::set_withdrawn(int person, bool withdrawn) {
    const Lock writing(writing_);
    person = holder_of(person);
    if (settings().final_has_begun)
        throw UserError("the final has begun: set a later deadline, and another one is played");
    const std::string what =
        fmt::format("{} {}", withdrawn ? "withdraws" : "brings back", this->person(person).student.name);
    file_.set_withdrawn(person, withdrawn, entry("teacher", what));
    Snapshot next = *snapshot();
    next.people = shared(file_.people());
    next.audit = shared(file_.audit());
    replace_snapshot(std::move(next));
    entries_changed_ = true;
    tell({News::Kind::people, person});
    wake();
}

void Arena::extend(Time deadline) {
    const Lock lock(writing_);
    if (deadline <= now()) throw UserError("the new deadline has passed already");
    set_deadline(deadline, fmt::format("sets the deadline to {} (before: {})", local_text(deadline),
                                       local_text(settings().deadline)));
}

void Arena::start_final() {
    const Lock lock(writing_);
    if (now() >= settings().deadline) throw UserError("the deadline has passed already");
    set_deadline(now(), fmt::format("starts the final (the deadline was {})", local_text(settings().deadline)));
}

/// A final that has begun is obsolete. Its secret may be known, so the next one gets another.
void Arena::set_deadline(Time deadline, const std::string& what) {
    ArenaSettings settings = this->settings();
    settings.deadline = std::chrono::floor<std::chrono::seconds>(deadline);  // as it is kept in the file
    std::string more;
    if (settings.final_has_begun) {
        settings.final_has_begun = false;
        ++settings.finals_set_aside;
        settings.final_secret = new_token();
        settings.final_is_over = false;
        settings.published = settings.live = false;
        more = "; the final is set aside";
    }
    set(settings, "teacher", what + more);
}

std::string Arena::new_link(int person) {
    const Lock lock(writing_);
    const auto now = snapshot();
    const Person& one = now->person(person);
    if (one.is_team()) throw UserError("a team has no link: each member has one");
    const std::string token = new_token();
    const LinksFile links(folder_.root());
    auto tokens = links.tokens();
    tokens[person] = token;
    links.write(*now->people, tokens, now->address);  // a link that is not valid yet does no harm
    file_.set_links({{person, token}}, entry("teacher", "makes a new link for " + one.student.name));
    Snapshot next = with_keys();
    next.audit = shared(file_.audit());
    replace_snapshot(std::move(next));
    drop_tries_without_right();
    tell({News::Kind::sessions, person});
    tell({News::Kind::people, person});
    return link_of(now->address, token);
}

std::string Arena::write_links(const std::string& address, const std::string& for_teacher) {
    const Lock lock(writing_);
    Snapshot next = *snapshot();
    next.address = address;
    replace_snapshot(std::move(next));
    const LinksFile links(folder_.root());
    links.write(people(), links.tokens(), address);
    address_for_teacher_ = for_teacher;
    const auto kept = folder_.root().read(teachers_link);
    auto token = kept ? token_of_link(*kept) : std::nullopt;
    if (!token || snapshot()->keys->owner_of_link(*token) != -1) {
        token = new_token();
        file_.set_links({{-1, *token}});
        replace_snapshot(with_keys());
    }
    return write_teachers_link(*token);
}

std::string Arena::write_teachers_link(const std::string& token) {
    const std::string link = link_of(address_for_teacher_, token);
    if (const int error = folder_.root().write(teachers_link, link + "\n"); error != 0)
        throw std::system_error(error, std::generic_category(), "writing 'teacher.txt'");
    return link;
}

std::string Arena::replace_teachers_link() {
    const Lock lock(writing_);
    const std::string token = new_token();
    file_.set_links({{-1, token}}, entry("arena",
                                         "replaces the teacher's link, which came over plain http from "
                                         "another machine"));
    Snapshot next = with_keys();
    next.audit = shared(file_.audit());
    replace_snapshot(std::move(next));  // before the file is written: the old link has ended whatever happens then
    tell({News::Kind::sessions, -1});
    tell({News::Kind::people});
    return write_teachers_link(token);
}

// --- for the desk and the stages ------------------------------------------------------------------------------------

bool Arena::has_time_for(int holder) {
    std::optional<Time> rest;
    if (phase() <= Phase::running) {
        const Time since = now() - std::chrono::hours(1);
        std::vector<WorkDone> work = snapshot()->hand_ins.of(holder).work_since(since);
        const Lock lock(writing_);
        std::ranges::copy(tries_.work_since(holder, since), std::back_inserter(work));
        rest = rests_until(std::move(work));
    }
    if (rest != snapshot()->rest_of(holder)) {
        const Lock lock(writing_);
        Snapshot next = *snapshot();
        next.rests.erase(holder);
        if (rest) next.rests.emplace(holder, *rest);
        replace_snapshot(std::move(next));
        tell({News::Kind::version, holder});
    }
    return !rest;
}

void Arena::work_on(int person, int version, HandInState state, const std::string& lines) {
    {
        const Lock lock(writing_);
        Snapshot next = *snapshot();
        auto& known = next.work[{person, version}];
        Progress progress = known ? *known : Progress();
        progress.state = state;
        if (progress.check.size() < max_check_text) progress.check += lines;
        known = shared(std::move(progress));
        replace_snapshot(std::move(next));
    }
    const auto kind = version < 0 ? News::Kind::tried : lines.empty() ? News::Kind::version : News::Kind::progress;
    tell({kind, person, version, lines});
}

void Arena::stop_work_on(int person, int version) {
    const Lock lock(writing_);
    Snapshot next = *snapshot();
    next.work.erase({person, version});
    replace_snapshot(std::move(next));
}

void Arena::judge(int person, int version, const Verdict& verdict) {
    {
        const Lock lock(writing_);
        file_.judge(person, version, verdict, now());
        Snapshot next = with_hand_ins_of(person);
        next.work.erase({person, version});
        replace_snapshot(std::move(next));
    }
    entries_changed_ = true;
    tell({News::Kind::version, person, version});
}

void Arena::set_ladder_head(const tournament::TournamentHead& head) {
    {
        const Lock lock(writing_);
        Snapshot next = *snapshot();
        next.entrants = shared(playing_in(head, *next.people));
        tournament::Settings settings = tournament::settings_of_json(head.settings);
        next.game = std::move(settings.game);
        next.rules = std::move(settings.rules_program);
        replace_snapshot(std::move(next));
    }
    tell({News::Kind::ladder});
}

void Arena::set_ladder(const tournament::Store* store) {
    {
        const Lock lock(writing_);
        ladder_ = store;
    }
    tell({News::Kind::state});
}

void Arena::set_final(const tournament::Store* store, std::string file) {
    {
        const Lock lock(writing_);
        final_ = store;
        file_of_final_ = std::move(file);
    }
    tell({News::Kind::state});
}

void Arena::set_jobs(int jobs) {
    const Lock lock(writing_);
    Snapshot next = *snapshot();
    next.jobs = jobs;
    replace_snapshot(std::move(next));
}

void Arena::set_game_time(std::chrono::microseconds time) {
    const Lock lock(writing_);
    Snapshot next = *snapshot();
    next.settings.game_time = time;
    file_.set(next.settings, {});
    replace_snapshot(std::move(next));
}

std::optional<ArenaSettings> Arena::begin_final() {
    const Lock writing(writing_);
    if (phase() != Phase::final) return std::nullopt;
    ArenaSettings settings = this->settings();
    if (!settings.final_has_begun) {
        settings.final_has_begun = true;
        set(settings, "arena", "begins the final");
    }
    return settings;
}

void Arena::set_final_progress(const std::optional<FinalProgress>& progress) {
    const Lock lock(mutex_);
    final_progress_ = progress;
}

void Arena::set_final_over() {
    const Lock writing(writing_);
    if (phase() != Phase::final) return;  // an extension has made this final obsolete
    ArenaSettings settings = this->settings();
    settings.final_is_over = true;
    set(settings, "arena", "the final is over");
}

}  // namespace referee::arena
