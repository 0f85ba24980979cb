<?php // Plays the first valid move.
function line() {
    $text = fgets(STDIN);
    if ($text === false) exit(0);
    return trim($text);
}
function skip($count) { for (; $count > 0; $count--) line(); }
skip(2);
$height = intval(line());
while (true) {
    line();
    skip(intval(line()));
    skip($height + 1);
    $moves = intval(line());
    $first = line();
    skip($moves - 1);
    echo $first, "\n";
    flush();
}
