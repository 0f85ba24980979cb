#include "referee/core/advice/source_outline.hpp"

#include <algorithm>
#include <fstream>
#include <string>

namespace referee {

namespace {

constexpr std::size_t max_source = 1 << 20;

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool begins_with_any(std::string_view line, std::initializer_list<std::string_view> beginnings) {
    return std::ranges::any_of(beginnings, [&](std::string_view word) { return line.starts_with(word); });
}

std::string_view next_line(std::string_view& text) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// Whether a line calls something: it has a bracket behind a name.
bool may_call(std::string_view line) {
    for (std::size_t i = 1; i < line.size(); ++i) {
        const char before = line[i - 1];
        const bool is_name = before == '_' || (before >= '0' && before <= '9') || (before >= 'a' && before <= 'z') ||
                             (before >= 'A' && before <= 'Z');
        if (line[i] == '(' && is_name) return true;
    }
    return false;
}

/// Follows the strings of a Python source that span lines.
class LongString {
public:
    /// Whether the line begins inside such a string.
    bool holds_begin_of(std::string_view line) {
        const bool inside = !quote_.empty();
        for (std::size_t i = 0; i + 3 <= line.size(); ++i) {
            const std::string_view here = line.substr(i, 3);
            if (quote_.empty() ? here == "\"\"\"" || here == "'''" : here == quote_) {
                quote_ = quote_.empty() ? here : std::string_view();
                i += 2;
            } else if (quote_.empty() && here[0] == '#') {
                break;
            }
        }
        return inside;
    }

private:
    std::string_view quote_;
};

}  // namespace

bool only_defines_python(std::string_view source) {
    bool defines = false;
    LongString string;
    while (!source.empty()) {
        const std::string_view line = next_line(source);
        const bool belongs_to_earlier = line.empty() || begins_with_any(line, {" ", "\t", ")", "]", "}"});
        if (string.holds_begin_of(line) || belongs_to_earlier) continue;
        if (begins_with_any(line, {"class ", "def ", "async def "})) {
            defines = true;
        } else if (!begins_with_any(line, {"#", "@", "import ", "from ", "\"", "'"}) &&
                   (!contains(line, "=") || begins_with_any(line, {"if ", "while ", "for ", "with "}) ||
                    may_call(line))) {
            return false;
        }
    }
    return defines;
}

bool only_defines_javascript(std::string_view source) {
    bool defines = false;
    while (!source.empty()) {
        const std::string_view line = next_line(source);
        if (line.empty() ||
            begins_with_any(line, {" ", "\t", "}", "]", "//", "/*", "*", "#!", "import ", "'use", "\"use"}))
            continue;
        const bool is_constant = begins_with_any(line, {"const ", "let ", "var "});
        if (begins_with_any(line, {"class ", "function ", "async function "}) ||
            (is_constant && contains(line, "=>"))) {
            defines = true;
        } else if (!begins_with_any(line, {"module.exports", "export "}) &&
                   (!is_constant || (may_call(line) && !contains(line, "require(")))) {
            return false;
        }
    }
    return defines;
}

bool only_defines(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error) || std::filesystem::file_size(file, error) > max_source)
        return false;
    std::ifstream stream(file, std::ios::binary);
    const std::string source((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    std::string_view rest = source;
    const std::string_view first = next_line(rest);
    const bool is_script = first.starts_with("#!");
    if (file.extension() == ".py" || (is_script && contains(first, "python"))) return only_defines_python(source);
    if (file.extension() == ".js" || (is_script && contains(first, "node"))) return only_defines_javascript(source);
    return false;
}

}  // namespace referee
