// Compares names as people write them: without upper and lower case, accents, punctuation and the order of the words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The words of a text in a form in which the usual spellings of a name are equal: "Müller, Élodie", "elodie mueller"
/// and "Elodie_Muller" have the same words in some order. Letters beyond Latin stay, in lower case for Greek and
/// Cyrillic. Bytes that are not UTF-8 separate words.
[[nodiscard]] std::vector<std::string> name_words(std::string_view text);

/// The number of words of the shorter list if the longer list contains all of them. Otherwise 0.
[[nodiscard]] std::size_t shared_words(std::vector<std::string> a, std::vector<std::string> b);

}  // namespace referee
