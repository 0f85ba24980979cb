// Compares the names of persons, as lists and learning platforms write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace referee::handins {

/// A text in Unicode's form NFC, in which an accented letter is one character; the text itself if it is not UTF-8.
/// `folded`: without upper and lower case.
enum class Case : unsigned char { kept, folded };
[[nodiscard]] std::string in_nfc(const std::string& text, Case letters_are);

/// A word of a name: letters, digits and their marks, without apostrophes.
struct NameWord {
    std::string exact;                   ///< in NFC, without upper and lower case
    std::vector<std::string> spellings;  ///< sorted; has `exact`, and the ways to write it without accents
};
using NameWords = std::vector<NameWord>;

/// The words of a text. An accented letter may be written as its base letter, or in the usual way without the accent: ü
/// as u or ue. Letters without an accent are never changed or dropped: Michal is not Michael. Bytes that are not UTF-8
/// separate words.
[[nodiscard]] NameWords words_of_name(std::string_view text);

/// How two names are compared.
enum class Spelling : unsigned char { exact, without_accents };

/// Whether two names have the same words in any order.
[[nodiscard]] bool is_same_name(const NameWords& a, const NameWords& b, Spelling spelling);

/// Whether the letters of `joined`, which is one word, are those of the words of a name, one after the other, where the
/// last words of the name may come first: "wolfelodie" of Élodie Wolf.
[[nodiscard]] bool is_joined_name(const NameWords& joined, const NameWords& name, Spelling spelling);

/// Whether a name is written in a script that does not separate its words: Chinese, Japanese, Korean, Thai.
[[nodiscard]] bool is_without_blanks(const NameWords& name);

/// The number of words of the shorter name if the longer one has all of them, in any spelling. Otherwise 0.
[[nodiscard]] std::size_t common_words(const NameWords& a, const NameWords& b);

}  // namespace referee::handins
