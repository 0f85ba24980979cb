// The starter kit of a class whose hand-ins a driver runs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/core/bots/kits.hpp"
#include "referee/handins/driver.hpp"

namespace referee::handins {

/// The example of a driver, the driver in a folder of its own, and a README that says how to try it. The parameters are
/// those of files_of() for a kit. Throws games::UserError if the driver has no example.
[[nodiscard]] std::vector<KitFile> files_of(const Driver& driver, const std::string& name, std::string_view game,
                                            const std::string& spec);

/// The command that tries the kit's example, in the folder of the kit.
[[nodiscard]] std::string check_of_kit(const Driver& driver, const std::string& spec);

}  // namespace referee::handins
