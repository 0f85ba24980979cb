// `referee ask LOG BOT`: asks bots for their moves in the positions of a played match, and lists the differences.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "games/user_error.hpp"
#include "protocol/answer.hpp"
#include "protocol/info_line.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/progress_line.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/base/terminal_size.hpp"
#include "referee/core/base/text_width.hpp"
#include "referee/core/bots/candidate.hpp"
#include "referee/core/match/game_clock.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/match/summary.hpp"
#include "referee/core/options/match_options.hpp"
#include "referee/core/players/bot_player.hpp"
#include "referee/programs/match/match_commands.hpp"

namespace referee {

namespace {

using games::Side;
using protocol::MatchLog;

struct AskOptions {
    std::string log;
    std::optional<int> match;       ///< the number of the match, counted from 1
    std::vector<std::string> bots;  ///< one or two, written as for `referee play`
    std::optional<int> at;          ///< only the position after this ply
    GivenLimits limits;             ///< limits that are not given are taken from the log
    IsolationOptions isolation;
};

AskOptions ask_options(const Arguments& arguments) {
    AskOptions options;
    CommandLine line("referee ask",
                     "Asks a bot for its move in every position of a logged match, on both sides and\n"
                     "with the blocks of the match, and lists where it would play a different move.\n\n"
                     "  referee ask m.json alphabeta\n"
                     "  referee ask t.db --game 7 alphabeta greedy    two of them side by side",
                     exit_codes_of_matches);
    line.text("LOG", "", "a log that referee has written (- is stdin), or a\ntournament's file", options.log);
    line.list("BOT", "", "one or two bots, as for a match", options.bots);
    add_match_or_game(line, options.match);
    line.number("--at", 0, max_plies, "only the position after this ply", options.at);
    add_limits(line, {&options.limits, &options.isolation});
    add_isolation(line, options.isolation);
    line.parse(arguments);
    if (options.log.empty()) throw games::UserError("no log is given: referee ask LOG BOT");
    if (options.bots.empty()) throw games::UserError("no bot is given: referee ask LOG BOT");
    if (options.bots.size() > 2) throw games::UserError("at most two bots can be asked side by side");
    options.log = file_of_log(options.log);
    return options;
}

/// A bot's answer to one position.
struct BotAnswer {
    std::string text;  ///< the move, or why there is none
    bool same = false;
    std::string more{};   ///< the time, the depth and the score of the answer
    std::string score{};  ///< the score alone
    bool given = true;    ///< false: the bot was not asked, because it has already failed
};

/// A bot that plays one side. Its process starts with the first question. After a fault, the bot is not asked again.
class AskedBot {
public:
    AskedBot(MatchLauncher& launcher, const LaunchRequest& request, int seat, const protocol::Limits& limits,
             int stop_fd)
        : limits_(limits),
          clock_(limits),
          player_(launcher, request, stop_fd, [this](std::string_view text) { hear(text); }) {
        player_.take_seat(seat);
    }
    ~AskedBot() {
        player_.dismiss();
        player_.end(Duration::zero());
    }
    AskedBot(const AskedBot&) = delete;
    AskedBot& operator=(const AskedBot&) = delete;

    BotAnswer ask(const games::Board& board, std::string_view setup, std::string_view block, const MatchLog& log,
                  std::string_view played) {
        if (failed_) return {"", true, {}, {}, false};
        const bool first = !started_;
        if (auto fault = start(setup)) return failed(*fault);
        said_.clear();
        const auto [limit, margin] = clock_.allowance(limits_.of_turn(first));
        const TurnReport report = player_.take_turn({block, limit, margin, board, log});
        if (report.kind == TurnReport::Kind::faulted) return failed(*report.fault);
        if (report.kind != TurnReport::Kind::answered) return {"-", true};
        const std::string move(report.answer);
        clock_.charge(std::chrono::duration_cast<protocol::Micros>(report.cost()));
        player_.read_stderr();
        std::string more = rounded(report.elapsed);
        std::string score;
        if (const auto info = protocol::last_info(said_)) {
            score = score_text(*info);
            if (info->depth) more += fmt::format("  depth {}", *info->depth);
            if (!score.empty()) more += "  score " + score;
        }
        if (!board.legal(move))
            return {fmt::format("\"{}\", not valid", protocol::escaped(move, max_shown)), false, more, score};
        return {move, move == played, more, score};
    }

private:
    static constexpr std::size_t max_shown = 40;
    static constexpr std::size_t max_heard = std::size_t{1} << 16;

    std::optional<Fault> start(std::string_view setup) {
        if (started_) return std::nullopt;
        started_ = true;
        return player_.start(setup);
    }
    BotAnswer failed(const Fault& fault) {
        failed_ = true;
        return {harmless(protocol::sentence_of(fault.ending, fault.detail)), false};
    }
    void hear(std::string_view text) {
        said_ += text;
        if (said_.size() > max_heard) said_.erase(0, said_.size() - max_heard);
    }

    protocol::Limits limits_;
    GameClock clock_;  ///< the bot's clock for the whole game; its answers use up the time, as in a match
    bool started_ = false;
    bool failed_ = false;
    std::string said_;  ///< the text written to stderr since the last question
    BotPlayer player_;
};

class Asking {
public:
    Asking(const MatchLog& log, const AskOptions& options)
        : log_(log), options_(options), spec_(spec_of(log)), isolation_(make_isolation(options.isolation)) {
        std::vector<Candidate> candidates;
        for (const std::string& bot : options.bots)
            candidates.push_back(player_of(bot, "", isolation_.path()));
        for (Entrant& entrant : entrants_of(candidates)) {
            if (entrant.human) throw games::UserError("a person can't be asked: name a bot");
            isolation_.hide(secrets_of(entrant));
            bots_.push_back({std::move(entrant), {}, 0});
        }
        report_missing_sandbox(isolation_);
    }

    int run() {
        const auto board = spec_.make_board(log_.seed);
        marks_ = marks_of(*board);
        print_head();
        const int last = static_cast<int>(log_.plies.size());
        for (int ply = 0; ply <= last && !stop_.requested(); ++ply) {
            const bool wanted = options_.at ? ply == *options_.at : ply >= log_.opening;
            if (wanted && !games::is_over(board->outcome())) ask_all(*board, ply);
            if (ply < last) board->play_legal(log_.plies[static_cast<std::size_t>(ply)].move);
        }
        progress_.clear();
        print_end();
        if (const int signal = stop_.take(); signal != 0) return exit_signal_base + signal;
        return exit_done;
    }

private:
    struct Asked {
        Entrant entrant;
        std::array<std::unique_ptr<AskedBot>, 2> sides;
        int others = 0;     ///< the number of positions in which the bot's move differs from the log
        int not_asked = 0;  ///< the number of positions that were skipped because of a fault of the bot
    };

    AskedBot& bot_on(Asked& bot, Side side) {
        auto& place = bot.sides[static_cast<std::size_t>(games::index(side))];
        if (!place) {
            auto limits = log_.limits_of(games::index(side));
            if (options_.limits.move && !options_.limits.clock &&
                limits.clock) {  // the given move limit replaces the log's clock
                limits.clock.reset();
                if (!limits.first_move) limits.first_move = usual_limits().first_move;
            }
            limits = with_given(limits, options_.limits);
            const auto request = launch_request_for(bot.entrant, games::index(side), spec_, limits, isolation_);
            place = std::make_unique<AskedBot>(launcher_, request, games::index(side), limits, stop_.fd());
        }
        return *place;
    }

    void ask_all(games::Board& board, int ply) {
        progress_.show(fmt::format("ply {} of {}", ply + 1, log_.plies.size()));
        const Side side = board.to_move();
        std::string setup;
        board.write_setup(side, setup);
        std::string block;
        board.write_turn(block);
        const bool was_played = ply < static_cast<int>(log_.plies.size());
        const std::string played = was_played ? log_.plies[static_cast<std::size_t>(ply)].move : "";
        std::vector<BotAnswer> answers;
        for (Asked& bot : bots_)
            answers.push_back(bot_on(bot, side).ask(board, setup, block, log_, played));
        if (stop_.requested()) return;
        ++positions_;
        for (std::size_t i = 0; i < bots_.size(); ++i) {
            bots_[i].others += answers[i].same ? 0 : 1;
            bots_[i].not_asked += answers[i].given ? 0 : 1;
        }
        const bool all_same = std::ranges::all_of(answers, &BotAnswer::same);
        if (!all_same || options_.at) print_line(ply, side, was_played ? played : "(nothing)", answers);
    }

    void print_head() {
        name_width_ = std::max(called(log_, marks_, 0).size(), called(log_, marks_, 1).size());
        for (const auto& ply : log_.plies)
            move_width_ = std::max(move_width_, ply.move.size());
        std::string line = fmt::format("{:>4}  {:<{}}  {:<{}}", "ply", "player", name_width_, "played", move_width_);
        for (const Asked& bot : bots_)
            line += "  " + in_column(harmless(bot.entrant.name));
        print(coloured(Colour::bold, trimmed(line)) + "\n");
    }

    /// The width of a bot's column: its move, its time and its info. Two columns share the width of a terminal.
    std::size_t column_width() const {
        const std::size_t whole = move_width_ + 34;
        const auto terminal = columns_of_terminal(STDOUT_FILENO);
        const std::size_t others = 4 + 2 + name_width_ + 2 + move_width_;
        if (!terminal || bots_.size() == 1) return whole;
        const std::size_t room = *terminal > others ? (*terminal - others) / bots_.size() : 0;
        return std::clamp(room, move_width_ + 6, whole) - 2;
    }

    std::string in_column(const std::string& text) const {
        return padded(bots_.size() == 1 ? text : first_columns(text, column_width()), column_width());
    }

    /// The text in a bot's column. If a part does not fit, it is left out as a whole, because a part of a number would
    /// be another number.
    std::string text_of(const BotAnswer& answer) const {
        const std::string move =
            fmt::format("{}{:<{}}", answer.same && answer.given ? "= " : "  ", answer.text, move_width_);
        for (const std::string& more : {answer.more, "score " + answer.score, answer.score}) {
            if (more.empty() || (more != answer.more && answer.score.empty())) continue;
            if (bots_.size() == 1 || columns_of(move + "  " + more) <= column_width()) return move + "  " + more;
        }
        return move;
    }

    static std::string trimmed(std::string line) {
        line.erase(line.find_last_not_of(' ') + 1);
        return line;
    }

    void print_line(int ply, Side side, const std::string& played, const std::vector<BotAnswer>& answers) {
        progress_.clear();
        std::string line = fmt::format("{:>4}  {:<{}}  {:<{}}", ply + 1, called(log_, marks_, games::index(side)),
                                       name_width_, played, move_width_);
        for (const BotAnswer& answer : answers) {
            line += "  " + in_column(text_of(answer));
        }
        print(trimmed(line) + "\n");
    }

    void print_end() {
        for (const Asked& bot : bots_) {
            const std::string rest =
                bot.not_asked > 0 ? fmt::format("; in {} it was not asked, because it had failed", bot.not_asked) : "";
            print(fmt::format("{} would have played a different move in {} of {} positions{}\n",
                              harmless(bot.entrant.name), bot.others, positions_ - bot.not_asked, rest));
        }
    }

    const MatchLog& log_;
    const AskOptions& options_;
    games::GameSpec spec_;
    Isolation isolation_;
    StopSignal stop_;
    MatchLauncher launcher_;
    std::vector<Asked> bots_;
    Marks marks_;
    ProgressLine progress_{true};
    std::size_t name_width_ = 0;
    std::size_t move_width_ = 6;
    int positions_ = 0;
};

/// The chosen match. Throws games::UserError if there are several.
std::pair<MatchLog, std::string> match_of(const AskOptions& options, ReadMatches* read) {
    std::optional<std::pair<MatchLog, std::string>> found;
    read(options.log, options.match, [&](const MatchLog& log, const MatchPlace& place) {
        if (found)
            throw games::UserError(fmt::format("log '{}' holds several matches: choose one with --match", options.log));
        found.emplace(log, place.name);
    });
    return *std::move(found);
}

int run(const AskOptions& options, ReadMatches* read) {
    const auto [log, place] = match_of(options, read);
    const int plies = static_cast<int>(log.plies.size());
    if (options.at && *options.at > plies)
        throw games::UserError(fmt::format("--at {}: the match has only {} plies ({})", *options.at, plies, place));
    try {
        check_log(log, place);
    } catch (const ContradictedLog& wrong) {
        warn(fmt::format("{}: {}", place, wrong.difference()));
        return exit_failed;
    }
    return Asking(log, options).run();
}

}  // namespace

Task parse_ask(const Arguments& arguments, ReadMatches* read) {
    return [options = ask_options(arguments), read] { return run(options, read); };
}

}  // namespace referee
