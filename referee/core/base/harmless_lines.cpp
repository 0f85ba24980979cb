#include "referee/core/base/harmless_lines.hpp"

#include <algorithm>
#include <cstddef>

#include "referee/core/base/output.hpp"

namespace referee {

std::string harmless_lines(std::string_view text) {
    std::string lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (begin > 0) lines += '\n';
        lines += harmless(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

}  // namespace referee
