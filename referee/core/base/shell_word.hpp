// Words of a shell, for commands that are run or printed, and the parts of an option's value.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// Quotes the word if necessary, so that a shell and split_words() read it as one word.
[[nodiscard]] std::string shell_word(const std::string& word);

/// A word of a printed command that people may copy. Like shell_word(), but a word that is not harmless() is written as
/// $'...', which bash, zsh and POSIX 2024 understand, without characters that a terminal would interpret.
[[nodiscard]] std::string copyable_word(const std::string& word);
/// Like copyable_word(), but for a path. A path that begins with a dash gets the prefix "./", because it would
/// otherwise be taken for an option.
[[nodiscard]] std::string copyable_path(const std::string& path);

/// A part of an option's value.
struct ValuePart {
    std::string text;                    ///< the whole part: "partition=arena"
    std::string name;                    ///< the text before the first equals sign, without the blanks at its end
    std::optional<std::string> value{};  ///< the text after the equals sign; not set if there is none
};
/// Splits "slurm,partition=arena" at its commas. A comma after a backslash is part of the text:
/// "nodelist=n1\,n2" is one part. Throws games::UserError that names `what`, the option, if a part is empty.
[[nodiscard]] std::vector<ValuePart> parts_of(std::string_view text, std::string_view what);
/// The reverse of parts_of() for one part: a comma, followed by the escaped part.
[[nodiscard]] std::string part_text(std::string_view part);

}  // namespace referee
