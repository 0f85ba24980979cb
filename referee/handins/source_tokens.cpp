#include "referee/handins/source_tokens.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <string>
#include <unordered_set>

namespace referee::handins {

namespace {

/// What matters of a language: its comments, and which signs begin a text.
struct Lexis {
    std::string_view suffixes;  ///< between blanks
    bool has_hash_comments;     ///< "#" to the end of the line; otherwise "//", and "/*" to "*/"
    std::string_view quotes;
    bool has_short_characters = false;  ///< 'x' is one character, and may be a lifetime or a rune
};
constexpr std::array lexes = {
    Lexis{" .py .pyw ", true, "\"'"},
    Lexis{" .sh .bash ", true, "\"'"},
    Lexis{" .js .mjs .cjs .ts ", false, "\"'`"},
    Lexis{" .go ", false, "\"`", true},
    Lexis{" .c .h .cc .cpp .cxx .c++ .hpp .hh .java .rs .cs .kt .swift .scala ", false, "\"", true},
};

const Lexis* lexis_of(std::string_view suffix) {
    const std::string word = " " + std::string(suffix) + " ";
    const auto has = [&](const Lexis& lexis) { return lexis.suffixes.find(word) != std::string_view::npos; };
    const auto found = std::ranges::find_if(lexes, has);
    return suffix.empty() || found == lexes.end() ? nullptr : &*found;
}

const std::unordered_set<std::string_view>& words_of_languages() {
    static const std::unordered_set<std::string_view> words = {
        "and",       "as",     "assert",     "async",   "auto",      "await",     "bool",       "boolean",  "break",
        "byte",      "case",   "catch",      "chan",    "char",      "class",     "const",      "continue", "def",
        "default",   "defer",  "define",     "del",     "delete",    "do",        "done",       "double",   "elif",
        "else",      "endif",  "enum",       "esac",    "except",    "extends",   "extern",     "false",    "False",
        "fi",        "final",  "finally",    "float",   "fn",        "for",       "from",       "func",     "function",
        "global",    "go",     "goto",       "if",      "ifdef",     "impl",      "implements", "import",   "in",
        "include",   "inline", "instanceof", "int",     "interface", "is",        "lambda",     "let",      "long",
        "loop",      "map",    "match",      "mod",     "mut",       "namespace", "new",        "nil",      "None",
        "nonlocal",  "not",    "null",       "nullptr", "operator",  "or",        "package",    "pass",     "private",
        "protected", "pub",    "public",     "raise",   "range",     "return",    "select",     "self",     "short",
        "signed",    "sizeof", "static",     "struct",  "super",     "switch",    "template",   "then",     "this",
        "throw",     "throws", "trait",      "true",    "True",      "try",       "type",       "typedef",  "typename",
        "undefined", "union",  "unsigned",   "use",     "using",     "var",       "virtual",    "void",     "volatile",
        "while",     "with",   "yield"};
    return words;
}

bool is_figure(char c) {
    return c >= '0' && c <= '9';
}
bool begins_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || static_cast<signed char>(c) < 0;
}
bool is_of_name(char c) {
    return begins_name(c) || is_figure(c);
}
bool is_blank(char c) {
    return std::strchr(" \t\r\n\f\v", c) != nullptr;  // also NUL
}

/// Reads a source token by token.
class Tokenizer {
public:
    Tokenizer(std::string_view source, const Lexis& lexis)
        : source_(source), lexis_(lexis), is_python_(lexis.suffixes.starts_with(" .py")) {
        constexpr std::string_view mark = "\xef\xbb\xbf";
        if (source_.starts_with(mark)) source_.remove_prefix(mark.size());
    }

    std::vector<SourceToken> run() {
        while (at_ < source_.size()) {
            const char c = source_[at_];
            if (is_blank(c)) {
                skip_blank(c);
            } else if (is_python_ && rest().starts_with("\\\n")) {
                at_ += 2;  // the statement goes on
            } else if (!skip_comment() && !take_text("")) {
                take_token();
            }
        }
        return std::move(tokens_);
    }

private:
    void skip_blank(char c) {
        constexpr std::size_t tab = 8;
        ++at_;
        if (c == '\n') {
            ++line_;
            at_line_start_ = true;
            indent_ = 0;
        } else if (at_line_start_) {
            indent_ += c == '\t' ? tab - indent_ % tab : 1;
        }
    }

    [[nodiscard]] std::string_view rest() const { return source_.substr(at_); }

    bool skip_comment() {
        if (lexis_.has_hash_comments) {
            const bool is_within_word = at_ > 0 && !is_blank(source_[at_ - 1]) && lexis_.suffixes.starts_with(" .sh");
            if (source_[at_] != '#' || is_within_word) return false;
            at_ = std::min(source_.find('\n', at_), source_.size());
            return true;
        }
        if (rest().starts_with("//")) {
            at_ = std::min(source_.find('\n', at_), source_.size());
            return true;
        }
        if (!rest().starts_with("/*")) return false;
        const auto end = source_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? source_.size() : end + 2;
        return true;
    }

    /// A text in quotes. One that is a line for itself, as comments on functions are in Python, counts as a comment.
    bool take_text(std::string_view prefix) {
        const char quote = source_[at_];
        if (lexis_.has_short_characters && quote == '\'') return take_character();
        if (lexis_.quotes.find(quote) == std::string_view::npos) return false;
        const bool begins_line = at_line_start_;
        const std::string triple(3, quote);
        const bool is_long = is_python_ && rest().starts_with(triple);
        const std::size_t begin = at_ + (is_long ? 3 : 1);
        const std::size_t end = end_of_text(begin, is_long ? triple : std::string(1, quote), is_long || quote == '`');
        const std::string_view text = source_.substr(begin, end - begin);
        at_ = std::min(source_.size(), end + (is_long ? 3 : 1));
        const auto next = source_.find_first_not_of(" \t\r", at_);
        const bool ends_line = next == std::string_view::npos || source_[next] == '\n';
        if (is_python_ && begins_line && ends_line && depth_ == 0) return true;
        // Names stand in such a text, too.
        const bool has_names =
            quote == '`' ? lexis_.suffixes.starts_with(" .js") : prefix.find_first_of("fF") != std::string_view::npos;
        add("\"");
        has_names ? add_names_in(text) : add(text);
        return true;
    }

    /// 'x' or '\n'; a quote alone is a sign.
    bool take_character() {
        constexpr std::size_t longest = 12;
        const bool is_escaped = rest().substr(1, 1) == "\\";
        const auto end = source_.find('\'', at_ + (is_escaped ? 3 : 2));
        const bool is_plain = end != std::string_view::npos && end == at_ + 2;
        const bool is_wide = end != std::string_view::npos && end - at_ <= 5 && static_cast<signed char>(rest()[1]) < 0;
        if (!is_plain && !is_wide && !(is_escaped && end != std::string_view::npos && end - at_ < longest))
            return false;
        add(source_.substr(at_, end + 1 - at_));
        at_ = end + 1;
        return true;
    }

    [[nodiscard]] std::size_t end_of_text(std::size_t begin, const std::string& quotes, bool has_lines) const {
        for (std::size_t i = begin; i < source_.size(); ++i) {
            if (source_[i] == '\\') {
                ++i;
            } else if (source_.substr(i).starts_with(quotes) || (source_[i] == '\n' && !has_lines)) {
                return i;
            }
        }
        return source_.size();
    }

    void take_token() {
        const std::size_t begin = at_++;
        const char first = source_[begin];
        if (begins_name(first) || is_figure(first))
            while (at_ < source_.size() && (is_of_name(source_[at_]) || (is_figure(first) && source_[at_] == '.')))
                ++at_;
        const std::string_view token = source_.substr(begin, at_ - begin);
        constexpr std::size_t longest_prefix = 2;
        if (begins_name(first) && token.size() <= longest_prefix && is_python_ && at_ < source_.size() &&
            take_text(token))
            return;
        begins_name(first) ? add_name(token) : add(token);
    }

    void add_names_in(std::string_view text) {
        for (std::size_t i = 0; i < text.size();) {
            const std::size_t begin = i++;
            if (is_blank(text[begin])) continue;
            if (!begins_name(text[begin])) {
                add(text.substr(begin, 1));
                continue;
            }
            while (i < text.size() && is_of_name(text[i]))
                ++i;
            add_name(text.substr(begin, i - begin));
        }
    }

    void add_name(std::string_view name) {
        add(name, words_of_languages().contains(name) ? SourceToken::Kind::word : SourceToken::Kind::name);
    }

    void add(std::string_view token, SourceToken::Kind kind = SourceToken::Kind::other) {
        if (is_python_ && at_line_start_ && depth_ == 0) add_layout();
        at_line_start_ = false;
        if (token == "(" || token == "[" || token == "{") ++depth_;
        if ((token == ")" || token == "]" || token == "}") && depth_ > 0) --depth_;
        tokens_.push_back({kind, token, line_});
    }

    void add_layout() {
        if (indent_ > indents_.back()) {
            indents_.push_back(indent_);
            tokens_.push_back({SourceToken::Kind::layout, ">", line_});
        }
        for (; indent_ < indents_.back(); indents_.pop_back())
            tokens_.push_back({SourceToken::Kind::layout, "<", line_});
    }

    std::string_view source_;
    const Lexis& lexis_;
    const bool is_python_;
    std::size_t at_ = 0, line_ = 0;
    bool at_line_start_ = true;
    std::size_t indent_ = 0;               ///< of this line, before its first token
    std::vector<std::size_t> indents_{0};  ///< of the blocks that are open
    std::size_t depth_ = 0;                ///< of brackets
    std::vector<SourceToken> tokens_;
};

}  // namespace

bool is_source(std::string_view suffix) {
    return lexis_of(suffix) != nullptr;
}

std::vector<SourceToken> tokens_of(std::string_view source, std::string_view suffix) {
    assert(is_source(suffix));
    return Tokenizer(source, *lexis_of(suffix)).run();
}

}  // namespace referee::handins
