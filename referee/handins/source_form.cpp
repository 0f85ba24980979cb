#include "referee/handins/source_form.hpp"

#include <unordered_map>

#include "referee/handins/made_names.hpp"
#include "referee/handins/source_tokens.hpp"

namespace referee::handins {

namespace {

/// A text whose lines end as on Linux.
std::string with_plain_line_ends(std::string_view source) {
    std::string text;
    text.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i)
        if (source[i] != '\r' || source.substr(i + 1, 1) != "\n") text += source[i];
    return text;
}

}  // namespace

SourceForm form_of(std::string_view source, std::string_view suffix) {
    const std::string plain = with_plain_line_ends(source);
    const auto tokens = tokens_of(plain, suffix);
    const auto made = made_names(tokens);
    SourceForm form;
    std::unordered_map<std::string_view, std::size_t> numbers;
    std::size_t line = 0;
    for (const SourceToken& token : tokens) {
        if (token.kind == SourceToken::Kind::name && made.contains(token.text)) {
            form.text += '$' + std::to_string(numbers.emplace(token.text, numbers.size()).first->second);
        } else {
            form.text += token.text;
        }
        form.text += '\n';
        if (token.kind == SourceToken::Kind::layout) continue;
        if (form.lines.empty() || token.line != line) form.lines.emplace_back();
        line = token.line;
        form.lines.back().text.append(token.text) += '\n';
        ++form.lines.back().tokens;
    }
    return form;
}

}  // namespace referee::handins
