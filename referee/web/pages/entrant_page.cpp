#include "referee/web/pages/entrant_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <utility>
#include <vector>

#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/match/notes.hpp"
#include "referee/tournament/figures/tables/entrant_name.hpp"
#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/figures/tables/student_state.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/web/pages/html_text.hpp"

namespace referee::tournament {

namespace {

constexpr std::size_t max_worst_losses = 5;

/// A table in a box that scrolls, also with the keyboard, because the table may be wider than the screen of a phone.
std::string table_of(std::string_view caption, std::string_view head, std::string_view rows) {
    return fmt::format(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
        "aria-label=\"{0}\"><table><caption>{0}</caption><thead><tr>{1}</tr></thead><tbody>\n{2}"
        "</tbody></table></div>\n",
        caption, head, rows);
}

std::string head_of(std::initializer_list<std::string_view> columns) {
    std::string head;
    for (const std::string_view column : columns) {
        const bool number =
            column == "game" || column == "plies" || column == "its place" || column == "round" || column == "ply";
        const std::string_view kind = number                ? " class=\"number\""
                                      : column == "against" ? " class=\"name\""
                                      : column == "reason"  ? " class=\"words\""
                                                            : "";
        head += fmt::format("<th scope=\"col\"{}>{}</th>", kind, column);
    }
    return head;
}

/// A duration in the style of the other pages: "812 µs".
std::string shown(std::chrono::microseconds duration) {
    std::string text = rounded(duration);
    if (text.ends_with(" us")) text.replace(text.size() - 2, 2, "\u00b5s");
    return text;
}

/// A part of the page with a heading.
struct Section {
    std::string_view id;
    std::string_view title;
    std::string content;  ///< empty: the page does not have this part
};

/// Puts the parts, and links to them, into a frame. `title` and `headline` are markup.
std::string page_with(std::string_view frame, const std::string& title, const std::string& headline,
                      const std::vector<Section>& sections) {
    std::string links, content;
    for (const auto& [id, name, inside] : sections) {
        if (inside.empty()) continue;
        links += fmt::format("<a href=\"#{}\">{}</a>\n", id, name);
        content += fmt::format(
            "<section id=\"{0}\" class=\"panel whole\" aria-labelledby=\"{0}-title\">\n<h2 "
            "id=\"{0}-title\">{1}</h2>\n{2}</section>\n",
            id, name, inside);
    }
    std::string page(frame);
    const auto put = [&page](std::string_view word, const std::string& text) {
        page.replace(page.find(word), word.size(), text);
    };
    // From the end to the start, so that no word is found in a text that was put in.
    put("@CONTENT@", fmt::format("<main id=\"entrant\" class=\"report\" tabindex=\"-1\">\n{}</main>\n", content));
    put("@HEAD@", fmt::format("<h1><bdi>{}</bdi></h1>\n<p class=\"headline\">{}</p>\n<nav class=\"sections\" "
                              "aria-label=\"Parts of this page\">\n{}</nav>\n",
                              title, headline, links));
    put("<title>referee</title>", "<title>" + title + "</title>");
    return page;
}

/// Lines of a program's output.
std::string output_text(const std::string& output) {
    std::string lines;
    std::istringstream text(output);
    for (std::string line; std::getline(text, line);)
        lines += html_text(line) + "\n";
    return lines.empty() ? lines : fmt::format("<pre class=\"stderr\" tabindex=\"0\">{}</pre>\n", lines);
}

/// The content of one entrant's page.
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

    /// `alone`: the games are in the same page, and other entrants have none.
    std::vector<Section> sections(bool alone) const {
        return {{"results", "Results", facts()},
                {"forfeits", "Forfeits", forfeits(alone)},
                {"worst-losses", "Worst losses", worst_losses(alone)},
                {"notes", "Notes", noted()},
                {"games", "Games", all_games(alone)}};
    }
    std::string name() const { return html_text(name_of(entrant_)); }

    std::vector<const GameRow*> losses_first() const {
        std::vector<const GameRow*> rows = own_;
        std::stable_partition(rows.begin(), rows.end(), [&](const GameRow* row) { return has_lost(*row); });
        return rows;
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
        if (!row.counts) return "-";
        return !row.winner ? "draw" : has_lost(row) ? "lost" : "won";
    }
    static std::string number_link(const GameRow& row, bool alone) {
        if (row.match == 0) return std::to_string(shown_number(row.number));
        const std::string page = alone ? "" : fmt::format("../games/{}.html", row.page);
        return fmt::format("<a href=\"{}#match={}\">{}</a>", page, row.match, shown_number(row.number));
    }
    std::string opponent_link(const GameRow& row, bool alone) const {
        const std::string name = html_text(name_of(opponent(row)));
        if (alone) return fmt::format("<bdi title=\"{0}\">{0}</bdi>", name);
        return fmt::format("<a href=\"{}.html\" title=\"{}\"><bdi>{}</bdi></a>", shown_number(opponent(row)), name,
                           name);
    }

    static void add_fact(std::string& out, std::string_view what, std::string_view value) {
        out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", what, value);
    }

    /// Byes and walkovers give points without a game.
    static std::string points_in_words(const StandingsLine& line, const EntrantAccount& entrant) {
        const std::string of_games =
            fmt::format("{} in {}", points_text(entrant.half_points()), counted(entrant.games(), "game"));
        if (line.half_points == entrant.half_points()) return of_games;
        return fmt::format("{}: {}, {} without playing", points_text(line.half_points), of_games,
                           points_text(line.half_points - entrant.half_points()));
    }

    std::string facts() const {
        const StandingsLine& line = report_.standings->lines[place_];
        const EntrantAccount& entrant = report_.account->entrants()[line.entrant];
        const Rating& rating = report_.standings->ratings.entrants[line.entrant];
        std::string out = "<dl>\n";
        const auto sharing = std::ranges::count(report_.standings->lines, line.rank, &StandingsLine::rank);
        add_fact(out, "place",
                 fmt::format("{} of {}", line.rank, places_.size()) +
                     (sharing > 1 ? fmt::format(", shared by {}", sharing) : ""));
        if (const auto rank = ranks_of(*report_.standings, line.entrant))
            add_fact(
                out, "rank by strength [95 %]",
                rank_interval_text(*rank) +
                    (rank->best ? fmt::format(", the best of its part with {} %", percent_text(*rank->best, 1)) : ""));
        const std::string& limits = report_.account->head().entrants[line.entrant].limits;
        if (!limits.empty()) add_fact(out, "own limits", html_text(limits));
        add_fact(out, "points", points_in_words(line, entrant));
        std::string elo = value_text(RatingOfEntrant{rating, report_.account->is_broken(line.entrant)});
        elo.erase(0, elo.find_first_not_of(' '));
        add_fact(out, "Elo [95 %]", html_text(elo));
        add_fact(out, "won, drawn, lost as player 0", tally_text(entrant.as_first));
        add_fact(out, "as player 1", tally_text(entrant.as_second));
        if (report_.times != nullptr && (*report_.times)[line.entrant].turns() > 0) {
            const TurnTimes& times = (*report_.times)[line.entrant];
            const auto time = [](double us) { return shown(std::chrono::microseconds(static_cast<long long>(us))); };
            add_fact(out, "time of a turn",
                     fmt::format("{} (median), {} (95 %), {} (mean)", time(times.quantile_us(0.5)),
                                 time(times.quantile_us(0.95)), time(times.mean_us())));
        }
        if (entrant.longest_turn) add_fact(out, "longest turn", shown(*entrant.longest_turn));
        return out +
               fmt::format(
                   "</dl>\n<p class=\"notes\">{}</p>\n<p class=\"notes\">Elo is the strength of a bot; {}. A bot that "
                   "is 100 stronger than "
                   "another gets about 64 of 100 points against it. In brackets: the range in which its true strength "
                   "lies with 95 % confidence.</p>\n",
                   meaning_of_place(order_of(report_.account->settings().format)),
                   html_text(zero_text(*report_.account, *report_.standings, line.entrant)));
    }

    std::string forfeits(bool alone) const {
        std::string rows, explained;
        for (const GameRow* row : own_) {
            const auto detail = details_.find(row->number);
            if (detail == details_.end() || !has_lost(*row)) continue;
            rows += fmt::format(
                "<tr><td class=\"number\">{}</td><th scope=\"row\" class=\"name\">{}</th><td class=\"words\">{}</td>"
                "</tr>\n",
                number_link(*row, alone), opponent_link(*row, alone), html_text(detail->second.sentence));
            if (!detail->second.explained.empty())
                explained +=
                    fmt::format("<details><summary>Game {}: {}</summary>\n{}</details>\n", shown_number(row->number),
                                html_text(detail->second.sentence), output_text(detail->second.explained));
        }
        if (rows.empty()) return "<p class=\"notes\">None.</p>\n";
        return table_of("Forfeits. Click a number to see the match.", head_of({"game", "against", "reason"}), rows) +
               explained;
    }

    const std::string& ending(const GameRow& row) const { return games_.endings[static_cast<std::size_t>(row.ending)]; }

    /// The ending in short words, and the sentence if it was this bot's error.
    std::string ending_cell(const GameRow& row) const {
        const auto detail = details_.find(row.number);
        if (detail == details_.end() || !has_lost(row)) return fmt::format("<td>{}</td>", html_text(ending(row)));
        return fmt::format("<td title=\"{}\">{}</td>", html_text(detail->second.sentence), html_text(ending(row)));
    }

    /// The most important columns come first, because a phone shows only these without scrolling.
    std::string table_of_games(std::string_view caption, const std::vector<const GameRow*>& games, bool alone) const {
        std::string rows;
        for (const GameRow* row : games)
            rows += fmt::format(
                "<tr><td class=\"number\">{}</td><th scope=\"row\" class=\"name\">{}</th><td>{}</td>{}<td "
                "class=\"number\">{}</td>"
                "<td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
                number_link(*row, alone), opponent_link(*row, alone), result(*row), ending_cell(*row), row->plies,
                row->first == entrant_ ? "first" : "second",
                report_.standings->lines[places_[static_cast<std::size_t>(opponent(*row))]].rank,
                shown_number(row->round));
        return table_of(caption,
                        head_of({"game", "against", "result", "ending", "plies", "moved", "its place", "round"}), rows);
    }

    /// The worst losses. Losses against the lowest entrants in the table come first, then the shortest games.
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

    std::string worst_losses(bool alone) const {
        const auto rows = lost();
        return rows.empty() ? "" : table_of_games("Worst losses. Click a number to see the match.", rows, alone);
    }

    std::string noted() const {
        std::string out;
        for (const GameRow* row : with_notes()) {
            const auto found = notes_.find({entrant_, row->number});
            if (found == notes_.end() || found->second.empty()) continue;
            out += fmt::format("<details><summary>Game {}, {} against <bdi>{}</bdi></summary>\n",
                               shown_number(row->number), result(*row) == "-" ? "not counted," : result(*row),
                               html_text(name_of(opponent(*row))));
            std::string rows;
            for (const NotesOfPly& note : found->second)
                rows += fmt::format("<tr><td class=\"number\">{}</td><td>{}</td><td class=\"words\">{}</td></tr>\n",
                                    note.ply, html_text(note.move), html_text(note.words));
            out += table_of("Notes", head_of({"ply", "move", "what it wrote"}), rows) + "</details>\n";
        }
        return out;
    }

    std::string all_games(bool alone) const {
        return table_of_games("Games. Click a number to see the match.", alone ? losses_first() : own_, alone);
    }

    const ReportData& report_;
    std::size_t place_;
    int entrant_;
    const GameRows& games_;
    const ForfeitDetails& details_;
    const GameNotes& notes_;
    std::vector<std::size_t> places_;  ///< the place of each entrant in the standings, by its index
    std::vector<const GameRow*> own_;
};

std::vector<int> numbers_of(const std::vector<const GameRow*>& rows) {
    std::vector<int> numbers;
    for (const GameRow* row : rows)
        numbers.push_back(row->number);
    return numbers;
}

}  // namespace

std::vector<int> games_with_notes(const ReportData& report, std::size_t place, const GameRows& games) {
    return numbers_of(EntrantPage(report, place, games, {}, {}).with_notes());
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

std::string entrant_page(std::string_view frame, const ReportData& report, std::size_t place, const GameRows& games,
                         const ForfeitDetails& details, const GameNotes& notes) {
    const EntrantPage page(report, place, games, details, notes);
    return page_with(frame, page.name(), html_text(report.event.title), page.sections(false));
}

std::vector<int> losses_first(const ReportData& report, std::size_t place, const GameRows& games) {
    return numbers_of(EntrantPage(report, place, games, {}, {}).losses_first());
}

std::string answer_page(std::string_view frame, const Student& student, const StudentState& state,
                        const PlayedPart& played) {
    std::string verdict = "Nothing was handed in.";
    if (!state.doubt.empty())
        verdict = "No hand-in is known to be yours, but there are some without an owner: ask your teacher.";
    if (!student.handed_in.empty()) verdict = "It is not in this tournament.";
    if (state.refusal != nullptr) verdict = "It does not play: " + html_text(state.refusal->reason);
    if (state.entrant)
        verdict = state.refusal == nullptr
                      ? "It plays."
                      : "An earlier version plays. The newest one does not: " + html_text(state.refusal->reason);
    if (!student.remark.empty()) verdict += "</p>\n<p>" + html_text(student.remark);
    const std::string checked = state.refusal != nullptr ? state.refusal->check : "";  // shows what it wrote, too
    std::vector<Section> sections = {
        {"verdict", "Your hand-in", "<p>" + verdict + "</p>\n"},
        {"build", "What its build wrote", output_text(student.build_output)},
        {"check", "The check", output_text(checked)},
        {"output", "What it wrote",
         output_text(state.refusal != nullptr && checked.empty() ? state.refusal->last_words : "")}};
    if (played.report != nullptr) {
        const EntrantPage page(*played.report, played.place, *played.games, *played.details, *played.notes);
        std::ranges::move(page.sections(true), std::back_inserter(sections));
    }
    return page_with(frame, html_text(student.name), "", sections);
}

}  // namespace referee::tournament
