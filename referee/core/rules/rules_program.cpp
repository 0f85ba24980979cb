#include "referee/core/rules/rules_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <filesystem>
#include <future>
#include <nlohmann/json.hpp>

#include "games/board.hpp"
#include "games/catalogue.hpp"
#include "games/user_error.hpp"
#include "protocol/ending.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/cores.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/sha256.hpp"
#include "referee/core/base/signals_blocked.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/bot_files.hpp"
#include "referee/core/bots/bot_text.hpp"
#include "referee/core/bots/found.hpp"

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

std::string first_request() {
    return fmt::format("referee {}", games::first_own_protocol);
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
                    file, suffix == ".java" ? "compile it, " : "", name, command));
}

/// The command for the program at `place`, a file or a folder, which the user has called `file`.
BotCommand command_at(const std::string& place, const std::string& file, std::string_view path) {
    if (is_folder_at(place)) {
        Found found = look_at_folder(place, path, "game");
        if (found.command) return *std::move(found.command);
        if (!found.interpreted.empty()) refuse_interpreted(found.interpreted, file);
        throw UserError(fmt::format("game '{}' is a folder without an obvious program: {}", file, found.problem));
    }
    const fs::path suffix = fs::path(place).extension();
    if (suffix == ".java" || suffix == ".class" || suffix == ".jar") refuse_interpreted(place, file);
    try {
        return parse_bot_command(place, path);
    } catch (const BotError& problem) {
        throw UserError(problem.about(fmt::format("game '{}'", file)));
    }
}

}  // namespace

RulesProgram::RulesProgram(const std::string& file, const IsolationOptions& isolation)
    : file_(file), isolation_(make_isolation(for_rules(isolation))) {
    std::error_code error;
    if (!fs::exists(file, error)) throw UserError(fmt::format("game '{}': no such file", file));
    std::string place = fs::absolute(file, error).lexically_normal();
    while (place.size() > 1 && place.ends_with('/'))
        place.pop_back();
    command_ = command_at(place, file, isolation_.path());
    own_ = OwnFiles::at(place, place);
    if (isolation_.confinement.sandbox) {
        // The user has chosen this path, so a link is as good as its target. A folder of bots is other people's.
        const BotCopy copy = copies_.add(fs::canonical(place));
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
        throw UserError(fmt::format("game '{}': after '{}' the program {}", file, first_request(), problem.what()));
    } catch (const games::WrongReply& problem) {
        throw UserError(fmt::format("game '{}': {}", file, problem.what()));
    }
    if (games::is_built_in(hello_->name))
        throw UserError(fmt::format("game '{}': its hello has the name {}, which a built-in game has: choose another",
                                    file, hello_->name));
    for (const auto& [word, meaning] : hello_->endings) {
        if (protocol::ending_of(word))  // tables and events count both under their names
            throw UserError(
                fmt::format("game '{}': its hello has the ending {}, which is the name of an ending of the referee: "
                            "choose another",
                            file, word));
    }
    record_ = protocol::json_text(
        {{"protocol", hello_->protocol}, {"hello", hello_->lines}, {"files", protocol::parse_json(sums_)}});
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
    for (const auto& [path, sum] : files_of_bot(command_, folder, command_.name, own_)) {
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
            const Lock lock(mutex_);
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
            throw UserError(
                fmt::format("the rules in '{}' have changed since the start: restore them, or begin again", file_));
        return start(stop_fd);
    } catch (const NoReply& problem) {
        throw games::RulesFailure(
            fmt::format("the rules of {} have failed: the program {}", hello_->name, problem.what()));
    }
}

void RulesProgram::give_back(std::unique_ptr<RulesProcess> process) {
    const Lock lock(mutex_);
    idle_.push_back(std::move(process));
}

}  // namespace referee::rules
