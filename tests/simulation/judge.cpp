#include "tests/simulation/judge.hpp"

#include <algorithm>
#include <filesystem>
#include <regex>

#include <fmt/format.h>

#include "protocol/json_text.hpp"
#include "tests/simulation/fake_engine.hpp"
#include "tests/simulation/laws.hpp"
#include "tests/simulation/orders.hpp"
#include "tests/simulation/words.hpp"

namespace simulation {

using namespace referee::tournament;
using protocol::Json;

namespace {

constexpr const char* law_12 = "law 12 (--resume changes no setting)";
constexpr const char* law_14 = "law 14 (nothing that is refused has changed anything)";
constexpr const char* law_14_orders = "law 14 (what the docs allow is accepted, and nothing else)";
constexpr const char* law_27_change = "law 27 (the exit code tells of hand-ins without an owner)";
constexpr const char* law_15 = "law 15 (a bot is known by its file)";
constexpr const char* law_15_left_out = "law 15 (a bot that can't play is left out, which is told once)";
constexpr const char* law_25 = "law 25 (a dry run refuses and counts what the change does)";
constexpr const char* law_26 = "law 26 (an order or a game is in the file wholly or not at all)";
constexpr const char* law_26_shown = "law 26 (a game is in the file before it is shown)";
constexpr const char* law_30 = "no law (the program fails)";
constexpr const char* law_31 = "no law (a second stage has the first of those who are there, then those who are named)";

std::vector<std::string> arrived(const Book& book, const std::vector<std::string>& names) {
    return {names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), book.entrants.size())), names.end()};
}

/// The number that `--stop-after` gives, if it is a number of games.
std::optional<int> games_of_run(const Words& typed) {
    const auto value = value_of(typed, "--stop-after");
    if (!value || value->find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
    return std::stoi(*value);
}

}  // namespace

Arrivals enter(Book& book, const Words& typed, const std::vector<std::string>& names) {
    const std::size_t before = book.entrants.size();
    book.change(typed, arrived(book, names));
    Arrivals joined;
    for (std::size_t i = before; i < book.entrants.size(); ++i) {
        std::string old;
        for (const Participant& one : book.entrants)
            if (one.heir == static_cast<int>(i)) old = one.name;
        joined.emplace_back(book.entrants[i].name, old);
    }
    return joined;
}

namespace {

/// The name of a bot of a folder, without the folder and the number of a version.
std::string bare(const std::string& name) {
    return name.substr(name.rfind('/') + 1, name.rfind(" #") - (name.rfind('/') + 1));
}

/// The file of the first stage that a command names; empty if it names none.
std::string earlier_of(const Words& typed) {
    const auto from = value_of(typed, "--from");
    return from ? from->substr(0, from->find(",top=")) : "";
}

/// How many entrants of the first stage a command takes, of so many that are there.
std::size_t wanted_of(const Words& typed, std::size_t present) {
    const std::string from = value_of(typed, "--from").value_or("");
    const auto top = from.find(",top=");
    return top == std::string::npos ? present : std::stoul(from.substr(top + 5));
}

std::vector<std::string> names_in(const TournamentHead& head) {
    std::vector<std::string> names;
    for (const StoredEntrant& entrant : head.entrants)
        names.push_back(entrant.name);
    return names;
}

}  // namespace

void Judge::wrote(const std::string& file, const std::string& content, std::int64_t at) {
    files_.wrote(file, content);
    hand_ins_.wrote(file, content, at);
    if (trace_ != nullptr) trace_->wrote(file, content, at);
}

void Judge::typed(const Step& step, std::int64_t at_us) {
    if (step.typed.front() == "tournament" && !has(step.typed, "--resume"))
        first_commands_[file_of(step.typed)] = {step.typed, at_us};
    typed_ = step.typed;
    pending_.clear();
    was_not_answered_ = false;
    due_.clear();
    for (const Event& event : step.events)
        if (!event.change.empty()) pending_.push_back(event.change);
    of_run_.clear();
    unexplained_.clear();
    had_signal_ = std::any_of(step.events.begin(), step.events.end(), [](const Event& one) { return one.signal != 0; });
    if (trace_ != nullptr) trace_->typed(step, at_us);
}

void Judge::begun(const std::string& db, const TournamentHead& head, bool is_new) {
    if (is_new) {
        const Words& typed = first_commands_.at(db).typed;
        Book fresh(typed, names_in(head));
        if (const std::string from = earlier_of(typed); !from.empty()) {
            check_stage(fresh, typed);
            // It has the game and the openings of the first one.
            const Book& earlier = books_.at(from);
            if (!fresh.has_openings) fresh.listed_openings = earlier.listed_openings;
            fresh.has_openings = fresh.has_openings || earlier.has_openings;
            fresh.has_own_game = earlier.has_own_game;
            fresh.has_secrets = earlier.has_secrets;
            if (!earlier.students.empty()) fresh.begin_class(earlier.students, &earlier);
            const HandIns::Known before = hand_ins_.in(from);
            hand_ins_.in(db) = {before.handed_in, {}, {}, {}, before.decisions, before.seen};
            for (const auto& [student, why] : before.why)
                if (!earlier.bot_of(student) && before.has_refusal(student)) hand_ins_.in(db).why[student] = why;
        }
        if (has(typed, "--students")) begin_class(db, fresh, typed);
        fresh.left_out_in_file =
            static_cast<std::size_t>(std::ranges::count(head.changes, Change::Kind::left_out, &Change::kind));
        books_.emplace(db, std::move(fresh));
        files_.begun(db, typed, names_in(head));
    }
    Book& known = books_.at(db);
    const bool may_rest = known.format == "ladder" && known.goal.empty() && !games_of_run(typed_);
    known.rest = may_rest ? std::optional(playback_->pairs_before_rest()) : std::nullopt;
    if (trace_ != nullptr) trace_->begun(db, head, is_new);
}

void Judge::planned(const std::string& db, const TournamentHead& head, const PlannedGame& game) {
    Book& book = books_.at(db);
    const Row row{game.number, game.round, game.first, game.second, game.pair, game.seed, game.opening};
    check_new_batch(book);
    check_new_game(book, row);
    check_new_round(book, row);
    book.plan(row);
    if (trace_ != nullptr) trace_->planned(db, head, game);
}

void Judge::played(const std::string& db, const TournamentHead& head, const PlayedGame& game) {
    Outcome outcome;
    outcome.winner = game.match.result.winner.value_or(-1);
    outcome.ending = protocol::name_of(game.match.ending);
    outcome.hash = fmt::format("{:016x}", game.match.moves_hash);
    outcome.busy = game.match.busy;
    Book& book = books_.at(db);
    const int number = game.game.number;
    law(book.is_open(number), "law 3 (no game is played twice)", fmt::format("game {} was not open", number + 1));
    book.finish(number, outcome);
    of_run_.insert(number);
    if (game.failure) unexplained_.insert(number);
    if (trace_ != nullptr) trace_->played(db, head, game);
}

void Judge::changed(const std::string& db, const TournamentHead& head, const Words& typed, bool accepted,
                    const std::string& text) {
    Book& book = books_.at(db);
    was_not_answered_ = text == std::string(no_answer) + "\n";
    if (was_not_answered_) return;
    pending_.pop_front();
    law(!accepted || verdict_on(book, typed) != Verdict::refused, law_14_orders, line_of(typed) + " is accepted");
    Arrivals joined;
    if (accepted) joined = make(db, typed, names_in(head), "");
    book.changes_in_file =
        static_cast<int>(std::count_if(head.changes.begin(), head.changes.end(), [](const auto& one) {
            return one.kind != Change::Kind::played && one.kind != Change::Kind::left_out;
        }));
    if (trace_ != nullptr) trace_->changed_while_played(db, typed, accepted, text, joined);
}

void Judge::answered(const Step& step, Answer& answer) {
    const std::string db = file_of(step.typed);
    Book* const known = book(db);
    std::optional<FileFacts> facts;
    if (known != nullptr && std::filesystem::exists(db)) facts = facts_of(db);
    law(known == nullptr || facts, law_26, "the file is missing");
    law(answer.killed || !was_not_answered_, law_14_orders, line_of(step.typed) + ": a change gets no answer");
    std::vector<int> lost;
    if (facts && answer.killed) {
        lost = settle_kill(step, answer, *facts);
    } else if (facts && had_signal_) {
        // A signal explains why a bot's process has ended, so its game is played again.
        for (const int game : unexplained_)
            if (!facts->matches.contains(game) && known->results.erase(game) > 0) lost.push_back(game);
    }
    if (step.typed.front() == "change" && !answer.killed && known != nullptr) check_orders(step.typed, answer);
    const bool is_change = step.typed.front() == "change" && !has(step.typed, "--dry-run");
    if (facts && is_change && is_done(answer) && !answer.killed) {
        answer.joined = make(db, step.typed, facts->names, answer.err);
    }
    if (facts) check_left_out(step, answer, *facts);
    due_.clear();
    if (trace_ != nullptr && !lost.empty()) trace_->removed(db, lost, answer.killed ? "killed" : "signal");
    if (trace_ != nullptr) trace_->answered(step, answer);
    last_was_killed_ = answer.killed;
    if (facts && !answer.killed) {
        check_dry_run(step.typed, answer);
        check_settings(step.typed, answer);
    }
    if (facts) check(step, answer, *facts);
}

void Judge::check_orders(const Words& typed, const Answer& answer) const {
    const std::string db = file_of(typed);
    Verdict verdict = verdict_on(books_.at(db), typed);
    auto orders = orders_in(typed);
    const Book& known = books_.at(db);
    for (const std::string& name : orders["return"])
        if (verdict == Verdict::accepted &&
            files_.has_changed(db, known.entrants[static_cast<std::size_t>(known.meant_by(name).value())].name))
            verdict = Verdict::refused;
    if (files_.brings_unfit(typed) || !may_take_up(db, typed)) verdict = Verdict::refused;
    law(verdict != Verdict::refused || answer.exit == 2, law_14_orders, line_of(typed) + " is accepted");
    law(verdict != Verdict::accepted || is_done(answer), law_14_orders,
        fmt::format("{} is refused: {}", line_of(typed), answer.err));
    law(answer.exit == 2 || answer.exit == exit_when_done(db, typed), law_27_change,
        fmt::format("{} ends with {}: {}", line_of(typed), answer.exit, answer.err));
}

void Judge::check_dry_run(const Words& typed, const Answer& answer) {
    const Words dry = std::exchange(dry_, {});
    if (has(typed, "--dry-run")) {
        dry_ = typed;
        dry_answer_ = answer;
        return;
    }
    if (dry.empty() || !std::equal(typed.begin(), typed.end(), dry.begin(), std::prev(dry.end()))) return;
    law(answer.exit == dry_answer_.exit, law_25,
        fmt::format("{} ends with {}, and with {} without --dry-run", line_of(dry), dry_answer_.exit, answer.exit));
    if (!is_done(answer)) return;
    const auto counts_in = [](const std::string& text) {
        static const std::regex line("\n# ([0-9]+|no) games? (is|are) played[^;\n]*");
        std::smatch found;
        return std::regex_search(text, found, line) ? found.str() : "";
    };
    const Answer now = playback_->look({"tournament", "--resume", "--db", file_of(typed), "--dry-run"});
    law(now.exit == 2 || counts_in(now.out) == counts_in(dry_answer_.out), law_25,
        fmt::format("{} tells '{}', and there are '{}'", line_of(dry), counts_in(dry_answer_.out), counts_in(now.out)));
}

void Judge::check_settings(const Words& typed, const Answer& answer) const {
    if (!has(typed, "--resume")) return;
    const std::string db = file_of(typed);
    const Book& known = books_.at(db);
    const Words& first = first_commands_.at(db).typed;
    bool same = true, any = false;
    for (const char* option : {"--game", "--format", "--games", "--seed", "--until", "--challenger", "--anchor"}) {
        const auto given = value_of(typed, option), before = value_of(first, option);
        any = any || given;
        same = same && (!given || given == before);
    }
    const bool has_changed = std::ranges::any_of(
        known.entrants, [&](const Participant& one) { return one.present && files_.has_changed(db, one.name); });
    law(same || answer.exit == 2, law_12,
        fmt::format("{} plays on with another setting, and ends with {}: {}", line_of(typed), answer.exit, answer.err));
    law(!any || !same || has_changed || answer.exit != 2, law_12,
        fmt::format("{} gives the settings of the tournament, and is refused: {}", line_of(typed), answer.err));
}

std::vector<std::string> Judge::present_in(const std::string& db) const {
    std::vector<std::string> present;
    for (const Participant& one : books_.at(db).entrants)
        if (one.present) present.push_back(one.name);
    return present;
}

std::vector<std::string> Judge::playing_in(const std::string& db, const std::string& notes) const {
    const Book& book = books_.at(db);
    std::vector<std::string> playing = present_in(db);
    const bool are_many = notes.find("entrants play no more games in this knockout") != std::string::npos;
    std::erase_if(playing, [&](const std::string& name) {
        if (are_many) return !plays_on(book, book.entrants[static_cast<std::size_t>(book.number_of(name))].place);
        return notes.find(fmt::format("'{}' plays no more games in this knockout", name)) != std::string::npos;
    });
    return playing;
}

Arrivals Judge::make(const std::string& db, const Words& typed, const std::vector<std::string>& names,
                     const std::string& notes) {
    if (!books_.at(db).students.empty()) return make_in_class(db, typed, names, notes);
    std::vector<std::string> news;
    if (const auto folder = value_of(typed, "--bots")) {
        news = files_.news_in(*folder, db, playing_in(db, notes));
        for (const std::string& name : files_.left_out_now(*folder, db, playing_in(db, notes)))
            due_.insert(bare(name));
    }
    const Arrivals joined = enter(books_.at(db), typed, names);
    check_news(typed, news, joined);
    files_.joined(db, typed, joined);
    return joined;
}

void Judge::check_left_out(const Step& step, const Answer& answer, const FileFacts& facts) {
    Book& known = books_.at(file_of(step.typed));
    std::vector<std::string> found;
    for (std::size_t i = known.left_out_in_file; i < facts.left_out.size(); ++i)
        found.push_back(bare(facts.left_out[i].first));
    known.left_out_in_file = facts.left_out.size();
    if (answer.killed) {
        if (!known.students.empty()) return believe_reasons(file_of(step.typed));
        for (const Words& typed : {step.typed, pending_.empty() ? Words() : pending_.front()})
            if (const auto folder = value_of(typed, "--bots")) files_.was_left_out(file_of(typed), *folder, found);
        return;
    }
    law(std::multiset<std::string>(found.begin(), found.end()) == due_, law_15_left_out,
        fmt::format("{}: the journal tells of {}, and left out are {}", line_of(step.typed), fmt::join(found, ", "),
                    fmt::join(due_, ", ")));
}

void Judge::check_stage(const Book& fresh, const Words& typed) const {
    const std::vector<std::string> present = present_in(earlier_of(typed));
    const std::size_t wanted = wanted_of(typed, present.size());
    std::size_t taken = 0;
    for (const Participant& one : fresh.entrants)
        if (std::ranges::find(present, one.name) != present.end())
            law(++taken <= wanted, law_31, one.name + " is too many");
    law(taken == wanted, law_31, fmt::format("{} play on, and not {}", taken, wanted));
    std::set<std::string> seated;
    for (std::size_t i = 0; i < taken; ++i) {
        law(std::ranges::find(present, fresh.entrants[i].name) != present.end(), law_31,
            fresh.entrants[i].name + " stands before those of the first stage");
        seated.insert(fresh.entrants[i].name);
    }
    const auto options = std::ranges::find_if(typed, [](const std::string& word) { return word.starts_with("--"); });
    std::size_t others = static_cast<std::size_t>(options - typed.begin()) - 1;  // those who are named
    if (const auto folder = value_of(typed, "--bots"))
        others += files_.others_in(*folder, earlier_of(typed), seated).size();
    law(fresh.entrants.size() == taken + others, law_31,
        fmt::format("{} play with those of the first stage, and not {}", fresh.entrants.size() - taken, others));
}

void Judge::check_seeds(const Book& known, const Words& typed) const {
    const std::string from = earlier_of(typed);
    const std::vector<std::string> present = present_in(from);
    std::size_t left = wanted_of(typed, present.size()), seed = 0;
    const Answer table = playback_->look({"export", from, "standings", "--format", "json", "--columns", "rank,name"});
    law(table.exit == 0, law_30, table.err);
    for (const Json& line : protocol::parse_json(table.out)) {
        const auto name = line.at("name").get<std::string>();
        if (left == 0 || std::ranges::find(present, name) == present.end()) continue;
        const std::string& seated = known.entrants.at(seed++).name;
        law(seated == name, law_31, fmt::format("seed {} is {}, and not {}", seed, seated, name));
        --left;
    }
}

void Judge::check_news(const Words& typed, const std::vector<std::string>& expected, const Arrivals& joined) const {
    if (!has(typed, "--bots")) return;
    std::set<std::string> found;
    for (const auto& [name, old] : joined)
        found.insert(old.empty() ? name : old);
    law(found == std::set<std::string>(expected.begin(), expected.end()), law_15,
        fmt::format("{} has brought {}, and new are {}", line_of(typed), fmt::join(found, ", "),
                    fmt::join(expected, ", ")));
}

/// Finds out what a kill has left. Games that were shown are in the file, and an order is there wholly or not at all;
/// the rest of the check compares its parts.
std::vector<int> Judge::settle_kill(const Step& step, Answer& answer, const FileFacts& facts) {
    const std::string db = file_of(step.typed);
    Book* const known = book(db);
    answer.is_in_file = true;
    answer.planned = static_cast<int>(facts.games.size());
    if (step.typed.front() == "change") {
        answer.is_in_file = facts.changes > known->changes_in_file || facts.names.size() > known->entrants.size() ||
                            has_taken_up(db, step.typed, facts);
        if (answer.is_in_file) answer.joined = enter_unseen(db, step.typed, facts);
        return {};
    }
    const bool has_changed = facts.changes > known->changes_in_file;
    if (!pending_.empty() && (has_changed || has_taken_up(db, pending_.front(), facts)))
        static_cast<void>(enter_unseen(db, pending_.front(), facts));
    for (const Json& event : events_in(answer.out)) {
        if (event.at("event") != "played") continue;
        const int game = event.at("game").get<int>() - 1;
        const bool is_set_aside = facts.set_aside.contains(game) && !known->results.contains(game);
        law(facts.matches.contains(game) || is_set_aside, law_26_shown,
            fmt::format("game {} was shown and is lost", game + 1));
    }
    std::vector<int> lost;
    for (const int game : of_run_) {
        if (facts.matches.contains(game) || !known->results.contains(game)) continue;
        lost.push_back(game);
        known->results.erase(game);
    }
    law(facts.games.size() <= known->games.size(), law_26, "the file has games that were not planned");
    known->unplan(facts.games.size());
    return lost;
}

void Judge::check(const Step& step, const Answer& answer, const FileFacts& facts) {
    const std::string db = file_of(step.typed);
    Book& known = books_.at(db);
    const std::vector<Json> events = events_in(answer.out);
    // Everything is typed where the tournaments have begun.
    law(answer.err.find("run referee in") == std::string::npos, law_15, answer.err);
    law(answer.killed || answer.exit != 1 || !events.empty(), law_30, answer.err);
    known.changes_in_file = facts.changes;
    check_file(known, facts);
    const bool finished = !events.empty() && events.back().value("why", "") == "finished";
    check_plan(known, finished);
    if (!earlier_of(step.typed).empty()) check_seeds(known, step.typed);
    if (!known.students.empty()) check_students(db, facts);
    if (!answer.killed && step.typed.front() == "tournament")
        check_end(known, answer, events, games_of_run(step.typed));
    if (!answer.killed && !of_run_.empty() && !had_signal_) check_run_without_results(known, of_run_, step.jobs);
    if (every_ > 0 && ++commands_ % every_ == 0) compare_standings(db);
}

void Judge::compare_standings(const std::string& db) const {
    const Answer shown = playback_->standings(db);
    law(shown.exit == 0, law_30, shown.err);
    check_standings(books_.at(db), protocol::parse_json(shown.out));
}

}  // namespace simulation
