// A bot for Magnetize, Othello, Magnetic Cave and fitz: it reads each block into plain data, and plays a random move.
#![allow(dead_code, unused_variables)]
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};

struct Turn { ply: i32, news: Vec<String>, state: Vec<i32>, board: Vec<String>, moves: Vec<String> }

/// Your part: returns one of turn.moves, word for word. The first character of turn.board[0] is the cell at the top left.
fn choose(me: i32, turn: &Turn) -> &str {
    &turn.moves[random(turn.moves.len())]
}

/// Rust's library has no dice, but the keys of its hash maps are random.
fn random(below: usize) -> usize {
    std::collections::hash_map::RandomState::new().build_hasher().finish() as usize % below
}
fn line() -> String {
    let mut text = String::new();
    if io::stdin().read_line(&mut text).unwrap() == 0 { std::process::exit(0) } // the input ends when the game does
    text.trim_end().to_string()
}
fn lines(count: i32) -> Vec<String> { (0..count).map(|_| line()).collect() }
fn numbers() -> Vec<i32> { line().split(' ').map(|word| word.parse().unwrap()).collect() }

fn main() {
    loop {
        // The setup block comes once in a game, before the first turn.
        let game = line(); // "magnetize 1": the game, and the version of its blocks
        let me = numbers()[0]; // 0 moves first, 1 second
        let settings = numbers(); // height, width, and more in some games
        let tiles = lines(if game == "fitz 1" { 5 * settings[2] } else { 0 }); // five lines each, '!' is a filled cell
        loop {
            let ply = numbers()[0];
            if ply < 0 { break } // -1: another game follows (with --reuse)
            // A turn block. Read it to its end before you answer: an answer that comes too early loses the game.
            // Its parts: how many plies have been made; the turns since your last one, such as "0 DROP 3"; locks, discs, or
            // which tile is next; the board; and every valid move (not listed on the very largest boards of fitz).
            let (news, state) = (lines(numbers()[0]), numbers());
            let turn = Turn { ply, news, state, board: lines(settings[0]), moves: lines(numbers()[0]) };
            // One line for each turn. Your notes belong on stderr: eprintln!("{}", turn.ply); `referee --stderr` shows them.
            println!("{}", choose(me, &turn));
            io::stdout().flush().unwrap(); // so that the line does not stay in a buffer
        }
    }
}
