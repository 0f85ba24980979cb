{ Plays the first valid move. }
{$mode objfpc}
program bot;
uses sysutils;
function line: string;
begin
  if eof(input) then halt(0);
  readln(result);
end;
procedure skip(count: integer);
begin
  for count := count downto 1 do line;
end;
function number(text: string): integer;
begin
  if pos(' ', text) > 0 then text := copy(text, 1, pos(' ', text) - 1);
  result := strtoint(text);
end;
var
  height, moves: integer;
  first: string;
begin
  skip(2);
  height := number(line);
  while true do begin
    line;
    skip(number(line));
    skip(height + 1);
    moves := number(line);
    first := line;
    skip(moves - 1);
    writeln(first);
    flush(output);
  end;
end.
