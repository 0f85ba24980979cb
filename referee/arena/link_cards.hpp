// The personal links of a class on paper.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "referee/arena/records.hpp"

namespace referee::arena {

/// A page to print, with a card for each student who has a link: the name, the link and its QR code. `links`: by the
/// number of the person. Empty if only this machine reaches `address`: the codes would lead nowhere.
[[nodiscard]] std::string link_cards(const std::vector<Person>& people, const std::map<int, std::string>& links,
                                     const std::string& address);

}  // namespace referee::arena
