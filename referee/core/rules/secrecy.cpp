#include "referee/core/rules/secrecy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "referee/core/base/output.hpp"

namespace referee::rules {

namespace {

using games::OwnPosition;
using games::Side;

/// The number of changes that are tried for each player. Many are told to the player at once.
constexpr int max_tries = 4;

constexpr std::string_view play = "play ";

/// A roll for the dice of a position that asks for chance.
std::string rolled(const OwnPosition& position, games::Dice& dice) {
    std::string request = "chance";
    for (const int sides : position.chance)
        request += fmt::format(" {}", dice.below(static_cast<std::uint64_t>(sides)));
    return request;
}

std::string any_move(const OwnPosition& position, games::Dice& dice) {
    return std::string(play) + position.moves[dice.below(position.moves.size())];
}

/// A move that differs from the one in a request.
std::string other_move(const OwnPosition& position, const std::string& request, games::Dice& dice) {
    for (;;)
        if (std::string other = any_move(position, dice); other != request) return other;
}

/// A roll in which one die differs from the request: a player who is told the other dice learns nothing of it.
std::string other_roll(const OwnPosition& position, const std::string& request, games::Dice& dice) {
    std::vector<std::string> words;
    for (std::string_view rest = request; !rest.empty();
         rest.remove_prefix(std::min(rest.size(), words.back().size() + 1)))
        words.emplace_back(rest.substr(0, rest.find(' ')));
    std::vector<std::size_t> dice_with_sides;
    for (std::size_t i = 0; i < position.chance.size(); ++i)
        if (position.chance[i] > 1) dice_with_sides.push_back(i);
    const std::size_t changed = dice_with_sides[dice.below(dice_with_sides.size())];
    std::string& word = words.at(changed + 1);
    for (const std::string before = word; word == before;)
        word = std::to_string(dice.below(static_cast<std::uint64_t>(position.chance[changed])));
    return fmt::format("{}", fmt::join(words, " "));
}

bool is_over(const OwnPosition& position) {
    return games::is_over(position.outcome);
}

/// One change in a game, seen by one player.
class Changed {
public:
    Changed(const RulesGame& game, Side player, games::Dice& dice,
            const std::function<OwnPosition(const std::string&)>& ask)
        : game_(game), player_(player), dice_(dice), ask_(ask) {}

    /// Changes the request at this place. Returns whether at least one view could be compared.
    bool compare(std::size_t place, std::string other, Secrecy& tested) {
        requests_.assign(game_.requests.begin(), game_.requests.begin() + static_cast<std::ptrdiff_t>(place));
        for (const std::string& request : requests_)
            static_cast<void>(ask_(request));
        instead_ = fmt::format("'{}' in place of '{}'", harmless(other), harmless(game_.requests[place]));
        std::int64_t compared = 0;
        OwnPosition before = game_.positions[place - 1];
        for (std::string request = std::move(other);; ++place) {
            requests_.push_back(request);
            OwnPosition now = ask_(request);
            if (!is_known_alike(place, before, now)) break;
            if (now.to_move) {
                ++compared;
                if (differs(game_.positions[place], now)) break;
            }
            if (place + 1 == game_.requests.size()) break;
            request = next_after(place, now);
            before = std::move(now);
        }
        tested.views += compared;
        return compared > 0;
    }

    [[nodiscard]] const std::optional<Leak>& leak() const { return leak_; }

private:
    /// What the player is told with a position that the request has led to.
    [[nodiscard]] std::vector<std::string> news(const OwnPosition& before, const std::string& request,
                                                const OwnPosition& now) const {
        const auto place = static_cast<std::size_t>(games::index(player_));
        if (place < now.views.size() && now.views[place].told) return *now.views[place].told;
        const bool is_move = request.starts_with(play) && before.to_move;
        return games::usual_news(
            is_move ? fmt::format("{} {}", games::index(*before.to_move), request.substr(play.size())) : "", now.lost);
    }

    /// Whether the player knows of no difference between the game at this place and the changed game.
    [[nodiscard]] bool is_known_alike(std::size_t place, const OwnPosition& before, const OwnPosition& now) const {
        const OwnPosition& then = game_.positions[place];
        return !is_over(then) && !is_over(now) && then.to_move == now.to_move &&
               news(game_.positions[place - 1], game_.requests[place], then) == news(before, requests_.back(), now);
    }

    /// The player's view and moves as lines.
    [[nodiscard]] std::string lines_of(const OwnPosition& position) const {
        const games::OwnSight& sight = position.seen_by(player_);
        std::string text;
        for (std::size_t row = 0; row < sight.height(); ++row)
            text += fmt::format("row {}: {}\n", row + 1, sight.rows[row]);
        text += fmt::format("state {}\nmark {}\n", sight.state, fmt::join(sight.marks, " "));
        for (const auto& [from, to] : sight.arrows)
            text += fmt::format("arrow {} {}\n", from, to);
        text += fmt::format("note {}\n", sight.note);
        if (position.to_move != player_) return text;
        for (const std::string& move : position.moves)
            text += fmt::format("move {}\n", move);
        return text;
    }

    /// Notes the first line in which the views of the player differ.
    bool differs(const OwnPosition& then, const OwnPosition& now) {
        const std::string a = lines_of(then), b = lines_of(now);
        if (a == b) return false;
        const auto line_in = [](const std::string& text, std::size_t from) {
            return from >= text.size() ? std::string("nothing") : text.substr(from, text.find('\n', from) - from);
        };
        const auto different = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
        const auto line_end = different == 0 ? std::string::npos : a.rfind('\n', different - 1);
        const std::size_t begin = line_end == std::string::npos ? 0 : line_end + 1;
        leak_ =
            Leak{fmt::format("player {0} sees what is hidden: with {1}, player {0} is told the same, but the view "
                             "or the moves differ: '{2}' and '{3}'",
                             games::index(player_), instead_, harmless(line_in(a, begin)), harmless(line_in(b, begin))),
                 requests_};
        return true;
    }

    /// The request after a position of the changed game: that of the game, if it is possible.
    [[nodiscard]] std::string next_after(std::size_t place, const OwnPosition& now) const {
        const std::string& next = game_.requests[place + 1];
        if (!now.chance.empty()) return now.chance == game_.positions[place].chance ? next : rolled(now, dice_);
        const std::string_view move = std::string_view(next).substr(std::min(play.size(), next.size()));
        return std::ranges::find(now.moves, move) != now.moves.end() ? next : any_move(now, dice_);
    }

    const RulesGame& game_;
    Side player_;
    games::Dice& dice_;
    const std::function<OwnPosition(const std::string&)>& ask_;
    std::string instead_;
    std::vector<std::string> requests_;
    std::optional<Leak> leak_;
};

/// The requests that may be changed for a player: rolls, and moves of the opponent.
std::vector<std::size_t> changeable(const RulesGame& game, Side player) {
    std::vector<std::size_t> places;
    for (std::size_t i = 1; i < game.requests.size(); ++i) {
        const OwnPosition& before = game.positions[i - 1];
        const bool other_roll = std::ranges::any_of(before.chance, [](int sides) { return sides > 1; });
        const bool other_move = before.to_move && *before.to_move != player && before.moves.size() > 1;
        if (other_roll || other_move) places.push_back(i);
    }
    return places;
}

}  // namespace

std::optional<Leak> find_leak(const RulesGame& game, games::Dice& dice,
                              const std::function<OwnPosition(const std::string& request)>& ask, Secrecy& tested) {
    for (const Side player : {Side::first, Side::second}) {
        const auto places = changeable(game, player);
        for (int tries = 0; tries < max_tries && !places.empty(); ++tries) {
            const std::size_t place = places[dice.below(places.size())];
            const OwnPosition& before = game.positions[place - 1];
            std::string other = before.chance.empty() ? other_move(before, game.requests[place], dice)
                                                      : other_roll(before, game.requests[place], dice);
            Changed changed(game, player, dice, ask);
            ++(before.chance.empty() ? tested.tried_moves : tested.tried_rolls);
            if (!changed.compare(place, std::move(other), tested)) continue;
            ++(before.chance.empty() ? tested.moves : tested.rolls);
            if (changed.leak()) return changed.leak();
            break;
        }
    }
    return std::nullopt;
}

}  // namespace referee::rules
