#include "referee/core/base/file_kind.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "protocol/match_log.hpp"
#include "referee/core/base/exists_at.hpp"

namespace referee {

namespace {

constexpr std::array<std::string_view, 21> compiled = {".c",   ".cc", ".cpp",  ".cxx",   ".c++", ".h",   ".hh",
                                                       ".hpp", ".rs", ".java", ".go",    ".hs",  ".cs",  ".kt",
                                                       ".ml",  ".ts", ".zig",  ".swift", ".nim", ".f90", ".scala"};

/// The beginning of a file or the end of its name, and the kind of file that it indicates.
struct Sign {
    std::string_view text;
    std::string_view kind;
};

constexpr std::string_view is_archive = "an archive: unpack it, and name the program in it";
constexpr std::string_view is_picture = "a picture";
constexpr std::string_view is_html = "an HTML page: open it in a browser";
constexpr std::string_view is_text = "a text file";
constexpr std::string_view is_table = "a table";
constexpr std::string_view is_data = "a file of data";
constexpr std::string_view is_document = "a document";

// Some of these formats are zip archives, so only the name distinguishes them.
constexpr std::array of_names = {
    Sign{".jar", "a Java archive: name it as \"java -jar FILE\""},
    Sign{".docx", is_document},
    Sign{".odt", is_document},
    Sign{".xlsx", is_table},
    Sign{".ods", is_table},
};

constexpr std::array beginnings = {
    Sign{"%PDF-", "a PDF document"},
    Sign{"PK\x03\x04", is_archive},
    Sign{"PK\x05\x06", is_archive},
    Sign{"\x1f\x8b", is_archive},
    Sign{"BZh", is_archive},
    Sign{"\xfd"
         "7zXZ",
         is_archive},
    Sign{"\x28\xb5\x2f\xfd", is_archive},
    Sign{"7z\xbc\xaf", is_archive},
    Sign{"Rar!", is_archive},
    Sign{"!<arch>\n", "a library: name a program that is linked with it"},
    Sign{"\x89PNG", is_picture},
    Sign{"\xff\xd8\xff", is_picture},
    Sign{"GIF8", is_picture},
    Sign{"\xca\xfe\xba\xbe", "a Java class: name it as \"java -cp FOLDER CLASS\""},
    Sign{std::string_view("\0asm", 4), "a WebAssembly program: name its runtime, too"},
    Sign{"MZ", "a program for Windows: compile it on this machine"},
    Sign{"\xcf\xfa\xed\xfe", "a program for macOS: compile it on this machine"},
    Sign{"{\\rtf", is_document},
    Sign{"<?xml", "an XML file"},
};

/// A kind, and the ends of names that indicate it, separated by spaces.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> ends = {{
    {is_html, " .html .htm "},
    {is_table, " .csv .tsv "},
    {is_text, " .txt .md .rst .log "},
    {is_data, " .json .yml .yaml .toml .ini .xml "},
    {"a shell script: name it as \"sh FILE\"", " .sh "},
    {"a script: name it as \"node FILE\"", " .mjs "},
    {"a script: name it as \"ruby FILE\"", " .rb "},
    {"a script: name it as \"perl FILE\"", " .pl "},
    {"a script: name it as \"lua FILE\"", " .lua "},
    {"a script: name it as \"php FILE\"", " .php "},
}};

/// Whether the text begins with this tag. The tag is in lower case. The case of the text does not matter.
bool begins_with_tag(std::string_view text, std::string_view tag) {
    return text.size() >= tag.size() && std::equal(tag.begin(), tag.end(), text.begin(), [](char wanted, char c) {
               return wanted == (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
           });
}

/// The number of bytes that are read to recognise a file. The head of a log or a page is shorter.
constexpr std::size_t first_bytes = 4096;

/// This tag is near the beginning of viewer/page.html.
constexpr std::string_view mark_of_pages = R"(<meta name="generator" content="referee">)";

}  // namespace

FileKind kind_of_file(const std::string& path) {
    if (!is_file_at(path)) return FileKind::other;
    std::string head(first_bytes, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(file.gcount()));
    if (const FileKind kind = kind_of_text(head); kind != FileKind::other) return kind;
    const std::string extension = std::filesystem::path(path).extension();
    return std::find(compiled.begin(), compiled.end(), extension) != compiled.end() ? FileKind::source
                                                                                    : FileKind::other;
}

FileKind kind_of_text(std::string_view head) {
    if (head.starts_with("SQLite format 3")) return FileKind::database;
    const auto begin = head.find_first_not_of(" \t\r\n");
    const bool object = begin != std::string_view::npos && head[begin] == '{';
    if (object && head.find("\"" + std::string(protocol::match_log_family)) != std::string_view::npos)
        return FileKind::match_log;
    if (head.find(mark_of_pages) != std::string_view::npos) return FileKind::page;
    return FileKind::other;
}

std::string_view kind_of_no_program(const std::string& path, std::string_view head) {
    constexpr std::size_t place_in_tar = 257;
    const std::string extension = std::filesystem::path(path).extension();
    const auto named = [&](const Sign& sign) { return extension == sign.text; };
    const auto begun = [&](const Sign& sign) { return head.starts_with(sign.text); };
    if (const auto found = std::ranges::find_if(of_names, named); found != of_names.end()) return found->kind;
    if (const auto found = std::ranges::find_if(beginnings, begun); found != beginnings.end()) return found->kind;
    if (head.size() > place_in_tar && head.substr(place_in_tar).starts_with("ustar")) return is_archive;
    if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);  // a byte order mark
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    if (begins_with_tag(head, "<!doctype html") || begins_with_tag(head, "<html")) return is_html;
    if (begins_with_tag(head, "<svg")) return is_picture;
    const std::string ending = " " + extension + " ";
    const auto found = std::ranges::find_if(
        ends, [&](const auto& sign) { return sign.second.find(ending) != std::string_view::npos; });
    return found != ends.end() ? found->first : std::string_view();
}

bool holds_something(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) return S_ISREG(status.st_mode) && status.st_size > 0;
    switch (errno) {
        case ENOENT:
        case ENOTDIR:
        case EACCES:
        case ELOOP:
        case ENAMETOOLONG: return false;  // such a file can't be opened for writing either
        default: throw std::system_error(errno, std::generic_category(), "looking at '" + path + "'");
    }
}

}  // namespace referee
