#include "referee/web/pages/html_text.hpp"

#include "referee/core/base/output.hpp"

namespace referee {

std::string html_text(std::string_view text) {
    std::string out;
    for (const char c : harmless(text)) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

}  // namespace referee
