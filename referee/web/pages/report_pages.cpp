#include "referee/web/pages/report_pages.hpp"

#include <fmt/format.h>

#include <csignal>
#include <filesystem>

#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/replaced_file.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/figures/tables/tournament_files.hpp"
#include "referee/tournament/options/anchor_option.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/web/pages/entrant_page.hpp"
#include "referee/web/pages/feedback.hpp"
#include "referee/web/pages/match_page.hpp"
#include "referee/web/pages/public_log.hpp"
#include "referee/web/pages/report_folder.hpp"
#include "referee/web/pages/report_json.hpp"

namespace referee {

namespace {

using namespace tournament;
using games::UserError;

/// The size in bytes at which a page of matches is complete. The program in each page takes about a tenth of it.
constexpr std::size_t full_page = std::size_t{1} << 20;
/// The number of points in time for which ratings are shown.
constexpr std::size_t moments = 40;

/// Collects the data of a tournament's report. for_each_match() reads the logs. It must be called before the functions
/// that use them.
class Report {
public:
    Report(const Store& store, std::string db, const std::optional<Anchor>& anchor, Event event)
        : store_(&store),
          db_(std::move(db)),
          event_(std::move(event)),
          anchor_(anchor),
          account_(account_of(store)),
          standings_(standings_of(account_, true, anchor)),
          games_(game_rows_of(store)),
          times_(account_.entrants().size()),
          places_(account_.entrants().size()) {
        for (std::size_t i = 0; i < places_.size(); ++i)
            places_[standings_.lines[i].entrant] = i;
        add_ranks(standings_);
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const int entrant = static_cast<int>(standings_.lines[i].entrant);
            for (const int number : games_with_notes({&account_, &standings_, &times_, nullptr, event_}, i, games_))
                notes_[{entrant, number}];
        }
    }

    std::size_t games() const { return games_.rows.size(); }

    /// Calls `use` with each match, pairing by pairing, and with the row of the match. `use` writes the page of the
    /// match, and its position on that page, into the row.
    template <class Use>
    void for_each_match(const Use& use) {
        const auto order = by_pairing(games_.rows, places_);
        std::vector<int> numbers;
        for (const std::size_t i : order)
            numbers.push_back(games_.rows[i].number);
        std::size_t next = 0;
        store_->for_each_match_of(numbers, [&](int, std::string_view json) {
            GameRow& row = games_.rows[order[next++]];
            use(read(json, row), row);
        });
    }

    /// Calls `use` with the number of each entrant, counted from 1, and with its page. Requires: for_each_match() has
    /// been called.
    template <class Use>
    void for_each_entrant(const Use& use) const {
        const ReportData data{&account_, &standings_, &times_, nullptr, event_};
        for (std::size_t place = 0; place < standings_.lines.size(); ++place)
            use(static_cast<int>(standings_.lines[place].entrant) + 1,
                entrant_page(entrant_page_frame(), data, place, games_, forfeit_details_, notes_));
    }

    /// Adds the data of the report's page. `with_entrants`: each entrant has a page. Requires: for_each_match() has
    /// been called.
    void add_to(MatchPage& page, bool with_entrants) const {
        const Course course = course_of(account_, games_.rows, moments, anchor_);
        page.add_data("report-data", report_json({&account_, &standings_, &times_, &course, event_, with_entrants}));
        page.add_data("games-data", json_of(games_, places_));
        page.add_data(event_id, json_of(event_));
    }

private:
    protocol::MatchLog read(std::string_view json, const GameRow& row) {
        auto log = log_for_pages(account_.head(), json,
                                 fmt::format("tournament file '{}', game {}", db_, shown_number(row.number)));
        if (row.winner && protocol::is_forfeit(log.result.ending))
            forfeit_details_[row.number] = {protocol::sentence_of(log.result.ending, log.result.detail)};
        for (const int player : {0, 1}) {
            const auto shown = notes_.find({player == 0 ? row.first : row.second, row.number});
            if (shown != notes_.end()) shown->second = notes_of_player(log, player);
        }
        add_turns(log, times_[static_cast<std::size_t>(row.first)], times_[static_cast<std::size_t>(row.second)]);
        return log;
    }

    const Store* store_;
    std::string db_;
    Event event_;
    std::optional<Anchor> anchor_;
    Account account_;
    Standings standings_;
    GameRows games_;
    std::vector<TurnTimes> times_;
    std::vector<std::size_t> places_;  ///< indexed by entrant: its place in the standings
    ForfeitDetails forfeit_details_;
    GameNotes notes_;  ///< the notes of the games whose notes are shown
};

/// A page of matches, and their numbers in the tournament.
struct TournamentMatches {
    MatchPage page;
    std::string numbers;

    void add(const protocol::MatchLog& log, GameRow& row, int page_number) {
        page.add(log);
        row.page = page_number;
        row.match = page.matches();
        numbers += fmt::format("{}{}", numbers.empty() ? "" : ",", shown_number(row.number));
    }
};

void write_folder(Report& report, const std::string& path) {
    ReportFolder folder(path);
    int pages = 0;
    TournamentMatches matches;
    const auto finish_page = [&] {
        if (matches.page.matches() == 0) return;
        matches.page.add_tournament("../index.html", matches.numbers);
        folder.write(ReportFolder::name_of_page(++pages), matches.page.finished());
        matches = {};
    };
    report.for_each_match([&](const protocol::MatchLog& log, GameRow& row) {
        matches.add(log, row, pages + 1);
        if (matches.page.size() >= full_page) finish_page();
    });
    finish_page();
    MatchPage index(report_page());
    report.add_to(index, true);
    if (index.size() > max_page_bytes) {
        throw UserError(fmt::format("{} make a report of more than {} MiB: see referee standings and referee export",
                                    counted(report.games(), "game"), max_page_bytes >> 20));
    }
    folder.write("index.html", index.finished());
    report.for_each_entrant(
        [&](int number, const std::string& page) { folder.write(ReportFolder::name_of_entrant_page(number), page); });
    folder.complete();
    print(fmt::format("{} in {} with {} ({} KB): open {} in a browser\n", counted(report.games(), "game"),
                      harmless(path), counted(static_cast<std::size_t>(folder.files()), "page"),
                      (folder.size() + 999) / 1000, harmless((std::filesystem::path(path) / "index.html").string())));
}

std::string single_page(Report& report, const std::string& db) {
    TournamentMatches matches{MatchPage(single_report_page()), ""};
    report.for_each_match([&](const protocol::MatchLog& log, GameRow& row) {
        matches.add(log, row, 0);
        if (matches.page.size() <= max_page_bytes) return;
        throw UserError(
            fmt::format("tournament '{}' is too large for one file: {} of {} make more than {} MiB; give -o "
                        "the name of a folder",
                        db, matches.page.matches(), counted(report.games(), "game"), max_page_bytes >> 20));
    });
    report.add_to(matches.page, false);
    matches.page.add_tournament("#", matches.numbers);
    return matches.page.finished();
}

void write_single(Report& report, const ReportOptions& options) {
    if (options.output == "-") {
        print(single_page(report, options.db));
        return;
    }
    refuse_own_file("-o", options.output, options.db);
    write_page(options.output, "report",
               [&] { return std::pair(single_page(report, options.db), counted(report.games(), "game")); });
}

/// The default path of the report: a folder beside the tournament's file.
std::string folder_beside(const std::string& db) {
    std::filesystem::path path(db);
    if (path.extension() == ".db") path.replace_extension();
    return path.string() + "_report";
}

/// The event of the report. Texts that are not given are taken from the existing pages.
Event event_for(const ReportOptions& options, const std::string& output) {
    Event event = options.event;
    if (output == "-") return event;
    const auto page = options.single() ? std::filesystem::path(output) : std::filesystem::path(output) / "index.html";
    const Event before = event_in_page(page);
    if (event.title.empty()) event.title = before.title;
    if (event.date.empty()) event.date = before.date;
    if (event.place.empty()) event.place = before.place;
    return event;
}

}  // namespace

void write_page(const std::string& path, const std::string& what,
                const std::function<std::pair<std::string, std::string>()>& make) {
    check_place_of_page(path);
    ReplacedFile file(path, what);
    const auto [page, content] = make();
    file.write(page);
    file.complete();
    print(fmt::format("{} in {} ({} KB): open it in a browser\n", content, harmless(path), (page.size() + 999) / 1000));
}

void write_report(const ReportOptions& options) {
    std::signal(SIGPIPE, SIG_IGN);  // main() handles a closed stdout
    const Store store = Store::open(options.db);
    if (!options.feedback.empty()) {
        write_feedback(store, options.db, options.feedback, options.anchor);
        return;
    }
    const std::string output = options.output.empty() ? folder_beside(options.db) : options.output;
    Report report(store, options.db, anchor_of(options.anchor, store.head()), event_for(options, output));
    options.single() ? write_single(report, options) : write_folder(report, output);
}

}  // namespace referee
