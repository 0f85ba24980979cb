// Writes pages of the documentation as parts of HTML pages, which an arena shows to students:
//   write_guides FOLDER protocol=docs/protocol.md magnetize=games/magnetize/RULES.md ...
// Run in the folder of the project. FOLDER/protocol.html then has the title on its first line, and behind it the text.
// Links to other pages of the list become links between the guides; of those to anything else the words stay. HTML in
// the Markdown is left out, but for <br>.
#include <md4c.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
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

/// The name of a heading in addresses, as other readers of Markdown make it: "The new turns" becomes "the-new-turns".
std::string slug_of(std::string_view heading) {
    std::string slug;
    for (const char c : heading) {
        if (c >= 'A' && c <= 'Z')
            slug += static_cast<char>(c - 'A' + 'a');
        else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-')
            slug += c;
        else if (c == ' ')
            slug += '-';
    }
    return slug;
}

/// The guides by the paths of their sources.
using Guides = std::map<std::string, std::string>;

/// Takes the parts of a page from the parser, and writes them.
class Writer {
public:
    Writer(const Guides& guides, const std::string& path) : guides_(guides), folder_(fs::path(path).parent_path()) {}

    /// The title, and the text below it.
    std::string page() const {
        std::string contents;
        for (const auto& [slug, title] : sections_)
            contents += "<a href=\"#" + slug + "\">" + title + "</a>";
        return title_ + "\n<nav class=\"sections\" aria-label=\"On this page\">" + contents + "</nav>\n" + text_;
    }

    void enter(MD_BLOCKTYPE type, void* detail) {
        switch (type) {
            case MD_BLOCK_H:
                heading_at_ = text_.size();
                heading_.clear();
                break;
            case MD_BLOCK_CODE: text_ += "<pre tabindex=\"0\"><code>"; break;
            case MD_BLOCK_TABLE:
                text_ += "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>\n";
                break;
            case MD_BLOCK_TH: cell_at_ = text_.size(); break;
            case MD_BLOCK_OL: {
                const unsigned start = static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start;
                text_ += start == 1 ? "<ol>\n" : "<ol start=\"" + std::to_string(start) + "\">\n";
                break;
            }
            case MD_BLOCK_LI: text_ += "<li>"; break;
            case MD_BLOCK_HR: text_ += "<hr>\n"; break;
            case MD_BLOCK_DOC:
            case MD_BLOCK_HTML: break;
            default: text_ += "<" + std::string(tag_of(type)) + ">";
        }
    }

    void leave(MD_BLOCKTYPE type, void* detail) {
        switch (type) {
            case MD_BLOCK_H: end_heading(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level); break;
            case MD_BLOCK_CODE: text_ += "</code></pre>\n"; break;
            case MD_BLOCK_TABLE: text_ += "</table></div>\n"; break;
            case MD_BLOCK_TH: {  // screen readers need no heads without words
                const std::string cell = text_.substr(cell_at_);
                text_.resize(cell_at_);
                text_ += cell.empty() ? "<td></td>" : "<th scope=\"col\">" + cell + "</th>";
                break;
            }
            case MD_BLOCK_HR:
            case MD_BLOCK_DOC:
            case MD_BLOCK_HTML: break;
            default: text_ += "</" + std::string(tag_of(type)) + ">\n";
        }
    }

    void enter(MD_SPANTYPE type, void* detail) {
        if (type != MD_SPAN_A) {
            text_ += type == MD_SPAN_IMG ? "" : "<" + std::string(tag_of(type)) + ">";
            return;
        }
        const MD_ATTRIBUTE& href = static_cast<MD_SPAN_A_DETAIL*>(detail)->href;
        const std::string target = target_of({href.text, href.size});
        links_.push_back(!target.empty());
        if (!target.empty()) text_ += "<a href=\"" + escaped(target) + "\">";
    }

    void leave(MD_SPANTYPE type) {
        if (type != MD_SPAN_A) {
            text_ += type == MD_SPAN_IMG ? "" : "</" + std::string(tag_of(type)) + ">";
            return;
        }
        if (links_.back()) text_ += "</a>";
        links_.pop_back();
    }

    void take(MD_TEXTTYPE type, std::string_view part) {
        switch (type) {
            case MD_TEXT_BR: text_ += "<br>\n"; break;
            case MD_TEXT_SOFTBR: text_ += "\n"; break;
            case MD_TEXT_ENTITY: text_ += part; break;  // such as &amp;
            case MD_TEXT_HTML:
                if (part == "<br>") text_ += part;
                break;
            case MD_TEXT_NULLCHAR: break;
            default: text_ += escaped(part); heading_ += part;
        }
    }

private:
    static std::string_view tag_of(MD_BLOCKTYPE type) {
        switch (type) {
            case MD_BLOCK_QUOTE: return "blockquote";
            case MD_BLOCK_UL: return "ul";
            case MD_BLOCK_OL: return "ol";
            case MD_BLOCK_LI: return "li";
            case MD_BLOCK_THEAD: return "thead";
            case MD_BLOCK_TBODY: return "tbody";
            case MD_BLOCK_TR: return "tr";
            case MD_BLOCK_TD: return "td";
            default: return "p";
        }
    }
    static std::string_view tag_of(MD_SPANTYPE type) {
        switch (type) {
            case MD_SPAN_EM: return "em";
            case MD_SPAN_STRONG: return "strong";
            case MD_SPAN_CODE: return "code";
            default: return "span";
        }
    }

    void end_heading(unsigned level) {
        const std::string words = text_.substr(heading_at_);
        text_.resize(heading_at_);
        if (level == 1) {
            title_ = words;
            return;
        }
        std::string slug = slug_of(heading_);
        for (int number = 1; !slugs_.insert(slug).second; ++number)
            slug = slug_of(heading_) + "-" + std::to_string(number);
        if (level == 2) sections_.emplace_back(slug, words);
        const std::string tag = "h" + std::to_string(level);
        text_ += "<" + tag + " id=\"" + slug + "\">" + words + "</" + tag + ">\n";
    }

    /// The address of what a link names; empty if the arena does not have it.
    std::string target_of(const std::string& href) const {
        if (href.starts_with('#')) return href;
        const std::string path = href.substr(0, href.find('#'));
        const auto guide = guides_.find((folder_ / path).lexically_normal().string());
        if (guide == guides_.end()) return {};
        return "/guide/" + guide->second + href.substr(path.size());
    }

    const Guides& guides_;
    fs::path folder_;
    std::string title_, text_;
    std::vector<std::pair<std::string, std::string>> sections_;  ///< the name in addresses, and the words
    std::set<std::string> slugs_;
    std::string heading_;  ///< the words of the heading that is read, without markup
    std::size_t heading_at_ = 0, cell_at_ = 0;
    std::vector<bool> links_;  ///< whether each link that is open has a target
};

std::string guide_of(const std::string& markdown, const Guides& guides, const std::string& path) {
    Writer writer(guides, path);
    MD_PARSER parser{};
    parser.flags = MD_FLAG_TABLES;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* to) {
        static_cast<Writer*>(to)->enter(type, detail);
        return 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void* detail, void* to) {
        static_cast<Writer*>(to)->leave(type, detail);
        return 0;
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* to) {
        static_cast<Writer*>(to)->enter(type, detail);
        return 0;
    };
    parser.leave_span = [](MD_SPANTYPE type, void* /*detail*/, void* to) {
        static_cast<Writer*>(to)->leave(type);
        return 0;
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* to) {
        static_cast<Writer*>(to)->take(type, {text, size});
        return 0;
    };
    if (md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, &writer) != 0) {
        std::cerr << "write_guides: " << path << " can't be read\n";
        std::exit(1);
    }
    return writer.page();
}

}  // namespace

int main(int count, char** words) {
    const std::vector<std::string> arguments(words + 1, words + count);
    Guides guides;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const auto middle = arguments[i].find('=');
        guides[arguments[i].substr(middle + 1)] = arguments[i].substr(0, middle);
    }
    for (const auto& [path, name] : guides) {
        std::ifstream in(path, std::ios::binary);
        const std::string markdown{std::istreambuf_iterator<char>(in), {}};
        std::ofstream out(fs::path(arguments.front()) / (name + ".html"), std::ios::binary);
        if (markdown.empty() || !(out << guide_of(markdown, guides, path)).flush()) {
            std::cerr << "write_guides: " << path << " can't be read, or its guide can't be written\n";
            return 1;
        }
    }
    return 0;
}
