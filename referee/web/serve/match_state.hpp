// The state of a match for a person's browser: the JSON of the `state` event (docs/serve.md).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/match/match.hpp"

namespace referee::serve {

/// Follows one match from its start. Used by only one thread.
class MatchState {
public:
    /// `you`: the person's side.
    MatchState(const MatchPlan& plan, int you);

    /// Must be called with the board at the start of the match.
    void begin(const games::Board& board);
    /// Must be called after each ply.
    void add(const games::Board& board, const protocol::LoggedPly& ply);
    /// Must be called when the match is over.
    void finish(const protocol::MatchLog& log);
    /// Must be called if the match could not be played, so that there is no log. `why`: one line.
    void fail(const std::string& why);

    /// Whether it is the person's turn; moves() has the valid moves if it is.
    bool is_yours() const { return yours_; }
    const std::vector<std::string>& moves() const { return moves_; }
    int plies() const { return plies_; }
    /// The total size of all frames so far in bytes, as in a log with frames.
    std::size_t frame_bytes() const { return frame_bytes_; }

    std::string json() const;

private:
    void tell_news(const games::Board& board);
    void tell(int player, std::string_view what);
    void take(const games::Board& whole);
    void close(std::string result);

    int you_;
    std::string head_;  ///< the members that never change, as JSON without the braces
    int plies_ = 0;
    std::string frame_ = "null";
    std::size_t frame_bytes_ = 0;
    std::string previous_ = "null";
    std::string last_ = "null";
    std::string next_ = "null";
    std::string made_;  ///< the moves made, as JSON without the brackets
    bool yours_ = false;
    std::vector<std::string> moves_;
    std::string result_ = "null";
    bool over_ = false;
};

}  // namespace referee::serve
