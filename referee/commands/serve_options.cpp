#include "referee/commands/serve_options.hpp"

#include "games/user_error.hpp"
#include "referee/commands/option_parts.hpp"

namespace referee {

namespace {

constexpr const char* serve_overview =
    R"(Shows a tournament in a browser while it is played, and lets you play against bots there.

  referee serve t.db
  referee serve --bot ./my_bot --bot "python3 other.py")";

constexpr const char* serve_exit_codes =
    "Exit codes: 0 done, 1 the system can't, 2 wrong arguments or files, or the port is\n"
    "taken, 128 + n stopped by signal n.";

}  // namespace

Command parse_serve(const std::vector<std::string>& arguments) {
    ServeOptions options;
    CLI::App app(serve_overview, "referee serve");
    app.add_option("FILE", options.db, "a tournament's file; without it only for playing")->type_name("");
    app.add_option("--bot", options.bots,
                   "a bot to play against, beside those of FILE; may\nbe given again (without any: the sample bots)")
        ->type_name("BOT")
        ->allow_extra_args(false);
    auto* host =
        app.add_option("--host", options.host, "the address to be reached at (127.0.0.1: from this\nmachine only)")
            ->type_name("ADDRESS");
    add_number(app, "--port", 0, 65535, "the port to be reached at; 0 is any free one (8080)", into(options.port));
    add_number(app, "--matches", 1, 64, "how many may be played at once (8)", into(options.matches));
    add_isolation(app, options.isolation);
    app.footer(serve_exit_codes);
    if (auto information = parse(app, arguments)) return std::move(*information);
    if (host->count() > 0 && options.host.empty()) throw games::UserError("--host is given no address");
    return options;
}

}  // namespace referee
