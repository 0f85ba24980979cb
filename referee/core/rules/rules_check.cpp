#include "referee/core/rules/rules_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <vector>

#include "games/dice.hpp"
#include "games/own_position.hpp"
#include "games/user_error.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/rules/rules_board.hpp"

namespace referee::rules {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_tried = 30;   ///< how many moves of a position are tried
constexpr std::size_t max_shown = 200;  ///< requests in a message
/// An allocator may take this much at once without a leak.
constexpr std::int64_t slack = 256 << 10;
constexpr std::size_t min_games_for_growth = 40;
/// The number of games with a new process of the twin: a set of two has the same order in every second process.
constexpr int new_twins = 8;

struct Problem : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The requests, one a line, without the middle of a very long game.
std::string one_by_one(const std::vector<std::string>& requests) {
    const std::size_t left_out = requests.size() > max_shown ? requests.size() - max_shown : 0;
    std::string lines;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (i > 0 && i < left_out + 1) continue;
        if (left_out > 0 && i == left_out + 1)
            lines += fmt::format("    ... {} requests that --seed repeats ...\n", left_out);
        lines += "    " + harmless(requests[i]) + "\n";
    }
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

std::string text_of(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines)
        text += line + "\n";
    return text;
}

/// A copy of a program in another folder, which must behave in the same way.
class Twin {
public:
    Twin(const RulesProgram& program, const IsolationOptions& isolation) {
        // The name stays, because it may say which interpreter runs the program. If it is a link, so may its name.
        const fs::path source = (fs::absolute(program.file()) / "").lexically_normal().parent_path();
        const auto copy = copies_.add(fs::canonical(source));
        const fs::path folder = fs::path(copies_.folder()) / "elsewhere";
        fs::create_directory(folder);
        fs::rename(*copy, folder / source.filename());
        try {
            program_ = std::make_unique<RulesProgram>(folder / source.filename(), isolation);
        } catch (const games::UserError& error) {
            throw Problem(
                fmt::format("a copy of the program in another folder can't be used: {}", harmless(error.what())));
        }
        const std::string expected = text_of(program.hello()->lines), hello = text_of(program_->hello()->lines);
        if (hello != expected)
            throw Problem("a copy of the program in another folder has another hello: " +
                          difference_of(expected, hello));
    }

    RulesProgram& program() const { return *program_; }

private:
    BotCopies copies_;
    std::unique_ptr<RulesProgram> program_;
};

/// Plays random games with a program and its twin.
class Check {
public:
    Check(RulesProgram& program, RulesProgram& twin, const games::SettingValues& values, std::uint64_t seed,
          int stop_fd, const ShowProgress& show)
        : stop_fd_(stop_fd),
          show_(show),
          program_(program),
          twin_(twin),
          start_("new" + games::named_settings(values)),
          dice_(seed),
          one_(program.take()) {}

    void play_next(RulesReport& report) {
        place_ = fmt::format("in game {}", report.games + 1);
        play_game(report);
    }

    /// Plays a game in which one setting has its minimum or its maximum, such as "height=4".
    void play_with(const games::SettingValues& values, const std::string& setting) {
        place_ = "in the game with " + setting;
        start_ = "new" + games::named_settings(values);
        RulesReport ignored;
        play_game(ignored);
    }

    [[nodiscard]] const std::string& place() const { return place_; }
    const std::vector<std::string>& requests() const { return requests_; }

    /// Says so if a new process replies well to requests that have led to a wrong reply, or to none.
    std::string words_about_earlier_games() const {
        try {
            const auto process = program_.take();
            std::optional<games::OwnPosition> position;
            for (const std::string& request : requests_) {
                process->send(request + "\n");
                position = games::read_position(process->reply(reply_limit, stop_fd_), hello(),
                                                position ? &*position : nullptr);
            }
        } catch (const std::runtime_error&) {
            return "";
        }
        return "\n  a new process replies well to these requests: `new` must forget earlier games";
    }

    /// The memory grows if it has grown in both of the last quarters of the games.
    std::optional<RulesMemory> memory() const {
        const std::size_t count = memory_.size();
        if (count < min_games_for_growth) return std::nullopt;
        const auto end = memory_.back(), middle = memory_[count / 2], later = memory_[count / 4 * 3];
        if (later - middle < slack || end - later < slack) return RulesMemory{end};
        const auto growth =
            std::max<std::int64_t>((end - middle) / static_cast<std::int64_t>(count - 1 - count / 2), 1);
        return RulesMemory{end, growth, (static_cast<std::int64_t>(usual_memory_bytes) - end) / growth};
    }

private:
    const games::OwnHello& hello() const { return *program_.hello(); }

    void play_game(RulesReport& report) {
        if (report.games < new_twins) other_ = twin_.take();
        begin_and_leave();
        play(report);
        compare();
        expect_silence();
        if (hello().has_secrets) test_secrecy(report.secrecy);
        if (!hello().starts.empty()) test_start(report);
        try_moves();
        if (const auto memory = one_->memory()) memory_.push_back(*memory);
    }

    std::string_view reply_of(RulesProcess& process) {
        if (is_readable(stop_fd_)) throw games::Abandoned();
        show_({place_, replies_so_far_++});
        return process.reply(reply_limit, stop_fd_);
    }

    games::OwnPosition ask(std::string request, const games::OwnPosition* before) {
        requests_.push_back(std::move(request));
        one_->send(requests_.back() + "\n");
        replies_.emplace_back(reply_of(*one_));
        games::OwnPosition position = games::read_position(replies_.back(), hello(), before);
        if (before == nullptr) size_ = {};
        has_moved_ = before != nullptr && (has_moved_ || before->chance.empty());
        if (!has_moved_) games::require_no_lost_turn(position);
        if (position.chance.empty()) size_.add(position, 0);
        return position;
    }

    std::string next_request(const games::OwnPosition& position) {
        if (position.chance.empty()) return "play " + position.moves[dice_.below(position.moves.size())];
        std::string request = "chance";
        for (const int sides : position.chance)
            request += fmt::format(" {}", dice_.below(static_cast<std::uint64_t>(sides)));
        return request;
    }

    static bool over(const games::OwnPosition& position) { return games::is_over(position.outcome); }

    void expect_silence() {
        if (!one_->is_idle()) throw Problem("the program writes or ends after the last of its replies");
    }

    /// An unfinished game before each game must leave no trace.
    void begin_and_leave() {
        requests_.clear();
        replies_.clear();
        auto position = ask(start_, nullptr);
        for (auto steps = dice_.below(8); steps > 0 && !over(position); --steps)
            position = ask(next_request(position), &position);
        expect_silence();
        requests_.clear();
        replies_.clear();
    }

    void play(RulesReport& report) {
        const TimePoint begin = Clock::now();
        int plies = 0;
        std::size_t rolls = 0;
        auto position = ask(start_, nullptr);
        while (!over(position)) {
            const bool is_ply = position.chance.empty();
            rolls = is_ply ? 0 : rolls + 1;
            if (rolls > max_rolls) throw Problem(fmt::format("it asks for chance {} times in a row", rolls));
            if (is_ply && ++plies > hello().max_plies)
                throw Problem(fmt::format("the game has more plies than the hello says ({})", hello().max_plies));
            if (is_ply) report.moves += static_cast<std::int64_t>(position.moves.size());
            if (is_ply) ++report.turns[games::index(*position.to_move)];
            position = ask(next_request(position), &position);
        }
        report.micros_a_ply += std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
        ++report.games;
        report.plies += plies;
        report.longest = std::max(report.longest, plies);
        const auto winner = games::winner(position.outcome);
        ++(winner ? report.won[games::index(*winner)] : report.drawn);
        ++report.endings[position.ending];
        if (!position.score) return;
        const std::int64_t margin = (*position.score)[0] - (*position.score)[1];
        report.points += margin;
        if (winner && margin != 0 && (margin > 0) != (*winner == games::Side::first)) ++report.fewer_points_won;
    }

    /// Changes something that is hidden from a player, who must see the same as before.
    void test_secrecy(Secrecy& tested) {
        RulesGame game{requests_, {}};
        for (const std::string& reply : replies_)
            game.positions.push_back(games::read_position(reply, hello(), nullptr));
        const auto ask = [this](const std::string& request) {
            if (request.starts_with("new")) requests_.clear();
            requests_.push_back(request);
            other_->send(request + "\n");
            return games::read_position(reply_of(*other_), hello(), nullptr);
        };
        if (const auto leak = find_leak(game, dice_, ask, tested)) {
            requests_ = leak->requests;
            throw Problem(leak->problem);
        }
        requests_ = game.requests;
    }

    /// Begins from the text of a position of the last game, and goes on for some requests. That must lead to the same
    /// positions. Begins from wrong texts, too.
    void test_start(RulesReport& report) {
        const std::vector<std::string> game = std::exchange(requests_, {});
        std::vector<games::OwnPosition> positions;
        std::vector<std::size_t> written;
        for (const std::string& reply : replies_) {
            positions.push_back(games::read_position(reply, hello(), nullptr));
            if (!positions.back().start.empty() && !over(positions.back())) written.push_back(positions.size() - 1);
        }
        if (report.starts == 0 && begin_from("?")) report.takes_any_start = true;
        if (!written.empty()) {
            const std::size_t at = written[dice_.below(written.size())];
            const std::string& start = positions[at].start;
            if (start.size() > 1) begin_from(start.substr(0, start.find_last_not_of(' ', start.size() / 2 - 1) + 1));
            auto found = begin_from(start);
            if (!found) throw Problem("it refuses a start that it has written itself");
            games::require_no_lost_turn(*found);
            compare_positions(positions[at], *found);
            constexpr std::size_t further = 3;
            for (std::size_t i = at + 1; i < std::min(game.size(), at + 1 + further); ++i) {
                requests_.push_back(game[i]);
                other_->send(requests_.back() + "\n");
                found = games::read_position(reply_of(*other_), hello(), &*found);
                // What is counted over a game, such as repetitions, may end only one of the two.
                if (over(positions[i]) || over(*found)) break;
                compare_positions(positions[i], *found);
            }
            ++report.starts;
        }
        requests_ = game;
    }

    /// Compares a position with the one that a start has led to.
    static void compare_positions(games::OwnPosition wanted, games::OwnPosition found) {
        std::ranges::sort(wanted.moves);
        std::ranges::sort(found.moves);
        const auto check = [](const char* part, const auto& one, const auto& other, const auto& text) {
            if (one != other)
                throw Problem(
                    fmt::format("this start does not lead to the position that has written it: `{}` was "
                                "'{}' and is '{}'",
                                part, harmless(text(one)), harmless(text(other))));
        };
        const auto list = [](const auto& words) { return fmt::format("{}", fmt::join(words, " ")); };
        const auto line = [](const std::string& text) { return text; };
        check("rows", wanted.rows, found.rows, list);
        check("state", wanted.state, found.state, line);
        check("score", wanted.score, found.score,
              [&](const auto& score) { return score ? list(*score) : std::string(); });
        check("turn", wanted.to_move, found.to_move,
              [](const auto& side) { return side ? std::to_string(games::index(*side)) : std::string(); });
        check("moves", wanted.moves, found.moves, list);
        check("chance", wanted.chance, found.chance, list);
        check("start", wanted.start, found.start, line);
    }

    /// The position to which a start leads; none if the program refuses it.
    std::optional<games::OwnPosition> begin_from(const std::string& start) {
        requests_ = {start_, "start " + start};
        other_->send(text_of(requests_));
        const auto usual = games::read_position(reply_of(*other_), hello(), nullptr);
        const std::string_view reply = reply_of(*other_);
        if (games::refusal_in(reply)) return std::nullopt;
        return games::read_position(reply, hello(), &usual);
    }

    /// The twin gets all requests at once, and must reply the same.
    void compare() {
        other_->send(text_of(requests_));
        for (std::size_t i = 0; i < requests_.size(); ++i) {
            std::string reply;
            try {
                reply = reply_of(*other_);
            } catch (const NoReply& problem) {
                throw Problem(fmt::format(
                    "a copy of the program in another folder, which gets all requests at once, {}", problem.what()));
            }
            if (reply == replies_[i]) continue;
            const std::string different = difference_of(replies_[i], reply);
            requests_.resize(i + 1);
            throw Problem(fmt::format("{}; different replies to '{}': {}", cause_of_difference(),
                                      harmless(requests_.back()), different));
        }
    }

    /// The replies of a new process to the requests, joined.
    std::string replies_of_new(RulesProgram& program, bool at_once) const {
        const auto process = program.take();
        std::string all;
        if (at_once) process->send(text_of(requests_));
        for (const std::string& request : requests_) {
            if (!at_once) process->send(request + "\n");
            all.append(process->reply(reply_limit, stop_fd_)).append("end\n");
        }
        return all;
    }

    /// Finds out why a reply is not always the same.
    std::string cause_of_difference() const {
        const std::string replies = replies_of_new(program_, false);
        for (int i = 1; i < new_twins; ++i) {
            if (replies_of_new(program_, false) != replies)
                return "two processes reply differently to the same requests: the rules must not roll dice, read the "
                       "clock, or depend on the order of a set";
        }
        if (replies_of_new(program_, true) != replies)
            return "the program replies differently if it gets the next request before its reply is read";
        if (replies_of_new(twin_, false) != replies)
            return "a copy of the program in another folder replies differently";
        return "the program does not always reply the same: `new` must forget earlier games, and the rules must not "
               "roll dice";
    }

    /// Tries the moves of a position of the last game, beginning with any of them.
    void try_moves() {
        const auto count = 1 + dice_.below(requests_.size());
        const std::vector<std::string> before(requests_.begin(),
                                              requests_.begin() + static_cast<std::ptrdiff_t>(count));
        const auto position = games::read_position(replies_[count - 1], hello(), nullptr);
        if (position.moves.empty()) return;
        const auto first = dice_.below(position.moves.size());
        for (std::size_t i = 0; i < std::min(position.moves.size(), max_tried); ++i) {
            requests_ = before;
            requests_.push_back("play " + position.moves[(first + i) % position.moves.size()]);
            other_->send(text_of(requests_));
            for (std::size_t k = 0; k < before.size(); ++k)
                static_cast<void>(reply_of(*other_));
            static_cast<void>(games::read_position(reply_of(*other_), hello(), &position));
        }
    }

    int stop_fd_;
    const ShowProgress& show_;
    std::string place_ = "before the first game";
    std::int64_t replies_so_far_ = 0;
    RulesProgram& program_;
    RulesProgram& twin_;
    std::string start_;
    games::Dice dice_;
    std::unique_ptr<RulesProcess> one_;
    std::unique_ptr<RulesProcess> other_;
    std::vector<std::string> requests_;
    std::vector<std::string> replies_;
    RecordSize size_;                   ///< of the present game
    bool has_moved_ = false;            ///< the present game has a move
    std::vector<std::int64_t> memory_;  ///< after each game
};

/// The minima and maxima of the settings, as far as they differ from the values.
std::vector<std::pair<std::string, std::int64_t>> limits_of_settings(const RulesProgram& program,
                                                                     const games::SettingValues& values) {
    std::vector<std::pair<std::string, std::int64_t>> limits;
    for (const games::Setting& setting : program.hello()->settings) {
        if (setting.kind != games::Setting::Kind::number) continue;
        for (const std::int64_t value : {setting.min, setting.max}) {
            const std::pair limit{setting.name, value};
            if (value != values.get(setting.name) && (limits.empty() || limits.back() != limit))
                limits.push_back(limit);
        }
    }
    return limits;
}

/// Says so if one of the players had no turn in games that were enough to tell. Otherwise empty.
std::string words_about_turns(const RulesReport& report) {
    constexpr int min_games = 10;
    if (report.games < min_games || report.plies == 0) return "";
    for (const int player : {0, 1}) {
        if (report.turns[player] == 0)
            return fmt::format("player {0} never has a turn: no position has the line 'turn {0}'\n", player);
    }
    return "";
}

}  // namespace

RulesReport check_rules(RulesProgram& program, const IsolationOptions& isolation, const games::SettingValues& values,
                        int games, std::uint64_t seed, int stop_fd, const ShowProgress& show) {
    RulesReport report;
    std::unique_ptr<Check> check;
    const auto fail = [&](const std::string& problem) {
        report.problem = problem + "\n";
        report.place = check ? check->place() : "before the first game";
        if (check) report.problem += "  after these requests:\n" + one_by_one(check->requests());
    };
    std::unique_ptr<Twin> twin;
    const auto fail_alone = [&](const std::string& problem) {
        fail(problem + (check ? check->words_about_earlier_games() : ""));
    };
    try {
        twin = std::make_unique<Twin>(program, isolation);
        check = std::make_unique<Check>(program, twin->program(), values, seed, stop_fd, show);
        while (report.games < games)
            check->play_next(report);
        report.memory = check->memory();
        for (const auto& [name, value] : limits_of_settings(program, values)) {
            games::SettingValues extreme = values;
            extreme.set(name, value);
            const std::string setting = fmt::format("{}={}", name, value);
            check->play_with(extreme, setting);
            report.settings.push_back(setting);
        }
        report.problem = words_about_turns(report);
        report.place = fmt::format("in all {} games", report.games);
    } catch (const games::Abandoned&) {
        return report;
    } catch (const NoReply& problem) {
        fail_alone(std::string("the program ") + problem.what());
    } catch (const games::WrongReply& problem) {
        fail_alone(problem.what());
    } catch (const games::RulesFailure& problem) {
        fail(problem.what());
    } catch (const Problem& problem) {
        fail(problem.what());
    }
    if (report.plies > 0) report.micros_a_ply /= static_cast<double>(report.plies);
    return report;
}

}  // namespace referee::rules
