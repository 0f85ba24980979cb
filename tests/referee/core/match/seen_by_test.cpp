// Tests what a person may see of a match. Every text of a log gets a mark of its own, so a new field that nobody has
// thought about is found.
#include "referee/core/match/seen_by.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "protocol/fields.hpp"
#include "tests/messages.hpp"

namespace {

using protocol::MatchLog;

/// Visits all texts of a record, with their names: "players.0.name".
template <class Use>
class Texts {
public:
    explicit Texts(Use use) : use_(std::move(use)) {}

    void operator()(const std::string& name, std::string& text) const { use_(name, text); }
    template <protocol::HasFields Record>
    void operator()(const std::string& name, Record& record) const {
        Record::fields(record, below(name));
    }
    template <class Item>
    void operator()(const std::string& name, std::vector<Item>& list) const {
        if (list.empty()) list.emplace_back();
        each(name, list);
    }
    template <class Item>
    void operator()(const std::string& name, std::array<Item, 2>& list) const {
        each(name, list);
    }
    template <class Value>
    void operator()(const std::string& name, std::optional<Value>& value) const {
        if (!value) value.emplace();
        (*this)(name, *value);
    }
    void operator()(const std::string& name, protocol::Config& config) const {
        if (config.empty()) config = {{"a", std::string()}, {"b", std::vector<std::vector<std::string>>{{"x"}}}};
        (*this)(name + ".line", std::get<std::string>(config[0].second));
        (*this)(name + ".blocks", std::get<std::vector<std::vector<std::string>>>(config[1].second));
    }
    template <class Fields>
    void operator()(const std::string& name, protocol::Group<Fields> group) const {
        group.fields(below(name));
    }
    template <class Field>
    void operator()(const std::string& name, protocol::Omittable<Field> field) const {
        (*this)(name, field.field);
    }
    template <class Value>
    void operator()(const std::string& name, protocol::OrNull<Value> field) const {
        (*this)(name, field.value);
    }
    template <class Pair>
    void operator()(const std::string& name, protocol::EachOrNull<Pair> field) const {
        (*this)(name, field.pair);
    }
    template <class Text>
    void operator()(const std::string& name, protocol::JsonText<Text> field) const {
        (*this)(name, field.text);
    }
    template <class Optional>
    void operator()(const std::string&, protocol::Filled<Optional>) const {
        static_assert(std::is_arithmetic_v<typename Optional::value_type> ||
                      std::is_same_v<Optional, std::optional<protocol::Micros>>);
    }
    template <class Number>
    void operator()(const std::string&, protocol::WholeIfWhole<Number>) const {}
    template <class Value, class Text, class Argument>
    void operator()(const std::string&, protocol::AsText<Value, Text, Argument>) const {}  // one of a few words
    template <class Number>
    requires std::is_arithmetic_v<Number>
    void operator()(const std::string&, Number&) const {}
    void operator()(const std::string&, protocol::Micros&) const {}

private:
    auto below(const std::string& name) const {
        return
            [this, name](const char* part, auto&& field) { (*this)(name.empty() ? part : name + "." + part, field); };
    }
    void each(const std::string& name, auto& list) const {
        for (std::size_t i = 0; i < list.size(); ++i)
            (*this)(fmt::format("{}.{}", name, i), list[i]);
    }

    Use use_;
};

/// A match in which every text is its own name. Player 0 has made ply 0 and is at fault.
MatchLog marked_match() {
    MatchLog log;
    log.plies.resize(2);
    const auto mark = [](const std::string& name, std::string& text) { text = name; };
    Texts<decltype(mark)>{mark}("", log);
    log.plies[1].player = 1;
    log.result.ending = protocol::Ending::crashed;
    log.result.winner = 1;
    for (protocol::LoggedPlayer& player : log.players)
        player.isolation = "sandbox";
    return log;
}

std::string in_one(const std::set<std::string>& names) {
    return fmt::format("{}", fmt::join(names, " "));
}

/// The names of the texts that are still there.
std::string left_in(MatchLog log) {
    std::set<std::string> names;
    const auto look = [&](const std::string& name, const std::string& text) {
        if (text == name) names.insert(name);
    };
    Texts<decltype(look)>{look}("", log);
    return in_one(names);
}

/// The texts of the game itself. A new text of the log belongs here only if everybody may read it.
const std::set<std::string> for_everybody = {"referee.version",
                                             "id",
                                             "started_at",
                                             "game.name",
                                             "game.rules",
                                             "game.config.line",
                                             "game.config.blocks.0.0",
                                             "players.0.name",
                                             "players.1.name",
                                             "players.0.limits.kept_by",
                                             "players.1.limits.kept_by",
                                             "limits.kept_by",
                                             "initial",
                                             "plies.0.move",
                                             "plies.0.frame",
                                             "plies.1.move",
                                             "plies.1.frame",
                                             "failure.valid_moves.0"};

std::set<std::string> with(std::set<std::string> more) {
    more.insert(for_everybody.begin(), for_everybody.end());
    return more;
}
std::set<std::string> notes_at(const std::string& place) {
    return {place + ".text", place + ".info.pv", place + ".info.string"};
}

TEST_CASE("everybody sees the game and nothing that a bot has written beside it") {
    CHECK(left_in(referee::seen_by(std::nullopt, marked_match())) == in_one(for_everybody));
}

TEST_CASE("an author sees what the own bot has written, and nothing of the other") {
    auto own = with(notes_at("plies.1.notes"));
    own.merge(notes_at("last_notes.1"));
    CHECK(left_in(referee::seen_by(1, marked_match())) == in_one(own));
    own = with(notes_at("plies.0.notes"));
    own.merge(notes_at("last_notes.0"));
    own.merge(std::set<std::string>{"failure.line", "failure.stderr_tail", "result.detail"});
    CHECK(left_in(referee::seen_by(0, marked_match())) == in_one(own));
}

TEST_CASE("the end of another's process is not shown") {
    MatchLog log = marked_match();
    log.failure->exit_code = 3;
    log.failure->signal = 11;
    const auto failure = referee::seen_by(1, log).failure;
    CHECK(failure->player == 0);
    CHECK_FALSE(failure->exit_code);
    CHECK_FALSE(failure->signal);
    CHECK(referee::seen_by(0, log).failure->exit_code == 3);
}

TEST_CASE("paths of the machine are not shown") {
    MatchLog log = marked_match();
    CHECK(referee::seen_by(0, log).players[0].command == std::vector<std::string>{"bot"});
    log.players[0].command.clear();
    CHECK(referee::seen_by(0, log).players[0].command.empty());
    log.players[0].isolation = "none";
    CHECK(left_in(referee::seen_by(0, log)) == in_one(for_everybody));
    log = marked_match();
    log.result.ending = protocol::Ending::failed_to_start;
    CHECK(referee::seen_by(0, log).result.detail.empty());
    log.failure.reset();
    log.result.ending = protocol::Ending::aborted;
    CHECK(referee::seen_by(0, log).result.detail.empty());
    log.result.ending = protocol::Ending::by_rules;
    CHECK(referee::seen_by({}, log).result.detail == "result.detail");
}

}  // namespace
