#include "referee/commands/option_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "games/words.hpp"
#include "referee/system/version.hpp"

namespace referee {

using games::UserError;

namespace {

/// Every name that an option of this app goes by, for suggestions.
std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const auto& name : option->get_lnames())
            names.push_back("--" + name);
    }
    return names;
}

[[noreturn]] void refuse_extra(const CLI::App& app) {
    const std::string extra = app.remaining().front();
    if (!extra.starts_with("-")) {
        throw UserError(fmt::format("'{}' is one argument too many; referee --help shows what there is", extra));
    }
    const std::string name = extra.substr(0, extra.find('='));
    const auto names = option_names(app);
    const std::vector<std::string_view> known(names.begin(), names.end());
    throw UserError(fmt::format("unknown option '{}'{}", name, games::did_you_mean(name, known)));
}

/// `what` is what CLI11 says of it, which begins with the option's name.
[[noreturn]] void refuse_missing_value(const CLI::App& app, const std::string& what) {
    const std::string name = what.substr(0, what.find(':'));
    const CLI::Option* option = app.get_option_no_throw(name);
    if (option == nullptr || what.find(" missing") == std::string::npos) throw UserError(what);
    throw UserError(fmt::format("{0} is given no value: write {0} {1}", name, option->get_type_name()));
}

CLI::Option* add_time(CLI::App& app, const std::string& name, std::optional<protocol::Micros>& time, bool may_be_zero,
                      const char* help) {
    const auto read = [=, &time](const std::string& text) {
        time = parse_duration(text, name);
        if (time->count() == 0 && !may_be_zero) throw UserError(fmt::format("{} '{}': it must be above 0", name, text));
    };
    return app.add_option_function<std::string>(name, read, help)->type_name("TIME");
}

}  // namespace

CLI::Option* add_number(CLI::App& app, const std::string& name, std::uint64_t min, std::uint64_t max, const char* help,
                        const std::function<void(std::int64_t)>& set) {
    const auto read = [=](const std::string& text) {
        const auto number = games::whole_number(text);
        const bool fits = number && *number >= 0 && static_cast<std::uint64_t>(*number) >= min &&
                          static_cast<std::uint64_t>(*number) <= max;
        if (!fits) throw UserError(fmt::format("{} '{}': write a whole number from {} to {}", name, text, min, max));
        set(*number);
    };
    return app.add_option_function<std::string>(name, read, help)->type_name("N");
}

std::optional<Information> parse(CLI::App& app, std::vector<std::string> arguments) {
    app.set_version_flag("--version", fmt::format("referee {}", version));
    app.get_formatter()->column_width(28);
    app.allow_extras();
    std::reverse(arguments.begin(), arguments.end());
    try {
        app.parse(std::move(arguments));
    } catch (const CLI::CallForHelp&) {
        return Information{app.help()};
    } catch (const CLI::CallForVersion&) {
        return Information{fmt::format("referee {}\n", version)};
    } catch (const CLI::ArgumentMismatch& error) {
        refuse_missing_value(app, error.what());
    } catch (const CLI::ParseError& error) {
        throw UserError(error.what());
    }
    if (!app.remaining().empty()) refuse_extra(app);
    return std::nullopt;
}

std::array<CLI::Option*, 3> add_limits(CLI::App& app, GivenLimits& limits) {
    return {add_time(app, "--move-time", limits.move, false, "limit of a move (100ms)"),
            add_time(app, "--first-move-time", limits.first_move, false,
                     "limit of a bot's first move (1s, or that of a move\nwhere this is longer)"),
            add_time(app, "--margin", limits.margin, true, "grace beyond each limit (20ms)")};
}

void add_isolation(CLI::App& app, IsolationOptions& isolation) {
    const auto set_sandbox = [&isolation](const std::string& text) {
        static const std::map<std::string, SandboxMode> modes = {
            {"on", SandboxMode::on}, {"off", SandboxMode::off}, {"auto", SandboxMode::automatic}};
        const auto mode = modes.find(text);
        if (mode == modes.end()) throw UserError(fmt::format("--sandbox '{}': write on, off or auto", text));
        isolation.sandbox = mode->second;
    };
    const auto set_ponder = [&isolation](const std::string& text) {
        if (text != "on" && text != "off") throw UserError(fmt::format("--ponder '{}': write on or off", text));
        isolation.ponder = text == "on";
    };
    app.add_option_function<std::string>("--sandbox", set_sandbox, "on, off, or auto: on if it can be had (auto)")
        ->type_name("MODE");
    if (const char* usual = std::getenv("REFEREE_SANDBOX")) set_sandbox(usual);
    app.add_option("--sandbox-folder", isolation.folders, "show this folder in the sandbox too")
        ->type_name("DIR")
        ->allow_extra_args(false);
    app.add_option("--memory", isolation.memory, "limit of a bot, such as 512M, or none (1G in a\nsandbox)")
        ->type_name("SIZE");
    app.add_option("--processes", isolation.processes,
                   "limit of a bot's processes and threads, or none\n(256 in a sandbox)")
        ->type_name("N");
    app.add_option_function<std::string>("--ponder", set_ponder, "off: stop a bot while it is not to move (on)")
        ->type_name("MODE");
}

}  // namespace referee
