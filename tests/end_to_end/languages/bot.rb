# Plays the first valid move.
$stdout.sync = true
def line
  text = $stdin.gets
  exit(0) if text.nil?
  text.chomp
end
def number = line.split[0].to_i
def skip(count) = count.times { line }
skip(2)
height = number
loop do
  line
  skip(number)
  skip(height + 1)
  moves = number
  first = line
  skip(moves - 1)
  puts first
end
