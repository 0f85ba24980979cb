// Reads who wants to take part: bots that a user names, and the bots of a folder.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/bots/bots_folder.hpp"
#include "referee/core/bots/candidate.hpp"

namespace referee::tournament {

struct Candidates {
    std::vector<Candidate> bots;
    std::vector<LeftOut> left_out;  ///< looked like bots, and can't play
};

/// Reads a bot as it is written on a command line, or as a JSON object of a plan (docs/entrants.md). `path`: the
/// folders that are searched for programs without a path. Throws games::UserError if the bot can't be run, or is a
/// person.
[[nodiscard]] Candidate candidate_of(const std::string& bot, std::string_view path = user_path());

/// Reads the bots in the same order.
[[nodiscard]] Candidates candidates_of(std::span<const std::string> bots, std::string_view path = user_path());

/// Reads a bot of a folder of bots. `name`: the name that it must have; empty if it is named after its file.
[[nodiscard]] Candidate candidate_of(const FoundBot& bot, const std::string& name);

/// Adds the bots of a folder behind those that are named. A bot that is named, too, keeps its name and its place in the
/// order. `known`: folders of bots of the tournament; if `folder` is one of them, its bots are run by that path.
/// `keep_names`: the bots must have the names of their subfolders. Throws games::UserError if the folder can't be read.
void add_folder(Candidates& candidates, const std::string& folder, std::span<const std::string> known,
                std::string_view path = user_path(), bool keep_names = false);

}  // namespace referee::tournament
