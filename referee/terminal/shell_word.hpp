// Words of a shell, for commands that are run or printed.
#pragma once

#include <string>

namespace referee {

/// Quoted where that is needed to be one word of a shell, and of split_words().
[[nodiscard]] std::string shell_word(const std::string& word);

/// A word of a command that is printed, so that people copy it: like shell_word(), but a word that is not harmless()
/// stands as $'...', as bash, zsh and POSIX 2024 read it, in which nothing is left that a terminal would obey.
[[nodiscard]] std::string copyable_word(const std::string& word);
/// The same of a path: one that begins with a dash would be taken for an option.
[[nodiscard]] std::string copyable_path(const std::string& path);

}  // namespace referee
