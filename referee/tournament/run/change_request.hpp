// Asks the process that plays a tournament for a change, and defines the messages between the two processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace referee::tournament {

/// The largest message in bytes.
inline constexpr std::size_t max_message = std::size_t{1} << 20;

/// The limits of one bot that joins, as text (OwnLimits).
struct LimitsInWords {
    std::string name;
    std::string limits;

    static void fields(auto& self, auto&& visit) {
        visit("name", self.name);
        visit("limits", self.limits);
    }
};

/// A change that the director wants. A client sends it as one line of JSON.
struct ChangeRequest {
    std::string folder;  ///< the working directory, to which the paths of bots are relative; empty if it is gone
    DirectorOrders orders;
    std::optional<int> rounds;
    std::vector<LimitsInWords> limits;
    bool reuse = false;

    static void fields(auto& self, auto&& visit) {
        visit("folder", self.folder);
        visit("orders", self.orders);
        visit("news", protocol::if_any(self.orders.news));
        visit("rounds", self.rounds);
        visit("limits", self.limits);
        visit("reuse", self.reuse);
    }
};

enum class AnswerKind : std::uint8_t {
    note,     ///< a message; more lines follow
    made,     ///< the change is in the file; the last line
    refused,  ///< nothing was changed; the last line
};
std::string_view name_of(AnswerKind kind);
std::optional<AnswerKind> answer_kind_of(std::string_view name);

/// A line of JSON that the playing process answers. All texts are safe to show.
struct ChangeAnswer {
    AnswerKind kind = AnswerKind::note;
    std::vector<std::string> texts;

    static void fields(auto& self, auto&& visit) {
        visit("kind", protocol::as_text(self.kind, name_of, answer_kind_of));
        visit("texts", self.texts);
    }
};

/// The request that these options stand for.
[[nodiscard]] ChangeRequest request_of(const TournamentOptions& wish);
/// The options that a request stands for. Throws games::UserError if the limits can't be read.
[[nodiscard]] TournamentOptions options_of(const ChangeRequest& request);

/// A message with its newline.
[[nodiscard]] std::string to_line(const ChangeRequest& request);
[[nodiscard]] std::string to_line(const ChangeAnswer& answer);
/// Reads a message without its newline. Nothing if it is not valid.
[[nodiscard]] std::optional<ChangeRequest> change_request_of(std::string_view line);
[[nodiscard]] std::optional<ChangeAnswer> change_answer_of(std::string_view line);

/// Asks the process that plays the tournament in this file to carry out the orders, and waits for its answer. Calls
/// `on_note` for each message. Returns the changes in words. Returns nothing if no process plays the tournament, or if
/// the process that does can't be reached. Throws games::UserError if the change is refused, and std::runtime_error if
/// the process ends before it answers.
[[nodiscard]] std::optional<std::vector<std::string>> change_while_played(
    const TournamentOptions& wish, const std::function<void(const std::string& text)>& on_note);

}  // namespace referee::tournament
