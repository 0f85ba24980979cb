#include "referee/tournament/page/entrant_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "referee/match/notes_text.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/tournament/schedule/shown_number.hpp"
#include "referee/tournament/tables/numbers.hpp"
#include "referee/tournament/tables/tables.hpp"

namespace referee::tournament {

namespace {

constexpr std::size_t max_worst_losses = 5;

constexpr std::string_view style =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;margin:.5rem 0}caption{text-align:left;padding:.2rem 0}"
    "th,td{padding:.2rem .7rem;text-align:left;border-bottom:1px solid #8886}.number{text-align:right}"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}dd{margin:0}"
    ".wide{overflow-x:auto}.words{overflow-wrap:anywhere;min-width:12rem}summary{cursor:pointer;padding:.2rem 0}"
    "h1{overflow-wrap:anywhere}@media(max-width:30rem){dl{display:block}dd{margin:0 0 .4rem 1rem}th,td{padding:.2rem "
    ".4rem}}";

/// A table may be wider than a phone: it scrolls by itself, also by keys.
constexpr std::string_view table_begin = "<div class=\"wide\" tabindex=\"0\"><table>";
constexpr std::string_view table_end = "</tbody></table></div>\n";

std::string html_text(std::string_view text) {
    std::string out;
    for (const char c : clean_name(std::string(text))) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

/// As the other pages write it: "812 µs".
std::string shown(std::chrono::microseconds duration) {
    std::string text = rounded(duration);
    if (text.ends_with(" us")) text.replace(text.size() - 2, 2, "\u00b5s");
    return text;
}

/// What the page says of one entrant.
class EntrantPage {
public:
    EntrantPage(const ReportData& report, std::size_t place, const GameRows& games, const ForfeitDetails& details,
                const GameNotes& notes)
        : report_(report),
          place_(place),
          entrant_(static_cast<int>(report.standings->lines[place].entrant)),
          games_(games),
          details_(details),
          notes_(notes),
          places_(report.standings->lines.size()) {
        for (std::size_t i = 0; i < places_.size(); ++i)
            places_[report.standings->lines[i].entrant] = i;
        for (const GameRow& row : games.rows) {
            if (row.first == entrant_ || row.second == entrant_) own_.push_back(&row);
        }
    }

    std::string text() const {
        const std::string name = html_text(name_of(entrant_));
        const std::string title = report_.event.title.empty() ? "the tournament" : html_text(report_.event.title);
        return fmt::format(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"generator\" content=\"referee\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<meta name=\"color-scheme\" content=\"light "
            "dark\">\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
            "<nav><a "
            "href=\"../index.html\">{2}</a></nav>\n<main>\n<h1><bdi>{0}</bdi></h1>\n{3}{4}{5}{6}{7}</main>\n</body>\n"
            "</html>\n",
            name, style, title, facts(), forfeits(), worst_losses(), noted(), all_games());
    }

    std::vector<const GameRow*> with_notes() const {
        std::vector<const GameRow*> rows = lost();
        if (rows.empty()) rows.assign(own_.end() - std::min<std::ptrdiff_t>(2, std::ssize(own_)), own_.end());
        return rows;
    }

private:
    std::string name_of(int entrant) const {
        return name_of_entrant(report_.account->head(), static_cast<std::size_t>(entrant));
    }
    int opponent(const GameRow& row) const { return row.first == entrant_ ? row.second : row.first; }
    bool has_lost(const GameRow& row) const {
        return row.counts && row.winner && (*row.winner == 0 ? row.first : row.second) != entrant_;
    }
    std::string result(const GameRow& row) const {
        if (!row.counts || report_.account->is_annulled(row.first, row.second)) return "-";
        return !row.winner ? "draw" : has_lost(row) ? "lost" : "won";
    }
    std::string number_link(const GameRow& row) const {
        return fmt::format("<a href=\"../games/{}.html#match={}\">{}</a>", row.page, row.match,
                           shown_number(row.number));
    }
    std::string opponent_link(const GameRow& row) const {
        return fmt::format("<a href=\"{}.html\"><bdi>{}</bdi></a>", shown_number(opponent(row)),
                           html_text(name_of(opponent(row))));
    }

    static void add_fact(std::string& out, std::string_view what, std::string_view value) {
        out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", what, value);
    }

    std::string facts() const {
        const StandingsLine& line = report_.standings->lines[place_];
        const EntrantAccount& entrant = report_.account->entrants()[line.entrant];
        const Rating& rating = report_.standings->ratings.entrants[line.entrant];
        std::string out = "<dl>\n";
        add_fact(out, "place", fmt::format("{} of {}", line.rank, places_.size()));
        const std::string& limits = report_.account->head().entrants[line.entrant].limits;
        if (!limits.empty()) add_fact(out, "limits of its own", html_text(limits));
        add_fact(out, "points", fmt::format("{} in {} games", points_text(line.half_points), entrant.games()));
        std::string elo = value_text(RatingOfEntrant{rating, report_.account->is_broken(line.entrant)});
        elo.erase(0, elo.find_first_not_of(' '));
        add_fact(out, "Elo [95 %]", html_text(elo));
        add_fact(out, "won, drawn, lost moving first", tally_text(entrant.as_first));
        add_fact(out, "moving second", tally_text(entrant.as_second));
        if (report_.times != nullptr && (*report_.times)[line.entrant].turns() > 0) {
            const TurnTimes& times = (*report_.times)[line.entrant];
            const auto time = [](double us) { return shown(std::chrono::microseconds(static_cast<long long>(us))); };
            add_fact(out, "time of a turn",
                     fmt::format("{} (median), {} (95 %), {} (mean)", time(times.quantile_us(0.5)),
                                 time(times.quantile_us(0.95)), time(times.mean_us())));
        }
        if (entrant.longest_turn) add_fact(out, "longest turn", shown(*entrant.longest_turn));
        return out + "</dl>\n";
    }

    std::string forfeits() const {
        std::string rows;
        for (const GameRow* row : own_) {
            const auto detail = details_.find(row->number);
            if (detail == details_.end() || !has_lost(*row)) continue;
            rows +=
                fmt::format("<tr><td class=\"number\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                            number_link(*row), opponent_link(*row), html_text(ending(*row)), html_text(detail->second));
        }
        if (rows.empty()) return "<h2>Forfeits</h2>\n<p>None.</p>\n";
        return fmt::format(
            "<h2>Forfeits</h2>\n{}<thead><tr><th scope=\"col\">#</th><th scope=\"col\">against</th><th "
            "scope=\"col\">ending</th><th scope=\"col\">reason</th></tr></thead><tbody>\n{}{}",
            table_begin, rows, table_end);
    }

    const std::string& ending(const GameRow& row) const { return games_.endings[static_cast<std::size_t>(row.ending)]; }

    std::string table_of(const std::vector<const GameRow*>& rows) const {
        std::string out(table_begin);
        out +=
            "<thead><tr><th scope=\"col\">#</th><th scope=\"col\">round</th><th scope=\"col\">against</th><th "
            "scope=\"col\">its place</th><th scope=\"col\">moved</th><th scope=\"col\">result</th><th "
            "scope=\"col\">ending</th><th scope=\"col\">plies</th></tr></thead><tbody>\n";
        for (const GameRow* row : rows)
            out += fmt::format(
                "<tr><td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td><td class=\"number\">{}"
                "</td><td>{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td></tr>\n",
                number_link(*row), shown_number(row->round), opponent_link(*row),
                report_.standings->lines[places_[static_cast<std::size_t>(opponent(*row))]].rank,
                row->first == entrant_ ? "first" : "second", result(*row), html_text(ending(*row)), row->plies);
        return out.append(table_end);
    }

    /// The worst ones: against the lowest in the table; of equal ones the shortest.
    std::vector<const GameRow*> lost() const {
        std::vector<const GameRow*> lost;
        std::copy_if(own_.begin(), own_.end(), std::back_inserter(lost),
                     [&](const GameRow* row) { return result(*row) == "lost"; });
        const auto place = [&](const GameRow* row) { return places_[static_cast<std::size_t>(opponent(*row))]; };
        std::stable_sort(lost.begin(), lost.end(), [&](const GameRow* a, const GameRow* b) {
            return std::pair(place(b), a->plies) < std::pair(place(a), b->plies);
        });
        if (lost.size() > max_worst_losses) lost.resize(max_worst_losses);
        return lost;
    }

    std::string worst_losses() const {
        const auto rows = lost();
        return rows.empty() ? "" : "<h2>Worst losses</h2>\n" + table_of(rows);
    }

    std::string noted() const {
        std::string out;
        for (const GameRow* row : with_notes()) {
            const auto found = notes_.find({entrant_, row->number});
            if (found == notes_.end() || found->second.empty()) continue;
            out += fmt::format("<details><summary>Game {}, {} against <bdi>{}</bdi></summary>\n",
                               shown_number(row->number), result(*row) == "-" ? "not counted," : result(*row),
                               html_text(name_of(opponent(*row))));
            out.append(table_begin) +=
                "<thead><tr><th scope=\"col\">ply</th><th "
                "scope=\"col\">move</th><th scope=\"col\">what it wrote</th></tr></thead><tbody>\n";
            for (const NotesOfPly& note : found->second)
                out += fmt::format("<tr><td class=\"number\">{}</td><td>{}</td><td class=\"words\">{}</td></tr>\n",
                                   note.ply, html_text(note.move), html_text(note.words));
            out.append(table_end).append("</details>\n");
        }
        return out.empty() ? "" : "<h2>Notes</h2>\n" + out;
    }

    std::string all_games() const { return "<h2>Games</h2>\n" + table_of(own_); }

    const ReportData& report_;
    std::size_t place_;
    int entrant_;
    const GameRows& games_;
    const ForfeitDetails& details_;
    const GameNotes& notes_;
    std::vector<std::size_t> places_;  ///< by entrant
    std::vector<const GameRow*> own_;
};

}  // namespace

std::vector<int> games_with_notes(const ReportData& report, std::size_t place, const GameRows& games) {
    const ForfeitDetails no_details;
    const GameNotes no_notes;
    std::vector<int> numbers;
    for (const GameRow* row : EntrantPage(report, place, games, no_details, no_notes).with_notes())
        numbers.push_back(row->number);
    return numbers;
}

NotesOfGame notes_of_player(const protocol::MatchLog& log, int player) {
    constexpr std::ptrdiff_t max_plies = 60;
    NotesOfGame notes;
    for (std::size_t ply = 0; ply < log.plies.size(); ++ply) {
        const auto& made = log.plies[ply];
        const protocol::Notes& noted = made.notes;
        if (made.player != player || noted.empty()) continue;
        std::string words = noted.info ? info_text(*noted.info, true) : "";
        if (words.empty()) words = noted.text.substr(0, noted.text.find('\n'));
        notes.push_back({static_cast<int>(ply) + 1, made.move, std::move(words)});
    }
    if (std::ssize(notes) > max_plies) notes.erase(notes.begin(), notes.end() - max_plies);
    return notes;
}

std::string entrant_page(const ReportData& report, std::size_t place, const GameRows& games,
                         const ForfeitDetails& details, const GameNotes& notes) {
    return EntrantPage(report, place, games, details, notes).text();
}

}  // namespace referee::tournament
