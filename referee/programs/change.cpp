// `referee change FILE`: changes a tournament that has begun. Entrants join, leave or are replaced, and games are
// played again.
#include <fmt/format.h>

#include "games/user_error.hpp"
#include "games/words.hpp"
#include "referee/core/options/match_options.hpp"
#include "referee/programs/commands.hpp"
#include "referee/programs/tournament.hpp"
#include "referee/tournament/options/team_options.hpp"

namespace referee {

namespace {

using games::UserError;

constexpr const char* change_overview =
    R"(Changes a tournament between two runs, or a ladder while it is played. Several
changes in one command are made together or not at all. New bots are checked
first. The command itself plays nothing.

  referee change t.db add ./late x=./other   they join
  referee change t.db withdraw NAME          leaves, and its results stay
  referee change t.db annul NAME             leaves, and its games don't count
  referee change t.db replace NAME=BOT       BOT takes the place of an entrant
  referee change t.db return NAME            it had left, and plays again
  referee change t.db again 17 20-25 NAME    these games are played again
  referee change t.db rounds 9               of a Swiss tournament
  referee change t.db --bots DIR             takes up what is new in the folder
  referee change t.db --game FILE            the rules of the game are now there
  referee tournament --resume --db t.db      plays on)";

/// The list that receives the words after a verb. Null for another word.
std::vector<std::string>* list_of(DirectorOrders& orders, std::string_view verb) {
    std::vector<std::string>* found = nullptr;
    DirectorOrders::fields(orders, [&](std::string_view name, std::vector<std::string>& words) {
        if (name == verb) found = &words;
    });
    return found;
}

constexpr std::string_view rounds_verb = "rounds";
constexpr int max_rounds = 10'000;

void read_rounds(const std::string& text, std::optional<int>& rounds) {
    if (rounds) throw UserError("rounds is given twice");
    const auto number = games::whole_number(text);
    if (!number || *number < 1 || *number > max_rounds)
        throw UserError(fmt::format("rounds '{}': write a whole number from 1 to {}", text, max_rounds));
    rounds = static_cast<int>(*number);
}

/// The order to take up what is new in a folder, if there is one. Throws games::UserError for what goes only with it.
std::optional<NewsOrder> news_of(const NewsOrder& given) {
    if (!given.owners.empty() && given.folder.empty())
        throw UserError("--hand-ins goes with --bots DIR, the folder with the hand-ins");
    if (!given.students.empty() && given.folder.empty())
        throw UserError("--students goes with --bots DIR, the folder with the hand-ins");
    if ((!given.teams.empty() || given.team_size) && given.students.empty())
        throw UserError("--teams and --team-size go with --students FILE, the new list of the class");
    if (!given.teams.empty()) static_cast<void>(handins::parse_teams(given.teams, {}));
    return given.folder.empty() ? std::nullopt : std::optional(given);
}

/// Reads words such as "add ./a withdraw b c". Each verb takes the words up to the next verb, but at least one word.
void read_orders(const Arguments& words, TournamentOptions& options) {
    constexpr const char* known = "write add, withdraw, annul, replace, return, again or rounds";
    if (words.empty() && !options.orders.news && !options.game)
        throw UserError(fmt::format("no change is given: {}", known));
    for (std::size_t i = 0; i < words.size();) {
        const std::string& verb = words[i];
        std::vector<std::string>* const orders = list_of(options.orders, verb);
        if (orders == nullptr && verb != rounds_verb)
            throw UserError(fmt::format("unknown change '{}': {}", verb, known));
        if (++i == words.size())
            throw UserError(fmt::format("'{}' needs an argument: see referee change --help", verb));
        if (verb == rounds_verb) {
            read_rounds(words[i++], options.rounds);
            continue;
        }
        do {
            orders->push_back(words[i++]);
        } while (i < words.size() && words[i] != rounds_verb && list_of(options.orders, words[i]) == nullptr);
    }
    DirectorOrders::fields(options.orders, [&](std::string_view verb, const std::vector<std::string>& named) {
        if (!named.empty() && options.orders.news)
            throw UserError(
                fmt::format("--bots: use '{}' in a command of its own; only rounds may be here, too", verb));
    });
}

}  // namespace

TournamentOptions change_options(const Arguments& arguments) {
    TournamentOptions options;
    NewsOrder news;
    Arguments words;
    CommandLine line("referee change", change_overview,
                     "Exit codes: 0 done, 1 a system error, 2 wrong arguments or files, or a bot is\n"
                     "not fit to play, 6 done, but hand-ins of a class have no owner, 128 + n\n"
                     "stopped by signal n.");
    options.db.clear();
    line.text("FILE", "", "the tournament's file", options.db);
    line.list("WHAT", "", "add, withdraw, annul, replace, return, again or\nrounds, each with what follows it", words);
    line.file("--bots", "DIR",
              "new bots or hand-ins in this folder join, and\nchanged ones replace their earlier versions",
              news.folder);
    line.file("--students", "FILE", "the new list of the class whose hand-ins these are", news.students);
    add_teams(line, news.teams, news.team_size);
    line.file("--hand-ins", "FILE",
              "whose the hand-ins are: hand_ins.csv with what you\nhave written there, or 'suggested'", news.owners);
    line.text("--game", "FILE", "a game of one's own: its rules are in this file or\nfolder from now on", options.game);
    add_limits(line, {.own = &options.own_limits});
    add_reuse(line, options.reuse);
    line.number("--jobs", 1, 10'000, "bots that are checked at once (half the cores); not\nwhile a ladder is played",
                options.jobs);
    line.flag("--force", "more of them at once than cores", options.force);
    line.flag("--dry-run", "only show what would be changed and played", options.dry_run);
    line.parse(arguments);
    if (options.db.empty()) throw UserError("no tournament is given: referee change FILE add BOT");
    options.orders.news = news_of(news);
    read_orders(words, options);
    if (options.reuse && !options.orders.bring_bots())
        throw UserError("--reuse applies only to new bots: use add or replace");
    if (options.orders.news && !options.own_limits.empty())
        throw UserError("--limits: a newer version keeps the limits of the one before; for others, use replace");
    options.resume = true;
    options.only_changes = true;
    return options;
}

Task parse_change(const Arguments& arguments) {
    return [options = change_options(arguments)] { return run_tournament(options); };
}

}  // namespace referee
