// A bot for Magnetize, Othello, Magnetic Cave and fitz. It parses each block into variables, and plays a random move.
#![allow(dead_code, unused_variables)]
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};

struct Turn { ply: i32, news: Vec<String>, state: Vec<i32>, board: Vec<String>, moves: Vec<String> }

/// Your part: return one of turn.moves, unchanged. The first character of turn.board[0] is the top left cell.
fn choose(me: i32, turn: &Turn) -> &str {
    &turn.moves[random(turn.moves.len())]
}

/// Rust's standard library has no random numbers, but the keys of its hash maps are random.
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
        // The setup block is sent once in a game, before the first turn.
        let game = line(); // "magnetize 1": the game, and the version of its blocks
        let me = numbers()[0]; // 0 moves first, 1 second
        let settings = numbers(); // height, width, and more in some games
        let tiles = lines(if game == "fitz 1" { 5 * settings[2] } else { 0 }); // five lines for each tile; '!' is a filled cell
        loop {
            let ply = numbers()[0];
            if ply < 0 { break } // -1: another game follows (with --reuse)
            // A turn block. Read all of it before you answer: a bot that answers too early loses the game.
            // Its parts: the number of plies made; the turns since your last one, such as "0 DROP 3"; locks, discs, or
            // the next tile; the board; and every valid move (not listed on the very largest boards of fitz).
            let (news, state) = (lines(numbers()[0]), numbers());
            let turn = Turn { ply, news, state, board: lines(settings[0]), moves: lines(numbers()[0]) };
            // Print one line for each turn. Print notes to stderr: eprintln!("{}", turn.ply); `referee --stderr` shows them.
            println!("{}", choose(me, &turn));
            io::stdout().flush().unwrap(); // so that the line does not stay in a buffer
        }
    }
}
