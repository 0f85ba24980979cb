#include "referee/rules/rules_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "games/dice.hpp"
#include "games/own_board.hpp"
#include "games/own_position.hpp"
#include "referee/system/clock.hpp"
#include "referee/terminal/output.hpp"

namespace referee::rules {

namespace {

constexpr std::size_t max_tried = 30;  ///< how many moves of a position are tried

struct Problem : std::runtime_error {
    using std::runtime_error::runtime_error;
};

std::string one_by_one(const std::vector<std::string>& requests) {
    std::string lines;
    for (const std::string& request : requests)
        lines += "    " + harmless(request) + "\n";
    return lines;
}

/// The first line in which two replies differ.
std::string difference_of(std::string_view a, std::string_view b) {
    for (int number = 1;; ++number) {
        const auto line_a = a.substr(0, a.find('\n')), line_b = b.substr(0, b.find('\n'));
        if (line_a != line_b || a.empty() || b.empty())
            return fmt::format("line {}: '{}' and '{}'", number, harmless(line_a), harmless(line_b));
        a.remove_prefix(std::min(a.size(), line_a.size() + 1));
        b.remove_prefix(std::min(b.size(), line_b.size() + 1));
    }
}

/// Plays random games with one program.
class Check {
public:
    Check(RulesProgram& program, const games::SettingValues& values, std::uint64_t seed)
        : program_(program),
          start_("new" + games::named_settings(values)),
          dice_(seed),
          one_(program.take()),
          other_(program.take()) {}

    void play_game(RulesReport& report) {
        begin_and_leave();
        play(report);
        compare();
        try_all_moves();
    }

    const std::vector<std::string>& requests() const { return requests_; }

private:
    const games::OwnHello& hello() const { return *program_.hello(); }

    games::OwnPosition ask(std::string request, const games::OwnPosition* before) {
        requests_.push_back(std::move(request));
        one_->send(requests_.back() + "\n");
        replies_.emplace_back(one_->reply());
        return games::read_position(replies_.back(), hello(), before);
    }

    std::string next_request(const games::OwnPosition& position) {
        if (position.chance.empty()) return "play " + position.moves[dice_.below(position.moves.size())];
        std::string request = "chance";
        for (const int sides : position.chance)
            request += fmt::format(" {}", dice_.below(static_cast<std::uint64_t>(sides)));
        return request;
    }

    static bool over(const games::OwnPosition& position) { return games::is_over(position.outcome); }

    /// An unfinished game before each game must leave no trace.
    void begin_and_leave() {
        requests_.clear();
        replies_.clear();
        auto position = ask(start_, nullptr);
        for (auto steps = dice_.below(8); steps > 0 && !over(position); --steps)
            position = ask(next_request(position), &position);
        requests_.clear();
        replies_.clear();
    }

    void play(RulesReport& report) {
        const TimePoint begin = Clock::now();
        int plies = 0;
        auto position = ask(start_, nullptr);
        while (!over(position)) {
            const bool is_ply = position.chance.empty();
            if (is_ply && ++plies > hello().max_plies)
                throw Problem(fmt::format("the game has more plies than the hello says ({})", hello().max_plies));
            if (is_ply) report.moves += static_cast<std::int64_t>(position.moves.size());
            position = ask(next_request(position), &position);
        }
        report.micros_a_ply += std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
        ++report.games;
        report.plies += plies;
        report.longest = std::max(report.longest, plies);
        const auto winner = games::winner(position.outcome);
        ++(winner ? report.won[games::index(*winner)] : report.drawn);
    }

    /// Another process gets all requests at once, and must reply the same.
    void compare() {
        std::string all;
        for (const std::string& request : requests_)
            all += request + "\n";
        other_->send(all);
        for (std::size_t i = 0; i < requests_.size(); ++i) {
            const std::string_view reply = other_->reply();
            if (reply == replies_[i]) continue;
            const std::string different = difference_of(replies_[i], reply);
            requests_.resize(i + 1);
            throw Problem(fmt::format("two processes that get the same requests reply differently to '{}': {}",
                                      harmless(requests_.back()), different));
        }
    }

    /// Tries the moves of a position of the last game.
    void try_all_moves() {
        const auto count = 1 + dice_.below(requests_.size());
        const std::vector<std::string> before(requests_.begin(),
                                              requests_.begin() + static_cast<std::ptrdiff_t>(count));
        const auto position = games::read_position(replies_[count - 1], hello(), nullptr);
        for (std::size_t i = 0; i < std::min(position.moves.size(), max_tried); ++i) {
            requests_ = before;
            requests_.push_back("play " + position.moves[i]);
            std::string all;
            for (const std::string& request : requests_)
                all += request + "\n";
            other_->send(all);
            for (std::size_t k = 0; k < before.size(); ++k)
                static_cast<void>(other_->reply());
            static_cast<void>(games::read_position(other_->reply(), hello(), &position));
        }
    }

    RulesProgram& program_;
    std::string start_;
    games::Dice dice_;
    std::unique_ptr<RulesProcess> one_;
    std::unique_ptr<RulesProcess> other_;
    std::vector<std::string> requests_;
    std::vector<std::string> replies_;
};

}  // namespace

RulesReport check_rules(RulesProgram& program, const games::SettingValues& values, int games, std::uint64_t seed,
                        int stop_fd) {
    RulesReport report;
    Check check(program, values, seed);
    const auto fail = [&](const std::string& problem) {
        report.problem = fmt::format("{}\n  after these requests:\n{}", problem, one_by_one(check.requests()));
    };
    try {
        while (report.games < games && !is_readable(stop_fd))
            check.play_game(report);
    } catch (const NoReply& problem) {
        fail(std::string("the program ") + problem.what());
    } catch (const games::WrongReply& problem) {
        fail(problem.what());
    } catch (const Problem& problem) {
        fail(problem.what());
    }
    if (report.plies > 0) report.micros_a_ply /= static_cast<double>(report.plies);
    return report;
}

}  // namespace referee::rules
