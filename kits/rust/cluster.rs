// A bot for CLUSTER. It parses each block into variables, and plays a random valid move.
#![allow(dead_code, unused_variables)]
use std::collections::{hash_map::RandomState, HashMap};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};

type Rows = Vec<Vec<i32>>;
struct Pellet { cell: i32, colour: i32, mine: bool }

/// Your part: return "PLACE column colour" or "ROTATE cycles". `columns` lists the columns that are not full: column and top.
fn choose(gravity: i32, columns: &Rows, pellets: &HashMap<i32, Pellet>, hand: &Rows) -> String {
    format!("PLACE {} {}", any(columns)[0], any(hand)[0])
}

/// Rust's standard library has no random numbers, but the keys of its hash maps are random.
fn any(rows: &Rows) -> &Vec<i32> { &rows[RandomState::new().build_hasher().finish() as usize % rows.len()] }
fn numbers() -> Vec<i32> {
    let mut text = String::new();
    if io::stdin().read_line(&mut text).unwrap() == 0 { std::process::exit(0) } // the input ends when the game does
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}
/// Reads the number of lines, and then the lines, each a list of numbers.
fn table() -> Rows { (0..numbers()[0]).map(|_| numbers()).collect() }

fn main() {
    loop {
        // The setup block is sent once in a game, before the first turn.
        let neighbours = table(); // cell, and its neighbours in directions 0 to 5; -1: none
        let tops = table(); // column, and its top cell under gravity 0 to 5
        let (my_bag, opponents_bag) = (table(), table()); // colour, and the number of its pellets
        let mut pellets = HashMap::new(); // by index, with the current cells
        loop {
            let gravity = numbers()[0];
            if gravity < 0 { break } // -1: another game follows (with --reuse)
            // A turn block. Read all of it before you answer: a bot that answers too early loses the game.
            let columns = table();
            for p in table() { pellets.insert(p[0], Pellet { cell: p[1], colour: p[2], mine: p[3] == 1 }); } // new pellets
            for p in table() { pellets.get_mut(&p[0]).unwrap().cell = p[1]; } // moved by a rotation of gravity
            let hand = table(); // the colours that you have drawn
            numbers(); // an empty line ends the block
            // Print one line for each turn. Print notes to stderr: eprintln!("{:?}", hand); `referee --stderr` shows them.
            println!("{}", choose(gravity, &columns, &pellets, &hand));
            io::stdout().flush().unwrap(); // so that the line does not stay in a buffer
        }
    }
}
