# Plays the first valid move.
defmodule Bot do
  def line do
    case IO.gets("") do
      :eof -> System.halt(0)
      text -> String.trim(text)
    end
  end

  def number(text), do: text |> String.split() |> hd() |> String.to_integer()
  def skip(count), do: Enum.each(1..count//1, fn _ -> line() end)

  def play(height) do
    line()
    skip(number(line()))
    skip(height + 1)
    moves = number(line())
    first = line()
    skip(moves - 1)
    IO.puts(first)
    play(height)
  end
end

Bot.line()
Bot.line()
Bot.play(Bot.number(Bot.line()))
