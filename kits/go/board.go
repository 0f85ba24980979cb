// A bot for Magnetize, Othello, Magnetic Cave and fitz. It parses each block into variables, and plays a random move.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"time"
)

var in = bufio.NewReader(os.Stdin)

type Turn struct {
	ply          int
	news         []string // the turns since your last one, as player and move: "0 DROP 3"
	state        []int    // locks, discs, or the next tile
	board, moves []string // every valid move (not listed on the very largest boards of fitz)
}

// Your part: return one of turn.moves, unchanged. turn.board[0][0] is the top left cell.
func choose(me int, turn Turn) string { return turn.moves[rand.Intn(len(turn.moves))] }

func line() string {
	text, err := in.ReadString('\n')
	if err != nil {
		os.Exit(0) // the input ends when the game does
	}
	return strings.TrimRight(text, "\r\n")
}
func lines(count int) (list []string) {
	for i := 0; i < count; i++ {
		list = append(list, line())
	}
	return
}
func numbers() (list []int) {
	for _, word := range strings.Fields(line()) {
		number, _ := strconv.Atoi(word)
		list = append(list, number)
	}
	return
}

func main() {
	rand.Seed(time.Now().UnixNano())
	for {
		// The setup block is sent once in a game, before the first turn.
		game := line()        // "magnetize 1": the game, and the version of its blocks
		me := numbers()[0]    // 0 moves first, 1 second
		settings := numbers() // height, width, and more in some games
		var tiles []string    // only in fitz: five lines for each tile; '!' is a filled cell
		if game == "fitz 1" {
			tiles = lines(5 * settings[2])
		}
		_ = tiles
		for ply := numbers()[0]; ply >= 0; ply = numbers()[0] { // the number of plies made; -1: another game follows (with --reuse)
			// A turn block. Read all of it before you answer: a bot that answers too early loses the game.
			turn := Turn{ply: ply, news: lines(numbers()[0]), state: numbers(), board: lines(settings[0]), moves: lines(numbers()[0])}
			// Print one line for each turn. Println sends it at once. Print notes to stderr: println(turn.ply); `referee --stderr` shows them.
			fmt.Println(choose(me, turn))
		}
	}
}
