#include "referee/handins/made_names.hpp"

#include <vector>

namespace referee::handins {

namespace {

using Names = std::unordered_set<std::string_view>;
using Kind = SourceToken::Kind;

/// Finds names by the tokens around them. A place beyond the ends has an empty token.
class MadeNames {
public:
    explicit MadeNames(std::span<const SourceToken> tokens) : tokens_(tokens) {}

    Names run() {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            const std::string_view text = tokens_[i].text;
            if (is_name(i) && is_declared(i)) add_list(i);
            if (text == "=" ? is_assignment(i) : text == "in" || text == "of") add_before(i);
            if (text == "(") open_.push_back(i);
            if (text == ")" && !open_.empty()) {
                add_function(open_.back(), i);
                open_.pop_back();
            }
        }
        return std::move(names_);
    }

private:
    [[nodiscard]] std::string_view text(std::size_t i) const { return i < tokens_.size() ? tokens_[i].text : ""; }
    [[nodiscard]] bool is_name(std::size_t i) const { return i < tokens_.size() && tokens_[i].kind == Kind::name; }
    [[nodiscard]] bool same_line(std::size_t i, std::size_t j) const {
        return i < tokens_.size() && j < tokens_.size() && tokens_[i].line == tokens_[j].line;
    }

    [[nodiscard]] bool declares(std::size_t i) const {
        static const Names words = {"as",    "auto",   "bool",      "boolean",  "byte",   "char",     "class",  "const",
                                    "def",   "define", "double",    "enum",     "final",  "float",    "fn",     "for",
                                    "func",  "global", "function",  "int",      "lambda", "let",      "long",   "mut",
                                    "short", "signed", "interface", "nonlocal", "struct", "template", "trait",  "type",
                                    "union", "var",    "typename",  "unsigned", "void",   "static",   "typedef"};
        return i < tokens_.size() && (is_name(i) || words.contains(tokens_[i].text));
    }

    [[nodiscard]] bool is_declared(std::size_t i) const {
        if (i == 0 || !same_line(i - 1, i)) return false;
        if (declares(i - 1)) return true;
        // "Move& best;", "vector<Move> all,"
        const std::string_view before = text(i - 1), after = text(i + 1);
        return (before == "&" || before == "*" || before == ">") &&
               (after == "," || after == ")" || after == ";" || after == "{" || after == ":");
    }

    [[nodiscard]] bool is_assignment(std::size_t i) const {
        const std::string_view before = i == 0 ? "" : text(i - 1);
        return text(i + 1) != "=" && before != "=" && before != "!" && before != "<" && before != ">";
    }

    /// A name, and those after commas.
    void add_list(std::size_t i) {
        names_.insert(tokens_[i].text);
        for (i += 2; text(i - 1) == "," && is_name(i) && text(i + 1) != "("; i += 2) {
            names_.insert(tokens_[i].text);
            if (is_declared(i)) break;
        }
    }

    /// The names before a sign at `end` on its line: "a", "(a, b)". A sign as in "+=" may be between.
    void add_before(std::size_t end) {
        constexpr std::string_view signs = "+-*/%&|^:";
        std::size_t i = end;
        if (i > 0 && text(i - 1).size() == 1 && signs.find(text(i - 1).front()) != std::string_view::npos) --i;
        // "x: int = 3"
        if (i > 2 && is_name(i - 3) && text(i - 2) == ":") names_.insert(tokens_[i - 3].text);
        for (bool may_be_name = true; i-- > 0 && same_line(i, end);) {
            if (is_name(i)) {
                if (!may_be_name) return;
                if (text(i + 1) != "(") names_.insert(tokens_[i].text);
            } else if (text(i) != "," && text(i) != "(" && text(i) != ")" && text(i) != "*") {
                return;
            }
            may_be_name = !is_name(i);
        }
    }

    /// Whether "name(...)" with these brackets is defined here.
    [[nodiscard]] bool is_definition(std::size_t open, std::size_t close) const {
        constexpr std::size_t far = 30;
        static const Names defining = {"def", "fn", "func", "function", "lambda"};
        static const Names doing = {"case", "elif", "else", "for",    "if",    "match",
                                    "new",  "not",  "=",    "return", "while", "switch"};
        bool is_defining = false;
        for (std::size_t i = open, count = 0; i-- > 0 && count < far && same_line(i, open); ++count) {
            if (doing.contains(text(i))) return false;
            is_defining = is_defining || defining.contains(text(i));
        }
        if (is_defining) return true;
        for (std::size_t i = close + 1; i < close + 4; ++i) {
            if (text(i) == "{") return open > 0 && is_name(open - 1);
            if (i >= tokens_.size() || (tokens_[i].kind != Kind::word && !is_name(i))) return false;
        }
        return false;
    }

    void add_function(std::size_t open, std::size_t close) {
        constexpr std::size_t most = 200;  // otherwise brackets in brackets would take long
        if (close - open > most || !is_definition(open, close)) return;
        if (open > 0 && is_name(open - 1)) names_.insert(tokens_[open - 1].text);
        for (std::size_t i = open + 1; i < close; ++i)
            if (is_name(i) && text(i - 1) != "." && text(i + 1) != "(" && text(i + 1) != ".")
                names_.insert(tokens_[i].text);
    }

    std::span<const SourceToken> tokens_;
    Names names_;
    std::vector<std::size_t> open_;  ///< the round brackets that are open
};

}  // namespace

Names made_names(std::span<const SourceToken> tokens) {
    return MadeNames(tokens).run();
}

}  // namespace referee::handins
