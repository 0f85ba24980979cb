// A bot for CLUSTER. It parses each block into variables, and plays a random valid move.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"time"
)

var in = bufio.NewReader(os.Stdin)

type Pellet struct{ cell, colour, mine int }

// Your part: return "PLACE column colour" or "ROTATE cycles". columns lists the columns that are not full: column and top.
func choose(gravity int, columns [][]int, pellets map[int]*Pellet, hand [][]int) string {
	return fmt.Sprintf("PLACE %d %d", columns[rand.Intn(len(columns))][0], hand[rand.Intn(len(hand))][0])
}

func number() (value int) {
	if _, err := fmt.Fscan(in, &value); err != nil {
		os.Exit(0) // the input ends when the game does
	}
	return
}

// Reads the number of rows, and then the rows of `width` numbers each.
func table(width int) [][]int {
	rows := make([][]int, number())
	for i := range rows {
		for len(rows[i]) < width {
			rows[i] = append(rows[i], number())
		}
	}
	return rows
}

func main() {
	rand.Seed(time.Now().UnixNano())
	for {
		// The setup block is sent once in a game, before the first turn.
		neighbours, tops := table(7), table(7)    // cell, neighbours in directions 0 to 5 (-1: none); column, top cells under gravity 0 to 5
		myBag, opponentsBag := table(2), table(2) // colour, and the number of its pellets
		_, _, _, _ = neighbours, tops, myBag, opponentsBag
		pellets := map[int]*Pellet{} // by index, with the current cells
		for gravity := number(); gravity >= 0; gravity = number() { // -1: another game follows (with --reuse)
			// A turn block. Read all of it before you answer: a bot that answers too early loses the game.
			columns := table(2)
			for _, row := range table(4) { // placed since your last turn
				pellets[row[0]] = &Pellet{row[1], row[2], row[3]}
			}
			for _, row := range table(2) { // moved by a rotation of gravity
				pellets[row[0]].cell = row[1]
			}
			hand := table(1) // the colours that you have drawn
			// Print one line for each turn. Println sends it at once. Print notes to stderr: println(gravity); `referee --stderr` shows them.
			fmt.Println(choose(gravity, columns, pellets, hand))
		}
	}
}
