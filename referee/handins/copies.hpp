// Finds hand-ins of different people that are the same, or differ in names, comments and blanks only.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "protocol/fields.hpp"
#include "referee/handins/driver.hpp"
#include "referee/handins/project.hpp"

namespace referee::handins {

/// Hand-ins with fewer words and signs are not compared: everybody writes a few lines alike.
inline constexpr std::size_t min_tokens_of_copy = 60;

/// The sources of a hand-in as two checksums. Both are empty if there is nothing to compare: if the hand-in is very
/// short, or if all of it is known.
struct Likeness {
    std::string bytes{};  ///< equal: the same, byte for byte
    std::string form{};   ///< equal: the same but for names, comments and blanks

    static void fields(auto& self, auto&& visit) {
        visit("bytes", self.bytes);
        visit("form", self.form);
    }
    friend bool operator==(const Likeness&, const Likeness&) = default;
};

/// Files that are nobody's own: starter kits, sample bots, and what else was handed out.
class KnownFiles {
public:
    /// The starter kits, and what lies in the folder of the sample bots.
    [[nodiscard]] static KnownFiles shipped();

    void add(const ProjectFile& file);
    /// Adds a driver and its example.
    void add_driver(const Driver& driver);
    [[nodiscard]] bool has(const ProjectFile& file) const;

private:
    std::unordered_set<std::string> forms_;
};

/// Compares the files of a project that are sources or programs and are not known. Their names and places do not
/// matter, nor in what order different files come.
[[nodiscard]] Likeness likeness_of(const Project& project, const KnownFiles& known);

/// Hand-ins that are the same, by their indices, which grow.
struct Copies {
    std::vector<std::size_t> members;
    std::vector<std::string> bytes{};  ///< the checksums of the members: equal ones are the same, byte for byte

    /// Whether all members are; otherwise they differ in names, comments and blanks.
    [[nodiscard]] bool byte_for_byte() const;
};

/// All groups among hand-ins of different people. The largest groups come first.
[[nodiscard]] std::vector<Copies> copies_among(std::span<const Likeness> hand_ins);

/// A group in one line: "the same, byte for byte: Ann Alder, Ben Birch, Cleo Birch and 3 others".
[[nodiscard]] std::string text_of(const Copies& copies, std::span<const std::string> names);

/// The others of a group in one line: "Ben Birch, byte for byte; Cleo Birch, Dora Alder and 3 others, but for names,
/// comments and blanks".
[[nodiscard]] std::string others_of(const Copies& copies, std::size_t member, std::span<const std::string> names);

}  // namespace referee::handins
