% Plays the first valid move.
1;
% fgetl() waits for the first character of the next line, which comes only after an answer.
function text = line()
  text = "";
  while true
    character = fread(stdin, 1, "uint8=>char");
    if (isempty(character)) exit(0); end
    if (character == "\n") return; end
    text(end + 1) = character;
  end
end
function skip(count)
  for left = 1:count line(); end
end
function n = number(text)
  n = str2double(strsplit(text, " "){1});
end
skip(2);
height = number(line());
while true
  line();
  skip(number(line()));
  skip(height + 1);
  moves = number(line());
  first = line();
  skip(moves - 1);
  printf("%s\n", first);
  fflush(stdout);
end
