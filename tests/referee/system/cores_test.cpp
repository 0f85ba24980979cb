// Tests the cores of a match: no other match uses them as long as there are enough cores.
#include "referee/system/cores.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <vector>

using referee::allowed_cores;
using referee::CoreClaim;

TEST_CASE("no two claims share a core as long as there are enough, and then they share") {
    const auto allowed = allowed_cores();
    std::vector<CoreClaim> claims;
    std::vector<int> claimed;
    // Takes the cores that are free. Another referee on this machine may hold some cores.
    for (CoreClaim claim(1, allowed); claim.is_exclusive(); claim = CoreClaim(1, allowed)) {
        REQUIRE(claim.cores().size() == 1);
        claimed.push_back(claim.cores()[0]);
        claims.push_back(std::move(claim));
        REQUIRE(claims.size() <= allowed.size());
    }
    std::sort(claimed.begin(), claimed.end());
    CHECK(std::adjacent_find(claimed.begin(), claimed.end()) == claimed.end());
    CHECK(std::includes(allowed.begin(), allowed.end(), claimed.begin(), claimed.end()));
    const CoreClaim late(1, allowed);
    CHECK(late.cores().size() == 1);
    CHECK_FALSE(late.is_exclusive());
    if (claims.empty()) return;
    const int core = claims.back().cores()[0];
    claims.pop_back();
    const CoreClaim next(1, allowed);
    if (next.is_exclusive()) CHECK(next.cores() == std::vector<int>{core});
}

TEST_CASE("whoever wants more cores than there are gets all of them") {
    CHECK(CoreClaim(allowed_cores().size() + 5, allowed_cores()).cores().size() == allowed_cores().size());
}
