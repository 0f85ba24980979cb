// `referee serve`: shows a tournament in a browser, where people can also play.
#include <fcntl.h>
#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <cstdlib>
#include <map>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/options/match_options.hpp"
#include "referee/core/rules/own_game.hpp"
#include "referee/programs/commands.hpp"
#include "referee/tournament/paper/store/store_file.hpp"
#include "referee/web/serve/http_server.hpp"
#include "referee/web/serve/live_tournament.hpp"
#include "referee/web/serve/matches.hpp"
#include "referee/web/serve/offers.hpp"
#include "referee/web/serve/site.hpp"

namespace referee {

namespace {

namespace asio = boost::asio;
using games::UserError;
using namespace serve;

constexpr const char* serve_overview =
    R"(Shows a tournament in a browser while it is played, and lets you play against
bots there.

  referee serve t.db
  referee serve --bot ./my_bot --bot "python3 other.py")";

constexpr const char* serve_exit_codes =
    "Exit codes: 0 done, 1 a system error, 2 wrong arguments or files, or the port is\n"
    "taken, 128 + n stopped by signal n.";

struct ServeOptions {
    std::string db;                 ///< the tournament's file; empty: none
    std::vector<std::string> bots;  ///< opponents in addition to the tournament's bots
    std::string game;               ///< the game that the play page offers first; empty: that of the tournament
    std::string host = "127.0.0.1";
    int port = 8080;  ///< 0: any free port
    int matches = 8;  ///< the maximum number of matches that people play at the same time
    IsolationOptions isolation;
};

ServeOptions serve_options(const Arguments& arguments) {
    ServeOptions options;
    CommandLine line("referee serve", serve_overview, serve_exit_codes);
    line.text("FILE", "", "a tournament's file; without it you can only play", options.db);
    line.list("--bot", "BOT",
              "a bot to play against, in addition to those of FILE;\nmay be repeated (without any: the sample bots)",
              options.bots);
    line.text("--game", "SPEC", "the game that the page offers first; also one of\nyour own: ./four.py", options.game);
    line.text("--host", "ADDRESS", "listen address (127.0.0.1: this machine only)", options.host);
    line.number("--port", 0, 65535, "port; 0: any free port (8080)", options.port);
    line.number("--jobs", 1, 64, "matches at once (8)", options.matches);
    add_limits(line, {.isolation = &options.isolation});
    add_isolation(line, options.isolation);
    line.parse(arguments);
    if (options.host.empty()) throw UserError("--host needs an address");
    return options;
}

constexpr auto between_looks = std::chrono::milliseconds(250);

struct AllLimits {
    ServerLimits server;
    MatchLimits matches;
};

/// The limits of the server and of matches. Tests shorten them with an environment variable:
/// "idle=2s,request=1s", and how many bytes of logs are kept: "kept=1000".
AllLimits limits_of(const ServeOptions& options) {
    AllLimits limits;
    limits.matches.at_once = static_cast<std::size_t>(options.matches);
    const std::map<std::string_view, Duration*> names = {{"request", &limits.server.request},
                                                         {"upload", &limits.server.upload},
                                                         {"idle", &limits.server.idle},
                                                         {"progress", &limits.server.progress},
                                                         {"comment", &limits.server.comment},
                                                         {"unwatched", &limits.matches.unwatched},
                                                         {"unanswered", &limits.matches.unanswered}};
    constexpr const char* variable = "REFEREE_SERVE_PATIENCE";
    const char* given = std::getenv(variable);
    if (given == nullptr || *given == '\0') return limits;
    for (const auto& [part, name, value] : parts_of(given, variable)) {
        if (name == "kept") {
            limits.matches.kept_bytes = static_cast<std::uint64_t>(games::whole_number(value.value_or("")).value_or(0));
            continue;
        }
        const auto limit = names.find(name);
        if (limit == names.end()) throw UserError(fmt::format("{} '{}': no such limit", variable, part));
        *limit->second = parse_duration(value.value_or(""), variable);
    }
    return limits;
}

/// Whether this value for --host means that only this machine may connect.
bool names_this_machine_to_itself(std::string_view host) {
    return host == "localhost" || host.starts_with("127.") || host == "::1" || host == "[::1]";
}

class Serve {
public:
    explicit Serve(const ServeOptions& options)
        : host_(options.host),
          limits_(limits_of(options)),
          isolation_(make_isolation(options.isolation)),
          offers_(options.db.empty() ? nullptr : &tournament_.emplace(options.db).head(), options.bots,
                  isolation_.path(), game_of(options)),
          matches_(offers_, isolation_, limits_.matches, stop_),
          site_(parts(), offers_, matches_),
          server_(io_, options.host, options.port, limits_.server),
          stop_fd_(io_),
          timer_(io_) {
        if (!options.db.empty()) {
            isolation_.hide(secrets_of_database(options.db));
            isolation_.hide({secret_file(tournament::spool_of(options.db))});
        }
        isolation_.hide(offers_.secrets());
    }

    int run() {
        report_missing_sandbox(isolation_);
        if (!server_.is_local()) {
            warn("anybody who can reach this machine can watch and play here, and uses its CPU time");
        } else if (!names_this_machine_to_itself(host_)) {
            warn(fmt::format("--host '{}' is reachable only from this machine: use its network address or 0.0.0.0",
                             host_));
        }
        stop_fd_.assign(::fcntl(stop_.fd(), F_DUPFD_CLOEXEC, 0));
        stop_fd_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const auto&) { stop(); });
        maintain_matches();
        server_.start(site_);
        print(fmt::format("Open this in a browser; press Ctrl-C to stop: {}\n", server_.address()));
        while (!io_.stopped())
            run_until_failure();
        return exit_signal_base + stop_.take();
    }

private:
    static std::optional<games::GameSpec> game_of(const ServeOptions& options) {
        if (options.game.empty()) return std::nullopt;
        return rules::parse_game(options.game, options.isolation);
    }

    TournamentParts parts() {
        if (!tournament_) return {};
        return {tournament_->events(), [this](int number) { return tournament_->game(number); }};
    }

    /// Serves until the server is stopped or a request fails, for example for lack of memory. A failed request must not
    /// end the other requests.
    void run_until_failure() {
        try {
            io_.run();
        } catch (const std::exception& error) {
            warn(error.what());
        }
    }

    void maintain_matches() {
        timer_.expires_after(between_looks);
        timer_.async_wait([this](const auto& error) {
            // The timer may expire at the moment when the signal arrives.
            if (!error && !stopping_) maintain_matches();
        });
        matches_.maintain();
    }

    void stop() {
        stopping_ = true;
        stop_fd_.close();
        timer_.cancel();
        server_.stop();
        matches_.stop();
    }

    std::string host_;
    AllLimits limits_;
    StopSignal stop_;  ///< created before any thread starts
    std::optional<LiveTournament> tournament_;
    Isolation isolation_;
    Offers offers_;
    asio::io_context io_{1};
    Matches matches_;
    serve::Site site_;
    HttpServer server_;
    asio::posix::stream_descriptor stop_fd_;
    asio::steady_timer timer_;
    bool stopping_ = false;
};

}  // namespace

Task parse_serve(const Arguments& arguments) {
    return [options = serve_options(arguments)] {
        std::signal(SIGPIPE, SIG_IGN);
        return Serve(options).run();
    };
}

}  // namespace referee
