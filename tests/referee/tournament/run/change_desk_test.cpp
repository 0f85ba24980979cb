// Tests what clients of a change desk are told when something fails.
#include "referee/tournament/run/change_desk.hpp"
#include "referee/tournament/admit/file_watch.hpp"

#include <doctest/doctest.h>
#include <sys/socket.h>

#include <array>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/tournament/run/workers.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/figures/tables/played_tables.hpp"

namespace tournament_test {

namespace {

using namespace referee;
using namespace referee::tournament;

/// A ladder of four bots whose desk is open. No game is played.
class OpenDesk {
public:
    /// `on_schedule` is called when the schedule is made: at the start, and after each change.
    explicit OpenDesk(const std::function<void()>& on_schedule = [] {})
        : store_(Store::create(db_, head_of({"a", "b", "c", "d"}, settings_))),
          ledger_(store_,
                  [=, this](const TournamentHead& head, const std::vector<PlannedGame>& planned) {
                      on_schedule();
                      return schedule_of(settings_, head, planned, nullptr, std::nullopt);
                  }),
          watch_(store_.head().entrants),
          player_({prepared_.spec, {settings_.limits, {}}, {}, {}, {}, {}}, watch_, break_off_, stop_, running_),
          desk({db_, ledger_, player_, watch_, prepared_, {prepared_.spec, 1, settings_.limits}, copies_, world_, [] {
                    return "";
                }}) {
        desk.serve(engine_);  // opens the door
    }

    /// Connects a client that asks for this change.
    UniqueFd ask(const std::vector<std::string>& withdrawn) {
        UniqueFd client = connect_to({identity_of(db_).place, Offer::changes}).socket;
        REQUIRE(client);
        ChangeRequest request;
        request.orders.withdrawn = withdrawn;
        const std::string line = to_line(request);
        REQUIRE(::send(client.get(), line.data(), line.size(), 0) == std::ssize(line));
        desk.serve(engine_);
        return client;
    }

    /// Everything that a client was told.
    static std::string told(const UniqueFd& client) {
        std::array<char, 4096> buffer;
        const auto count = ::recv(client.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
    }

    std::size_t changes() const { return Store::head_of(db_).changes.size(); }

private:
    static Settings ladder() {
        Settings settings = settings_for(Format::ladder);
        settings.game = "magnetize";
        return settings;
    }

    TempFolder folder_;
    std::string db_ = folder_ / "t.db";
    Settings settings_ = ladder();
    Preparation prepared_{settings_, games::parse_spec(settings_.game), {}};
    Store store_;
    StoredLedger ledger_;
    FileWatch watch_;
    WakeUp break_off_;
    StopSignal stop_;
    RunningGames running_;
    GamePlayer player_;
    BotCopies copies_;
    World world_;
    Workers engine_{1, false, always(GameShare::whoever_is_free),
                    [](const PlannedGame&, Equipment&) { return std::optional<PlayedGame>(); }};

public:
    ChangeDesk desk;
};

}  // namespace

TEST_CASE("if a run fails while it makes a change, the client is not told that nothing was changed") {
    int schedules = 0;
    OpenDesk open([&] {
        if (++schedules == 2) throw std::runtime_error("a failure after the change is in the file");
    });
    const UniqueFd first = open.ask({"a"}), second = open.ask({"b"});
    CHECK_THROWS_AS(static_cast<void>(open.desk.make_changes()), std::runtime_error);
    open.desk.close();
    CHECK(open.changes() == 1);
    CHECK(OpenDesk::told(first).empty());
    CHECK(OpenDesk::told(second).find("nothing was changed") != std::string::npos);
}

TEST_CASE("an answer that quotes a hostile name is safe to show") {
    OpenDesk open;
    const std::string told = OpenDesk::told(open.ask({"\x1b[2J\n\xe2\x80\xae"}));
    CHECK(told.find("withdraw") != std::string::npos);
    CHECK(told.find(R"(\\x1b[2J\\n\\xe2\\x80\\xae)") != std::string::npos);
    open.desk.close();
}

}  // namespace tournament_test
