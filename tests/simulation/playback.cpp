#include "tests/simulation/playback.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/programs/commands.hpp"
#include "referee/programs/tournament.hpp"
#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/figures/tables/student_state.hpp"
#include "referee/tournament/paper/journal.hpp"
#include "referee/tournament/paper/store/sqlite.hpp"
#include "referee/tournament/run/director.hpp"
#include "tests/simulation/book.hpp"
#include "tests/simulation/random.hpp"

namespace simulation {

namespace {

namespace fs = std::filesystem;
using namespace referee;
using namespace referee::tournament;
using namespace std::chrono_literals;

/// A moment before every moment at which a history can be played, so that a time of day that is typed comes later.
constexpr auto first_day = std::chrono::sys_days(std::chrono::year(2026) / 1 / 1);
/// A moment after all of them.
constexpr auto last_day = std::chrono::sys_days(std::chrono::year(2126) / 1 / 1);

/// Bots whose files hold this word are not fit to play.
constexpr std::string_view unfit = "unfit";

bool is_fit(const Contender& contender) {
    for (const FileSum& file : contender.files) {
        std::error_code error;
        const fs::path path = file.path;
        if (fs::is_regular_file(path, error) && fs::file_size(path, error) < 1000 &&
            read_text_file(path).find(unfit) != std::string::npos)
            return false;
    }
    return true;
}

/// Checks without a bot: its file says whether it is fit.
bool check_files(Lineup& lineup, const CheckPlan& /*plan*/, const Isolation& /*isolation*/, int /*stop_fd*/,
                 int /*jobs*/, const CheckedListener& listener) {
    std::vector<Contender> fit;
    for (Contender& contender : lineup.contenders) {
        const bool is_checked = contender.if_unfit != IfUnfit::unchecked;
        const bool plays = !is_checked || is_fit(contender);
        const LeftOut left_out{contender.entrant.name, "it is not fit", "", ""};
        if (is_checked && listener) listener(contender, plays ? nullptr : &left_out);
        if (plays) {
            contender.game_time = 2ms;
            contender.longest_turn = 1ms;
            fit.push_back(std::move(contender));
        } else {
            lineup.left_out.push_back(left_out);
        }
    }
    lineup.contenders = std::move(fit);
    return true;
}

/// An isolation by which nothing is ever started. Its sandbox is none that this machine must be able to make.
Isolation fake_isolation(const IsolationOptions& options) {
    if (mode_of(options) != SandboxMode::on) return make_isolation(options);
    IsolationOptions without;
    without.sandbox = SandboxMode::off;
    without.ponder = options.ponder.value_or(false);
    Isolation isolation = make_isolation(without);
    static const auto sandbox = std::make_shared<const Sandbox>(true);
    isolation.confinement.sandbox = sandbox;
    isolation.confinement.limits = {options.memory.value_or(usual_memory_bytes),
                                    options.processes.value_or(usual_processes)};
    isolation.folders = options.folders;
    return isolation;
}

/// The numbers of a tournament that need no ratings, with the keys of exported standings, in the order of entrants.
std::string lines_of_account(const std::string& db) {
    const Store store = Store::open(db);
    Account account(store.head());
    account.plan(store.games());
    store.for_each_summary([&](const StoredMatch& match) { account.add(match); });
    protocol::Json lines = protocol::Json::array();
    for (std::size_t i = 0; i < account.entrants().size(); ++i) {
        const EntrantAccount& entrant = account.entrants()[i];
        const int byes = account.byes(static_cast<int>(i));
        const auto points = static_cast<double>(entrant.half_points() + 2 * entrant.walkovers) / 2;
        const Tally &first = entrant.as_first, &second = entrant.as_second;
        lines.push_back({{"name", account.head().entrants[i].name},
                         {"points", points + byes * account.settings().format.games},
                         {"games", entrant.games()},
                         {"distinct_games", account.distinct_games(i)},
                         {"byes", byes},
                         {"first_won", first.wins},
                         {"first_drawn", first.draws},
                         {"first_lost", first.losses},
                         {"second_won", second.wins},
                         {"second_drawn", second.draws},
                         {"second_lost", second.losses},
                         {"forfeits", entrant.forfeited()},
                         {"void_games", entrant.void_games}});
    }
    return protocol::json_text(lines);
}

}  // namespace

/// Hands what happens in a run to the listener.
class Playback::Observer final : public RunObserver {
public:
    Observer(Playback& playback, std::string db) : playback_(playback), db_(std::move(db)) {}
    void begun(const Store& store) override {
        attempts_ = attempts_in(db_, store);
        if (!playback_.is_heard_) return;
        playback_.listener_.begun(db_, store.head(), !playback_.told_.contains(db_));
        playback_.tell_plans(db_, store);
    }
    void plans_grew(const Store& store) override {
        if (playback_.is_heard_) playback_.tell_plans(db_, store);
    }
    void played(const TournamentHead& head, const PlayedGame& game) override {
        playback_.now_us_ += 10'000;
        if (playback_.is_heard_) playback_.listener_.played(db_, head, game);
    }
    void changed(const TournamentHead& head, const Words& typed, bool accepted, const std::string& text) override {
        if (playback_.is_heard_) playback_.listener_.changed(db_, head, typed, accepted, text);
    }
    void ends(const std::function<void()>& last) noexcept override {
        try {
            last();
        } catch (const Broken&) {
            playback_.broken_ = std::current_exception();
        } catch (const std::exception&) {  // the machine has failed
        }
    }
    int attempts(int game) const override {
        const auto found = attempts_.find(game);
        return found == attempts_.end() ? 0 : found->second;
    }
    void wrote(const std::string& file, const std::string& content) override {
        playback_.write(file, content, ++playback_.date_);
        if (playback_.is_heard_) playback_.listener_.wrote(file, content, playback_.date_);
    }
    void time_is_up() override { playback_.time_is_up_ = true; }
    std::string now() const override { return journal_time(first_day + std::chrono::microseconds(playback_.now_us_)); }

private:
    Playback& playback_;
    std::string db_;
    std::map<int, int> attempts_;
};

Playback::Playback(const History& history, Listener& listener)
    : seed_(history.seed),
      depth_(history.depth),
      pairs_before_rest_(history.pairs_before_rest),
      fates_(history.seed, history.luck, history.names),
      listener_(listener),
      before_(fs::current_path()) {
    Killer::install();
    ::setenv("REFEREE_SANDBOX", "off", 1);
    ::setenv("TMPDIR", "/dev/shm", 1);  // for the copies of bots
    std::string folder = "/dev/shm/simulation.XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr) throw std::runtime_error("can't make a folder in /dev/shm");
    folder_ = folder;
    fs::current_path(folder_);
}

Playback::~Playback() {
    std::error_code error;
    fs::current_path(before_, error);
    fs::remove_all(folder_, error);
}

Answer Playback::run(const Step& step) {
    now_us_ += 1'000'000;
    date_ = step.number * 1000;
    if (step.typed.empty()) {
        write(step.file, step.content, date_);
        listener_.wrote(step.file, step.content, date_);
        return {};
    }
    const bool comes_second = !step.meanwhile.empty();
    if (!comes_second) listener_.typed(step, now_us_);
    Answer answer = with_machine(step);
    if (comes_second) listener_.typed(step, now_us_);
    const std::string db = file_of(step.typed);
    if (answer.killed && fs::exists(db) && told_.contains(db)) {
        const Store store = Store::open(db);
        told_[db] = std::min<int>(told_[db], static_cast<int>(store.games().size()));
        tell_plans(db, store);
    }
    listener_.answered(step, answer);
    return answer;
}

void Playback::write(const std::string& file, const std::string& content, std::int64_t at) {
    if (content.empty()) {
        fs::remove(file);
        return;
    }
    if (const auto parent = fs::path(file).parent_path(); !parent.empty()) fs::create_directories(parent);
    std::ofstream(file) << content;
    ::chmod(file.c_str(), 0755);
    const auto date = (first_day.time_since_epoch() + std::chrono::milliseconds(at)) / 1ms;
    const timespec time{date / 1000, date % 1000 * 1'000'000};
    const timespec times[] = {time, time};
    ::utimensat(AT_FDCWD, file.c_str(), times, 0);
}

void Playback::tell_plans(const std::string& db, const Store& store) {
    for (const PlannedGame& game : store.games(told_[db])) {
        ++told_[db];
        listener_.planned(db, store.head(), game);
    }
}

Answer Playback::look(const Step& step) {
    is_heard_ = false;
    Answer answer = type(step);
    is_heard_ = true;
    return answer;
}

Answer Playback::look_at(const Words& typed, std::int64_t at_us) {
    const std::int64_t now = std::exchange(now_us_, at_us);
    Answer answer = look(typed);
    now_us_ = now;
    return answer;
}

Answer Playback::standings(const std::string& db, const std::string& with) {
    if (depth_ == 1 && with.empty()) return {.out = lines_of_account(db)};
    Words typed = {"export", db, "standings", "--format", "json"};
    if (!with.empty()) typed.insert(typed.end(), {"--with", with});
    if (depth_ == 1)
        typed.insert(typed.end(), {"--columns",
                                   "rank,name,points,games,distinct_games,byes,first,second,buchholz_cut1,buchholz,"
                                   "sonneborn_berger,direct_encounter,forfeits,void_games"});
    return look(typed);
}

Answer Playback::students(const std::string& db) {
    const TournamentHead head = Store::head_of(db);
    const Field field = head.field();
    protocol::Json rows = protocol::Json::array();
    for (const Student& student : head.students) {
        const StudentState state = state_of(student, head, field);
        rows.push_back({{"name", student.name},
                        {"status", state.status},
                        {"why", state.refusal == nullptr ? state.doubt : state.refusal->reason},
                        {"entrant", state.entrant ? head.entrants[*state.entrant].name : ""}});
    }
    return {.out = protocol::json_text(rows)};
}

/// Types a command on a machine that may fail.
Answer Playback::with_machine(const Step& step) {
    if (!step.kill) return type(step);
    Killer killer(file_of(step.typed), *step.kill);
    Answer answer = type(step);
    answer.killed = killer.has_struck();
    if (answer.killed) killer.restore();
    return answer;
}

Answer Playback::type(const Step& step) {
    time_is_up_ = false;
    Answer answer;
    bool is_interrupted = false;
    const Arguments arguments(step.typed.begin() + 1, step.typed.end());
    try {
        const std::string& command = step.typed.front();
        if (command == "tournament" || command == "change") {
            const TournamentOptions options =
                command == "change" ? change_options(arguments) : tournament_options(arguments);
            Observer observer(*this, options.db);
            World world;
            world.find_machines = [&](std::uint64_t /*cpus*/) {
                return std::make_unique<FakeMachines>(step, options.db, fates_, observer);
            };
            world.isolate = [&](const IsolationOptions& isolation) {
                if (is_heard_ && !std::exchange(is_interrupted, true) && !step.meanwhile.empty()) {
                    answer.out = captured_.take_stdout();
                    answer.err = captured_.take_stderr();
                    type_meanwhile(step);
                }
                return fake_isolation(isolation);
            };
            world.check = check_files;
            world.clocks.day = [this] {
                return time_is_up_ ? std::chrono::system_clock::time_point(last_day)
                                   : first_day + std::chrono::microseconds(now_us_);
            };
            world.clocks.steady = [this] {
                return TimePoint(std::chrono::microseconds(now_us_)) + (time_is_up_ ? 1000h : 0h);
            };
            world.pairs_before_rest = pairs_before_rest_;
            world.random_seed = [this] { return hash_of(seed_, fmt::format("seed {}", ++seeds_drawn_)) & max_seed; };
            answer.exit = run_tournament(options, world);
        } else {
            answer.exit = parse_command(step.typed)();
        }
    } catch (const Broken&) {
        throw;
    } catch (const Information& asked_for) {
        print(asked_for.text);
    } catch (const games::UserError& error) {
        complain(error.what());
        answer.exit = exit_wrong_use;
    } catch (const std::exception& error) {
        complain(error.what());
        answer.exit = exit_failed;
    }
    answer.out += captured_.take_stdout();
    answer.err += captured_.take_stderr();
    if (const auto broken = std::exchange(broken_, nullptr)) std::rethrow_exception(broken);
    return answer;
}

/// Types the command that comes between, and is carried out first.
void Playback::type_meanwhile(const Step& step) {
    const Step other{.typed = step.meanwhile};
    listener_.typed(other, now_us_);
    Answer answer = type(other);
    listener_.answered(other, answer);
}

std::string file_of(const Words& typed) {
    if (typed.empty()) return "";
    if (typed.front() != "tournament") return typed.size() > 1 ? typed[1] : "";
    for (std::size_t i = 0; i + 1 < typed.size(); ++i) {
        if (typed[i] == "--db") return typed[i + 1];
    }
    return "tournament.db";
}

std::map<int, int> attempts_in(const std::string& db, const Store& store) {
    std::map<int, int> attempts;
    const auto is_again = [](const Change& change) { return change.kind == Change::Kind::again; };
    if (std::ranges::none_of(store.head().changes, is_again)) {
        const FinishedGames results = store.results();
        for (const PlannedGame& game : store.games())
            if (const GameResult* const result = results.find(game.number); result != nullptr && !result->cancelled)
                attempts[game.number] = 1;
        return attempts;
    }
    const Database database(db, Database::Mode::read_only);
    for (const char* table : {"matches", "set_aside"}) {
        Statement rows(database, fmt::format("SELECT number FROM {}", table));
        while (rows.step())
            ++attempts[static_cast<int>(rows.number(0))];
    }
    return attempts;
}

}  // namespace simulation
