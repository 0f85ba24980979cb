#include "referee/tournament/run/change_desk.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"
#include "referee/tournament/admit/folder_news.hpp"
#include "referee/tournament/figures/tables/change_lines.hpp"
#include "referee/tournament/figures/tables/entrant_name.hpp"
#include "referee/tournament/figures/tables/tables.hpp"
#include "referee/tournament/paper/journal.hpp"
#include "referee/tournament/run/director.hpp"
#include "referee/tournament/run/preview.hpp"

namespace referee::tournament {

namespace {

using games::UserError;
using namespace std::chrono_literals;

constexpr std::size_t max_clients = 64;
constexpr auto patience = 10s;
/// A client that waits longer than this is told why.
constexpr auto before_note = 2s;

/// Refuses bots whose paths would be looked up in another folder.
void require_same_folder(const ChangeRequest& request) {
    std::error_code error;
    if (!request.orders.bring_bots() || std::filesystem::equivalent(request.folder, ".", error)) return;
    throw UserError(
        fmt::format("new bots are looked up in the folder in which the tournament is played: run the "
                    "command in {}",
                    std::filesystem::current_path(error).string()));
}

/// Refuses to leave a ladder without a pair. Its run would end, and the goal of the run might count as reached.
void require_two_bots(const TournamentHead& head, const std::vector<Change>& changes) {
    const auto joins = [](const Change& change) {
        return change.kind == Change::Kind::joined || change.kind == Change::Kind::replaced;
    };
    const auto entrants = std::ssize(head.entrants) + std::ranges::count_if(changes, joins);
    std::vector<Change> all = head.changes;
    all.insert(all.end(), changes.begin(), changes.end());
    if (Field(static_cast<int>(entrants), all).present().size() >= 2) return;
    throw UserError(
        "fewer than two bots would be left to play: let another bot join in the same command, or stop the run");
}

/// A change in words, and from which game on a bot plays.
std::string words_of(const TournamentHead& head, const Change& change) {
    const std::string text = change_text(head, change);
    int newcomer = -1;
    if (change.kind == Change::Kind::joined || change.kind == Change::Kind::returned) newcomer = change.entrant;
    if (change.kind == Change::Kind::replaced) newcomer = change.by;
    if (newcomer < 0) return text;
    return fmt::format("{}: {} plays from game {} on", text, name_of_entrant(head, static_cast<std::size_t>(newcomer)),
                       shown_number(change.planned));
}

}  // namespace

ChangeDesk::ChangeDesk(Parts parts)
    : parts_(std::move(parts)), door_(identity_of(parts_.db).place, Offer::changes, static_cast<int>(max_clients)) {}

void ChangeDesk::add_to(std::vector<pollfd>& descriptors) const {
    if (door_.fd() >= 0 && clients_.size() < max_clients) descriptors.push_back({door_.fd(), POLLIN, 0});
    for (const Client& client : clients_)
        descriptors.push_back({client.socket.get(), static_cast<short>(client.unsent.empty() ? POLLIN : POLLOUT), 0});
}

void ChangeDesk::serve(Engine& engine) {
    if (!closed_) {
        for (UniqueFd& socket : door_.let_in(max_clients - clients_.size()))
            clients_.emplace_back(Client{std::move(socket), Clock::now()});
    }
    end_check();
    std::ranges::for_each(clients_, [this](Client& client) { tell_that_it_waits(client); });
    std::erase_if(clients_, [&](Client& client) {
        if (receive(client) && send(client)) return false;
        if (client.stage == Stage::is_checked) cancel_.request();
        return true;
    });
    begin_check(engine);
}

bool ChangeDesk::receive(Client& client) {
    std::array<char, 65536> buffer;
    for (;;) {
        const auto count = ::recv(client.socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) break;
        if (count <= 0 || client.stage != Stage::asks) return false;  // nothing follows a request
        client.unread.append(buffer.data(), static_cast<std::size_t>(count));
        if (client.unread.size() > max_message) return false;
        if (const auto end = client.unread.find('\n'); end != std::string::npos) {
            take(client, std::string_view(client.unread).substr(0, end));
            client.unread = {};
        }
    }
    return client.stage != Stage::asks || Clock::now() - client.since < patience;
}

bool ChangeDesk::send(Client& client) {
    while (!client.unsent.empty()) {
        const auto sent =
            ::send(client.socket.get(), client.unsent.data(), client.unsent.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            client.unsent.erase(0, static_cast<std::size_t>(sent));
        } else if (errno == EAGAIN) {
            return client.stage != Stage::leaves || Clock::now() - client.since < patience;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return client.stage != Stage::leaves;
}

/// Takes a request. What can't be carried out is refused now, before bots are checked.
void ChangeDesk::take(Client& client, std::string_view line) {
    try {
        const auto request = change_request_of(line);
        if (!request) throw UserError("the playing referee does not understand the request: use the same version");
        if (const std::string refusal = parts_.refusal(); !refusal.empty()) throw UserError(refusal);
        require_same_folder(*request);
        client.wish = options_of(*request);
        client.wish.db = parts_.db;
        const DirectorOrders& orders = client.wish.orders;
        if (orders.empty() && !client.wish.rounds) throw UserError("no change is given");
        static_cast<void>(changes_of(client));
        enter(client, orders.bring_bots() || !orders.returned.empty() ? Stage::waits : Stage::is_ready);
    } catch (const UserError& error) {
        refuse(client, error.what());
    }
}

/// The changes that the client wants. Throws games::UserError if they can't be made now.
std::vector<Change> ChangeDesk::changes_of(const Client& client) const {
    const DirectorOrders& orders = client.wish.orders;
    const std::vector<Newcomer> found = client.admitted ? client.admitted->newcomers() : std::vector<Newcomer>();
    std::vector<Newcomer> newcomers = newcomers_of(orders, parts_.ledger.head());
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (i == newcomers.size()) newcomers.push_back(found[i]);  // what is new comes behind those that are named
        newcomers[i].bot = found[i].bot;                           // its name, which may be that of a student's bot
    }
    std::vector<Change> changes = parts_.ledger.changes_by(orders, newcomers, client.wish.rounds, now());
    require_two_bots(parts_.ledger.head(), changes);
    return changes;
}

std::string ChangeDesk::now() const {
    return journal_time(parts_.world.clocks.day());
}

void ChangeDesk::enter(Client& client, Stage stage) {
    client.stage = stage;
    client.since = Clock::now();
}

void ChangeDesk::tell_that_it_waits(Client& client) {
    if (client.knows_it_waits || client.stage != Stage::is_ready || Clock::now() - client.since < before_note) return;
    client.knows_it_waits = true;
    answer(client, AnswerKind::note, {"the change is made when the games of the running batch have ended"});
}

void ChangeDesk::begin_check(Engine& engine) {
    if (check_ || closed_) return;
    const auto next = std::ranges::find(clients_, Stage::waits, &Client::stage);
    if (next == clients_.end()) return;
    // The news of a folder are those since the changes that are about to be made.
    const bool others_wait =
        std::ranges::any_of(clients_, [](const Client& other) { return other.admitted.has_value(); });
    if (others_wait && next->wish.orders.news) return;
    enter(*next, Stage::is_checked);
    if (next->wish.orders.bring_bots()) answer(*next, AnswerKind::note, {"the new bots are checked"});
    check_ = std::make_shared<Check>();
    cancel_.clear();
    engine.add_job(check_of(*next));
}

/// The job uses copies of the state of the run. Only the private copies of bots are shared, which the run does not use
/// while a check runs.
Job ChangeDesk::check_of(const Client& client) {
    const auto settings = parts_.player.settings();
    Preparation prepared{parts_.prepared.settings, parts_.prepared.spec, settings->isolation};
    std::vector<std::string> reserved;
    for (const Client& other : clients_) {
        if (!other.admitted) continue;
        for (const Newcomer& newcomer : other.admitted->newcomers())
            reserved.push_back(newcomer.bot);
    }
    BotCopies* const copies = &parts_.copies;
    FileWatch* const watch = &parts_.watch;
    return [check = check_, wish = client.wish, head = parts_.ledger.head(), prepared, reserved, copies, watch,
            plan = parts_.check, check_bots = parts_.world.check, stop_fd = cancel_.fd()]() mutable {
        try {
            const Tell tell = [&](const std::string& text) { check->notes.push_back(text); };
            Admitted& admitted = check->admitted;
            admitted = admit(wish, {head, true, prepared, tell, &plan, check_bots, copies, stop_fd, 1, true, reserved});
            if (!admitted.stopped_during.empty()) throw UserError("the run is being stopped: nothing was changed");
            require_unchanged(admitted, *watch);  // also reads the files, so that make() need not do it
            std::ranges::move(admitted.joining(), std::back_inserter(head.entrants));
            std::ranges::move(
                warnings_of_newcomers({prepared.settings, prepared.spec, admitted.lineup.contenders, head},
                                      admitted.lineup.joining()),
                std::back_inserter(check->notes));
        } catch (const std::exception& error) {
            check->refusal = error.what();
            if (check->refusal.empty()) check->refusal = "the check failed";
        }
        check->done = true;
    };
}

/// Takes the result of the check that has ended. Its client may have gone.
void ChangeDesk::end_check() {
    if (!check_ || !check_->done) return;
    const std::shared_ptr<Check> check = std::exchange(check_, nullptr);
    const auto client = std::ranges::find(clients_, Stage::is_checked, &Client::stage);
    if (client == clients_.end()) return;
    if (!check->refusal.empty()) return refuse(*client, check->refusal);
    enter(*client, Stage::is_ready);
    client->admitted = std::move(check->admitted);
    if (!check->notes.empty()) answer(*client, AnswerKind::note, check->notes);
}

std::vector<Change> ChangeDesk::make_changes() {
    std::vector<Change> made;
    for (Client& client : clients_) {
        if (client.stage == Stage::is_ready) make(client, made);
    }
    return made;
}

/// The change is in the file before the client hears of it, and before a game follows from it. If the file can't be
/// written, the client gets no answer, because nobody knows whether the change is in the file.
void ChangeDesk::make(Client& client, std::vector<Change>& made) {
    const std::size_t known = parts_.ledger.head().entrants.size();
    std::vector<Change> changes;
    try {
        changes = changes_of(client);
        if (client.admitted) require_unchanged(*client.admitted, parts_.watch);
    } catch (const UserError& error) {
        return refuse(client, error.what());
    }
    const Admitted admitted = std::exchange(client.admitted, std::nullopt).value_or(Admitted());
    std::ranges::move(journal_of(admitted.left_out, now()), std::back_inserter(changes));
    enter(client, Stage::leaves);
    parts_.ledger.change(changes, admitted.joining(), admitted.news);
    seat_bots(admitted, known, changes);
    std::vector<std::string> texts;
    for (const Change& change : changes)
        texts.push_back(words_of(parts_.ledger.head(), change));
    if (changes.empty()) texts.push_back(nothing_new(client.wish.orders));
    answer(client, AnswerKind::made, std::move(texts));
    made.insert(made.end(), changes.begin(), changes.end());
}

/// Refuses bots whose files are no longer those that were checked. Their first game would end the run.
void ChangeDesk::require_unchanged(const Admitted& admitted, FileWatch& watch) {
    for (const std::size_t entrant : admitted.arriving()) {
        const Contender& contender = admitted.lineup.contenders[entrant];
        const auto change = watch.changed(contender.as_played(), "it was checked");
        if (change) throw UserError(fmt::format("nothing was changed: {}", *change));
        require_executable(contender.entrant);
    }
}

/// Lets the bots of a change play. `known`: the number of entrants before the change.
void ChangeDesk::seat_bots(const Admitted& admitted, std::size_t known, const std::vector<Change>& changes) {
    const std::vector<Contender>& contenders = admitted.lineup.contenders;
    std::vector<Seated> seated;
    for (const Change& change : changes) {
        const auto entrant = static_cast<std::size_t>(change.entrant);
        if (change.kind == Change::Kind::returned) seated.push_back({entrant, contenders[entrant]});
    }
    for (std::size_t i = 0; i < admitted.lineup.joining(); ++i)
        seated.push_back({known + i, contenders[admitted.lineup.begun + i]});
    if (!seated.empty()) seat(seated, admitted.secrets, parts_.player, parts_.watch);
}

void ChangeDesk::answer(Client& client, AnswerKind kind, std::vector<std::string> texts) {
    for (std::string& text : texts)
        text = harmless(text);
    client.unsent += to_line(ChangeAnswer{kind, std::move(texts)});
    if (kind == AnswerKind::note) return;
    enter(client, Stage::leaves);
    client.admitted.reset();
}

void ChangeDesk::close() noexcept {
    if (std::exchange(closed_, true)) return;
    cancel_.request();
    door_.close();
    try {
        for (Client& client : clients_) {
            if (client.stage != Stage::leaves) refuse(client, "the run ends, and nothing was changed: try again");
            static_cast<void>(send(client));
        }
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): the clients notice the end of the connection
    }
    clients_.clear();
}

}  // namespace referee::tournament
