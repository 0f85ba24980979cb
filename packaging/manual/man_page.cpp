#include "packaging/manual/manual.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/core/base/version.hpp"

namespace referee {

namespace {

/// Escapes the text for roff, in which a backslash, a hyphen, and a full stop or an apostrophe at the beginning of a
/// line are special.
std::string escaped_for_roff(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\\') {
            escaped += "\\e";
        } else if (c == '-') {
            escaped += "\\-";
        } else {
            if ((c == '.' || c == '\'') && (escaped.empty() || escaped.back() == '\n')) escaped += "\\&";
            escaped += c;
        }
    }
    return escaped;
}

/// Formats a text. Paragraphs are filled, and indented lines, such as examples, keep their line breaks.
std::string body(std::string_view text) {
    std::string page;
    bool as_it_is = false;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line.starts_with(' ') != as_it_is && !line.empty()) {
            page += as_it_is ? ".fi\n" : ".nf\n";
            as_it_is = !as_it_is;
        }
        page += line.empty() ? ".PP\n" : escaped_for_roff(line) + "\n";
    }
    return page + (as_it_is ? ".fi\n" : "");
}

/// The summary without its subject: "lets bots play" for "referee lets bots play".
std::string name_line(const CommandHelp& help) {
    std::string line = help.summary();
    if (line.starts_with("referee ")) line.erase(0, 8);
    if (!line.empty() && line[0] >= 'A' && line[0] <= 'Z') line[0] = static_cast<char>(line[0] - 'A' + 'a');
    return line;
}

std::string synopsis(const CommandHelp& help) {
    std::string text = fmt::format(".B {}\n[\\fIOPTIONS\\fR]", escaped_for_roff(help.name));
    for (const Option& option : help.options) {
        if (option.is_argument()) text += fmt::format(" [\\fI{}\\fR{}]", option.names, option.is_list ? " ..." : "");
    }
    return text + "\n";
}

std::string option(const Option& option) {
    const std::string name = escaped_for_roff(option.names);
    const std::string value = option.type.empty() ? "" : fmt::format(" \\fI{}\\fR", escaped_for_roff(option.type));
    return fmt::format(".TP\n\\fB{}\\fR{}{}\n{}\n", name, value, option.is_list ? " ..." : "",
                       escaped_for_roff(option.help));
}

std::string see_also(const CommandHelp& help, std::span<const CommandHelp> all) {
    std::string text;
    for (const CommandHelp& other : all) {
        if (other.name != help.name)
            text += fmt::format("{}.BR {} (1)", text.empty() ? "" : ",\n", escaped_for_roff(page_name(other)));
    }
    return text;
}

}  // namespace

std::string page_name(const CommandHelp& help) {
    std::string name = help.name;
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::string man_page(const CommandHelp& help, std::span<const CommandHelp> all) {
    std::string title = page_name(help);
    std::ranges::transform(title, title.begin(), [](char c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; });
    std::string page =
        fmt::format(".TH {} 1 \"\" \"referee {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", escaped_for_roff(title),
                    version, escaped_for_roff(page_name(help)), escaped_for_roff(name_line(help)));
    page += ".SH SYNOPSIS\n" + synopsis(help) + ".SH DESCRIPTION\n" + body(help.overview) + ".SH OPTIONS\n";
    for (const Option& each : help.options)
        page += option(each);
    page +=
        ".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nThe everyday options.\n.TP\n\\fB\\-\\-help\\-all\\fR\nAll "
        "options.\n.TP\n\\fB\\-\\-version\\fR\nThe version.\n";
    if (!help.footer.empty()) page += ".SH EXIT STATUS\n" + body(help.footer);
    const std::string others = see_also(help, all);
    if (!others.empty()) page += ".SH SEE ALSO\n" + others + "\n";
    return page;
}

}  // namespace referee
