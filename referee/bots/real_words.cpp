#include "referee/bots/real_words.hpp"

#include <filesystem>
#include <system_error>

namespace referee {

std::vector<std::string> real_words(const std::vector<std::string>& words, std::string_view path) {
    std::vector<std::string> real;
    for (const std::string& word : words) {
        const bool is_program = real.empty() && word.find('/') == std::string::npos;
        const std::string named = is_program ? find_on_path(word, path).value_or(word) : word;
        std::error_code error;
        const std::string place = named.empty() ? "" : std::filesystem::canonical(named, error).string();
        real.push_back(error || place.empty() ? word : place);
    }
    return real;
}

}  // namespace referee
