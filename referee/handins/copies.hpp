// Finds hand-ins of different people that are the same, or differ in names, comments and blanks only.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "referee/handins/driver.hpp"
#include "referee/handins/project.hpp"

namespace referee::handins {

/// Sources with fewer words and signs of their own are not compared: everybody writes a few lines alike. Lines that
/// were handed out do not count.
inline constexpr std::size_t min_tokens_of_copy = 60;
/// Other files with fewer bytes are not compared.
inline constexpr std::size_t min_bytes_of_copy = 256;
/// So many bytes of the sources of a hand-in are read word by word, the smallest sources first. The others are compared
/// byte for byte.
inline constexpr std::size_t max_source_read = std::size_t{256} << 10;

/// A file as two checksums.
struct FileSums {
    std::string bytes{};  ///< equal: the same, byte for byte
    std::string form{};   ///< equal: the same but for names, comments and blanks
    friend bool operator==(const FileSums&, const FileSums&) = default;
};

/// The files of a hand-in that are compared. None if there is nothing to compare: if the hand-in is very short, or if
/// all of it is known.
using Likeness = std::vector<FileSums>;

/// Files that are nobody's own: starter kits, sample bots, and what else was handed out.
class KnownFiles {
public:
    /// The starter kits, and what lies in the folder of the sample bots.
    [[nodiscard]] static KnownFiles shipped();

    void add(const ProjectFile& file);
    /// Adds a driver and its example.
    void add_driver(const Driver& driver);
    [[nodiscard]] bool has_sum(const std::string& sum) const { return sums_.contains(sum); }
    [[nodiscard]] bool has_line(const std::string& line) const { return lines_.contains(line); }

private:
    std::unordered_set<std::string> sums_;   ///< of bytes and of forms
    std::unordered_set<std::string> lines_;  ///< as in SourceForm
};

/// What is compared of a project: its sources that are not known; if it has no source but scripts of the shell that are
/// short or known, its other files, without plain texts. So what a build makes of a source is not compared. Their names
/// and places do not matter. Reads each file once; see max_source_read.
[[nodiscard]] Likeness likeness_of(const Project& project, const KnownFiles& known);

/// Hand-ins that have the same file, by their indices, which grow.
struct Copies {
    std::vector<std::size_t> members;
    std::vector<std::string> bytes{};  ///< the checksums of the files: equal ones are the same, byte for byte

    /// Whether all are; otherwise they differ in names, comments and blanks.
    [[nodiscard]] bool byte_for_byte() const;
};

/// All groups among hand-ins of different people. The largest groups come first. Hand-ins with several files in common
/// are one group.
[[nodiscard]] std::vector<Copies> copies_among(std::span<const Likeness> hand_ins);

/// A group in one line: "the same, byte for byte: Ann Alder, Ben Birch, Cleo Birch and 3 others".
[[nodiscard]] std::string text_of(const Copies& copies, std::span<const std::string> names);

/// The others of the groups of a hand-in in one line: "Ben Birch, byte for byte; Cleo Birch, Dora Alder and 3 others,
/// but for names, comments and blanks". Those of the smallest group come first. Empty if it is in no group.
[[nodiscard]] std::string others_of(std::span<const Copies> groups, std::size_t member,
                                    std::span<const std::string> names);

}  // namespace referee::handins
