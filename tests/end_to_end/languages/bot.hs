-- Plays the first valid move.
import Control.Monad (replicateM_)
import System.Exit (exitSuccess)
import System.IO

line :: IO String
line = isEOF >>= \end -> if end then exitSuccess else getLine

number :: String -> Int
number = read . head . words

skip :: Int -> IO ()
skip count = replicateM_ count line

play :: Int -> IO ()
play height = do
  _ <- line
  line >>= skip . number
  skip (height + 1)
  moves <- number <$> line
  first <- line
  skip (moves - 1)
  putStrLn first
  hFlush stdout
  play height

main :: IO ()
main = skip 2 >> line >>= play . number
