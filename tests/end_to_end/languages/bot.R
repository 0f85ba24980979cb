# Plays the first valid move.
input <- file("stdin", "r")
line <- function() {
  text <- readLines(input, 1)
  if (length(text) == 0) quit(status = 0)
  text
}
number <- function(text) as.integer(strsplit(text, " ")[[1]][1])
skip <- function(count) for (left in seq_len(count)) line()
skip(2)
height <- number(line())
repeat {
  line()
  skip(number(line()))
  skip(height + 1)
  moves <- number(line())
  first <- line()
  skip(moves - 1)
  cat(first, "\n", sep = "")
  flush(stdout())
}
