#include "referee/core/match/recorded_board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "games/own_board.hpp"
#include "games/user_error.hpp"
#include "protocol/json_text.hpp"

namespace referee {

namespace {

using games::OwnPosition;
using protocol::Json;

/// The part of a log that its boards need.
struct Record {
    std::vector<std::string> frames;         ///< the one at the start, and one after each ply
    std::vector<protocol::LoggedPly> plies;  ///< without frames and notes
    protocol::Result result;
};

std::vector<std::string> list_in(const Json& frame, const char* name) {
    return frame.value(name, std::vector<std::string>());
}

games::OwnSight sight_in(const Json& part) {
    return {list_in(part, "board"), part.value("state", ""), list_in(part, "marks"),
            part.value("arrows", std::vector<std::array<std::string, 2>>()), part.value("note", "")};
}

/// Boards of one log.
class RecordedBoard final : public games::OwnBoard {
public:
    RecordedBoard(std::shared_ptr<const games::OwnHello> hello, const games::SettingValues& values,
                  std::shared_ptr<const Record> record)
        : OwnBoard(std::move(hello), values), record_(std::move(record)) {
        begin(position(0), rolled(0));
    }

    std::unique_ptr<Board> clone() const override { return std::make_unique<RecordedBoard>(*this); }
    bool moves_listed() const override { return !record_->frames.empty(); }

    games::Verdict play(std::string_view answer) override {
        const auto number = static_cast<std::size_t>(plies());
        if (moves_listed()) {
            if (const auto verdict = judge(answer); verdict != games::Verdict::played) return verdict;
            if (number >= record_->plies.size() || record_->plies[number].move != answer)
                return games::Verdict::illegal;
        }
        advance(answer, position(number + 1), rolled(number + 1));
        return games::Verdict::played;
    }

private:
    const protocol::LoggedPly* ply(std::size_t number) const {
        return number < record_->plies.size() ? &record_->plies[number] : nullptr;
    }

    std::vector<int> rolled(std::size_t number) const {
        return ply(number) != nullptr ? ply(number)->hand.value_or(std::vector<int>()) : std::vector<int>();
    }

    /// The position after the first `number` plies.
    OwnPosition position(std::size_t number) const {
        OwnPosition position;
        if (number < record_->frames.size()) {
            const Json frame = protocol::parse_json(record_->frames[number]);
            static_cast<games::OwnSight&>(position) = sight_in(frame);
            for (const Json& view : frame.value("views", Json::array())) {
                games::OwnView& seen = position.views.emplace_back();
                static_cast<games::OwnSight&>(seen) = sight_in(view);
                if (view.contains("told")) seen.told = list_in(view, "told");
            }
            if (frame.contains("score")) position.score = frame.at("score").get<std::array<std::int64_t, 2>>();
            position.start = frame.value("start", "");
            position.moves = list_in(frame, "moves");
            if (frame.contains("turn")) position.to_move = games::side_of(frame.at("turn").get<int>());
        }
        for (const int player : number > 0 && ply(number - 1) != nullptr ? ply(number - 1)->lost : std::vector<int>())
            position.lost.push_back(games::side_of(player));
        take_ending(number, position);
        // A log without frames, or a wrong frame, does not say who moves.
        if (!position.to_move && !games::is_over(position.outcome))
            position.to_move =
                games::side_of(ply(number) != nullptr ? ply(number)->player : static_cast<int>(number % 2));
        return position;
    }

    /// Adds how the game has ended.
    void take_ending(std::size_t number, OwnPosition& position) const {
        if (position.to_move || number < record_->plies.size() || record_->frames.empty()) return;
        if (record_->result.ending != protocol::Ending::by_rules) return;
        const auto winner = record_->result.winner;
        position.outcome = winner ? games::won(games::side_of(*winner)) : games::Outcome::drawn;
        position.ending = record_->result.detail;
    }

    std::shared_ptr<const Record> record_;
};

std::shared_ptr<const Record> record_of(const protocol::MatchLog& log) {
    auto record = std::make_shared<Record>();
    if (!log.initial.empty()) record->frames.push_back(log.initial);
    for (const auto& ply : log.plies) {
        if (!ply.frame.empty()) record->frames.push_back(ply.frame);
        record->plies.push_back({ply.player, ply.move, ply.hand, {}, {}, ply.lost, {}});
    }
    record->result = log.result;
    return record;
}

/// Throws games::UserError if the log's game is not the one in the hello, or if one of its settings is missing or out
/// of range.
void require_described(const games::OwnHello& hello, const protocol::MatchLog& log) {
    if (hello.name != log.game)
        throw games::UserError(fmt::format("the log's game is {}, but its rules describe {}", log.game, hello.name));
    for (const games::Setting& setting : hello.settings) {
        const auto found = std::ranges::find(log.config, setting.name, [](const auto& entry) { return entry.first; });
        if (found == log.config.end() && setting.is_optional) continue;
        if (found == log.config.end())
            throw games::UserError(fmt::format("the log's game.config lacks the setting '{}'", setting.name));
        if (setting.kind == games::Setting::Kind::position) continue;
        const auto* value = std::get_if<std::int64_t>(&found->second);
        if (value == nullptr || *value < setting.min || *value > setting.max)
            throw games::UserError(fmt::format("the log's game.config.{} is out of range: it goes from {} to {}",
                                               setting.name, setting.min, setting.max));
    }
}

}  // namespace

games::OwnHello hello_in(const std::string& record) {
    try {
        std::string text;
        const Json described = protocol::parse_json(record);
        for (const auto& line : described.at("hello"))
            text += line.get<std::string>() + "\n";
        return games::read_hello(text, games::Repeats::allowed);
    } catch (const std::runtime_error& wrong) {
        throw games::UserError(fmt::format("the log's description of its game is invalid: {}", wrong.what()));
    } catch (const Json::exception& wrong) {
        throw games::UserError(fmt::format("the log's description of its game is invalid: {}", wrong.what()));
    }
}

std::shared_ptr<const games::GameInfo> recorded_game(const protocol::MatchLog& log) {
    const auto hello = std::make_shared<const games::OwnHello>(hello_in(log.rules));
    require_described(*hello, log);
    auto game = std::make_shared<games::GameInfo>(games::info_of(*hello));
    game->record = log.rules;
    game->make_board = [hello, record = record_of(log)](const games::SettingValues& values, std::uint64_t) {
        return std::make_unique<RecordedBoard>(hello, values, record);
    };
    return game;
}

}  // namespace referee
