// `referee arena`: a class hands in bots over the network, which play until the deadline, and then a final.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/arena/arena.hpp"
#include "referee/arena/arena_folder.hpp"
#include "referee/arena/backup.hpp"
#include "referee/arena/links.hpp"
#include "referee/arena/rules_for_students.hpp"
#include "referee/arena/stages.hpp"
#include "referee/arena/status.hpp"
#include "referee/arena/team_people.hpp"
#include "referee/arena/web/arena_server.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/bot_text.hpp"
#include "referee/core/bots/sample_bots.hpp"
#include "referee/core/options/match_options.hpp"
#include "referee/core/options/opening_options.hpp"
#include "referee/core/processes/control_group.hpp"
#include "referee/core/processes/sandbox.hpp"
#include "referee/core/rules/own_game.hpp"
#include "referee/handins/student_list.hpp"
#include "referee/handins/team_changes.hpp"
#include "referee/programs/commands.hpp"
#include "referee/tournament/options/team_options.hpp"

namespace referee {

namespace {

using namespace arena;
using games::UserError;

constexpr const char* arena_overview =
    R"(Lets a class hand in bots in a browser. The bots play on a ladder until the
deadline; then a final decides, and marks.csv has a line for each student.

  referee arena class/ --students students.csv --until "2026-12-18 18:00"
  referee arena class/             later: go on in the folder of the first start
  referee arena class/ --status
  referee arena class/ --backup /media/backup/monday

The first start prints the teacher's link, and writes links.csv with a personal
link for each student.)";

constexpr const char* arena_exit_codes =
    "Exit codes: 0 done, 1 a system error, 2 wrong arguments or files, or the port is\n"
    "taken, 128 + n stopped by signal n.";

struct ArenaOptions {
    std::string folder;
    std::string students;
    std::string teams;
    std::optional<int> team_size;
    std::string until;
    std::string driver;
    LadderWish ladder;
    std::optional<std::chrono::microseconds> final_time;
    std::optional<std::string> host;
    std::optional<int> port;
    std::optional<bool> is_public;
    std::optional<std::string> public_origin;
    bool without_control_groups = false;
    bool status = false;
    std::string backup;
    std::set<std::string> of_first_start{};  ///< the given options that only the first start takes
};

ArenaOptions arena_options(const Arguments& arguments) {
    ArenaOptions options;
    CommandLine line("referee arena", arena_overview, arena_exit_codes);
    line.text("DIR", "", "the folder of the class", options.folder);
    line.file("--students", "FILE",
              "the list of students (CSV); given again later, it\nadds new students, and moves them to other teams",
              options.students);
    add_teams(line, options.teams, options.team_size);
    add_driver(line, options.driver);
    line.text("--until", "TIME", "the deadline: \"2026-12-18 18:00\", or 18:00", options.until);
    line.text("--game", "GAME", "game and settings (magnetize)", options.ladder.game);
    line.list("--staff", "BOT",
              "a bot of yours; at least two; the first has 0 Elo\n(greedy and random, or random.py twice)",
              options.ladder.staff);
    line.duration("--final-time", "intended duration of the final (1h)", options.final_time);
    line.number("--jobs", 1, 1024, "concurrent games (half the cores)", options.ladder.jobs);
    add_limits(line, {&options.ladder.limits, &options.ladder.isolation});
    add_openings(line, options.ladder.openings);
    line.group("Network");
    line.text("--host", "ADDRESS", "listen address (127.0.0.1: this machine only)", options.host);
    line.number("--port", 0, 65535, "port; 0: any free port (8080)", options.port);
    line.choice("--public", "yes|no", "whether anybody on the network may see the table\nand games (no)",
                std::vector<std::pair<std::string_view, bool>>{{"yes", true}, {"no", false}}, options.is_public);
    line.text("--public-origin", "URL",
              "the address behind a proxy: https://arena.example;\nnone: there is no proxy (none)",
              options.public_origin);
    line.group("Other work");
    line.flag("--status", "only show the state of the arena", options.status);
    line.file("--backup", "FOLDER", "only copy the arena into a new folder, while it runs", options.backup);
    line.flag("--without-control-groups",
              "the memory limit holds for each process of a bot,\nand not for all of them together",
              options.without_control_groups);
    line.parse(arguments);
    if (options.folder.empty()) throw UserError("no folder is given: referee arena DIR");
    for (const char* name : {"--game", "--staff", "--limits", "--move-time", "--openings", "--opening", "--position"})
        if (line.given(name)) options.of_first_start.insert(name);
    if ((!options.teams.empty() || options.team_size) && options.students.empty())
        throw UserError("--teams and --team-size go with --students FILE, the list of students");
    static_cast<void>(handins::parse_teams(options.teams, options.team_size));
    check_openings(options.ladder.openings);
    return options;
}

void refuse_root() {
    if (::geteuid() == 0)
        throw UserError(
            "an arena builds and runs programs of strangers, and must not run as root: use an ordinary account");
}

/// Without control groups, nothing limits what all processes of a bot use together.
void check_control_groups(bool accepted) {
    if (ControlGroup::available() || accepted) return;
    throw UserError(
        "this process may not make control groups, so the memory limit would hold for each process of a bot alone: "
        "start it with systemd-run --user --scope -p Delegate=yes, or add --without-control-groups");
}

/// A bot of the teacher whose paths do not depend on the working directory, as an object of a plan.
std::string with_absolute_paths(const std::string& bot) {
    const NamedBot named = named_bot(bot);
    protocol::Json listed = protocol::Json::object();
    if (!named.name.empty()) listed["name"] = named.name;
    std::vector<std::string> words = parse_bot_command(named.command).arguments;
    for (std::string& word : words) {
        if (exists_at(word)) word = std::filesystem::absolute(word).lexically_normal();
    }
    listed["command"] = words;
    return protocol::json_text(listed);
}

/// What a first start needs, read before the working directory changes.
struct FirstStart {
    std::vector<handins::Student> students;
    LadderWish ladder;
    ArenaSettings settings;
};

void take_network(const ArenaOptions& options, ArenaSettings& settings) {
    if (options.host) settings.host = *options.host;
    if (options.port) settings.port = *options.port;
    if (options.is_public) settings.is_public = *options.is_public;
    if (options.public_origin) settings.public_origin = *options.public_origin == "none" ? "" : *options.public_origin;
    if (options.final_time) settings.final_time = *options.final_time;
    if (options.ladder.jobs) settings.jobs = options.ladder.jobs;
    if (options.without_control_groups) settings.without_control_groups = true;
}

FirstStart first_start_of(const ArenaOptions& options, const std::string& students,
                          std::optional<handins::Driver> driver) {
    if (options.students.empty() || options.until.empty())
        throw UserError(fmt::format("'{}' is no arena yet: the first start needs --students FILE and --until TIME",
                                    options.folder));
    if (options.team_size && options.teams.empty())
        throw UserError("--team-size goes with --teams, the column with the teams");
    const handins::Teams teams = handins::parse_teams(options.teams, options.team_size);
    handins::StudentList list = handins::read_students(students, options.students, teams);
    for (const std::string& text : list.notes)
        note(text);
    FirstStart first{std::move(list.students), options.ladder, {}};
    first.settings.list_separator = list.separator;
    first.settings.teams = teams;
    first.settings.deadline = parse_time(options.until, "--until", system_time());
    if (first.settings.deadline <= system_time()) throw UserError("--until: this time has passed already");
    first.settings.until = options.until;
    take_network(options, first.settings);
    first.settings.id = new_token().substr(0, 16);
    first.settings.final_secret = new_token();
    std::vector<std::string>& staff = first.ladder.staff;
    const bool of_own_game = first.ladder.game && rules::names_program(*first.ladder.game);
    // The working directory changes to the folder of the arena.
    if (of_own_game) first.ladder.game = std::filesystem::absolute(*first.ladder.game).lexically_normal();
    if (staff.empty() && of_own_game) {
        for (const int number : {1, 2})
            staff.push_back(fmt::format("random-{}={}", number, bot_for_own_games));
    } else if (staff.empty()) {
        staff = {"greedy", "random"};
    }
    std::ranges::transform(staff, staff.begin(), with_absolute_paths);
    first.ladder.driver = std::move(driver);
    first.ladder.isolation.sandbox = SandboxMode::on;
    if (!first.ladder.openings.any()) first.ladder.openings.plies = usual_opening_plies(first.ladder.game);
    return first;
}

/// `new_folder`: the path of the folder if it is new; a start that fails must not leave it.
void make(FirstStart first, const std::string& new_folder) {
    try {
        make_arena([&] {
            first.settings.staff = create_ladder(ladder_db, first.ladder, first.students);
            ArenaFile::create(arena_db, first.settings, with_teams(first.students),
                              first.ladder.driver.value_or(handins::Driver()));
        });
    } catch (...) {
        if (!new_folder.empty()) ::rmdir(new_folder.c_str());
        throw;
    }
}

/// Takes up the list of a later start, in which the teams are where they were before, unless another column is given.
void take_list(Arena& arena, const ArenaOptions& options, const std::string& students) {
    if (options.students.empty()) return;
    handins::Teams teams = arena.settings().teams;
    if ((!options.teams.empty() || options.team_size) && teams.column.empty())
        throw UserError("--teams: the students of this arena have handed in alone since its start");
    if (!options.teams.empty()) teams = handins::parse_teams(options.teams, teams.size);
    if (options.team_size) teams.size = *options.team_size;
    const handins::StudentList list = handins::read_students(students, options.students, teams);
    for (const std::string& text : list.notes)
        note(text);
    std::vector<handins::Student> before;
    for (Person& person : arena::students_among(arena.people()))
        before.push_back(std::move(person.student));
    arena.take_list(list.students);
    if (const std::string moved = handins::moves_between(before, list.students); !moved.empty()) note(moved);
    arena.update([&](ArenaSettings& settings) { settings.teams = teams; });
}

/// Later starts may change settings, add students, and move them to other teams.
void update(Arena& arena, const ArenaOptions& options, const std::string& students) {
    take_list(arena, options, students);
    arena.update([&](ArenaSettings& settings) { take_network(options, settings); });
    // A command that is repeated, by a service or by hand, must not undo what the teacher has ordered since.
    if (options.until.empty() || options.until == arena.settings().until) return;
    const Time deadline = parse_time(options.until, "--until", system_time());
    if (deadline != arena.settings().deadline) arena.extend(deadline);
    arena.update([&](ArenaSettings& settings) { settings.until = options.until; });
}

/// The hand-ins that play are built with the driver of the first start.
void require_same_driver(const Arena& arena, const handins::Driver& given, const std::string& name) {
    const handins::Driver* const kept = arena.driver();
    if (kept == nullptr)
        throw UserError(
            fmt::format("--driver '{}': the hand-ins of this arena are programs since its first start: "
                        "omit it",
                        name));
    if (*kept != given)
        throw UserError(
            fmt::format("--driver '{}' is not the driver of the first start, '{}', which this arena keeps: "
                        "omit it",
                        name, kept->name));
}

/// The first start refuses rules that can't be given out. Those of an older arena may have such files.
void check_rules(const Arena& arena) {
    try {
        static_cast<void>(rules_for_students(arena.state().rules));
    } catch (const UserError& error) {
        warn(fmt::format("students get no starter kits, because of the rules of the game: {}", error.what()));
    }
}

int run(const ArenaOptions& options) {
    std::signal(SIGPIPE, SIG_IGN);
    std::string students;  // the list, read before the working directory changes
    if (!options.students.empty()) students = read_text_file(options.students);
    refuse_root();
    ::umask(S_IRWXG | S_IRWXO);
    if (options.status || !options.backup.empty()) {
        const std::string backup = options.backup.empty() ? "" : std::filesystem::absolute(options.backup).string();
        enter_folder(options.folder, false);
        if (!is_arena()) throw UserError(fmt::format("'{}' is no arena", options.folder));
        if (!backup.empty()) back_up(backup);
        if (options.status) print(status_text());
        return exit_done;
    }
    std::optional<handins::Driver> driver;  // read before the working directory changes
    if (!options.driver.empty()) driver = handins::read_driver(options.driver);
    const bool exists = exists_at(options.folder + "/" + arena_db) || exists_at(options.folder + "/.first/complete");
    std::optional<FirstStart> first;
    if (!exists) {
        first = first_start_of(options, students, driver);
        check_control_groups(options.without_control_groups);
    }
    const std::string folder = std::filesystem::absolute(options.folder);
    const bool is_new = enter_folder(options.folder, !exists);
    if (exists && !options.of_first_start.empty())
        throw UserError(fmt::format("{}: only the first start takes this option, because the ladder has begun",
                                    *options.of_first_start.begin()));
    const StopSignal stop;
    if (first) {
        first->ladder.stop_fd = stop.fd();
        make(*std::move(first), is_new ? folder : "");
    } else {
        complete_first_start();
    }
    Arena arena;
    if (exists && driver) require_same_driver(arena, *driver, options.driver);
    if (exists) update(arena, options, students);
    check_control_groups(arena.settings().without_control_groups);
    Stages stages(arena, stop);
    ArenaServer server(arena, arena.settings());
    arena.make_missing_links();
    const std::string link = arena.write_links(server.address(), server.teachers_address());
    server.start();
    print(fmt::format("The teacher's link: {}\nThe students' links: {}\n", link,
                      (std::filesystem::path(options.folder) / links_csv).string()));
    check_rules(arena);
    if (const auto missing = stages.missing_languages(); !missing.empty())
        warn(fmt::format("hand-ins in {} will be refused, because the program in brackets is not in {}",
                         fmt::join(missing, ", "), sandbox_path));
    note(fmt::format("deadline: {}", local_text(arena.settings().deadline)));
    return exit_signal_base + stages.run();
}

}  // namespace

Task parse_arena(const Arguments& arguments) {
    return [options = arena_options(arguments)] { return run(options); };
}

}  // namespace referee
