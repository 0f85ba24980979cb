#include "referee/core/rules/rules_board.hpp"

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "games/written_position.hpp"
#include "referee/core/base/output.hpp"

namespace referee::rules {

namespace {

/// The maximum length of the list of moves in a message.
constexpr std::size_t max_list = 2000;

}  // namespace

RulesBoard::RulesBoard(std::shared_ptr<RulesProgram> program, const games::SettingValues& values, std::uint64_t seed,
                       int stop_fd)
    : OwnBoard(program->hello(), values),
      program_(std::move(program)),
      stop_fd_(stop_fd),
      process_(program_->take(stop_fd)),
      dice_(seed) {
    begin_at(values);
}

/// Begins the game, if the settings say so in a given position.
void RulesBoard::begin_at(const games::SettingValues& values) {
    const std::string start = games::start_in(values);
    std::vector<int> rolled;
    games::OwnPosition first = ask("new" + games::named_settings(values), nullptr, start.empty() ? &rolled : nullptr);
    if (!start.empty()) first = ask("start " + start, nullptr, &rolled);
    begin(std::move(first), std::move(rolled));
}

RulesBoard::RulesBoard(const RulesBoard& other)
    : OwnBoard(other),
      program_(other.program_),
      stop_fd_(other.stop_fd_),
      dice_(other.dice_),
      size_(other.size_),
      requests_(other.requests_) {}

RulesBoard::~RulesBoard() {
    if (process_) program_->give_back(std::move(process_));
}

std::unique_ptr<games::Board> RulesBoard::clone() const {
    return std::unique_ptr<Board>(new RulesBoard(*this));
}

games::Verdict RulesBoard::play(std::string_view answer) {
    if (const auto verdict = judge(answer); verdict != games::Verdict::played) return verdict;
    const std::string move(answer);
    if (!process_) resume();
    std::vector<int> rolled;
    games::OwnPosition next = ask("play " + move, &now(), &rolled);
    advance(move, std::move(next), std::move(rolled));
    if (!games::is_over(outcome()) && plies() >= hello().max_plies)
        throw games::EndlessGame(
            failure(fmt::format("the game goes on after {} plies, the maximum in the hello", plies())));
    return games::Verdict::played;
}

/// Repeats all requests of the board that was cloned. They are sent at once, so that this costs one wait.
void RulesBoard::resume() {
    process_ = program_->take(stop_fd_);
    try {
        std::string all;
        for (const std::string& request : requests_)
            all += request + "\n";
        process_->send(all);
        for (std::size_t i = 0; i < requests_.size(); ++i)
            process_->reply(reply_limit, stop_fd_);
    } catch (const NoReply& problem) {
        fail(std::string("the program ") + problem.what());
    }
}

/// Sends a request and reads the reply. `before`: the position before it; null at the start.
games::OwnPosition RulesBoard::replied(const std::string& request, const games::OwnPosition* before) {
    requests_.push_back(request);
    process_->send(request + "\n");
    const std::string_view reply = process_->reply(reply_limit, stop_fd_);
    constexpr std::string_view start = "start ";
    if (request.starts_with(start)) {
        if (const auto why = games::refusal_in(reply))
            throw games::UserError(
                fmt::format("position {}: {}", games::quoted(request.substr(start.size()), 100), harmless(*why)));
    }
    return games::read_position(reply, hello(), before);
}

/// Sends a request, and rolls the dice for which the rules ask. `before` is null before the first move. `rolled` gets
/// the numbers for the turn that the position offers, and not those for turns that were lost before it; null: no dice
/// are rolled, because another request follows.
games::OwnPosition RulesBoard::ask(const std::string& request, const games::OwnPosition* before,
                                   std::vector<int>* rolled) {
    try {
        games::OwnPosition position = replied(request, before);
        if (before == nullptr) first_start_ = position.start;
        if (rolled != nullptr) position = with_rolls(std::move(position), request, *rolled);
        if (before == nullptr) games::require_no_lost_turn(position);
        if (rolled != nullptr) size_.add(position, rolled->size());
        return position;
    } catch (const NoReply& problem) {
        fail(std::string("the program ") + problem.what());
    } catch (const games::WrongReply& problem) {
        fail(problem.what());
    }
}

games::OwnPosition RulesBoard::with_rolls(games::OwnPosition position, std::string_view request,
                                          std::vector<int>& rolled) {
    constexpr std::string_view play = "play ";
    const std::string made = request.starts_with(play) ? line_of(request.substr(play.size())) : "";
    for (std::size_t rolls = 0; !position.chance.empty(); ++rolls) {
        if (rolls == max_rolls) fail(fmt::format("it asks for chance {} times in a row", max_rolls));
        std::string answer = "chance";
        for (const int sides : position.chance) {
            rolled.push_back(static_cast<int>(dice_.below(static_cast<std::uint64_t>(sides))));
            answer += fmt::format(" {}", rolled.back());
        }
        games::OwnPosition next = replied(answer, &position);
        if (!next.lost.empty()) rolled.clear();
        games::add_earlier(position, made, next);
        position = std::move(next);
    }
    return position;
}

/// The process is in an unknown state, so it is ended.
void RulesBoard::fail(const std::string& problem) {
    process_.reset();
    throw games::RulesFailure(failure(problem));
}

/// A message with the requests that lead to a failure of the rules.
std::string RulesBoard::failure(const std::string& problem) const {
    std::string list;
    for (const std::string& request : requests_)
        list += (list.empty() ? "" : "; ") + request;
    if (list.size() > max_list)
        list =
            fmt::format("{} requests, the last of them: ...{}", requests_.size(), list.substr(list.size() - max_list));
    return fmt::format("the rules of {} have failed: {}; after: {}", hello().name, problem, harmless(list));
}

}  // namespace referee::rules
