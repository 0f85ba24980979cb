// The connected parts of a graph.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace referee::tournament {

/// The connected parts of the undirected graph over the numbers from 0 to count - 1 with these edges, in order of their
/// first members; members ascend.
std::vector<std::vector<std::size_t>> connected_parts(std::size_t count,
                                                      const std::vector<std::pair<std::size_t, std::size_t>>& edges);

}  // namespace referee::tournament
