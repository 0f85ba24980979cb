#include "referee/arena/link_cards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <qrcodegen.hpp>
#include <string_view>

#include "referee/arena/team_people.hpp"
#include "referee/web/pages/html_text.hpp"

namespace referee::arena {

namespace {

constexpr std::string_view head = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>The links of the students</title>
<style>
body { margin: 1cm; font: 11pt/1.4 system-ui, sans-serif; color: black; background: white; }
main { display: grid; grid-template-columns: 1fr 1fr; gap: .6cm; }
section { border: 1px dashed gray; padding: .5cm; break-inside: avoid; overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 14pt; }
p { margin: .1cm 0; }
svg { display: block; width: 4.5cm; height: 4.5cm; margin: .2cm 0; }
.link { font: 10pt/1.4 monospace; }
</style>
</head>
<body>
<main>
)";

/// The quiet zone around a code, in modules.
constexpr int border = 4;

std::string code_of(const std::string& link) {
    const auto code = qrcodegen::QrCode::encodeText(link.c_str(), qrcodegen::QrCode::Ecc::MEDIUM);
    std::string modules;
    for (int y = 0; y < code.getSize(); ++y)
        for (int x = 0; x < code.getSize(); ++x)
            if (code.getModule(x, y)) modules += fmt::format("M{} {}h1v1h-1z", x + border, y + border);
    return fmt::format(
        "<svg viewBox=\"0 0 {0} {0}\" role=\"img\" aria-label=\"The link as a QR code\" shape-rendering=\"crispEdges\">"
        "<path d=\"{1}\"/></svg>",
        code.getSize() + 2 * border, modules);
}

bool is_of_this_machine(std::string_view address) {
    constexpr std::array<std::string_view, 3> hosts = {"://127.", "://localhost", "://[::1]"};
    return std::ranges::any_of(hosts,
                               [&](std::string_view host) { return address.find(host) != std::string_view::npos; });
}

}  // namespace

std::string link_cards(const std::vector<Person>& people, const std::map<int, std::string>& links,
                       const std::string& address) {
    if (address.empty() || is_of_this_machine(address)) return {};
    std::string page(head);
    for (const Person& person : students_among(people)) {
        const auto link = links.find(person.number);
        if (link == links.end()) continue;
        const handins::Student& student = person.student;
        std::string more = student.number;
        for (const std::string& part : {student.group, student.team == student.group ? "" : student.team})
            if (!part.empty()) more += (more.empty() ? "" : ", ") + part;
        page += fmt::format("<section>\n<h2>{}</h2>\n<p>{}</p>\n{}\n<p class=\"link\">{}</p>\n</section>\n",
                            html_text(student.name), html_text(more), code_of(link->second), html_text(link->second));
    }
    return page + "</main>\n</body>\n</html>\n";
}

}  // namespace referee::arena
