%% Plays the first valid move.
-module(bot).
-export([main/1]).

main(_) ->
    line(), line(),
    [Height | _] = numbers(line()),
    play(Height).

play(Height) ->
    line(),
    skip(number(line())),
    skip(Height + 1),
    Moves = number(line()),
    First = line(),
    skip(Moves - 1),
    io:format("~s~n", [First]),
    play(Height).

skip(0) -> ok;
skip(N) -> line(), skip(N - 1).

number(Text) -> hd(numbers(Text)).
numbers(Text) -> [list_to_integer(Word) || Word <- string:lexemes(Text, " ")].

line() ->
    case io:get_line("") of
        eof -> halt(0);
        Text -> string:trim(Text)
    end.
