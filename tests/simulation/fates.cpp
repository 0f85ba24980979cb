#include "tests/simulation/fates.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <chrono>
#include <cmath>

#include "referee/core/match/match.hpp"
#include "referee/core/match/record.hpp"
#include "tests/simulation/random.hpp"

namespace simulation {

namespace {

using namespace referee;
using namespace referee::tournament;
using protocol::Ending;
using namespace std::chrono_literals;

constexpr std::array forfeits = {Ending::invalid_move,  Ending::unreadable_move, Ending::premature,
                                 Ending::timeout,       Ending::line_too_long,   Ending::exited,
                                 Ending::crashed,       Ending::closed_stdout,   Ending::failed_to_start,
                                 Ending::resource_limit};
/// The advantage of the first move, in Elo.
constexpr double first_move = 30;

/// Plays random moves, and fails as its fate says after a number of its turns.
class FatedPlayer final : public Player {
public:
    FatedPlayer(std::uint64_t line, const Fate* failure, std::size_t turns)
        : random_(line), failure_(failure), turns_(turns) {}

    std::optional<Fault> start(std::string_view /*setup*/) override {
        const bool fails =
            failure_ != nullptr && (failure_->ending == Ending::failed_to_start || failure_->ending == Ending::aborted);
        return fails ? std::optional(fault(Ending::failed_to_start)) : std::nullopt;
    }
    TurnReport take_turn(const TurnRequest& request) override {
        const auto moves = request.board.legal_moves();
        move_ = moves[random_.below(moves.size())];
        TurnReport report;
        report.elapsed = std::chrono::microseconds(random_.between(50, 900));
        report.cpu = report.elapsed / 2;
        if (failure_ != nullptr && turns_-- == 0) return fail(report, request);
        report.kind = TurnReport::Kind::answered;
        report.answer = move_;
        return report;
    }
    void dismiss() override {}
    void end(Duration /*patience*/) override {}
    std::string stderr_tail() const override { return {}; }

private:
    static Fault fault(Ending ending) { return {ending, "as its fate wants", std::nullopt, {}, {}}; }

    TurnReport fail(TurnReport& report, const TurnRequest& request) {
        if (failure_->ending == Ending::invalid_move || failure_->ending == Ending::unreadable_move) {
            move_ = failure_->ending == Ending::invalid_move ? "DROP 99" : "??";
            report.kind = TurnReport::Kind::answered;
            report.answer = move_;
            return report;
        }
        report.kind = TurnReport::Kind::faulted;
        report.fault = fault(failure_->ending);
        if (failure_->ending == Ending::exited) report.fault->exit_code = 3;
        if (failure_->ending == Ending::crashed) report.fault->signal = 11;
        if (failure_->ending == Ending::timeout) {
            report.elapsed = request.limit + request.margin + 1ms;
            if (failure_->busy) report.fault->taken = request.limit / 2 + 100ms;
        }
        return report;
    }

    Random random_;
    const Fate* failure_;
    std::size_t turns_;
    std::string move_;
};

protocol::MatchLog play_once(const MatchPlan& plan, const Fate& fate, std::uint64_t line) {
    const bool fails = fate.ending != Ending::by_rules;
    const bool both = fate.ending == Ending::aborted;
    const std::size_t turns = line % 3;
    FatedPlayer first(line, fails && (both || fate.winner == 1) ? &fate : nullptr, turns);
    FatedPlayer second(line + 1, fails && (both || fate.winner == 0) ? &fate : nullptr, turns);
    return play_match(plan, {&first, &second}, nullptr).log;
}

}  // namespace

double Fates::strength(const std::string& name) const {
    Random random(hash_of(seed_, name));
    return luck_.spread * (2 * random.share() - 1);
}

std::string other_name(const std::string& name, Names names) {
    const std::size_t begin = name.rfind('/') + 1;  // of what follows the folders
    const std::string stem = name.substr(begin, name.find(" #") - begin);
    const bool is_letter = !stem.empty() && std::isalpha(static_cast<unsigned char>(stem.front())) != 0;
    if (!is_letter || stem.find_first_not_of("0123456789-", 1) != std::string::npos) return name;
    std::string other = name;
    char& letter = other[begin];
    if (names == Names::reversed) letter = static_cast<char>('a' + 'z' - letter);
    if (names == Names::capital) letter = static_cast<char>(letter ^ ('a' ^ 'A'));
    return other;
}

std::string with_other_names(const std::string& word, Names names) {
    std::string other, part;
    for (const char c : word + "=") {
        if (c != '=' && c != '/') {
            part += c;
            continue;
        }
        other += other_name(part, names) + c;
        part.clear();
    }
    other.pop_back();
    return other;
}

Fate Fates::of(const std::string& file, const PlannedGame& game, const std::string& first, const std::string& second,
               int attempt) const {
    return of_usual(file, game, other_name(first, names_), other_name(second, names_), attempt);
}

Fate Fates::of_usual(const std::string& file, const PlannedGame& game, const std::string& first,
                     const std::string& second, int attempt) const {
    Random random(hash_of(seed_, fmt::format("{} {} {} {} {}", file, game.number, first, second, attempt)));
    Fate fate;
    const double expected = 1 / (1 + std::pow(10, (strength(second) - strength(first) - first_move) / 400));
    fate.winner = random.share() < expected ? 0 : 1;
    fate.line = random.next();
    if (luck_.lines > 0)
        fate.line = hash_of(static_cast<std::uint64_t>(random.below(static_cast<std::size_t>(luck_.lines))),
                            first + " " + second);
    if (random.percent(luck_.void_games)) fate.void_games = random.between(1, 2);
    if (random.percent(luck_.neither)) {
        fate.ending = Ending::aborted;
    } else if (random.percent(luck_.busy)) {
        fate.ending = Ending::timeout;
        fate.busy = true;
    } else if (random.percent(luck_.forfeits)) {
        fate.ending = forfeits[random.below(forfeits.size())];
    } else if (random.percent(luck_.draws)) {
        fate.winner = -1;
    }
    return fate;
}

PlayedGame play_fate(const Fate& fate, const PlannedGame& game, const Settings& settings, const games::GameSpec& spec,
                     const TournamentHead& head, const OpeningOfGame& opening_of, const std::string& started_at,
                     std::uint64_t id) {
    const auto& first = head.entrants[static_cast<std::size_t>(game.first)];
    const auto& second = head.entrants[static_cast<std::size_t>(game.second)];
    MatchPlan plan{spec, game.seed, {}, settings.limits, {}};
    plan.players = {protocol::LoggedPlayer{first.name, first.command, "none"},
                    protocol::LoggedPlayer{second.name, second.command, "none"}};
    plan.notes = settings.notes;
    if (game.opening) begin_with(opening_of(game), plan);
    protocol::MatchLog log = play_once(plan, fate, fate.line);
    constexpr std::uint64_t tries = 8;  // for the wanted winner; luck has the last word
    for (std::uint64_t more = 1; more < tries && fate.ending == Ending::by_rules &&
                                 log.result.winner.value_or(-1) != fate.winner && settings.rules.empty();
         ++more)
        log = play_once(plan, fate, fate.line + 2 * more);
    log.id = fmt::format("{:016x}", id);
    log.started_at = started_at;
    add_frames(plan.spec, log);
    PlayedGame played = whole_game(game, std::move(log));
    for (int i = 0; i < fate.void_games; ++i)
        played.void_games.push_back({i % 2, "the referee itself was 300 ms late in a turn"});
    write_texts(played);
    return played;
}

}  // namespace simulation
