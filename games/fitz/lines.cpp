#include "games/fitz/lines.hpp"

#include "games/user_error.hpp"

namespace games::fitz {

Lines::Lines(std::string_view what, const FileText& file) : what_(what), file_(file), rest_(file.text) {
    const auto last = rest_.find_last_not_of("\r\n");
    rest_ = rest_.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view Lines::next() {
    ++number_;
    const auto end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

void Lines::fail(const std::string& problem) const {
    throw UserError(std::string(what_) + " '" + file_.source + "', line " + std::to_string(number_) + ": " + problem);
}

void Lines::fail_at_end(const std::string& problem) const {
    throw UserError(std::string(what_) + " '" + file_.source + "' ends after line " + std::to_string(number_) + ": " +
                    problem);
}

}  // namespace games::fitz
