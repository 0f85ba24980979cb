// The actions of the teacher and of the run.
#include <fmt/format.h>

#include <algorithm>
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

/// Requires: writing_ is locked, and mutex_ is not.
void Arena::set(const ArenaSettings& settings, std::string who, std::string what) {
    file_.set(settings, entry(std::move(who), std::move(what)));
    {
        const std::scoped_lock lock(mutex_);
        settings_ = settings;
    }
    tell({News::Kind::state});
    wake();
}

void Arena::take_list(const std::vector<handins::Student>& students) {
    const std::scoped_lock writing(writing_);
    change_people(news_of_list(people_, students, settings_.staff), "arena");
}

/// Requires: writing_ is locked, and mutex_ is not.
void Arena::change_people(const ListNews& news, const std::string& who) {
    if (news.fresh.empty() && news.moved.empty()) return;
    file_.change_people(news);
    {
        const std::scoped_lock lock(mutex_);
        people_ = file_.people();
    }
    entries_changed_ = true;  // a team may have no members any more
    for (const handins::Student& student : news.fresh)
        file_.journal(entry(who, "adds " + student.name));
    for (const Person& person : news.moved)
        file_.journal(entry(who, person.student.team.empty()
                                     ? fmt::format("lets {} hand in alone", person.student.name)
                                     : fmt::format("moves {} to {}", person.student.name, person.student.team)));
}

void Arena::update(const std::function<void(ArenaSettings& settings)>& change) {
    const std::scoped_lock lock(writing_);
    ArenaSettings settings = settings_;
    change(settings);
    if (settings != settings_) set(settings, "arena", "is started with other settings");
}

/// The file is written first: a link that the file names and arena.db does not know yet is taken up here.
void Arena::make_missing_links() {
    const std::scoped_lock lock(writing_);
    const LinksFile links(folder_.root());
    auto tokens = links.tokens();
    std::vector<int> unknown;
    int lost = 0;
    for (const Person& person : students_among(people_)) {
        const auto token = tokens.find(person.number);
        if (token == tokens.end() && file_.has_link(person.number)) {
            ++lost;
        } else if (token == tokens.end() || file_.owner_of_link(token->second) != person.number) {
            unknown.push_back(person.number);
            if (token == tokens.end()) tokens[person.number] = new_token();
        }
    }
    if (lost > 0)
        warn(fmt::format(
            "'links.csv' lacks the links of {}, which stay valid: put the file back, or make new links on the "
            "teacher's page",
            tournament::counted(static_cast<std::uint64_t>(lost), "student")));
    if (unknown.empty()) return;
    links.write(people_, tokens, address_);
    for (const int person : unknown)
        file_.set_link(person, tokens[person]);
}

namespace {

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
        handins::read_students(head + "\n" + line + "\n", "the new student", team.empty() ? handins::Teams{} : teams);
    if (list.students.size() != 1) throw UserError("the new student needs a name");
    return list.students.front();
}

}  // namespace

std::string Arena::add_student(const std::string& name, const std::string& number, const std::string& team) {
    int person = -1;
    {
        const std::scoped_lock lock(writing_);
        if (settings_.final_has_begun) throw UserError("the final has begun: set a later deadline first");
        const handins::Student student = listed_student(name, number, team, settings_.teams);
        const auto is_this = [&](const Person& one) { return handins::is_same_student(one.student, student); };
        if (std::ranges::any_of(students_among(people_), is_this))
            throw UserError(fmt::format("'{}' is in the list already: add something to the name", student.name));
        change_people(news_of_list(people_, {student}, settings_.staff), "teacher");
        person =
            std::ranges::find_if(people_, [&](const Person& one) { return !one.is_team() && is_this(one); })->number;
    }
    make_missing_links();
    tell({News::Kind::people, person});
    const std::scoped_lock lock(writing_);
    return link_of(address_, LinksFile(folder_.root()).tokens().at(person));
}

void Arena::pause(bool paused) {
    const std::scoped_lock lock(writing_);
    ArenaSettings settings = settings_;
    settings.paused = paused;
    set(settings, "teacher", paused ? "pauses the ladder" : "lets the ladder go on");
}

void Arena::publish(bool published) {
    const std::scoped_lock lock(writing_);
    ArenaSettings settings = settings_;
    settings.published = published;
    set(settings, "teacher", published ? "publishes the final" : "takes the final back");
}

void Arena::tell_students(const std::string& message) {
    if (protocol::count_characters(message) > max_message)
        throw UserError(fmt::format("the message has more than {} characters", max_message));
    const std::scoped_lock lock(writing_);
    ArenaSettings settings = settings_;
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
    const std::scoped_lock writing(writing_);
    require_person(person);
    person = people_[static_cast<std::size_t>(person)].holder;
    if (settings_.final_has_begun)
        throw UserError("the final has begun: set a later deadline, and another one is played");
    Person& one = people_[static_cast<std::size_t>(person)];
    const std::string what = fmt::format("{} {}", withdrawn ? "withdraws" : "brings back", one.student.name);
    file_.set_withdrawn(person, withdrawn, entry("teacher", what));
    {
        const std::scoped_lock lock(mutex_);
        one.withdrawn = withdrawn;
    }
    entries_changed_ = true;
    tell({News::Kind::people, person});
    wake();
}

void Arena::extend(Time deadline) {
    const std::scoped_lock lock(writing_);
    if (deadline <= now()) throw UserError("the new deadline has passed already");
    set_deadline(deadline, fmt::format("sets the deadline to {} (before: {})", local_text(deadline),
                                       local_text(settings_.deadline)));
}

void Arena::start_final() {
    const std::scoped_lock lock(writing_);
    if (now() >= settings_.deadline) throw UserError("the deadline has passed already");
    set_deadline(now(), fmt::format("starts the final (the deadline was {})", local_text(settings_.deadline)));
}

/// A final that has begun is obsolete. Its secret may be known, so the next one gets another. Requires: writing_ is
/// locked, and mutex_ is not.
void Arena::set_deadline(Time deadline, const std::string& what) {
    ArenaSettings settings = settings_;
    settings.deadline = std::chrono::floor<std::chrono::seconds>(deadline);  // as it is kept in the file
    std::string more;
    if (settings.final_has_begun) {
        settings.final_has_begun = false;
        ++settings.finals_set_aside;
        settings.final_secret = new_token();
        settings.final_is_over = false;
        settings.published = false;
        more = "; the final is set aside";
    }
    set(settings, "teacher", what + more);
}

std::string Arena::new_link(int person) {
    const std::scoped_lock lock(writing_);
    require_person(person);
    if (people_[static_cast<std::size_t>(person)].is_team()) throw UserError("a team has no link: each member has one");
    const std::string token = new_token();
    const LinksFile links(folder_.root());
    auto tokens = links.tokens();
    tokens[person] = token;
    links.write(people_, tokens, address_);  // a link that is not valid yet does no harm
    file_.set_link(person, token);
    drop_tries_without_right();
    file_.journal(entry("teacher", "makes a new link for " + people_[static_cast<std::size_t>(person)].student.name));
    tell({News::Kind::sessions, person});
    tell({News::Kind::people, person});
    return link_of(address_, token);
}

std::string Arena::write_links(const std::string& address, const std::string& for_teacher) {
    const std::scoped_lock lock(writing_);
    {
        const std::scoped_lock reading(mutex_);
        address_ = address;
    }
    const LinksFile links(folder_.root());
    links.write(people_, links.tokens(), address);
    address_for_teacher_ = for_teacher;
    const auto kept = folder_.root().read(teachers_link);
    auto token = kept ? token_of_link(*kept) : std::nullopt;
    if (!token || file_.owner_of_link(*token) != -1) {
        token = new_token();
        file_.set_link(-1, *token);
    }
    return write_teachers_link(*token);
}

std::string Arena::address() const {
    const std::scoped_lock lock(mutex_);
    return address_;
}

/// Requires: writing_ is locked.
std::string Arena::write_teachers_link(const std::string& token) {
    const std::string link = link_of(address_for_teacher_, token);
    if (const int error = folder_.root().write(teachers_link, link + "\n"); error != 0)
        throw std::system_error(error, std::generic_category(), "writing 'teacher.txt'");
    return link;
}

std::string Arena::replace_teachers_link() {
    const std::scoped_lock lock(writing_);
    const std::string token = new_token();
    file_.set_link(-1, token);  // first, so that the old link has ended whatever happens then
    file_.journal(entry("arena", "replaces the teacher's link, which came over plain http from another machine"));
    tell({News::Kind::sessions, -1});
    tell({News::Kind::people});
    return write_teachers_link(token);
}

// --- for the desk and the stages ------------------------------------------------------------------------------------

std::vector<HandIn> Arena::waiting() const {
    const std::scoped_lock lock(mutex_);
    return view_.waiting();
}

std::vector<HandIn> Arena::to_play() const {
    const std::scoped_lock lock(mutex_);
    return view_.to_play();
}

std::vector<HandIn> Arena::newest() const {
    const std::scoped_lock lock(mutex_);
    return view_.newest();
}

std::vector<HandIn> Arena::newest_accepted(int count) const {
    const std::scoped_lock lock(mutex_);
    return view_.newest_accepted(count);
}

std::chrono::milliseconds Arena::spent_in_last_hour(int person) const {
    const std::scoped_lock lock(mutex_);
    const Time since = now() - std::chrono::hours(1);
    return view_.spent_since(person, since) + view_of_tries_.spent_since(person, since);
}

void Arena::work_on(int person, int version, HandInState state, const std::string& lines) {
    {
        const std::scoped_lock lock(mutex_);
        Work& work = work_[{person, version}];
        work.state = state;
        if (work.check.size() < max_check_text) work.check += lines;
    }
    const auto kind = version < 0 ? News::Kind::tried : lines.empty() ? News::Kind::version : News::Kind::progress;
    tell({kind, person, version, lines});
}

void Arena::stop_work_on(int person, int version) {
    const std::scoped_lock lock(mutex_);
    work_.erase({person, version});
}

void Arena::judge(int person, int version, const Verdict& verdict) {
    {
        const std::scoped_lock writing(writing_);
        file_.judge(person, version, verdict, now());
    }
    stop_work_on(person, version);
    entries_changed_ = true;
    tell({News::Kind::version, person, version});
}

void Arena::set_ladder_head(const tournament::TournamentHead& head) {
    {
        const std::scoped_lock lock(mutex_);
        playing_ = playing_in(head, people_);
        tournament::Settings settings = tournament::settings_of_json(head.settings);
        game_ = std::move(settings.game);
        rules_ = std::move(settings.rules_program);
    }
    tell({News::Kind::ladder});
}

void Arena::set_stage(StageName stage, const tournament::Store* store) {
    {
        const std::scoped_lock lock(mutex_);
        (stage == StageName::ladder ? ladder_ : final_) = store;
    }
    tell({News::Kind::state});
}

void Arena::set_jobs(int jobs) {
    const std::scoped_lock lock(mutex_);
    jobs_ = jobs;
}

void Arena::set_game_time(std::chrono::microseconds time) {
    const std::scoped_lock writing(writing_);
    ArenaSettings settings = settings_;
    settings.game_time = time;
    file_.set(settings, {});
    const std::scoped_lock lock(mutex_);
    settings_ = settings;
}

std::optional<ArenaSettings> Arena::begin_final() {
    const std::scoped_lock writing(writing_);
    if (phase() != Phase::final) return std::nullopt;
    if (!settings_.final_has_begun) {
        ArenaSettings settings = settings_;
        settings.final_has_begun = true;
        set(settings, "arena", "begins the final");
    }
    return settings_;
}

void Arena::set_final_over() {
    const std::scoped_lock writing(writing_);
    if (phase() != Phase::final) return;  // an extension has made this final obsolete
    ArenaSettings settings = settings_;
    settings.final_is_over = true;
    set(settings, "arena", "the final is over");
}

}  // namespace referee::arena
