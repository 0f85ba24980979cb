// The warden's executable (see warden.c), built into the referee.
#pragma once

#include <span>

namespace referee {

/// The bytes of a static ELF program.
std::span<const char> warden_program_bytes();

}  // namespace referee
