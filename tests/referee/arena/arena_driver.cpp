// Runs the arena in a folder, and does what its pages do, as told by lines on stdin. The tests kill this program at
// every write to the disk, and start it again. Each command is answered by one line on stdout.
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "games/user_error.hpp"
#include "referee/arena/arena.hpp"
#include "referee/arena/arena_folder.hpp"
#include "referee/arena/stages.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/handins/step.hpp"

namespace {

using namespace referee;
using namespace referee::arena;

/// The clock of the arena runs ahead by this many milliseconds. ARENA_AHEAD is the number of seconds at the start.
std::atomic<std::int64_t> ahead{0};

Time driver_time() {
    return system_time() + std::chrono::milliseconds(ahead.load());
}

void say(const std::string& line) {
    std::cout << line << std::endl;
}

std::string bytes_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string text_of(const UploadRefusal& refusal) {
    return fmt::format("refused {} {}", static_cast<int>(refusal.kind), refusal.why);
}

class Driver {
public:
    explicit Driver(Arena& arena) : arena_(arena) {}

    void run() {
        for (std::string line; std::getline(std::cin, line);) {
            std::istringstream words(line);
            std::string command;
            words >> command;
            try {
                obey(command, words);
            } catch (const std::exception& error) {
                say(fmt::format("error {}", error.what()));
            }
        }
        ::kill(::getpid(), SIGINT);  // the test has ended
    }

private:
    template <class Value>
    static Value take(std::istringstream& words) {
        Value value{};
        words >> value;
        return value;
    }

    void obey(const std::string& command, std::istringstream& words) {
        if (command == "arm") return arm(take<int>(words));
        if (command == "upload") return upload(words);
        if (command == "begin") return begin(words);
        if (command == "finish") return finish(take<int>(words));
        if (command == "versions") return versions(take<int>(words));
        if (command == "state") return state();
        if (command == "forecast") return forecast();
        if (command == "playing") return playing();
        if (command == "check") return check(words);
        if (command == "clock") {
            ahead += take<std::int64_t>(words) * 1000;
        } else if (command == "extend") {
            arena_.extend(driver_time() + std::chrono::seconds(take<int>(words)));
        } else if (command == "pause") {
            arena_.pause(take<int>(words) != 0);
        } else if (command == "withdraw") {
            arena_.withdraw(take<int>(words));
        } else if (command == "return") {
            arena_.bring_back(take<int>(words));
        } else if (command == "final") {
            arena_.start_final();
        } else if (command == "link") {
            return say(arena_.new_link(take<int>(words)));
        } else if (command == "visitor") {
            const auto visitor = arena_.visitor_of_link(take<std::string>(words));
            return say(visitor ? fmt::format("visitor {}", visitor->person) : "nobody");
        } else {
            throw games::UserError("unknown command " + command);
        }
        say("ok");
    }

    /// From now on, the process is killed at the n-th write to the disk, if the library for it is loaded.
    static void arm(int n) {
        using Arm = void (*)(int);
        const auto call = reinterpret_cast<Arm>(::dlsym(RTLD_DEFAULT, "killed_at_arm"));
        if (call == nullptr) throw games::UserError("the library is not loaded");
        say("ok");
        call(n);
    }

    /// Begins an upload, and sends its bytes. Returns whether it can be finished.
    bool receive(int person, const std::string& name, const std::string& path) {
        auto begun = arena_.begin_upload(person, name, std::nullopt);
        if (const auto* refusal = std::get_if<UploadRefusal>(&begun)) {
            say(text_of(*refusal));
            return false;
        }
        uploads_[person] = std::get<std::unique_ptr<Upload>>(std::move(begun));
        if (const auto refusal = uploads_[person]->add(bytes_of_file(path))) {
            uploads_.erase(person);
            say(text_of(*refusal));
            return false;
        }
        return true;
    }

    /// begin PERSON NAME PATH
    void begin(std::istringstream& words) {
        const int person = take<int>(words);
        const auto name = take<std::string>(words);
        if (receive(person, name, take<std::string>(words))) say("begun");
    }

    void finish(int person) {
        const auto result = uploads_.at(person)->finish();
        uploads_.erase(person);
        if (const auto* refusal = std::get_if<UploadRefusal>(&result)) return say(text_of(*refusal));
        const auto& stored = std::get<UploadResult>(result);
        say(fmt::format("uploaded {} {}", stored.version, stored.is_new ? "new" : "same"));
    }

    /// upload PERSON NAME PATH
    void upload(std::istringstream& words) {
        const int person = take<int>(words);
        const auto name = take<std::string>(words);
        const auto path = take<std::string>(words);
        if (receive(person, name, path)) finish(person);
    }

    void versions(int person) const {
        std::string text = "versions";
        for (const VersionNow& version : arena_.versions_of(person)) {
            text += fmt::format(" {}:{}{}", version.hand_in.version, name_of(version.hand_in.state),
                                version.plays ? ":plays" : "");
            if (!version.hand_in.reason.empty()) text += fmt::format(" ({})", version.hand_in.reason);
        }
        say(text);
    }

    /// check PERSON VERSION
    void check(std::istringstream& words) const {
        const int person = take<int>(words);
        std::string text = arena_.check_text(person, take<int>(words));
        std::ranges::replace(text, '\n', '|');
        say("check " + text);
    }

    void state() const {
        const ArenaState state = arena_.state();
        say(fmt::format("state {} {} {} {} {}", name_of(state.phase), state.pending, state.paused ? "paused" : "going",
                        state.seed_hash, state.final_secret.empty() ? "-" : state.final_secret));
    }

    void forecast() const {
        const Forecast forecast = arena_.forecast();
        say(fmt::format("forecast {} {} {} {}", forecast.entrants, forecast.format, forecast.games,
                        forecast.duration ? forecast.duration->count() : -1));
    }

    /// The present entrants of the ladder and its number of games, from a view in another thread than that of the run.
    void playing() const {
        const auto view = arena_.view_of(StageName::ladder);
        if (!view) return say("none");
        const auto& head = view->head();
        const tournament::Field field = head.field();
        std::string text = fmt::format("playing {}", view->numbers_of_matches().size());
        for (const int entrant : field.present())
            text += "|" + head.entrants[static_cast<std::size_t>(entrant)].name;
        say(text);
    }

    Arena& arena_;
    std::map<int, std::unique_ptr<Upload>> uploads_;
};

}  // namespace

int main(int count, char** arguments) {
    // Hand-ins are unpacked and built by this program itself, in a sandbox.
    if (count > 1 && arguments[1] == handins::step_command)
        return handins::run_step(std::vector<std::string>(arguments + 2, arguments + count));
    if (count != 2) return 2;
    std::signal(SIGPIPE, SIG_IGN);
    ::umask(S_IRWXG | S_IRWXO);
    if (const char* seconds = std::getenv("ARENA_AHEAD")) ahead = std::atoll(seconds) * 1000;
    try {
        enter_folder(arguments[1], false);
        complete_first_start();
        const StopSignal stop;
        UploadLimits limits;
        if (const char* bytes = std::getenv("ARENA_FREE_DISK")) limits.free_disk = std::strtoull(bytes, nullptr, 10);
        Arena arena(driver_time, limits);
        arena.make_missing_links();
        arena.write_links("http://127.0.0.1:8080", "http://127.0.0.1:8080");
        Stages stages(arena, stop);
        say("ready");
        std::jthread commands([&] { Driver(arena).run(); });
        // The thread may wait for stdin, so nobody waits for the thread.
        try {
            const int signal = stages.run();
            std::cout.flush();
            ::_exit(signal == SIGINT ? 0 : 1);
        } catch (const std::exception& error) {
            std::cerr << error.what() << std::endl;
            ::_exit(1);
        }
    } catch (const std::exception& error) {
        std::cerr << error.what() << std::endl;
        ::_exit(1);
    }
}
