-- Plays the first valid move.
local function line()
  local text = io.read()
  if not text then os.exit(0) end
  return text
end
local function skip(count) for _ = 1, count do line() end end
local function number(text) return tonumber(text:match("%S+")) end
skip(2)
local height = number(line())
while true do
  line()
  skip(number(line()))
  skip(height + 1)
  local moves = number(line())
  local first = line()
  skip(moves - 1)
  print(first)
  io.flush()
end
