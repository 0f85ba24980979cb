#include "referee/arena/web/guide_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "games/own_hello.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/bots/entrant.hpp"
#include "referee/web/pages/guides.hpp"
#include "referee/web/pages/html_text.hpp"
#include "referee/web/pages/match_page.hpp"

namespace referee::arena {

namespace {

constexpr std::string_view rules = "rules", tutorial = "writing_a_bot", drivers = "drivers", protocol_name = "protocol";
/// The tutorial writes a bot for this game.
constexpr std::string_view game_of_tutorial = "magnetize";

std::string lines_of(std::string_view text) {
    std::string lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines += html_text(text.substr(0, end)) + "\n";
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// A part of a guide that holds for this arena only.
std::string here(std::string_view title, const std::string& content) {
    return fmt::format("<section class=\"here\" aria-label=\"{0}\">\n<p><b>{0}</b></p>\n{1}</section>\n", title,
                       content);
}

std::string settings_here(const games::GameSpec& spec) {
    std::string rows;
    for (std::size_t i = 0; i < spec.values.table().size(); ++i) {
        const games::Setting& setting = spec.values.table()[i];
        const auto* const number = std::get_if<std::int64_t>(&spec.values.at(i));
        if (number == nullptr) continue;  // a file or a position
        rows += fmt::format("<tr><td><code>{}</code></td><td class=\"number\">{}</td><td>{}</td></tr>\n",
                            html_text(setting.name), *number, html_text(setting.meaning));
    }
    if (rows.empty()) return {};
    return here(
        "The settings of this arena",
        fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Settings\"><table>\n<thead><tr>"
                    "<th scope=\"col\">setting</th><th scope=\"col\" class=\"number\">value</th>"
                    "<th scope=\"col\">meaning</th></tr></thead>\n<tbody>\n{}</tbody></table></div>\n",
                    rows));
}

std::string blocks_here(const ShownGame& game) {
    std::string variables;
    for (const std::string& variable : variables_for(0, game.spec, game.head.limits))
        variables += variable + "\n";
    std::string content = fmt::format("<p>These variables are set for player 0:</p>\n<pre tabindex=\"0\">{}</pre>\n",
                                      lines_of(variables));
    if (!game.first_blocks.empty())
        content += fmt::format(
            "<p>In a game between bots of the teacher, one of them read this before its first own move, the setup "
            "block "
            "and a turn block:</p>\n<pre tabindex=\"0\">{}</pre>\n",
            lines_of(game.first_blocks));
    return here("In this arena", content);
}

std::string tutorial_here(const ShownGame& game, bool has_driver) {
    std::string words =
        "<p>No program of the referee is needed here. Take a starter kit from your page, change it, and hand it in: "
        "the "
        "arena does what <code>referee check</code> does, and shows its words. The page of each game shows what your "
        "bot "
        "has written to stderr.</p>\n";
    if (game.head.game != game_of_tutorial)
        words += fmt::format(
            "<p>The bots of this page play Magnetize. The game here is {}: its <a href=\"/guide/rules\">rules</a> "
            "differ, "
            "and <a href=\"/guide/protocol\">the protocol</a> shows what a bot reads.</p>\n",
            html_text(game.head.game));
    if (has_driver)
        words +=
            "<p>Hand-ins here are <a href=\"/guide/drivers\">functions or classes</a>, and no programs: they need not "
            "read the blocks themselves.</p>\n";
    return here("In this arena", words);
}

/// The title and the content of a guide; no title: there is none of this name.
using Parts = std::pair<std::string, std::string>;

/// What the rules of a game of one's own say of it.
Parts rules_of_own_game(const ShownGame& game) {
    const protocol::Json record = protocol::parse_json(game.head.rules);
    std::string lines;
    for (const auto& line : record.at("hello"))
        lines += line.get<std::string>() + "\n";
    const games::OwnHello hello = games::read_hello(lines, games::Repeats::allowed);
    std::string content, endings;
    for (const std::string& rule : hello.rules)
        content += "<p>" + html_text(rule) + "</p>\n";
    for (const auto& [word, meaning] : hello.endings)
        endings += fmt::format("<li><code>{}</code>: {}</li>\n", html_text(word), html_text(meaning));
    if (!endings.empty()) content += "<h2>How a game ends</h2>\n<ul>\n" + endings + "</ul>\n";
    return {html_text(hello.title.empty() ? hello.name : hello.title), settings_here(game.spec) + content};
}

Parts parts_of(std::string_view name, const ShownGame& game, bool has_driver) {
    const bool is_own = !game.head.rules.empty();
    if (name == rules && is_own) return rules_of_own_game(game);
    if (name == rules) name = game.head.game;
    const auto all = guides();
    const auto guide = std::ranges::find(all, name, &Guide::name);
    if (guide == all.end() || (name == drivers && !has_driver)) return {};
    std::string content(guide->content());
    if (name == game.head.game && !is_own) content = settings_here(game.spec) + content;
    if (name == protocol_name) content = blocks_here(game) + content;
    if (name == tutorial) content = tutorial_here(game, has_driver) + content;
    return {std::string(guide->title()), std::move(content)};
}

}  // namespace

std::optional<std::string> guide_page(std::string_view name, const ShownGame& game, bool has_driver) {
    const auto [title, content] = parts_of(name, game, has_driver);
    if (title.empty()) return std::nullopt;
    std::string links;
    for (const auto& [guide, words] : std::vector<std::pair<std::string_view, std::string_view>>{
             {rules, "Rules"}, {drivers, "Functions"}, {protocol_name, "Protocol"}, {tutorial, "Your first bot"}})
        if (guide != drivers || has_driver)
            links += fmt::format("<a href=\"/guide/{}\"{}>{}</a>", guide, guide == name ? " aria-current=\"page\"" : "",
                                 words);
    std::string page(guide_page_frame());
    // From the end to the start, so that no word is found in a text that was put in.
    for (const auto& [word, text] : std::vector<std::pair<std::string_view, std::string>>{
             {"@CONTENT@", content}, {"@TITLE@", title}, {"@GUIDES@", links}, {"<title>referee", "<title>" + title}})
        page.replace(page.find(word), word.size(), text);
    return page;
}

}  // namespace referee::arena
