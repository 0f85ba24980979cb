#include "referee/arena/stages.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/arena/final_plan.hpp"
#include "referee/arena/final_watch.hpp"
#include "referee/arena/game_time.hpp"
#include "referee/arena/hand_in_desk.hpp"
#include "referee/arena/inspector.hpp"
#include "referee/arena/languages.hpp"
#include "referee/arena/marks.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/bots/sight.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/core/processes/control_group.hpp"
#include "referee/handins/project.hpp"
#include "referee/tournament/admit/admit.hpp"
#include "referee/tournament/admit/driver_check.hpp"
#include "referee/tournament/admit/file_watch.hpp"
#include "referee/tournament/admit/fitness.hpp"
#include "referee/tournament/run/stored_games.hpp"
#include "referee/tournament/run/watchers/announcer.hpp"
#include "referee/tournament/run/watchers/machine.hpp"

namespace referee::arena {

namespace {

using games::UserError;
using namespace tournament;

constexpr int wait_ms = 1000;

/// Whether there are control groups may change from one start to the next.
void limit_processes(IsolationOptions& isolation) {
    if (ControlGroup::available()) return;
    const LimitOrNone wish = isolation.processes.value_or(usual_processes);
    isolation.processes = std::min(wish.value_or(max_processes_without_groups), max_processes_without_groups);
}

/// The origin of a stage whose file is open. Opening it once more in another way would release SQLite's locks.
Origin origin_of_head(const TournamentHead& head) {
    Settings settings = settings_of_json(head.settings);
    games::GameSpec spec = spec_of(settings);
    IsolationOptions isolation = isolation_of(settings);
    limit_processes(isolation);
    return {head, std::move(settings), std::move(spec), std::move(isolation), true};
}

TournamentOptions resuming() {
    TournamentOptions wish;
    wish.resume = true;
    wish.db = ladder_db;
    return wish;
}

/// A bot of the teacher as an object of a plan.
std::string listed(const StoredEntrant& bot) {
    return protocol::json_text(protocol::Json{{"name", bot.name}, {"command", bot.command}});
}

Store open_ladder() {
    return Store::resume(ladder_db, Store::head_of(ladder_db));
}

}  // namespace

int jobs_of(const std::optional<int>& wish, const Isolation& isolation) {
    const int jobs = jobs_to_run(wish, cores_of_a_game(isolation.confinement), false);
    make_room_for_descriptors(jobs);
    return jobs;
}

std::optional<int> usual_opening_plies(const std::optional<std::string>& game) {
    constexpr int plies = 4;
    TournamentOptions wish;
    wish.game = game;
    const auto board = origin_of(wish).spec.make_board(0);
    const bool can_be_drawn = board->moves_listed() && !board->hand();
    return can_be_drawn ? std::optional(plies) : std::nullopt;
}

namespace {

namespace fs = std::filesystem;

/// Copies a file or a folder for this user alone.
void copy_for_arena(const fs::path& from, const fs::path& to) {
    const auto close = [](const fs::path& path) {
        fs::permissions(path, fs::perms::group_all | fs::perms::others_all, fs::perm_options::remove);
    };
    fs::create_directory(to.parent_path());
    fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    if (fs::is_directory(to))
        for (const auto& entry : fs::recursive_directory_iterator(to))
            if (!entry.is_symlink()) close(entry.path());
    close(to);
}

/// Refuses what can't be copied, also among hidden files, which students do not get.
void refuse_special_files(const fs::path& rules) {
    if (!fs::is_directory(rules)) return;
    for (const auto& entry : fs::recursive_directory_iterator(rules)) {
        if (entry.is_symlink() || entry.is_directory() || entry.is_regular_file()) continue;
        throw UserError(fmt::format("--game: '{}' is neither a file nor a folder",
                                    entry.path().lexically_relative(rules).string()));
    }
}

/// The text for --game after the rules of a game of one's own have been copied into the arena.
std::string with_own_copy(const games::GameSpec& spec) {
    const fs::path given = (fs::path(spec.game->program) / "").parent_path();  // without a slash at its end
    const fs::path rules = fs::path(rules_folder) / given.filename();
    try {  // before they are copied, because not everything can be
        static_cast<void>(handins::read_project(fs::canonical(given).string(), rules.string()));
    } catch (const UserError& error) {
        throw UserError(fmt::format("--game: students get the rules with their starter kits, but {}", error.what()));
    }
    refuse_special_files(fs::canonical(given));
    copy_for_arena(fs::canonical(given), rules);
    return games::with_program(to_string(spec), rules.string());
}

/// Whether a bot is a single program, which needs no other files of its own. A script may import files beside it.
bool is_binary(const BotCommand& command) {
    if (command.arguments.size() != 1) return false;
    constexpr std::string_view elf =
        "\x7f"
        "ELF";
    std::string begin(elf.size(), ' ');
    std::ifstream file(command.program, std::ios::binary);
    return file.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == elf;
}

/// A bot of the teacher as an object of a plan. A binary is copied into the arena, so that an update of the package or
/// of the teacher's project doesn't end the ladder.
std::string with_own_copy(const Entrant& bot) {
    if (!is_binary(bot.command))
        return protocol::json_text(protocol::Json{{"name", bot.name}, {"command", bot.command.arguments}});
    copy_for_arena(fs::canonical(bot.command.program), fs::path(versions_folder) / bot.name / "bot");
    return listed_version(bot.name, bot.name);
}

}  // namespace

std::vector<std::string> create_ladder(const std::string& path, const LadderWish& ladder,
                                       const std::vector<Student>& students) {
    TournamentOptions wish;
    wish.bots = ladder.staff;
    wish.game = ladder.game;
    wish.format = Format::ladder;
    wish.limits = ladder.limits;
    wish.isolation = ladder.isolation;
    wish.openings = ladder.openings;
    wish.hand_ins = versions_folder;  // each of its entries is a bot that sees only its own files
    {
        const Origin given = origin_of(wish);
        const Preparation prepared = prepare(wish, given);
        const Lineup lineup = admit(wish, {.known = given.head, .prepared = prepared}).lineup;
        for (std::size_t i = 0; i < lineup.contenders.size(); ++i) {
            const Entrant& bot = lineup.contenders[i].entrant;
            if (bot.name.find(" #") != std::string::npos ||
                std::ranges::find(students, bot.name, &Student::name) != students.end() ||
                !handins::members_of(bot.name, students).empty())
                throw UserError(fmt::format(
                    "--staff '{}': a student or a team may have this name: name the bot NAME=BOT", bot.name));
            wish.bots[i] = with_own_copy(bot);
        }
        if (!given.spec.game->program.empty()) wish.game = with_own_copy(given.spec);
    }
    const Origin origin = origin_of(wish);
    Preparation prepared = prepare(wish, origin);
    prepared.settings.format.batch = jobs_of(ladder.jobs, prepared.isolation);
    const Lineup lineup = admit(wish, {.known = origin.head, .prepared = prepared}).lineup;
    const std::vector<std::string> names = lineup.names();
    if (names.size() < 2)
        throw UserError("--staff: the ladder begins with games of two bots of yours: give --staff twice");
    wish.anchor = NamedAnchor{names.front(), 0};
    prepared.settings.format.staff = static_cast<int>(names.size());
    const Draft draft = draft_of(wish, origin, prepared.settings, lineup);
    static_cast<void>(
        make_openings(prepared.spec, draft.settings.opening_plies, draft.settings.opening_list,
                      prepared.settings.run_seed(draft.head.seed)));  // refuses openings that this game does not have
    if (ladder.driver) {
        const CheckPlan plan = quick_check(prepared.spec, prepared.settings.limits, draft.head.seed);
        if (!check_driver(*ladder.driver, ladder.driver->name,
                          {.known = origin.head, .prepared = prepared, .plan = &plan, .stop_fd = ladder.stop_fd}))
            throw UserError("stopped before the driver was checked: nothing was made");
    }
    static_cast<void>(Store::create(path, draft.head));
    return names;
}

Stages::Stages(Arena& arena, const StopSignal& stop)
    : arena_(arena),
      stop_(stop),
      ladder_(open_ladder()),
      output_(
          [&arena](std::string_view name) {
              const auto played = arena.snapshot()->played_by(StageName::ladder, name);
              return played ? std::optional(played->person) : std::nullopt;
          },
          output_of_person),
      jobs_(1) {
    jobs_ = jobs_of(arena_.settings().jobs, prepare(resuming(), origin_of_head(ladder_.head())).isolation);
    arena_.set_jobs(jobs_);
    arena_.set_ladder_head(ladder_.head());
    arena_.set_ladder(&ladder_);
    if (const std::string name = final_file(arena_.settings()); std::filesystem::exists(name)) open_final(name);
}

Stages::~Stages() {
    arena_.set_ladder(nullptr);
    arena_.set_final(nullptr, {});
}

/// No bot sees the folder of the arena. The bots of students see only their own files anyway.
void Stages::hide_arena(Isolation& isolation) const {
    isolation.hide({secret_file(".")});
}

std::unique_ptr<Stage> Stages::stage_of(const TournamentHead& head) const {
    const Origin origin = origin_of_head(head);
    auto stage = std::make_unique<Stage>(prepare(resuming(), origin));
    Admitted admitted = admit(resuming(), {.known = head, .begun = true, .prepared = stage->prepared});
    stage->lineup = std::move(admitted.lineup);
    const Draft draft = draft_of(resuming(), origin, stage->prepared.settings, stage->lineup);
    if (draft.head.entrants != head.entrants)
        throw UserError("the files of a bot have changed since it took part: restore them");
    hide_arena(stage->prepared.isolation);
    stage->prepared.isolation.hide(admitted.secrets);
    stage->openings = make_openings(stage->prepared.spec, draft.settings.opening_plies, draft.settings.opening_list,
                                    draft.settings.run_seed(head.seed));
    return stage;
}

std::vector<std::string> Stages::missing_languages() const {
    if (arena_.driver() != nullptr) return {};  // it was tried before the arena began
    return arena::missing_languages(origin_of_head(ladder_.head()).spec);
}

int Stages::run() {
    for (;;) {
        if (const int signal = play_phase(); signal != 0) return signal;
    }
}

int Stages::play_phase() {
    const Phase phase = arena_.phase();
    if (phase < Phase::final) return play_ladder();
    return phase == Phase::final ? play_final() : wait();
}

int Stages::play_ladder() {
    drop_obsolete_final();
    const auto stage = stage_of(ladder_.head());
    const Settings& settings = stage->prepared.settings;
    const std::uint64_t seed = settings.run_seed(ladder_.head().seed).seed_for(Purpose::check, 0);
    const CheckPlan check = quick_check(stage->prepared.spec, settings.limits, seed);
    const Inspector inspector(check, stage->prepared.isolation, jobs_, arena_.driver());
    arena_.entries_changed_ = true;
    Announcer announcer(arena_.running_in_ladder_, identity_of(ladder_db).place);
    GameTime game_time([this](std::chrono::microseconds mean) { arena_.set_game_time(mean); });
    StoredGames games{ladder_, stage->prepared, stage->lineup, stage->openings.get(), arena_.running_in_ladder_, stop_};
    games.jobs = jobs_;
    games.watchers = {&announcer, &game_time};
    games.shorten = [this](protocol::MatchLog& log) { output_.apply(log); };
    games.make_desk = [&](StoredLedger& ledger, GamePlayer& player, FileWatch& watch) {
        return std::make_unique<HandInDesk>(
            arena_, HandInDesk::Parts{ledger, player, watch, inspector, stage->prepared.isolation, jobs_});
    };
    const int signal = play_games(games).signal;
    if (signal == 0) arena_.close_tries();
    return signal;
}

void Stages::create_final(const ArenaSettings& settings) const {
    const auto now = arena_.snapshot();
    const std::vector<HandIn> accepted = now->hand_ins.to_play(), newest = now->hand_ins.newest();
    const TournamentHead& ladder = ladder_.head();
    Origin origin = origin_of_head(ladder);
    origin.begun = false;
    origin.head = {};
    origin.head.seed = seed_of_final(settings.final_secret);
    origin.settings.anchor.reset();
    TournamentOptions wish;
    for (const StoredEntrant& entrant : ladder.entrants)
        if (std::ranges::find(settings.staff, entrant.name) != settings.staff.end())
            wish.bots.push_back(listed(entrant));
    const auto staff = static_cast<int>(wish.bots.size());
    wish.anchor = NamedAnchor{settings.staff.front(), 0};
    for (const HandIn& hand_in : accepted) {
        const Person& person = now->person(hand_in.person);
        if (person.takes_part())
            wish.bots.push_back(listed_version(person.student.name, entrant_name(person, hand_in.version)));
    }
    const FinalPlan plan =
        plan_final(static_cast<int>(wish.bots.size()), staff, settings.final_time, settings.game_time, jobs_);
    wish.format = plan.format;
    wish.games = plan.games;
    origin.settings.format = {};
    origin.settings.format.rounds = plan.rounds;
    if (plan.format == Format::swiss) origin.settings.format.staff = staff;
    const Preparation prepared = prepare(wish, origin);
    Lineup lineup = admit(wish, {.known = origin.head, .prepared = prepared}).lineup;
    lineup.students = students_of_final(*now->people, newest);
    lineup.list_separator = settings.list_separator.front();
    lineup.left_out = left_out_of_final(*now->people, newest, accepted);
    static_cast<void>(Store::create(final_file(settings), draft_of(wish, origin, prepared.settings, lineup).head));
}

void Stages::open_final(const std::string& name) {
    final_ = Store::resume(name, Store::head_of(name));
    final_name_ = name;
    arena_.set_final(&*final_, name);
}

int Stages::play_final() {
    drop_obsolete_final();
    const auto settings = arena_.begin_final();
    if (!settings) return 0;
    if (!final_) {
        const std::string name = final_file(*settings);
        if (!std::filesystem::exists(name)) create_final(*settings);
        open_final(name);
    }
    const auto stage = stage_of(final_->head());
    Announcer announcer(arena_.running_in_final_, identity_of(final_name_).place);
    FinalWatch watch([this](const FinalProgress& progress) { arena_.set_final_progress(progress); });
    StoredGames games{*final_, stage->prepared, stage->lineup, stage->openings.get(), arena_.running_in_final_, stop_};
    games.jobs = jobs_;
    games.watchers = {&announcer, &watch};
    games.run.is_enough = [this] { return arena_.phase() != Phase::final; };
    const RunEnd end = play_games(games);
    arena_.set_final_progress(std::nullopt);
    if (end.signal == 0 && final_name_ == final_file(arena_.settings()) && arena_.phase() == Phase::final) {
        write_marks();
        arena_.set_final_over();
    }
    return end.signal;
}

void Stages::write_marks() const {
    const auto now = arena_.snapshot();
    const std::string marks = marks_of(*final_, *now->people, now->hand_ins.to_play());
    if (const int error = arena_.folder_.root().write(marks_csv, marks); error != 0)
        throw std::system_error(error, std::generic_category(), "writing 'marks.csv'");
    note(fmt::format("the final is over: {}", marks_csv));
}

/// Closes a final that an extension has made obsolete, and removes its marks.
void Stages::drop_obsolete_final() {
    if (!arena_.settings().final_is_over) static_cast<void>(arena_.folder_.root().remove(marks_csv));
    if (!final_ || final_name_ == final_file(arena_.settings())) return;
    arena_.set_final(nullptr, {});
    final_.reset();
}

/// Waits for a signal or an action of the teacher.
int Stages::wait() {
    std::array<pollfd, 2> fds = {{{stop_.fd(), POLLIN, 0}, {arena_.wake_.fd(), POLLIN, 0}}};
    ::poll(fds.data(), fds.size(), wait_ms);
    arena_.wake_.clear();
    return stop_.take();
}

}  // namespace referee::arena
