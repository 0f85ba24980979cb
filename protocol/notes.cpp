#include "protocol/notes.hpp"

namespace protocol {

std::string text_of(const Notes& notes) {
    if (notes.left_out == 0) return notes.text;
    return "[" + std::to_string(notes.left_out) + " bytes left out]\n" + notes.text;
}

}  // namespace protocol
