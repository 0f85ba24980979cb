// `referee serve`: a tournament and matches of persons in a browser.
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <cstdlib>
#include <map>

#include "games/user_error.hpp"
#include "referee/commands/commands.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/terminal/output.hpp"
#include "referee/serve/http_server.hpp"
#include "referee/serve/live_tournament.hpp"
#include "referee/serve/matches.hpp"
#include "referee/serve/offers.hpp"
#include "referee/serve/site.hpp"
#include "referee/system/stop_signal.hpp"

namespace referee {

namespace {

namespace asio = boost::asio;
using games::UserError;
using namespace serve;

constexpr auto between_looks = std::chrono::milliseconds(250);

struct AllLimits {
    ServerLimits server;
    MatchLimits matches;
};

/// Tests don't wait for half a minute: "idle=2s,request=1s".
AllLimits limits_of(const ServeOptions& options) {
    AllLimits limits;
    limits.matches.at_once = static_cast<std::size_t>(options.matches);
    const std::map<std::string_view, Duration*> names = {
        {"request", &limits.server.request},      {"idle", &limits.server.idle},
        {"progress", &limits.server.progress},    {"comment", &limits.server.comment},
        {"unwatched", &limits.matches.unwatched}, {"unanswered", &limits.matches.unanswered}};
    constexpr const char* variable = "REFEREE_SERVE_PATIENCE";
    const char* given = std::getenv(variable);
    for (std::string_view rest = given == nullptr ? "" : given; !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        const auto equals = std::min(part.find('='), part.size());
        const auto name = names.find(part.substr(0, equals));
        if (name == names.end()) throw UserError(fmt::format("{} '{}': no such limit", variable, part));
        *name->second = parse_duration(part.substr(std::min(equals + 1, part.size())), variable);
    }
    return limits;
}

/// Whether whoever gives this name to --host means that nobody else shall come.
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
                  isolation_.path()),
          matches_(offers_, isolation_, limits_.matches, stop_),
          site_(parts(), offers_, matches_),
          server_(io_, options.host, options.port, limits_.server),
          stop_fd_(io_),
          timer_(io_) {}

    int run() {
        tell_of_missing_sandbox(isolation_);
        if (!server_.is_local()) {
            warn("anybody who can reach this machine can look at this, and play: their matches take its time");
        } else if (!names_this_machine_to_itself(host_)) {
            warn(fmt::format(
                "--host '{}' leads to this machine only from itself: for others give its address, or 0.0.0.0",
                harmless(host_)));
        }
        stop_fd_.assign(::fcntl(stop_.fd(), F_DUPFD_CLOEXEC, 0));
        stop_fd_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const auto&) { stop(); });
        look_after_matches();
        server_.start(site_);
        print(fmt::format("Open this in a browser, and leave with Ctrl-C: {}\n", server_.address()));
        while (!io_.stopped())
            run_until_failure();
        return exit_signal_base + stop_.take();
    }

private:
    TournamentParts parts() {
        if (!tournament_) return {};
        return {tournament_->events(), [this](int number) { return tournament_->game(number); }};
    }

    /// A request for which there was no memory, say, must not be the end of all others.
    void run_until_failure() {
        try {
            io_.run();
        } catch (const std::exception& error) {
            warn(error.what());
        }
    }

    void look_after_matches() {
        timer_.expires_after(between_looks);
        timer_.async_wait([this](const auto& error) {
            // The time may have run out together with the signal.
            if (!error && !stopping_) look_after_matches();
        });
        matches_.look_after();
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
    StopSignal stop_;  ///< before any thread is started
    std::optional<LiveTournament> tournament_;
    Isolation isolation_;
    Offers offers_;
    asio::io_context io_{1};
    Matches matches_;
    Site site_;
    HttpServer server_;
    asio::posix::stream_descriptor stop_fd_;
    asio::steady_timer timer_;
    bool stopping_ = false;
};

}  // namespace

int run_serve(const ServeOptions& options) {
    std::signal(SIGPIPE, SIG_IGN);
    return Serve(options).run();
}

}  // namespace referee
