#include "tests/simulation/own_game.hpp"

#include <fmt/format.h>

#include "tests/simulation/words.hpp"

namespace simulation {

std::string text_of_own_rules(bool has_secrets) {
    return fmt::format("#!/bin/sh\nsecrets={}\n", has_secrets ? "secrets" : "") + R"sh(
while read -r word rest; do
    case $word in
    referee)
        printf "%s\n" "game take 2" "plies 20" $secrets "score 20 stones taken" "setting stones 7 3 20 at the start" \
            "setting broken 21 1 21 left when the rules fail" "piece o disc grey" \
            "ending last the last stone was taken" "ending split the last two were taken" end
        continue ;;
    new)
        left=${rest#*=} broken=${rest##*=} player=0
        left=${left%% *}
        all=$left taken_0=0 taken_1=0 ;;
    *)
        [ $player -eq 0 ] && taken_0=$((taken_0 + rest)) || taken_1=$((taken_1 + rest))
        taken=$rest left=$((left - rest)) player=$((1 - player)) ;;
    esac
    if [ "$left" -eq "$broken" ]; then
        printf "%s\n" "over what" end
        continue
    fi
    board= cell=0
    while [ $cell -lt "$all" ]; do
        if [ $cell -lt "$left" ]; then board=${board}o; else board=$board.; fi
        cell=$((cell + 1))
    done
    printf "%s\n" "rows 1" "$board" "state $left" "note $taken_0 and $taken_1 are taken" "score $taken_0 $taken_1"
    if [ "$left" -gt 0 ] && [ "$secrets" ]; then
        for viewer in 0 1; do
            printf "%s\n" "view $viewer" "rows 1" "$board" "state $left"
        done
    fi
    if [ "$left" -eq 0 ] && [ "$taken" -eq 2 ]; then
        echo "over drawn split"
    elif [ "$left" -eq 0 ]; then
        echo "over won $((1 - player)) last"
    elif [ "$left" -eq 1 ]; then
        printf "%s\n" "turn $player" "moves 1" 1
    elif [ "$left" -eq 2 ]; then
        printf "%s\n" "turn $player" "moves 2" 1 2
    else
        printf "%s\n" "turn $player" "moves 3" 1 2 3
    fi
    echo end
done
)sh";
}

std::string own_game(Random& random) {
    const int stones = random.between(5, 9);
    const int broken = random.one_in(3) ? 21 : random.between(1, stones - 1);
    return fmt::format("./{}:stones={},broken={}", random.one_in(3) ? secret_rules : own_rules, stones, broken);
}

bool is_secret(const std::string& game) {
    return game.find(secret_rules) != std::string::npos;
}

bool may_fail(const std::string& game) {
    return !game.empty() && !game.ends_with("broken=21");
}

const std::vector<std::string>& lines_of_own_game() {
    static const std::vector<std::string> lines = {"1", "2", "3", "1, 2", "2, 1"};
    return lines;
}

bool has_own_game(const Words& typed) {
    return value_of(typed, "--game").value_or("").find(own_rules) != std::string::npos;
}

}  // namespace simulation
