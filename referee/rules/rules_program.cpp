#include "referee/rules/rules_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <filesystem>
#include <future>
#include <nlohmann/json.hpp>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/bots/candidate.hpp"
#include "referee/files/sha256.hpp"
#include "referee/files/text_file.hpp"
#include "referee/rules/rules_board.hpp"
#include "referee/system/cores.hpp"
#include "referee/system/signals_blocked.hpp"
#include "referee/terminal/output.hpp"
#include "referee/tournament/entrants/bot_files.hpp"

namespace referee::rules {

namespace {

namespace fs = std::filesystem;
using games::UserError;
using protocol::Json;

/// The isolation of the rules: the usual one of a bot that may think all the time, on all cores.
IsolationOptions for_rules(const IsolationOptions& bots) {
    IsolationOptions options;
    options.sandbox = bots.sandbox;
    options.ponder = true;
    options.cpus = LimitOrNone();
    if (mode_of(bots) != SandboxMode::off) options.memory = LimitOrNone(usual_memory_bytes);
    return options;
}

/// Splits "./four.py:height=8" at the colon before the settings. A colon in a path is not followed by a setting.
std::pair<std::string, std::string> split(std::string_view game) {
    std::error_code error;
    const auto colon = game.rfind(':');
    if (colon == std::string_view::npos || fs::exists(fs::path(game), error)) return {std::string(game), ""};
    return {std::string(game.substr(0, colon)), std::string(game.substr(colon + 1))};
}

std::string first_request() {
    return fmt::format("referee {}", games::own_protocol);
}

bool is_built_in(std::string_view name) {
    return std::ranges::any_of(games::catalogue(), [&](const auto& game) { return game->name == name; });
}

/// Refuses the name of a file or folder that is written like that of a built-in game.
void refuse_missing_slash(const std::string& name) {
    std::error_code error;
    if (!is_built_in(name) && !name.empty() && fs::exists(name, error))
        throw UserError(fmt::format("unknown game '{0}': for the rules in '{0}' here, write ./{0}", harmless(name)));
}

/// Refuses a program that only a command line can start, because --game takes no command line.
[[noreturn]] void refuse_interpreted(const fs::path& program, const std::string& file) {
    const std::string suffix = program.extension(), name = program.filename();
    const bool is_class = suffix == ".class" || suffix == ".java";
    const std::string command = is_class           ? "java -cp \"${0%/*}\" " + program.stem().string()
                                : suffix == ".jar" ? "java -jar \"${0%/*}/" + name + '"'
                                                   : "INTERPRETER \"${0%/*}/" + name + '"';
    throw UserError(
        fmt::format("game '{}' needs an interpreter: {}put an executable script 'game' beside {}, with the "
                    "lines '#!/bin/sh' and 'exec {}', and name the folder",
                    harmless(file), suffix == ".java" ? "compile it, " : "", harmless(name), harmless(command)));
}

/// The command for the program at `place`, a file or a folder, which the user has called `file`.
BotCommand command_at(const std::string& place, const std::string& file, std::string_view path) {
    std::error_code error;
    if (fs::is_directory(place, error)) {
        Candidate found = look_at_folder(place, path, "game");
        if (found.command) return *std::move(found.command);
        if (!found.interpreted.empty()) refuse_interpreted(found.interpreted, file);
        throw UserError(fmt::format("game '{}' is a folder without an obvious program: {}", harmless(file),
                                    harmless(found.problem)));
    }
    const fs::path suffix = fs::path(place).extension();
    if (suffix == ".java" || suffix == ".class" || suffix == ".jar") refuse_interpreted(place, file);
    try {
        return parse_bot_command(place, path);
    } catch (const BotError& problem) {
        throw UserError(problem.about(fmt::format("game '{}'", harmless(file))));
    }
}

}  // namespace

RulesProgram::RulesProgram(const std::string& file, const IsolationOptions& isolation)
    : file_(file), isolation_(make_isolation(for_rules(isolation))) {
    std::error_code error;
    if (!fs::exists(file, error)) throw UserError(fmt::format("game '{}': no such file", harmless(file)));
    std::string place = fs::absolute(file, error).lexically_normal();
    while (place.size() > 1 && place.ends_with('/'))
        place.pop_back();
    command_ = command_at(place, file, isolation_.path());
    own_ = OwnFiles::at(place, place);
    if (isolation_.confinement.sandbox) {
        // The user has chosen this path, so a link is as good as its target. A folder of bots is other people's.
        const tournament::BotCopy copy = copies_.add(fs::canonical(place));
        own_.copy = copy;
        own_.source = *copy;
    }
    sums_ = sums();
    plan_ = std::make_unique<const LaunchPlan>(request());
    {
        const SignalsBlocked blocked;  // signals are for the main thread
        starter_ = std::make_unique<boost::asio::thread_pool>(1);
    }
    try {
        auto process = start(-1);
        hello_ = std::make_shared<const games::OwnHello>(games::read_hello(greeting_));
        idle_.push_back(std::move(process));
    } catch (const NoReply& problem) {
        throw UserError(
            fmt::format("game '{}': after '{}' the program {}", harmless(file), first_request(), problem.what()));
    } catch (const games::WrongReply& problem) {
        throw UserError(fmt::format("game '{}': {}", harmless(file), problem.what()));
    }
    if (is_built_in(hello_->name))
        throw UserError(fmt::format("game '{}': its hello has the name {}, which a built-in game has: choose another",
                                    harmless(file), hello_->name));
    record_ = protocol::json_text(
        {{"protocol", games::own_protocol}, {"hello", hello_->lines}, {"files", protocol::parse_json(sums_)}});
}

LaunchRequest RulesProgram::request() const {
    LaunchRequest request{command_.program, command_.arguments, {}, {}, isolation_.confinement};
    if (!isolation_.confinement.sandbox) {
        for (char** entry = environ; *entry != nullptr; ++entry) {
            // As in a sandbox: `check-game` finds rules that depend on the order of a set.
            if (!std::string_view(*entry).starts_with("PYTHONHASHSEED=")) request.environment.emplace_back(*entry);
        }
        return request;
    }
    request.shown = sight_of(command_, own_, {}, isolation_.secrets);
    if (own_.place_of(request.program)) return request;
    std::error_code error;
    const auto real = fs::canonical(request.program, error);
    if (!error) request.program = real;
    return request;
}

std::string RulesProgram::sums() const {
    std::error_code error;
    const std::string folder = fs::is_directory(own_.source, error) ? own_.place : "";
    Json list = Json::array();
    for (const auto& [path, sum] : tournament::files_of_bot(command_, folder, command_.name, own_)) {
        const auto place = own_.place_of(path);
        if (!place) continue;  // the interpreter, which another machine may have in another version
        const auto size = fs::file_size(own_.source_of(path), error);
        const std::string name = *place == own_.place ? place->filename() : place->lexically_relative(own_.place);
        list.push_back({{"name", name}, {"bytes", size}, {"sha256", sum}});
    }
    return protocol::json_text(list);
}

/// Starts a process. It must greet as the first one did.
std::unique_ptr<RulesProcess> RulesProgram::start(int stop_fd) {
    std::packaged_task<std::unique_ptr<RulesProcess>()> launch(
        [this, cores = allowed_cores()] { return std::make_unique<RulesProcess>(*plan_, cores); });
    auto launched = launch.get_future();
    boost::asio::post(*starter_, std::move(launch));
    auto process = launched.get();
    process->send(first_request() + "\n");
    const std::string greeting(process->reply(hello_limit, stop_fd));
    if (greeting_.empty()) greeting_ = greeting;
    if (greeting != greeting_) throw NoReply("has sent another hello than before");
    return process;
}

std::unique_ptr<RulesProcess> RulesProgram::take(int stop_fd) {
    for (;;) {
        std::unique_ptr<RulesProcess> process;
        {
            const std::scoped_lock lock(mutex_);
            if (idle_.empty()) break;
            process = std::move(idle_.back());
            idle_.pop_back();
        }
        if (!process->is_idle()) continue;
        process->join_thread();
        return process;
    }
    try {
        if (!isolation_.confinement.sandbox && sums() != sums_)
            throw UserError(fmt::format("the rules in '{}' have changed since the start: restore them, or begin again",
                                        harmless(file_)));
        return start(stop_fd);
    } catch (const NoReply& problem) {
        throw games::RulesFailure(
            fmt::format("the rules of {} have failed: the program {}", hello_->name, problem.what()));
    }
}

void RulesProgram::give_back(std::unique_ptr<RulesProcess> process) {
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(process));
}

bool names_program(std::string_view game) {
    const auto name = games::name_in(game);
    return name.find_first_of("/.") != std::string_view::npos;
}

bool names_only_program(std::string_view game) {
    return names_program(game) && split(game).second.empty();
}

std::shared_ptr<const games::GameInfo> game_of(std::shared_ptr<RulesProgram> program) {
    auto game = std::make_shared<games::GameInfo>(games::info_of(*program->hello()));
    game->record = program->record();
    game->program = program->file();
    game->secrets = program->secrets();
    game->make_stoppable_board = [program](const games::SettingValues& values, std::uint64_t seed, int stop_fd) {
        return std::make_unique<RulesBoard>(program, values, seed, stop_fd);
    };
    game->make_board = [program](const games::SettingValues& values, std::uint64_t seed) {
        return std::make_unique<RulesBoard>(program, values, seed, -1);
    };
    return game;
}

std::pair<std::shared_ptr<RulesProgram>, games::SettingValues> load(std::string_view game,
                                                                    const IsolationOptions& isolation) {
    const auto [file, settings] = split(game);
    auto program = std::make_shared<RulesProgram>(file, isolation);
    games::GameSpec spec = games::parse_settings(game_of(program), settings, read_text_file);
    return {std::move(program), std::move(spec.values)};
}

games::GameSpec parse_game(std::string_view game, const IsolationOptions& isolation, std::string_view position) {
    if (!names_program(game)) {
        refuse_missing_slash(std::string(games::name_in(game)));
        return games::parse_spec(game, read_text_file, position);
    }
    const auto [file, settings] = split(game);
    return games::parse_settings(game_of(std::make_shared<RulesProgram>(file, isolation)), settings, read_text_file,
                                 position);
}

}  // namespace referee::rules
