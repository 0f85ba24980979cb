// Personal links: 128 random bits that a person types or clicks, and the file links.csv that keeps them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/arena/records.hpp"
#include "referee/core/base/own_folder.hpp"

namespace referee::arena {

/// A new token: 26 characters without look-alikes (Crockford's base 32).
[[nodiscard]] std::string new_token();
/// A token as it is kept: upper case, without blanks and hyphens, and with the characters that a reader may have
/// mistaken (O for 0, I and L for 1) replaced. None if the text is no token.
[[nodiscard]] std::optional<std::string> normal_token(std::string_view text);
/// "http://192.168.0.2:8080/#7K3QX-...": the token in groups, in the fragment, which no browser sends.
[[nodiscard]] std::string link_of(const std::string& address, std::string_view token);
/// The token of a link that link_of() has made. None for other texts.
[[nodiscard]] std::optional<std::string> token_of_link(std::string_view link);

/// The owners of the links and the cookies that are valid, by their SHA-256; -1 is the teacher.
struct Keys {
    std::map<std::string, int> links;
    std::map<std::string, int> cookies;

    [[nodiscard]] std::optional<int> owner_of_link(std::string_view token) const;
    [[nodiscard]] std::optional<int> owner_of_cookie(std::string_view cookie) const;
    [[nodiscard]] bool has_link(int person) const;
};

/// The links of a class in links.csv, which is made to be printed: person, name, number, email, group, link. Only its
/// owner may read it, and it is the only place of the students' links.
class LinksFile {
public:
    explicit LinksFile(const OwnFolder& folder) : folder_(folder) {}

    /// The tokens by the number of the person, from the file's own columns, also if a spreadsheet has saved it. Lines
    /// without a token are left out.
    [[nodiscard]] std::map<int, std::string> tokens() const;
    /// Replaces the file. People without a token have an empty link. Throws std::runtime_error.
    void write(const std::vector<Person>& people, const std::map<int, std::string>& tokens,
               const std::string& address) const;

private:
    const OwnFolder& folder_;
};

}  // namespace referee::arena
