// Prepares the hand-ins of a class, several at the same time.
#pragma once

#include <optional>
#include <vector>

#include "referee/handins/class_places.hpp"
#include "referee/handins/hand_in.hpp"

namespace referee::handins {

/// The outcomes in the order of the hand-ins; nothing if the preparation was stopped. Throws like prepare_hand_in(),
/// and std::runtime_error if a thread can't be started.
[[nodiscard]] std::optional<std::vector<Outcome>> prepare_all(const std::vector<HandIn>& hand_ins,
                                                              const BotsFolder& bots, const Workplace& place);

}  // namespace referee::handins
